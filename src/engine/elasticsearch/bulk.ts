import { PublicError } from "../../errors.ts";
import type { Call } from "../port.ts";
import { WriteError, type WriteOutcome } from "../writes.ts";
import type { Connection } from "../../elasticsearch/connection.ts";
import { asPublicError, describe, failureToPublicError, isPassing, type Failure } from "../../elasticsearch/errors.ts";
import type { StoredSource } from "./documents.ts";
import { asWriteError, fillsWriteMemory } from "./write-errors.ts";

/** A document under its id, as it goes into the index. */
export interface StoredDocument {
  id: string;
  source: StoredSource;
}

/** Puts documents by id, each with its own outcome; see `Collection.write`. */
export async function indexDocuments(
  connection: Connection,
  alias: string,
  documents: readonly StoredDocument[],
  call?: Call,
): Promise<WriteOutcome[]> {
  // One id that is too long would fail the whole request.
  const sendable = documents.filter(({ id }) => isSendable(id));
  const operations = sendable.flatMap(({ id, source }) => [{ index: { _id: id } }, source]);
  const { items, bytes } = await bulk(connection, alias, operations, sendable.length, asWriteError, call);
  const [first] = items;
  if (first && items.every(({ error = {} }) => fillsWriteMemory(error, bytes))) {
    throw new WriteError("too_large", describe(first.error!));
  }
  const outcomes = items.map(outcomeOf).values();
  return documents.map(({ id }) =>
    isSendable(id) ? outcomes.next().value! : { status: "refused", reason: `the ID must have 1 to ${MAX_ID_BYTES} bytes` },
  );
}

/** Changes some fields of stored documents by id; ids that are not there are passed over. */
export async function updateDocuments(
  connection: Connection,
  alias: string,
  documents: readonly StoredDocument[],
  call?: Call,
): Promise<void> {
  const operations = documents.flatMap(({ id, source }) => [{ update: { _id: id, retry_on_conflict: 3 } }, { doc: source }]);
  throwFailures((await bulk(connection, alias, operations, documents.length, asPublicError, call)).items);
}

/** Removes documents by id; ids that are not there are passed over. */
export async function deleteDocuments(connection: Connection, alias: string, ids: readonly string[], call?: Call): Promise<void> {
  const operations = ids.map((id) => ({ delete: { _id: id } }));
  throwFailures((await bulk(connection, alias, operations, ids.length, asPublicError, call)).items);
}

/** True for an id that Elasticsearch can hold. */
function isSendable(id: string): boolean {
  return id !== "" && Buffer.byteLength(id) <= MAX_ID_BYTES;
}

const MAX_ID_BYTES = 512;

interface BulkItem {
  status: number;
  error?: Failure;
}

/**
 * One bulk request through the alias; never creates an index. Resolves to what became of its `count` actions, in order, and to
 * the bytes that were sent.
 */
async function bulk(
  connection: Connection,
  alias: string,
  operations: object[],
  count: number,
  translate: (error: unknown, bytes: number) => Error,
  call?: Call,
): Promise<{ items: BulkItem[]; bytes: number }> {
  if (count === 0) {
    call?.signal?.throwIfAborted();
    return { items: [], bytes: 0 };
  }
  const lines = operations.map((operation) => JSON.stringify(operation));
  const bytes = lines.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0);
  return connection.write(
    call,
    async (options) => {
      const request = { index: alias, operations: lines, require_alias: true, filter_path: ["items.*.status", "items.*.error"] };
      const { items } = (await connection.client.bulk(request, options)) as { items?: object[] };
      if (items?.length !== count) throw new WriteError("retry", `${items?.length ?? 0} outcomes for ${count} rows`);
      const outcomes = items.map((item) => Object.values(item)[0] as BulkItem);
      if (outcomes.some(({ error }) => error?.type === "index_not_found_exception")) throw new PublicError("index_missing");
      return { items: outcomes, bytes };
    },
    (error) => (error instanceof WriteError ? error : translate(error, bytes)),
  );
}

function outcomeOf({ status, error = {} }: BulkItem): WriteOutcome {
  if (status < 300) return { status: "indexed" };
  const reason = describe(error);
  return isPassing(status) || isAboutTheIndex(status, error) ? { status: "retry", reason } : { status: "refused", reason };
}

/** A closed or write-protected index and missing rights say nothing about the document. */
function isAboutTheIndex(status: number, { type }: Failure): boolean {
  return status === 401 || status === 403 || type === "index_closed_exception" || type === "cluster_block_exception";
}

function throwFailures(items: readonly BulkItem[]): void {
  const failed = items.find(({ status }) => status >= 300 && status !== 404);
  if (failed) throw failureToPublicError(failed.status, failed.error ?? {});
}
