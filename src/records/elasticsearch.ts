import type { estypes } from "@elastic/elasticsearch";
import { errors } from "@elastic/elasticsearch";
import { openConnection, type Connection, type ElasticsearchOptions, type RequestOptions } from "../elasticsearch/connection.ts";
import { PublicError } from "../errors.ts";
import { asRecordsError, errorType, isAbsence } from "./elasticsearch-errors.ts";
import { leastRoom } from "./elasticsearch-room.ts";
import {
  INDEX_BODY,
  documentId,
  filterTerm,
  isLive,
  recordsAlias,
  termsOf,
  toRecord,
  versionOf,
  type Found,
  type StoredSource,
} from "./elasticsearch-shape.ts";
import type { ListOptions, RecordKind, Records, StoredRecord, StoreRoom } from "./port.ts";
import { CircuitBreaker } from "../shared/circuit-breaker.ts";
import { retry } from "../shared/retry.ts";
import { HOUR_MS } from "../shared/time.ts";

const DEADLINE_MS = 2_000;
/** Creating the index happens once in the life of an installation and may take longer than a call may. */
const CREATE_DEADLINE_MS = 30_000;
const PURGE_EVERY_MS = HOUR_MS;
const WRITES_COOL_DOWN_MS = 2_000;

/**
 * Records in one hidden index of Elasticsearch behind the alias `{prefix}records`, created by the first write. Opening sends nothing.
 *
 * Single records are read as they are now; `list` refreshes before it searches, so that it sees every answered write of every
 * process while the many writes stay cheap.
 */
export function openElasticsearchRecords({
  prefix,
  ...options
}: (ElasticsearchOptions | { connection: Connection }) & { prefix: string }): Records {
  const connection = "connection" in options ? options.connection : openConnection(options);
  const store: Store = {
    connection,
    alias: `${prefix}records`,
    aliases: recordsAlias(prefix),
    writes: new CircuitBreaker({ coolDownMs: WRITES_COOL_DOWN_MS }),
    purgedAt: 0,
  };
  return {
    async get<Value>(kind: RecordKind, id: string, signal?: AbortSignal) {
      const found = await read(store, signal, (options) => getStored(store, kind, id, options));
      return isLive(found) ? toRecord<Value>(found.source, found.state.if_seq_no) : null;
    },

    async put<Value extends object>(
      kind: RecordKind,
      id: string,
      value: Value,
      { expectedVersion, expiresAt }: { expectedVersion?: number; expiresAt?: string } = {},
      signal?: AbortSignal,
    ) {
      const source = { kind, id, value: JSON.stringify(value), terms: termsOf(kind, value), expires_at: expiresAt };
      const sequenceNumber = await putStored(store, source, expectedVersion, signal);
      if (sequenceNumber === null) return null;
      await purgeExpired(store, signal);
      return toRecord<Value>(source, sequenceNumber);
    },

    async list<Value>(kind: RecordKind, options: ListOptions, signal?: AbortSignal) {
      const terms = Object.entries(options.where ?? {}).map(([field, value]) => filterTerm(kind, field, value));
      return read(store, signal, (request) => listStored<Value>(store, kind, terms, options, request));
    },

    room: (signal) => roomIfTold(store, signal),

    delete: (kind, id, { expectedVersion } = {}, signal) =>
      write(store, signal, (options) => deleteStored(store, { kind, id, expectedVersion }, options)),

    [Symbol.asyncDispose]: () => connection[Symbol.asyncDispose](),
  };
}

interface Store {
  readonly connection: Connection;
  readonly alias: string;
  /** With how it is defined. */
  readonly aliases: Record<string, estypes.IndicesAlias>;
  /** Writes are left alone where they are not answered: of a shard whose other copy hangs, reads still are. */
  readonly writes: CircuitBreaker;
  purgedAt: number;
}

/**
 * Writes over exactly the state that was read, again where another writer came between, until the expectation fails or the
 * time is over. Resolves to the sequence number of the write, or null where the expectation did not hold.
 */
