import { DatabaseSync } from "node:sqlite";
import { deserialize, serialize } from "node:v8";
import type { RawRow } from "../sources/port.ts";
import type { NumberedRow } from "./batch.ts";

/** Rows that wait for the end of the input, at most one a record, in a temporary database, which SQLite deletes when it is closed. */
export class WaitingRows implements Disposable {
  readonly #database = new DatabaseSync("");
  readonly #statements;
  #count = 0;

  constructor() {
    this.#database.exec(SCHEMA);
    this.#statements = {
      addKey: this.#database.prepare("INSERT OR IGNORE INTO keys VALUES (?)"),
      hasKey: this.#database.prepare("SELECT 1 FROM keys WHERE key = ?"),
      add: this.#database.prepare("INSERT INTO rows VALUES (?, ?, ?)"),
      drop: this.#database.prepare("DELETE FROM rows WHERE name = ?"),
      next: this.#database.prepare("SELECT number, row FROM rows WHERE number > ? ORDER BY number LIMIT 1"),
    };
  }

  get count(): number {
    return this.#count;
  }

  /** Keeps a row of the record of this name, with the keys of its ids; returns how many earlier rows of the record it supersedes. */
  add(name: string, keys: readonly string[], { number, row }: NumberedRow): number {
    const superseded = Number(this.#statements.drop.run(name).changes);
    const { raw, ...rest } = row;
    this.#statements.add.run(number, name, serialize({ rest, raw: raw() } satisfies StoredRow));
    for (const key of keys) this.#statements.addKey.run(key);
    this.#count += 1 - superseded;
    return superseded;
  }

  /** True where a row waits, or waited, that has one of these keys. */
  hasAnyOf(keys: readonly string[]): boolean {
    return this.#count > 0 && keys.some((key) => this.#statements.hasKey.get(key) !== undefined);
  }

  /** The rows in their order; each counts no more once it is given. */
  *release(): Generator<NumberedRow> {
    for (let number = 0; ;) {
      const next = this.#statements.next.get(number) as { number: number; row: Uint8Array } | undefined;
      if (next === undefined) return;
      const { raw, rest } = deserialize(next.row) as StoredRow;
      number = next.number;
      this.#count -= 1;
      yield { number, row: { ...rest, raw: () => raw } as RawRow };
    }
  }

  [Symbol.dispose](): void {
    this.#database.close();
  }
}

/** A row, and apart from it what `raw` gives. */
interface StoredRow {
  rest: Omit<RawRow, "raw">;
  raw: string;
}

const SCHEMA = `
  PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
  CREATE TABLE rows (number INTEGER PRIMARY KEY, name TEXT NOT NULL, row BLOB NOT NULL);
  CREATE INDEX names ON rows (name);
  CREATE TABLE keys (key TEXT PRIMARY KEY) WITHOUT ROWID`;
