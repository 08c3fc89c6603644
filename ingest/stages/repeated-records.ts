import { createReadStream, existsSync } from "node:fs";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { BloomFilter } from "../../src/shared/bloom-filter.ts";
import { readLines } from "../sources/lines.ts";

/**
 * The records of which one input has several rows, by their names: those that the last load found (known), and those that this one finds. They lie in a
 * temporary database, which SQLite deletes when it is closed, so that memory stays the same for an input in which every record comes twice.
 */
export class RepeatedRecords implements Disposable {
  readonly #database = new DatabaseSync("");
  readonly #met = new BloomFilter();
  readonly #statements;
  #knowsSome = false;

  private constructor() {
    this.#database.exec(SCHEMA);
    this.#statements = {
      addKnown: this.#database.prepare("INSERT OR IGNORE INTO known VALUES (?)"),
      isKnown: this.#database.prepare("SELECT 1 FROM known WHERE name = ?"),
      addFound: this.#database.prepare("INSERT OR IGNORE INTO found VALUES (?)"),
      allFound: this.#database.prepare("SELECT name FROM found"),
    };
  }

  /** `path`: the list that the last load left; there may be none. */
  static async open(path: string): Promise<RepeatedRecords> {
    const records = new RepeatedRecords();
    if (!existsSync(path)) return records;
    for await (const line of readLines({ name: path, bytes: () => createReadStream(path) })) {
      records.#statements.addKnown.run(JSON.parse(line.text) as string);
      records.#knowsSome = true;
    }
    return records;
  }

  /** Takes notice of a row's record. */
  meet(name: string): void {
    // That it takes one record of many for repeated by mistake does no harm: its row waits.
    if (this.#met.mayHave(name)) this.#statements.addFound.run(name);
    else this.#met.add(name);
  }

  /** True where the last load met several rows of the record. */
  isKnown(name: string): boolean {
    return this.#knowsSome && this.#statements.isKnown.get(name) !== undefined;
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
}

const SCHEMA = `
  PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
  CREATE TABLE known (name TEXT PRIMARY KEY) WITHOUT ROWID;
  CREATE TABLE found (name TEXT PRIMARY KEY) WITHOUT ROWID`;
