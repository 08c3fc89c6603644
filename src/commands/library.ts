import { loadConfig, type Config } from "../config.ts";
import type { Engine } from "../engine/port.ts";
import type { Records } from "../records/port.ts";
import type { Library } from "../retrieval/library.ts";

/** Opens what the settings name, runs `use` with it and closes it again, whatever happens. */
export async function withLibrary<Result>(use: (library: Library, config: Config) => Promise<Result>): Promise<Result> {
  const config = loadConfig();
  const { compose } = await import("../compose.ts");
  await using library = await compose(config);
  return await use(library, config);
}

/** The same with engine and records alone, for what embeds nothing. `config`: default: the settings. */
export async function withStores<Result>(
  use: (stores: { engine: Engine; records: Records }) => Promise<Result>,
  config: Config = loadConfig(),
): Promise<Result> {
  const { openStores } = await import("../compose.ts");
  const { engine, records } = await openStores(config);
  try {
    return await use({ engine, records });
  } finally {
    await Promise.all([engine[Symbol.asyncDispose](), records[Symbol.asyncDispose]()]);
  }
}
