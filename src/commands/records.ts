import { loadConfig } from "../config.ts";
import type { Records } from "../records/port.ts";

/** Opens the records that the settings name, runs `use` with them and closes them again, whatever happens. */
export async function withRecords<Result>(use: (records: Records) => Promise<Result>): Promise<Result> {
  const { openStores } = await import("../compose.ts");
  const { engine, records } = await openStores(loadConfig());
  try {
    return await use(records);
  } finally {
    await Promise.all([engine[Symbol.asyncDispose](), records[Symbol.asyncDispose]()]);
  }
}
