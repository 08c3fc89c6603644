import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { composeForLoading, type Composition } from "../../src/compose.ts";
import { loadConfig, type Config } from "../../src/config.ts";

/**
 * Opens an index of its own in the engine of the settings, and drops it at the end, whatever happens. Nothing is created yet. `open` in place of `composeForLoading`, which
 * remembers what was embedded.
 */
export async function withTemporaryIndex<Result>(
  use: (library: Composition) => Promise<Result>,
  { config = loadConfig(), open = composeForLoading }: { config?: Config; open?: (config: Config) => Promise<Composition> } = {},
): Promise<Result> {
  const indexPrefix = `${config.indexPrefix}bench-${randomUUID().slice(0, 8)}-`;
  await using library = await open({ ...config, indexPrefix, dataDir: join(config.dataDir, "eval") });
  try {
    return await use(library);
  } finally {
    await library.engine.drop();
  }
}
