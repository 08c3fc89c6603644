import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { addTally, emptyTally, type Tally } from "./tally.ts";
import type { Manifest } from "./manifest.ts";

/** How far a run got: everything up to `rows` has its outcome, in the index and in the dead letters. */
export interface Checkpoint {
  manifest: Manifest;
  /** How many rows of the input, counted from its start. */
  rows: number;
  tally: Tally;
}

export async function readCheckpoint(path: string): Promise<Checkpoint | null> {
  const text = await readFile(path, "utf8").catch(() => null);
  return text === null ? null : (JSON.parse(text) as Checkpoint);
}

/** Replaces the file as a whole: a crash leaves the old one or the new one. */
export async function writeCheckpoint(path: string, checkpoint: Checkpoint): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(`${path}.next`, JSON.stringify(checkpoint));
  await rename(`${path}.next`, path);
}

export async function removeCheckpoint(path: string): Promise<void> {
  await rm(path, { force: true });
}

/** The longest prefix of batches that are finished, however out of order they finish. */
export class FinishedPrefix {
  #next = 0;
  #rows: number;
  readonly #tally: Tally = emptyTally();
  readonly #waiting = new Map<number, { lastRow: number; tally: Tally }>();

  constructor(from?: Pick<Checkpoint, "rows" | "tally">) {
    this.#rows = from?.rows ?? 0;
    if (from) addTally(this.#tally, from.tally);
  }

  /** Marks a batch (numbered from 0) as finished; `lastRow` is the number of its last row. True where the prefix grew. */
  finish(batch: number, lastRow: number, tally: Tally): boolean {
    this.#waiting.set(batch, { lastRow, tally });
    const before = this.#next;
    for (let done = this.#waiting.get(this.#next); done; done = this.#waiting.get(this.#next)) {
      this.#waiting.delete(this.#next);
      this.#next += 1;
      this.#rows = done.lastRow;
      addTally(this.#tally, done.tally);
    }
    return this.#next > before;
  }

  get rows(): number {
    return this.#rows;
  }

  /** The counts of the prefix. */
  get tally(): Tally {
    return this.#tally;
  }
}
