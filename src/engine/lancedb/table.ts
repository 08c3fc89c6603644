import type { Connection, Table } from "@lancedb/lancedb";
import { statSync } from "node:fs";
import { join } from "node:path";
import PQueue from "p-queue";
import { PublicError } from "../../errors.ts";
import { timeLeft } from "../../shared/deadline.ts";
import { untilNoConflict } from "./conflicts.ts";
import { reading } from "../../shared/precedence.ts";
import { MAPPINGS } from "../mapping.ts";
import type { Call, EmbeddingSpace, EndLoadCall, IndexIdentity, IndexStatus, Target } from "../port.ts";
import { closeWhenIdle, DEADLINES, runCall } from "./calls.ts";
import { bringUpToDate, createMissingIndexes, finishLoad, mergeSmallGraphs, unindexedRows } from "./indexes.ts";
import { ReadSlots } from "./read-slots.ts";
import { arrowSchema, readMetadata } from "./schema.ts";

/** All tables of this process share its processors. */
const READS = new ReadSlots();

/**
 * One table of a target: a generation by its name, or the live one, whichever that is at each call. Reads run side by side; writers of
 * this process take turns, and LanceDB settles those of other processes. Both throw `index_missing` where the table is not there.
 */
export class LanceTable {
  readonly target: Target;
  readonly #nameNow: () => string;
  readonly #folder: string;
  readonly #connection: () => Promise<Connection>;
  readonly #writers = new PQueue({ concurrency: 1 });
  #opened: OpenTable | null = null;
  readonly #isSearched: boolean;
  #loading = false;
  #loads = 0;
  #writes = 0;
  #rows = 0;

  /** `isSearched` false: while a load fills it nobody reads it, so that its indexes wait for the end. */
  constructor(
    target: Target,
    nameNow: () => string,
    { folder, connection }: { folder: string; connection: () => Promise<Connection> },
    isSearched = true,
  ) {
    this.target = target;
    this.#isSearched = isSearched;
    this.#nameNow = nameNow;
    this.#folder = folder;
    this.#connection = connection;
  }

  /** The number of the load that runs, between `beginLoad` and `endLoad`; null where none does. */
  get load(): number | null {
    return this.#loading ? this.#loads : null;
  }

  get name(): string {
    return this.#nameNow();
  }

  read<Result>(call: Call | undefined, run: (table: Table, timeoutMs: number) => Promise<Result>): Promise<Result> {
    const inSlot = (_: number, signal: AbortSignal) =>
      READS.run(() => this.#use((table) => run(table, Math.max(1, timeLeft(signal)))), signal);
    return reading(() => runCall(call, DEADLINES.read, inSlot));
  }

  /** `rows` is about how many rows the write touches. */
  async write<Result>(
    call: Call | undefined,
    rows: number,
    run: (table: Table, timeoutMs: number) => Promise<Result>,
  ): Promise<Result> {
    const result = await runCall(call, DEADLINES.write, (timeoutMs) =>
      this.#inTurn(call, () => this.#use((table) => run(table, timeoutMs))),
    );
    this.#writes += 1;
    this.#rows += rows;
    if (this.#loading && !this.#isSearched) return result;
    if (await this.#needsUpkeep()) this.#upkeepInBackground();
    return result;
  }

  create(space: EmbeddingSpace, call: Call | undefined): Promise<void> {
    return runCall(call, DEADLINES.write, () =>
      this.#inTurn(call, async () => {
        const connection = await this.#connection();
        const schema = arrowSchema(MAPPINGS[this.target], space);
        // Several processes may begin at once; all but one find the table of that one.
        const table = await untilNoConflict(
          async () => (await this.#find())?.table ?? connection.createEmptyTable(this.name, schema, { existOk: true }),
        );
        await createMissingIndexes(table, this.target);
      }),
    );
  }

  /** Runs when the writers under way have ended, and lets go of the table. */
  dropAfterWrites(call: Call | undefined, drop: () => Promise<void>): Promise<void> {
    return runCall(call, DEADLINES.write, () =>
      this.#inTurn(call, async () => {
        await drop();
        this.#opened = null;
      }),
    );
  }

  /** The table as it is now, for a reader who stays with this generation. */
  table(call: Call | undefined): Promise<Table> {
    return this.read(call, async (table) => table);
  }

