import { createReadStream, existsSync } from "node:fs";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { deserialize, serialize } from "node:v8";
import { BloomFilter } from "../src/bloom-filter.ts";
import { keysOf, recordName } from "../src/documents/merge.ts";
import { BatchLog, type BatchContext, type NumberedRow } from "./batches.ts";
import { paperEntries, type PaperEntry } from "./paper-rows.ts";
import { readLines } from "./sources/lines.ts";
import type { RawRow } from "./sources/port.ts";

/**
 * Records of which one input has several rows. The last row counts, but a load that meets the first one cannot know that another follows: it stores each in
 * turn, and would do so again whenever it is repeated. So a load leaves a list of such records behind, and in the next load of the same input their rows wait
 * for its end, where the last one of each is stored if it differs. Rows that share an id with a waiting one wait as well, so that what bears on one
 * paper keeps its order. This holds whatever the input has become since: the list says which rows wait, not what they say.
 *
 * Which rows wait after a row depends on the list and the rows up to there alone, so that a resumed load finds it out by passing over them.
 * What waits lies in a temporary file, which SQLite deletes when it is closed.
 */
export class RepeatedRows implements Disposable {
  readonly #context: BatchContext;
  readonly #database = new DatabaseSync("");
  readonly #met = new BloomFilter();
  readonly #statements;
  #knowsSome = false;
  #waiting = 0;
  #passedOver = 0;

  private constructor(context: BatchContext) {
    this.#context = context;
    this.#database.exec(SCHEMA);
    const prepare = (sql: string) => this.#database.prepare(sql);
    this.#statements = {
      addKnown: prepare("INSERT OR IGNORE INTO known VALUES (?)"),
      isKnown: prepare("SELECT 1 FROM known WHERE name = ?"),
      addFound: prepare("INSERT OR IGNORE INTO found VALUES (?)"),
      allFound: prepare("SELECT name FROM found"),
      addKey: prepare("INSERT OR IGNORE INTO waiting_keys VALUES (?)"),
      hasKey: prepare("SELECT 1 FROM waiting_keys WHERE key = ?"),
      addWaiting: prepare("INSERT INTO waiting VALUES (?, ?, ?)"),
      dropWaiting: prepare("DELETE FROM waiting WHERE name = ?"),
      nextWaiting: prepare("SELECT number, row FROM waiting WHERE number > ? ORDER BY number LIMIT 1"),
    };
  }

  /** `path`: the list that the last load left; there may be none. */
  static async open(path: string, context: BatchContext): Promise<RepeatedRows> {
    const repeated = new RepeatedRows(context);
    if (!existsSync(path)) return repeated;
    for await (const line of readLines({ name: path, bytes: () => createReadStream(path) })) {
      repeated.#statements.addKnown.run(JSON.parse(line.text) as string);
      repeated.#knowsSome = true;
    }
    return repeated;
  }

  /** The entries of a batch's rows that are to be stored now. Rows are given in the order of the input; those that wait are not counted yet. */
  async take(rows: readonly NumberedRow[], log: BatchLog): Promise<PaperEntry[]> {
    const entries = await paperEntries(rows, this.#context.source.sourceName, log, (name) => this.#meet(name));
    if (!this.#knowsSome) return entries;
    return entries.filter((entry) => {
      if (!this.#mustWait(entry)) return true;
      const superseded = this.#keep(entry);
      log.tally.rows.read += superseded - 1;
      log.tally.rows.superseded += superseded;
      return false;
    });
  }

  /** Takes notice of a row that an earlier load has stored, or has kept waiting. */
  async passOver(row: NumberedRow): Promise<void> {
    await this.take([row], new BatchLog(this.#context, 1));
    this.#passedOver = this.#waiting;
  }

  /** How many more rows this load has brought to an outcome than it has read: it ends those, too, that waited where it goes on. */
  get surplus(): number {
    return this.#passedOver - this.#waiting;
  }

  /** The rows that wait, in their order, and then no more. */
  *release(): Generator<NumberedRow> {
    for (let number = 0; ;) {
      const next = this.#statements.nextWaiting.get(number) as { number: number; row: Uint8Array } | undefined;
      if (next === undefined) return;
      const { raw, rest } = deserialize(next.row) as StoredRow;
      number = next.number;
      this.#waiting -= 1;
      yield { number, row: { ...rest, raw: () => raw } as RawRow };
    }
  }

  /** Leaves the list for the next load of this input. `whole`: the input was read to its end; else what was known before still counts. */
  async save(path: string, whole: boolean): Promise<void> {
    if (!whole) this.#database.exec("INSERT OR IGNORE INTO found SELECT name FROM known");
    const names = this.#statements.allFound.all().map(({ name }) => `${JSON.stringify(name)}\n`);
    if (names.length === 0) return rm(path, { force: true });
    await mkdir(dirname(path), { recursive: true });
    await writeFile(`${path}.next`, names);
    await rename(`${path}.next`, path);
  }

  [Symbol.dispose](): void {
    this.#database.close();
  }

  #meet(name: string): void {
    // That it takes one record of many for repeated by mistake does no harm: its row waits.
    if (this.#met.mayHave(name)) this.#statements.addFound.run(name);
    else this.#met.add(name);
  }

  #mustWait({ record }: PaperEntry): boolean {
    if (this.#statements.isKnown.get(recordName(record))) return true;
    return this.#waiting > 0 && keysOf(record).some((key) => this.#statements.hasKey.get(key) !== undefined);
  }

  /** Keeps the row, and returns how many earlier ones of its record it supersedes. */
  #keep({ numbered: { number, row }, record }: PaperEntry): number {
    const name = recordName(record);
    const superseded = Number(this.#statements.dropWaiting.run(name).changes);
    const { raw, ...rest } = row;
    this.#statements.addWaiting.run(number, name, serialize({ rest, raw: raw() } satisfies StoredRow));
    for (const key of keysOf(record)) this.#statements.addKey.run(key);
    this.#waiting += 1 - superseded;
    return superseded;
  }
}

/** A row, and apart from it what `raw` gives. */
interface StoredRow {
  rest: Omit<RawRow, "raw">;
  raw: string;
}

const SCHEMA = `
  PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
  CREATE TABLE known (name TEXT PRIMARY KEY) WITHOUT ROWID;
  CREATE TABLE found (name TEXT PRIMARY KEY) WITHOUT ROWID;
  CREATE TABLE waiting (number INTEGER PRIMARY KEY, name TEXT NOT NULL, row BLOB NOT NULL);
  CREATE INDEX waiting_names ON waiting (name);
  CREATE TABLE waiting_keys (key TEXT PRIMARY KEY) WITHOUT ROWID`;
