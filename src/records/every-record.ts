import type { RecordKind, Records, StoredRecord } from "./port.ts";

/** The largest page that the port allows. */
const PAGE = 1_000;

/**
 * Every record of a kind in the order of ids, those after `after`, or those whose index fields equal `where`; memory holds one page. Records may be deleted while they
 * pass. Throws `records_unavailable` where the store is away.
 */
export async function* everyRecord<Value>(
  records: Pick<Records, "list">,
  kind: RecordKind,
  where?: Readonly<Record<string, string>>,
  from: { after?: string; signal?: AbortSignal } = {},
): AsyncGenerator<StoredRecord<Value>> {
  let { after } = from;
  do {
    const page = await records.list<Value>(kind, { limit: PAGE, after, ...(where === undefined ? {} : { where }) }, from.signal);
    yield* page.records;
    after = page.next ?? undefined;
  } while (after !== undefined);
}

/** The same as a list, where all of them fit into memory. */
export async function allRecords<Value>(
  records: Pick<Records, "list">,
  kind: RecordKind,
  where?: Readonly<Record<string, string>>,
): Promise<StoredRecord<Value>[]> {
  const all: StoredRecord<Value>[] = [];
  for await (const record of everyRecord<Value>(records, kind, where)) all.push(record);
  return all;
}
