import { loadConfig, type Config } from "../config.ts";
import type { Library } from "../retrieval/library.ts";

/** Opens what the settings name, runs `use` with it and closes it again, whatever happens. */
export async function withLibrary<Result>(use: (library: Library, config: Config) => Promise<Result>): Promise<Result> {
  const config = loadConfig();
  const { compose } = await import("../compose.ts");
  await using library = await compose(config);
  return await use(library, config);
}