async function putStored(
  store: Store,
  source: StoredSource,
  expectedVersion: number | undefined,
  signal?: AbortSignal,
): Promise<number | null> {
  for (;;) {
    const outcome = await write(store, signal, async (options) => {
      const current = await getStored(store, source.kind, source.id, options);
      const version = isLive(current) ? versionOf(current.state.if_seq_no) : 0;
      if (expectedVersion !== undefined && expectedVersion !== version) return "unexpected";
      return writeOver(store, current, source, options);
    });
    if (outcome === "unexpected") return null;
    if (outcome === "index missing") await createIndex(store, signal);
    else if (outcome !== "conflict") return outcome;
  }
}

async function writeOver(
  { connection, alias }: Store,
  current: Found | null,
  source: StoredSource,
  options: RequestOptions,
): Promise<number | "conflict" | "index missing"> {
  const condition = current === null ? { op_type: "create" as const } : current.state;
  const request = { index: alias, id: documentId(source.kind, source.id), document: source, require_alias: true, ...condition };
  try {
    return (await connection.client.index(request, options))._seq_no!;
  } catch (error) {
    if (errorType(error) === "version_conflict_engine_exception") return "conflict";
    if (errorType(error) === "index_not_found_exception") return "index missing";
    throw error;
  }
}

/** The record as it is now. Where another process creates the index just now, its shard is waited for. */
async function getStored(
  { connection, alias }: Store,
  kind: RecordKind,
  id: string,
  options: RequestOptions,
): Promise<Found | null> {
  const look = async (): Promise<Found | null> => {
    try {
      const request = { index: alias, id: documentId(kind, id), preference: connection.preference() };
      const found = await connection.client.get<StoredSource>(request, options);
      return { source: found._source!, state: { if_seq_no: found._seq_no!, if_primary_term: found._primary_term! } };
    } catch (error) {
      if (isAbsence(error)) return null;
      throw error;
    }
  };
  const isRetryable = (error: unknown): boolean => errorType(error) === "no_shard_available_action_exception";
  return retry(look, { isRetryable, backoff: SHARD_BACKOFF, signal: options.signal });
}

/** A shard of a new index starts within some tenths of a second. */
const SHARD_BACKOFF = { baseMs: 50, maxMs: 50 };

async function deleteStored(
  store: Store,
  { kind, id, expectedVersion }: { kind: RecordKind; id: string; expectedVersion?: number },
  options: RequestOptions,
): Promise<boolean> {
  const current = await getStored(store, kind, id, options);
  if (current === null) return false;
  if (expectedVersion !== undefined && expectedVersion !== versionOf(current.state.if_seq_no)) return false;
  const condition = expectedVersion === undefined ? {} : current.state;
  try {
    await store.connection.client.delete({ index: store.alias, id: documentId(kind, id), ...condition }, options);
    return isLive(current);
  } catch (error) {
    if (isAbsence(error) || errorType(error) === "version_conflict_engine_exception") return false;
    throw error;
  }
}

async function listStored<Value>(
  { connection, alias }: Store,
  kind: RecordKind,
  terms: string[],
  { limit, after }: ListOptions,
  options: RequestOptions,
): Promise<{ records: StoredRecord<Value>[]; next: string | null }> {
  try {
    await refreshed(connection, alias, options);
    const { hits } = await connection.client.search<StoredSource>(
      {
        index: alias,
        query: {
          bool: {
            filter: [{ term: { kind } }, ...terms.map((value) => ({ term: { terms: value } }))],
            must_not: { range: { expires_at: { lte: now() } } },
          },
        },
        sort: [{ id: "asc" }],
        size: limit + 1,
        seq_no_primary_term: true,
        allow_partial_search_results: false,
        preference: connection.preference(),
        ...(after === undefined ? {} : { search_after: [after] }),
      },
      options,
    );
    const records = hits.hits.slice(0, limit).map(({ _source, _seq_no }): StoredRecord<Value> => {
      const { expires_at: expiresAt } = _source!;
      return { ...toRecord<Value>(_source!, _seq_no!), ...(expiresAt === undefined ? {} : { expiresAt }) };
    });
    return { records, next: hits.hits.length > limit ? records.at(-1)!.id : null };
  } catch (error) {
    if (isAbsence(error)) return { records: [], next: null };
    throw error;
  }
}

