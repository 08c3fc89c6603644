import { mkdirSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** Vectors by key. A cache never fails the work that it saves: what it cannot read is unknown, what it cannot write is forgotten. */
export interface EmbeddingCache extends Disposable {
  /** The vectors of these keys in order; null where there is none, or none of this length and of norm 1. */
  get(keys: readonly Uint8Array[], dimensions: number): (Float32Array | null)[];
  /** Keeps vectors, replacing what was there. */
  put(entries: readonly { key: Uint8Array; vector: Float32Array }[]): void;
}

export interface EmbeddingCacheOptions {
  /** Above this many vectors the ones written first go. Default: 2,000,000, 3 GB at 384 dimensions. */
  maxEntries?: number;
  /** How long a write of another process is waited for, in milliseconds. Default: 5,000. */
  waitMs?: number;
}

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS vectors (
    position INTEGER PRIMARY KEY, -- grows with every write
    key BLOB NOT NULL UNIQUE,
    vector BLOB NOT NULL          -- float32, little-endian
  )`;
const NORM_TOLERANCE = 1e-3;

/**
 * Opens the cache in this SQLite file, which it creates with its folders where missing. Several processes may share it. A file that
 * is no database any more is replaced by an empty one.
 */
export function openEmbeddingCache(file: string, options: EmbeddingCacheOptions = {}): EmbeddingCache {
  mkdirSync(dirname(file), { recursive: true });
  const { waitMs = 5_000 } = options;
  const database = openOrReplace(file, waitMs);
  const select = database.prepare("SELECT vector FROM vectors WHERE key = ?");
  const insert = database.prepare("INSERT OR REPLACE INTO vectors (key, vector) VALUES (?, ?)");
  const trim = database.prepare("DELETE FROM vectors WHERE position <= (SELECT max(position) FROM vectors) - ?");
  const maxEntries = options.maxEntries ?? 2_000_000;

  return {
    get(keys, dimensions) {
      try {
        return transaction(database, "BEGIN", () => keys.map((key) => decode(select.get(key)?.vector, dimensions)));
      } catch {
        return keys.map(() => null);
      }
    },
    put(entries) {
      if (entries.length === 0) return;
      try {
        transaction(database, "BEGIN IMMEDIATE", () => {
          for (const { key, vector } of entries) insert.run(key, encode(vector));
          trim.run(maxEntries);
        });
      } catch {
        // A full disk or a lock held too long: these texts are embedded again next time.
      }
    },
    [Symbol.dispose]() {
      if (database.isOpen) database.close();
    },
  };
}

function openOrReplace(file: string, waitMs: number): DatabaseSync {
  try {
    return open(file, waitMs);
  } catch (error) {
    if (!isDamaged(error)) throw error;
    for (const suffix of ["", "-wal", "-shm"]) rmSync(`${file}${suffix}`, { force: true });
    return open(file, waitMs);
  }
}

function open(file: string, waitMs: number): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: waitMs });
  try {
    database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL");
    database.exec(SCHEMA);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** SQLITE_CORRUPT, SQLITE_NOTADB. */
function isDamaged(error: unknown): boolean {
  const { errcode } = error as { errcode?: number };
  return errcode === 11 || errcode === 26;
}

function transaction<Value>(database: DatabaseSync, begin: string, work: () => Value): Value {
  database.exec(begin);
  try {
    const value = work();
    database.exec("COMMIT");
    return value;
  } catch (error) {
    if (database.isTransaction) database.exec("ROLLBACK");
    throw error;
  }
}

function encode(vector: Float32Array): Uint8Array {
  return new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);
}

function decode(blob: unknown, dimensions: number): Float32Array | null {
  if (!(blob instanceof Uint8Array) || blob.byteLength !== dimensions * Float32Array.BYTES_PER_ELEMENT) return null;
  const vector = new Float32Array(blob.slice().buffer);
  let square = 0;
  // By index: other loops over numbers make an object of each, which is most of what this takes.
  for (let index = 0; index < dimensions; index += 1) square += vector[index]! * vector[index]!;
  return Math.abs(Math.sqrt(square) - 1) <= NORM_TOLERANCE ? vector : null;
}
