/*
 * Small records beside the search index: keys, runs, secrets, later accounts and workspaces. Two adapters keep this contract:
 * SQLite beside the embedded engine, and indices beside Elasticsearch, so that any number of servers share them.
 */

import type { DiskRoom } from "../shared/disk-room.ts";

/** The kinds of records, each with the fields that `list` may filter by. */
export const RECORD_KINDS = {
  key: ["hash", "account"],
  /** By name in lower case. */
  account: ["name", "account_id", "identity"],
  /** By the hash of the cookie. */
  session: ["account"],
  /** One-time codes by their hash, and the record of the first setup. */
  code: ["account"],
  /** Guesses of passwords, counted. */
  attempts: [],
  audit: ["account"],
  /** Requests a day and the last use, by key. */
  usage: ["account"],
  /** Of the requests that a key has in a minute, how many were handed out to servers. */
  rate: [],
  secret: [],
  /** The frozen order of a search that is being paged through. */
  window: [],
  run: ["account", "workspace_id"],
  workspace: ["account"],
  /** With whom a workspace is shared; `account` is theirs. */
  share: ["account", "workspace_id"],
  /** When an account last looked at a workspace. */
  visit: ["account"],
  ingest_run: ["target"],
  /** Which run loads into a target, by the target. */
  ingest_lock: [],
  /** How each source of the schedule stands, by its name. */
  source: [],
  /** When a source was last asked about something, and what it said. */
  source_look: ["source"],
  index_build: [],
  /** Which build of topics counts, in one record. */
  topic_build: [],
  topic: ["build"],
  /** The papers of a topic, some in each record. */
  topic_members: ["build"],
} as const satisfies Record<string, readonly string[]>;
export type RecordKind = keyof typeof RECORD_KINDS;

export interface StoredRecord<Value> {
  id: string;
  /** Grows with each write of this record. */
  version: number;
  value: Value;
  /** When the store forgets it (ISO 8601), as `list` tells; left out: never. */
  expiresAt?: string;
}

export interface ListOptions {
  /** Only records whose index fields equal these. */
  where?: Readonly<Record<string, string>>;
  /** The most records, 1 to 1,000. */
  limit: number;
  /** The `next` of the page before. */
  after?: string;
}

/** Room where a store writes, in bytes. `isLow`: so little is left that it should not wait. */
export interface StoreRoom extends DiskRoom {
  isLow: boolean;
}

/** Every call throws the public error `records_unavailable` where the store is away; within two seconds. */
export interface Records extends AsyncDisposable {
  /** The record, or null. Sees every write that was answered, by whichever process. */
  get<Value>(kind: RecordKind, id: string, signal?: AbortSignal): Promise<StoredRecord<Value> | null>;

  /**
   * Writes a whole record. `expectedVersion` 0: only where there is none; a version: only over that one; left out: whatever is there.
   * Resolves to the stored record, or to null where the expectation did not hold and nothing was written.
   * `expiresAt` (ISO 8601) lets the store forget the record after that time.
   */
  put<Value extends object>(
    kind: RecordKind,
    id: string,
    value: Value,
    options?: { expectedVersion?: number; expiresAt?: string },
    signal?: AbortSignal,
  ): Promise<StoredRecord<Value> | null>;

  /** Records of a kind in the order of their ids; sees every write that was answered. */
  list<Value>(
    kind: RecordKind,
    options: ListOptions,
    signal?: AbortSignal,
  ): Promise<{ records: StoredRecord<Value>[]; next: string | null }>;

  /** How much room it has to write, on the fullest of its disks; null where that cannot be told. */
  room(signal?: AbortSignal): Promise<StoreRoom | null>;

  /** Removes a record, with `expectedVersion` only that state of it; resolves to whether one was removed. */
  delete(kind: RecordKind, id: string, options?: { expectedVersion?: number }, signal?: AbortSignal): Promise<boolean>;
}