/** Makes writes visible. While a node is away the copy on it is not waited for: those that are asked have been refreshed by then, and take no writes without it. */
async function refreshed(connection: Connection, alias: string, options: RequestOptions): Promise<void> {
  const requestTimeout = connection.isDegraded() ? DEGRADED_REFRESH_MS : options.requestTimeout;
  try {
    await connection.client.indices.refresh({ index: alias }, { ...options, requestTimeout });
  } catch (error) {
    if (!(error instanceof errors.TimeoutError) || !connection.isDegraded()) throw error;
  }
}

const DEGRADED_REFRESH_MS = 300;

/** Now and then removes what has expired. A record that was written anew meanwhile stays. Failing is no harm: expired is invisible. */
async function purgeExpired(store: Store, signal?: AbortSignal): Promise<void> {
  if (Date.now() - store.purgedAt < PURGE_EVERY_MS) return;
  store.purgedAt = Date.now();
  const { client } = store.connection;
  const purge = write(store, signal, async (options) => {
    const expired = { range: { expires_at: { lte: now() } } };
    const { hits } = await client.search(
      { index: store.alias, query: expired, size: 1_000, _source: false, seq_no_primary_term: true },
      options,
    );
    const operations = hits.hits.map(({ _id, _seq_no, _primary_term }) => ({
      delete: { _id: _id!, if_seq_no: _seq_no!, if_primary_term: _primary_term! },
    }));
    if (operations.length > 0) await client.bulk({ index: store.alias, operations, require_alias: true }, options);
  });
  await purge.catch(() => {});
}

/** The room of the store; null where the credentials may not read it, or no answer came. */
async function roomIfTold(store: Store, signal?: AbortSignal): Promise<StoreRoom | null> {
  try {
    return await read(store, signal, (options) => leastRoom(store.connection, options));
  } catch (error) {
    if (error instanceof PublicError) return null;
    throw error;
  }
}

async function createIndex({ connection, alias, aliases }: Store, signal?: AbortSignal): Promise<void> {
  await connection.write(
    { signal, timeoutMs: CREATE_DEADLINE_MS },
    async (options) => {
      try {
        await connection.client.indices.create({ index: `${alias}-v1-000001`, ...INDEX_BODY, aliases }, options);
      } catch (error) {
        if (errorType(error) !== "resource_already_exists_exception") throw error;
      }
    },
    asRecordsError,
  );
}

function read<Result>(store: Store, signal: AbortSignal | undefined, run: (options: RequestOptions) => Promise<Result>) {
  return store.connection.read({ signal, timeoutMs: DEADLINE_MS }, run, asRecordsError);
}

async function write<Result>(
  store: Store,
  signal: AbortSignal | undefined,
  run: (options: RequestOptions) => Promise<Result>,
): Promise<Result> {
  const { connection, writes } = store;
  signal?.throwIfAborted();
  if (writes.isOpen) throw new PublicError("records_unavailable");
  const startedAt = performance.now();
  try {
    const result = await connection.write({ signal, timeoutMs: DEADLINE_MS }, run, asRecordsError);
    writes.succeeded();
    return result;
  } catch (error) {
    if (connection.isDegraded() && performance.now() - startedAt > WAITED_IN_VAIN_MS) writes.failed(startedAt);
    throw error;
  }
}

/** A write that fails after so long, in milliseconds, while a node is away, has waited for the copy on it. */
const WAITED_IN_VAIN_MS = 500;

function now(): string {
  return new Date().toISOString();
}
