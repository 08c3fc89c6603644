import { createReadStream, existsSync } from "node:fs";
import { appendFile, mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { cutTornLine } from "../dead-letters.ts";
import { readLines } from "../sources/lines.ts";
import type { Look, Told } from "./connector.ts";

/**
 * What a source told and is not loaded yet: its rows in one file, and behind them the looks that they belong to in another. A crash loses no answer that was
 * paid for with a request; rows whose look was not written any more are told again.
 */
export class Journal {
  readonly rowsFile: string;
  readonly #looksFile: string;
  #rows = 0;
  #looks = 0;

  private constructor(base: string) {
    this.rowsFile = `${base}.jsonl`;
    this.#looksFile = `${base}.looks`;
  }

  /** A new one in this folder. `stamp` names it, and no other. */
  static async begin(folder: string, stamp: string): Promise<Journal> {
    await mkdir(folder, { recursive: true });
    return new Journal(join(folder, stamp));
  }

  /** Those that earlier runs left behind, the oldest first. */
  static async left(folder: string): Promise<Journal[]> {
    if (!existsSync(folder)) return [];
    const names = (await readdir(folder)).filter((name) => name.endsWith(".looks")).sort();
    const journals = names.map((name) => new Journal(join(folder, name.slice(0, -".looks".length))));
    for (const { rowsFile } of journals) if (existsSync(rowsFile)) await cutTornLine(rowsFile);
    return journals;
  }

  /** Subjects that were told since it was begun by this process. */
  get size(): number {
    return this.#looks;
  }

  async add({ rows }: Pick<Told, "rows">, look: Look): Promise<void> {
    this.#rows += rows.length;
    this.#looks += 1;
    if (rows.length > 0) await appendFile(this.rowsFile, rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
    await appendFile(this.#looksFile, `${JSON.stringify(look)}\n`);
  }

  hasRows(): boolean {
    return this.#rows > 0 || existsSync(this.rowsFile);
  }

  /** The looks whose rows are all there; of several of one subject the last. */
  async looks(): Promise<Look[]> {
    if (!existsSync(this.#looksFile)) return [];
    const looks = new Map<string, Look>();
    for await (const line of readLines({ name: this.#looksFile, bytes: () => createReadStream(this.#looksFile) })) {
      // A crash may have torn the last line off.
      if (line.end === "" || line.text.trim() === "") continue;
      const look = JSON.parse(line.text) as Look;
      looks.set(look.key, look);
    }
    return [...looks.values()];
  }

  /** Ends it. `keepRows`: some of them are dead letters, which point into the file. */
  async close({ keepRows }: { keepRows: boolean }): Promise<void> {
    await rm(this.#looksFile, { force: true });
    if (!keepRows) await rm(this.rowsFile, { force: true });
  }
}
