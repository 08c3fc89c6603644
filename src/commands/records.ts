import { loadConfig } from "../config.ts";
import type { Records } from "../records/port.ts";

/** Opens the records that the settings name, runs `use` with them and closes them again, whatever happens. */
export async function withRecords<Result>(use: (records: Records) => Promise<Result>): Promise<Result> {
  const { openRecords } = await import("../compose.ts");
  await using records = await openRecords(loadConfig());
  return await use(records);
}