  /** A handle of its own on this version of the table: what is written later does not change what is read by it. */
  async atVersion(version: number): Promise<Table> {
    const [{ name }, connection] = await Promise.all([this.#open(), this.#connection()]);
    const table = await connection.openTable(name);
    await table.checkout(version);
    return table;
  }

  /** `generation` null: the table is not there. */
  identity(call: Call | undefined): Promise<IndexIdentity> {
    const described = runCall(call, DEADLINES.read, () =>
      this.#use(async (table, name): Promise<IndexIdentity> => {
        return { target: this.target, generation: name, ...readMetadata((await table.schema()).metadata) };
      }),
    );
    return described.catch((error: unknown) => this.#absent(error));
  }

  status(call: Call | undefined): Promise<IndexStatus> {
    const describe = async (table: Table, name: string): Promise<IndexStatus> => {
      // The bytes of a table count those of its indexes.
      const [schema, stats, unindexed] = await Promise.all([table.schema(), table.stats(), unindexedRows(table, this.target)]);
      const { numRows, totalBytes: bytes } = stats;
      return { target: this.target, generation: name, documents: numRows, ...readMetadata(schema.metadata), bytes, unindexed };
    };
    const described = runCall(call, DEADLINES.read, () => this.#use(describe));
    return described.catch((error: unknown) => ({ ...this.#absent(error), documents: 0, bytes: null, unindexed: null }));
  }

  #absent(error: unknown): IndexIdentity {
    if (!(error instanceof PublicError) || error.code !== "index_missing") throw error;
    return { target: this.target, generation: null, fingerprint: null, space: null };
  }

  async beginLoad(call: Call | undefined): Promise<void> {
    await this.read(call, async () => {
      if (!this.#loading) this.#loads += 1;
      this.#loading = true;
    });
  }

  async endLoad(call: EndLoadCall | undefined): Promise<void> {
    // Rows that no index covers yet are found all the same.
    if (call?.unfinished) {
      await this.read(call, async () => undefined);
      this.#loading = false;
      return;
    }
    await runCall(call, DEADLINES.maintenance, () =>
      this.#inTurn(call, async () => {
        this.#loading = false;
        this.#writes = 0;
        this.#rows = 0;
        await this.#use((table) => finishLoad(table, this.target));
      }),
    );
  }

  /** Waits for the writers under way and lets go of the table. */
  async close(): Promise<void> {
    await this.#writers.onIdle();
    const opened = this.#opened;
    this.#opened = null;
    if (opened !== null) await closeWhenIdle(opened.table);
  }

  #inTurn<Result>(call: Call | undefined, run: () => Promise<Result>): Promise<Result> {
    return this.#writers.add(run, call?.signal ? { signal: call.signal } : {});
  }

  /** Between loads searches stay quick; within a load the indexes catch up as the table grows. */
  async #needsUpkeep(): Promise<boolean> {
    if (!this.#loading) return this.#writes >= 50 || this.#rows >= 1_000;
    const { rows, part } = GROWTH_BETWEEN_UPKEEPS[this.target];
    return this.#rows >= rows && this.#rows >= part * (await this.#use((table) => table.countRows()));
  }

  /** Should it fail, the rows are found without the indexes until the next time. */
  #upkeepInBackground(): void {
    this.#writes = 0;
    this.#rows = 0;
    const upkeep = async (table: Table): Promise<void> => {
      await bringUpToDate(table, this.target);
      if (this.#loading) return;
      await mergeSmallGraphs(table, this.target);
      await createMissingIndexes(table, this.target);
    };
    this.#writers.add(() => this.#use(upkeep)).catch(() => undefined);
  }

  /**
   * Runs with the table; once more where another process dropped it, or removed files that this one was about to read. Throws `index_missing` where it is gone, for
   * each of the calls that were under way.
   */
  async #use<Result>(run: (table: Table, name: string) => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt += 1) {
      const opened = await this.#open();
      try {
        return await run(opened.table, opened.name);
      } catch (error) {
        if (error instanceof PublicError || !isNotFound(error)) throw error;
        // A call beside this one may have opened the table that is there by now.
        if (this.#opened === opened) this.#opened = null;
        if (attempt < 2) continue;
        // A table that is still there is damaged, not missing.
        await this.#open();
        throw error;
      }
    }
  }

  /** Tells a table from an earlier or later one of the same name, which another process may have dropped and made anew: an open table would go over to that one unasked. */
  #whenMade(name: string): string {
    const found = statSync(join(this.#folder, `${name}.lance`), { throwIfNoEntry: false });
    return found === undefined ? "" : `${found.ino} ${found.birthtimeMs}`;
  }

  async #open(): Promise<OpenTable> {
    const opened = await this.#find();
    if (opened === null) throw new PublicError("index_missing");
    return opened;
  }

  async #find(): Promise<OpenTable | null> {
    const { name } = this;
    const made = this.#whenMade(name);
    if (this.#opened?.name === name && this.#opened.made === made) return this.#opened;
    const connection = await this.#connection();
    try {
      // A table that was live until now may still be read by calls under way, so that it is not closed here.
      const opened = { name, made, table: await connection.openTable(name) };
      this.#opened = opened;
      return opened;
    } catch (error) {
      if (isNotFound(error)) return null;
      throw error;
    }
  }
}

/** A table and its name: LanceDB refuses to tell the name while a call is under way. `made`: see `#whenMade`. */
interface OpenTable {
  name: string;
  made: string;
  table: Table;
}

/**
 * How much a table grows in a load before its indexes catch up: so many rows at least, and so much of the whole. A paper has a hundred passages, and catching up after every 5,000 of them took
 * four tenths of the processor time of a load.
 */
const GROWTH_BETWEEN_UPKEEPS: Readonly<Record<Target, { rows: number; part: number }>> = {
  papers: { rows: 5_000, part: 1 / 4 },
  signals: { rows: 5_000, part: 1 / 4 },
  passages: { rows: 20_000, part: 1 / 2 },
};

function isNotFound(error: unknown): boolean {
  return /not found/iu.test(String(error));
}
