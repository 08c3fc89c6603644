import { closeSync, mkdirSync, openSync } from "node:fs";
import path from "node:path";
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { recordsUnavailable } from "./unavailable.ts";
import { RECORD_KINDS, type RecordKind, type Records, type StoredRecord } from "./port.ts";
import { diskRoom, isDiskLow } from "../shared/disk-room.ts";
import { retry } from "../shared/retry.ts";

/**
 * Records in one SQLite file, made with its folder on first use and readable by its owner alone. Any number of processes of one
 * machine may share it. A lost race for the write lock is tried again for a while without blocking the process.
 */
export function openSqliteRecords(file: string): Records {
  let database: DatabaseSync | null = null;
  let closed = false;

  const run = async <Result>(signal: AbortSignal | undefined, query: (database: DatabaseSync) => Result): Promise<Result> => {
    const attempt = async (): Promise<Result> => {
      if (closed) throw new Error("the records were closed");
      database ??= openDatabase(file);
      return query(database);
    };
    try {
      return await retry(attempt, { isRetryable: isBusy, giveUpAfterMs: GIVE_UP_MS, backoff: BUSY_BACKOFF, signal });
    } catch (error) {
      signal?.throwIfAborted();
      throw recordsUnavailable(error);
    }
  };

  return {
    get: <Value>(kind: RecordKind, id: string, signal?: AbortSignal) =>
      run(signal, (database) => {
        const row = prepared(database, `SELECT id, version, value FROM records WHERE kind = ? AND id = ? AND ${ALIVE}`).get(
          kind,
          id,
          Date.now(),
        );
        return row === undefined ? null : stored<Value>(row);
      }),

    put: async <Value extends object>(
      kind: RecordKind,
      id: string,
      value: Value,
      { expectedVersion, expiresAt }: { expectedVersion?: number; expiresAt?: string } = {},
      signal?: AbortSignal,
    ) => {
      const json = JSON.stringify(value);
      const expiry = expiresAt === undefined ? null : timeOf(expiresAt);
      return run(signal, (database) =>
        inTransaction(database, () => {
          forgetExpired(database);
          const current = prepared(database, "SELECT version FROM records WHERE kind = ? AND id = ?").get(kind, id);
          if (expectedVersion !== undefined && expectedVersion !== (current?.version ?? 0)) return null;
          const { version } = prepared(database, "UPDATE versions SET latest = latest + 1 RETURNING latest AS version").get() as {
            version: number;
          };
          prepared(database, "INSERT OR REPLACE INTO records (kind, id, version, value, expires_at) VALUES (?, ?, ?, ?, ?)").run(
            kind,
            id,
            version,
            json,
            expiry,
          );
          return { id, version, value: JSON.parse(json) as Value };
        }),
      );
    },

    async room() {
      const room = await diskRoom(path.dirname(file));
      return room && { ...room, isLow: isDiskLow(room) };
    },

    list: async <Value>(
      kind: RecordKind,
      { where = {}, limit, after }: { where?: Readonly<Record<string, string>>; limit: number; after?: string },
      signal?: AbortSignal,
    ) => {
      if (!Number.isInteger(limit) || limit < 1 || limit > 1_000) throw new RangeError("limit must be 1 to 1,000");
      const sql = listStatement(kind, Object.keys(where), after !== undefined);
      const values: SQLInputValue[] = [Date.now(), ...Object.values(where), ...(after === undefined ? [] : [after])];
      return run(signal, (database) => {
        const rows = prepared(database, sql).all(...values, limit + 1);
        const records = rows.slice(0, limit).map((row) => stored<Value>(row));
        return { records, next: rows.length > limit ? records.at(-1)!.id : null };
      });
    },

    delete: (kind, id, { expectedVersion } = {}, signal) =>
      run(signal, (database) => {
        const removed = prepared(
          database,
          `DELETE FROM records WHERE kind = ? AND id = ? AND ${ALIVE} AND version = ifnull(?, version)`,
        ).run(kind, id, Date.now(), expectedVersion ?? null);
        return removed.changes > 0;
      }),

    async [Symbol.asyncDispose]() {
      closed = true;
      database?.close();
      database = null;
    },
  };
}

/**
 * Lists records of a kind by the values of these fields, by id. The index over the first field is named, because SQLite, which keeps no statistics here, would rather go through all records of
 * the kind in the order of their ids: for somebody with few of many runs that is reading them all.
 */
