import { keysOf, recordName } from "../../src/documents/merge.ts";
import type { CheckedBatch } from "./batch.ts";
import type { PaperEntry } from "./check-papers.ts";
import type { NumberedRow } from "./batch.ts";
import { RepeatedRecords } from "./repeated-records.ts";
import { WaitingRows } from "./waiting-rows.ts";

/**
 * Holds rows back of which another row of the same record may follow. The last row of a record counts, but a load that meets the first one cannot know
 * that another follows: it stores each in turn, and would do so again whenever it is repeated. So a load leaves a list of such records behind, and in
 * the next load of the same input their rows wait for its end, where the last one of each is stored if it differs. Rows that share an id with a
 * waiting one wait as well, so that what concerns one paper keeps its order. This holds whatever the input has become since: the list
 * says which rows wait, not what they say.
 *
 * Which rows wait after a row depends on the list and the rows up to there alone, so that a resumed load finds it out by passing over them.
 */
export class RepeatedRows implements Disposable {
  readonly #records: RepeatedRecords;
  readonly #rows = new WaitingRows();
  #passedOver = 0;

  private constructor(records: RepeatedRecords) {
    this.#records = records;
  }

  /** `path`: the list that the last load left; there may be none. */
  static async open(path: string): Promise<RepeatedRows> {
    return new RepeatedRows(await RepeatedRecords.open(path));
  }

  /** The entries of a batch that are to be stored now. Batches are given in the order of the input; rows that wait are not counted yet. */
  withoutWaiting({ origin, entries, log }: CheckedBatch<PaperEntry>): PaperEntry[] {
    const now = entries.filter((entry) => {
      const name = recordName(entry.record);
      this.#records.meet(name);
      if (!this.#records.isKnown(name) && !this.#rows.hasAnyOf(keysOf(entry.record))) return true;
      const superseded = this.#rows.add(name, keysOf(entry.record), entry.numbered);
      log.tally.rows.read += superseded - 1;
      log.tally.rows.superseded += superseded;
      return false;
    });
    if (origin === "passed_over") this.#passedOver = this.#rows.count;
    return now;
  }

  /** How many rows wait. */
  get waiting(): number {
    return this.#rows.count;
  }

  /** How many more rows this load has brought to an outcome than it has read: it ends those, too, that waited where it resumes. */
  get surplus(): number {
    return this.#passedOver - this.#rows.count;
  }

  /** The rows that wait, in their order, and then no more. */
  release(): Generator<NumberedRow> {
    return this.#rows.release();
  }

  /** Leaves the list for the next load of this input. `whole`: the input was read to its end; else what was known before still counts. */
  save(path: string, whole: boolean): Promise<void> {
    return this.#records.save(path, whole);
  }

  [Symbol.dispose](): void {
    this.#records[Symbol.dispose]();
    this.#rows[Symbol.dispose]();
  }
}
