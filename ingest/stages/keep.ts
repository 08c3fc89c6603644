import PQueue from "p-queue";
import { writeCheckpoint, type FinishedPrefix } from "../checkpoint.ts";
import type { DeadLetterFile } from "../dead-letters.ts";
import type { Manifest } from "../manifest.ts";
import type { IngestReport } from "../report.ts";
import type { TouchedPapers } from "../touched.ts";
import type { BatchResult, ResolvedBatch } from "./batch.ts";

/** Dead letters that the report shows. */
const FIRST_DEAD = 5;

export interface KeepOptions {
  prefix: FinishedPrefix;
  report: IngestReport;
  /** Null: nothing is written, as in a dry run. */
  files: { deadLetters: DeadLetterFile; touched: TouchedPapers } | null;
  /** Null: the run cannot be resumed. */
  checkpoint: { path: string; manifest: Manifest } | null;
}

/** Last stage: what stored batches leave behind for the next run, one batch at a time. */
export class Keeper {
  readonly #options: KeepOptions;
  readonly #inTurn = new PQueue({ concurrency: 1 });

  constructor(options: KeepOptions) {
    this.#options = options;
  }

  /** Keeps what a batch came to, in this order: dead letters, touched papers, then the checkpoint that vouches for both. `sequence` counts batches from 0. */
  keep(sequence: number, batch: Pick<ResolvedBatch, "origin" | "lastRow">, result: BatchResult): Promise<void> {
    return this.#inTurn.add(() => this.#keep(sequence, batch, result));
  }

  async #keep(
    sequence: number,
    { origin, lastRow }: Pick<ResolvedBatch, "origin" | "lastRow">,
    { tally, letters, touched }: BatchResult,
  ): Promise<void> {
    const { prefix, report, files, checkpoint } = this.#options;
    letters.sort((a, b) => a.number - b.number || a.part - b.part);
    for (const { file, line, reason, field, message, allowed } of letters) {
      if (report.first_dead.length < FIRST_DEAD) report.first_dead.push({ file, line, reason, field, message, allowed });
    }
    await files?.deadLetters.add(letters);
    await files?.touched.add(touched);
    // Rows that waited leave the checkpoint where it is: a resumed run finds the same rows waiting.
    const isRead = origin === "read";
    const grew = prefix.finish(sequence, isRead ? lastRow : prefix.rows, tally);
    if (!grew || !isRead || checkpoint === null) return;
    await writeCheckpoint(checkpoint.path, { manifest: checkpoint.manifest, rows: prefix.rows, tally: prefix.tally });
  }
}
