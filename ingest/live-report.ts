import type { Records } from "../src/records/port.ts";
import type { IngestReport } from "./report.ts";

/** How often the record of a run that is under way is written anew, in milliseconds. */
const EVERY_MS = 3_000;

/**
 * Keeps the record of a run that is under way close to the truth, so that whoever watches it, on any machine, sees how far it is. A write that
 * fails is left to the next one: progress is no reason to fail or to wait.
 */
export class LiveReport {
  readonly #records: Records;
  readonly #everyMs: number;
  #writtenAt = performance.now();
  #writing: Promise<unknown> = Promise.resolve();
  #busy = false;

  constructor(records: Records, everyMs: number = EVERY_MS) {
    this.#records = records;
    this.#everyMs = everyMs;
  }

  /** Writes the report as `current` gives it, at most once each few seconds and never two at a time. */
  note(current: () => IngestReport): void {
    if (this.#busy || performance.now() - this.#writtenAt < this.#everyMs) return;
    this.#busy = true;
    this.#writtenAt = performance.now();
    const report = current();
    this.#writing = this.#records
      .put("ingest_run", report.run_id, report)
      .catch(() => undefined)
      .finally(() => {
        this.#busy = false;
      });
  }

  /** Resolves when nothing is being written: what is written next stays. */
  async settled(): Promise<void> {
    await this.#writing;
  }
}
