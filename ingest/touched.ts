import { createReadStream, existsSync } from "node:fs";
import { appendFile, mkdir, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { readLines } from "./sources/lines.ts";

/** The ids of the papers that a run met, kept in a file so that memory stays small and a resumed run knows those of before. */
export class TouchedPapers {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  /** Forgets the ids of an earlier run. */
  async clear(): Promise<void> {
    await rm(this.#path, { force: true });
  }

  async add(ids: Iterable<string>): Promise<void> {
    const lines = [...ids].map((id) => `${JSON.stringify(id)}\n`).join("");
    if (lines === "") return;
    await mkdir(dirname(this.#path), { recursive: true });
    await appendFile(this.#path, lines);
  }

  /** The ids in batches, each batch without repetitions; one id may be in several. */
  async *batches(size: number): AsyncGenerator<string[]> {
    if (!existsSync(this.#path)) return;
    let batch = new Set<string>();
    for await (const line of readLines({ name: this.#path, bytes: () => createReadStream(this.#path) })) {
      // A crash may have torn the last line off; its rows are read again.
      if (line.end === "" || !line.text.endsWith('"')) continue;
      batch.add(JSON.parse(line.text) as string);
      if (batch.size < size) continue;
      yield [...batch];
      batch = new Set();
    }
    if (batch.size > 0) yield [...batch];
  }
}
