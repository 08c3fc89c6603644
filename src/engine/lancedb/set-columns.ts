import type { Call } from "../port.ts";
import { untilNoConflict } from "./conflicts.ts";
import { columnsToArrow } from "./rows.ts";
import { ID_COLUMNS } from "./schema.ts";
import type { LanceTable } from "./table.ts";

/**
 * Replaces these columns of the rows that have the ids of the records, nothing else; ids that are not there are passed over. A table that lacks one of the columns, as an earlier release made it,
 * stays as it is.
 */
export function setColumns(
  live: LanceTable,
  names: readonly string[],
  records: readonly Record<string, unknown>[],
  call: Call | undefined,
): Promise<void> {
  const { target } = live;
  const idColumn = ID_COLUMNS[target];
  return live.write(call, records.length, async (table, timeoutMs) => {
    const schema = await table.schema();
    if (records.length === 0 || !names.every((name) => schema.fields.some((field) => field.name === name))) return;
    const data = columnsToArrow(target, [idColumn, ...names], records, schema);
    await untilNoConflict(() => table.mergeInsert(idColumn).whenMatchedUpdateAll().execute(data, { timeoutMs }));
  });
}