export function listStatement(kind: RecordKind, fields: readonly string[], isContinued: boolean): string {
  const [first] = fields;
  const table = first === undefined ? "records" : `records INDEXED BY ${indexName(kind, first)}`;
  const conditions = [
    `kind = '${kind}'`,
    ALIVE,
    ...fields.map((field) => `${fieldOf(kind, field)} = ?`),
    ...(isContinued ? ["id > ?"] : []),
  ];
  return `SELECT id, version, value, expires_at FROM ${table} WHERE ${conditions.join(" AND ")} ORDER BY id LIMIT ?`;
}

function indexName(kind: string, field: string): string {
  return `records_${kind}_${field}`;
}

/** The port promises an answer within two seconds. */
const GIVE_UP_MS = 1_500;
/** A write holds the lock for about a millisecond. */
const BUSY_BACKOFF = { baseMs: 25, maxMs: 25 };

const ALIVE = "(expires_at IS NULL OR expires_at > ?)";

const statements = new WeakMap<DatabaseSync, Map<string, StatementSync>>();

/** A statement, prepared the first time: to prepare a read costs more than to run it. There are few texts: values are bound. */
function prepared(database: DatabaseSync, sql: string): StatementSync {
  const known = statements.get(database) ?? new Map<string, StatementSync>();
  statements.set(database, known);
  const statement = known.get(sql) ?? database.prepare(sql);
  known.set(sql, statement);
  return statement;
}

/** One version counter for all, so that a record that was deleted and made anew never has an old version again. */
const SCHEMA = [
  `CREATE TABLE IF NOT EXISTS records (
    kind TEXT NOT NULL, id TEXT NOT NULL, version INTEGER NOT NULL, value TEXT NOT NULL, expires_at INTEGER,
    PRIMARY KEY (kind, id)
  ) WITHOUT ROWID`,
  "CREATE INDEX IF NOT EXISTS records_expiry ON records (expires_at) WHERE expires_at IS NOT NULL",
  "CREATE TABLE IF NOT EXISTS versions (only INTEGER PRIMARY KEY CHECK (only = 1), latest INTEGER NOT NULL)",
  "INSERT OR IGNORE INTO versions (only, latest) VALUES (1, 0)",
  ...Object.entries(RECORD_KINDS).flatMap(([kind, fields]) =>
    fields.map(
      (field) =>
        `CREATE INDEX IF NOT EXISTS ${indexName(kind, field)} ON records (${fieldOf(kind as RecordKind, field)}, id) WHERE kind = '${kind}'`,
    ),
  ),
];

function openDatabase(file: string): DatabaseSync {
  mkdirSync(path.dirname(file), { recursive: true });
  closeSync(openSync(file, "a", 0o600));
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    database.exec("PRAGMA journal_mode = WAL");
    database.exec("PRAGMA synchronous = FULL");
    inTransaction(database, () => {
      for (const statement of SCHEMA) database.exec(statement);
    });
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function inTransaction<Result>(database: DatabaseSync, run: () => Result): Result {
  database.exec("BEGIN IMMEDIATE");
  try {
    const result = run();
    database.exec("COMMIT");
    return result;
  } catch (error) {
    if (database.isTransaction) database.exec("ROLLBACK");
    throw error;
  }
}

function forgetExpired(database: DatabaseSync): void {
  prepared(database, "DELETE FROM records WHERE expires_at IS NOT NULL AND expires_at <= ?").run(Date.now());
}

/** The SQL of an index field. Kinds and fields are names of this program, never input. */
function fieldOf(kind: RecordKind, field: string): string {
  if (!(RECORD_KINDS[kind] as readonly string[]).includes(field))
    throw new TypeError(`${kind} records have no index field ${field}`);
  return `json_extract(value, '$.${field}')`;
}

function stored<Value>(row: Record<string, unknown>): StoredRecord<Value> {
  const record = { id: row.id as string, version: row.version as number, value: JSON.parse(row.value as string) as Value };
  return typeof row.expires_at === "number" ? { ...record, expiresAt: new Date(row.expires_at).toISOString() } : record;
}

function timeOf(text: string): number {
  const time = Date.parse(text);
  if (Number.isNaN(time)) throw new TypeError("expiresAt must be an ISO 8601 time");
  return time;
}

const SQLITE_BUSY = 5;

function isBusy(error: unknown): boolean {
  return error instanceof Error && "errcode" in error && ((error.errcode as number) & 0xff) === SQLITE_BUSY;
}
