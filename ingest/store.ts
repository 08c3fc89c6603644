import { setImmediate } from "node:timers/promises";
import PQueue from "p-queue";
import { paperText, type Paper } from "../src/documents/paper.ts";
import { signalText, withObservation, withPapers, type Signal } from "../src/documents/signal.ts";
import { isRefusal, type Embedder } from "../src/embedding/port.ts";
import type { Call, Engine, Papers, Row } from "../src/engine/port.ts";
import { IngestError } from "./errors.ts";
import { isAway, retrying, type RetryClock } from "./retry.ts";
import type { Problem } from "./sources/port.ts";
import { writeRows, type RowOutcome, type Writable } from "./writer.ts";

/**
 * What became of one document. `merged`: it went into a later one of the same id in the same call. `without_vector`: the model
 * refused its text, so it is found by its words alone.
 */
export type StoreOutcome =
  | { status: "indexed"; without_vector: boolean }
  | { status: "merged"; without_vector?: boolean }
  | { status: "unchanged" }
  | { status: "dead"; problem: Problem };

/** An embedder that may count how many texts its cache knew. */
export type CountingEmbedder = Embedder & { readonly stats?: { hits: number } };

export interface StoreOptions {
  engine: Engine;
  embedder: CountingEmbedder;
  clock: RetryClock;
  /** How long the engine or the model may be away before the run gives up, in milliseconds. */
  giveUpAfterMs: number;
  /** Embed nothing; the engine is one that keeps nothing. */
  dryRun: boolean;
}

const READ: Call = { timeoutMs: 60_000 };
const TEXTS_A_CALL = 128;
const SIGNALS_A_MOVE = 500;
const REMOVALS_A_CALL = 500;

/** Rows of a request and requests in flight that suit each engine: LanceDB commits whole batches one after another, and the next is made ready meanwhile. */
export const WRITE_SHAPE = {
  lancedb: { requestSize: 2_000, concurrency: 2, batchSize: 1_000 },
  elasticsearch: { requestSize: 500, concurrency: 2, batchSize: 500 },
} as const;

/** Brings documents into the index: looks up what is stored, leaves the unchanged alone, embeds and writes the rest. */
export class Store {
  readonly #options: StoreOptions;
  readonly #embedding = new PQueue({ concurrency: 2 });
  readonly #writing: PQueue;
  readonly #moving = new PQueue({ concurrency: 1 });
  readonly #hitsBefore: number;
  #textsEmbedded = 0;

  constructor(options: StoreOptions) {
    this.#options = options;
    this.#hitsBefore = options.embedder.stats?.hits ?? 0;
    this.#writing = new PQueue({ concurrency: WRITE_SHAPE[options.engine.kind].concurrency });
  }

  /** Looks stored papers up by id key and by title. */
  get lookup(): Pick<Papers, "resolve" | "byTitle"> {
    return this.#options.engine.papers;
  }

  /** Texts handed to the embedder so far, and how many of them its cache knew (0 where it has none). */
  get embedding(): { texts: number; cached: number } {
    const { stats } = this.#options.embedder;
    const cached = (stats?.hits ?? 0) - this.#hitsBefore;
    return { texts: this.#textsEmbedded, cached };
  }

  /**
   * The stored papers that have one of these keys among their aliases, whether refreshed or not, and those that one of them has swallowed but that are
   * still there. `likely`: those of the keys that are probably the papers' own ids.
   */
  async papersWith(keys: readonly string[], likely: readonly string[]): Promise<Map<string, Paper>> {
    const { engine } = this.#options;
    const found = await this.#stored(engine.papers, likely);
    const covered = new Set([...found.values()].flatMap(({ aliases }) => aliases));
    const open = keys.filter((key) => !covered.has(key));
    const unlikely = new Set(open).difference(new Set(likely));
    for (const [id, paper] of await this.#stored(engine.papers, [...unlikely])) found.set(id, paper);
    const holders = open.length > 0 ? await this.patiently((call) => engine.papers.holders(open, call)) : [];
    const add = async (ids: readonly string[]): Promise<void> => {
      const missing = [...new Set(ids)].filter((id) => !found.has(id));
      for (const [id, paper] of await this.#stored(engine.papers, missing)) found.set(id, paper);
    };
    await add(holders);
    await add([...found.values()].flatMap(({ former_ids }) => former_ids));
    return found;
  }

  /** Stores whole papers, one an id. Outcomes in their order. */
  papers(papers: readonly Paper[]): Promise<StoreOutcome[]> {
    return this.#put(this.#options.engine.papers, papers, paperText, () => false);
  }

  async removePapers(ids: readonly string[]): Promise<void> {
    await this.#remove(this.#options.engine.papers, ids);
  }

  /** Removes signals and returns how many of them were there. */
  async removeSignals(ids: readonly string[]): Promise<number> {
    const { engine } = this.#options;
    const there = [...(await this.#stored(engine.signals, [...new Set(ids)])).keys()];
    await this.#remove(engine.signals, there);
    return there.length;
  }

  /**
   * Lets the signals about papers that turned out to be others be about those: each is stored under the id that it would have had, folded with the
   * signal that is there, before the old one goes. One caller at a time, as a signal may be about several papers.
   */
  moveSignals(moves: ReadonlyMap<string, string>): Promise<void> {
    return this.#moving.add(() => this.#moveSignals(moves));
  }

  async #moveSignals(moves: ReadonlyMap<string, string>): Promise<void> {
    const { engine } = this.#options;
    if (moves.size === 0) return;
    for (;;) {
      await this.patiently((call) => engine.signals.refresh(call));
      const filters = { paper_ids: [...moves.keys()] };
      const { documents } = await this.patiently((call) =>
        engine.signals.list({ filters, sort: "signal_id", limit: SIGNALS_A_MOVE }, call),
      );
      if (documents.length === 0) return;
      const moved = documents.map((signal) =>
        withPapers(
          signal,
          signal.paper_ids.map((id) => moves.get(id) ?? id),
        ),
      );
      const outcomes = await this.signals(moved);
      const refused = outcomes.find((outcome) => outcome.status === "dead");
      if (refused) throw new IngestError(`a signal of a merged paper was refused: ${refused.problem.message}`);
      await this.#remove(
        engine.signals,
        documents.map(({ signal_id }) => signal_id),
      );
    }
  }

  async #remove(
    collection: { remove(ids: readonly string[], call?: Call): Promise<void> },
    ids: readonly string[],
  ): Promise<void> {
    for (let start = 0; start < ids.length; start += REMOVALS_A_CALL) {
      const part = ids.slice(start, start + REMOVALS_A_CALL);
      await this.#writing.add(() => this.patiently((call) => collection.remove(part, call)));
    }
  }

  /** Stores signals; several of one id are folded in their order, onto the one that is stored. Outcomes in the order of the signals. */
  async signals(signals: readonly Signal[]): Promise<StoreOutcome[]> {
    const { engine } = this.#options;
    const ids = [...new Set(signals.map(({ signal_id }) => signal_id))];
    const stored = await this.#stored(engine.signals, ids);
    const folded = new Map<string, Signal>();
    const last = new Map<string, number>();
    for (const [index, signal] of signals.entries()) {
      const before = folded.get(signal.signal_id) ?? stored.get(signal.signal_id);
      folded.set(signal.signal_id, before ? withObservation(before, signal) : signal);
      last.set(signal.signal_id, index);
    }
    const outcomes = await this.#put(
      engine.signals,
      ids.map((id) => folded.get(id)!),
      signalText,
      (signal) => stored.get(signal.signal_id)?.content_hash === signal.content_hash,
    );
    const byId = new Map(ids.map((id, index) => [id, outcomes[index]]));
    return signals.map((signal, index) => {
      const outcome = byId.get(signal.signal_id)!;
      return outcome.status !== "dead" && last.get(signal.signal_id) !== index ? { status: "merged" } : outcome;
    });
  }

  /** Runs a read of the engine, again and again while the engine is away, until the time to give up. */
  patiently<Value>(read: (call: Call) => Promise<Value>): Promise<Value> {
    const { clock, giveUpAfterMs } = this.#options;
    return retrying(() => read(READ), isAway, giveUpAfterMs, clock);
  }

  async #stored<Document>(
    collection: { get(ids: readonly string[], call?: Call): Promise<Map<string, Document>> },
    ids: readonly string[],
  ): Promise<Map<string, Document>> {
    if (ids.length === 0) return new Map();
    return this.patiently((call) => collection.get(ids, call));
  }

  async #put<Document>(
    collection: Writable<Document>,
    documents: readonly Document[],
    text: (document: Document) => string,
    isUnchanged: (document: Document) => boolean,
  ): Promise<StoreOutcome[]> {
    const { dryRun } = this.#options;
    const changed = documents.filter((document) => !isUnchanged(document));
    const outcomes = new Map<Document, StoreOutcome>();
    if (changed.length > 0) {
      const vectors = await this.#vectors(changed.map(text));
      const rows = changed.map((document, index) => ({ document, vector: vectors[index] }));
      for (const [index, outcome] of (await this.#write(collection, rows)).entries()) {
        const { document, vector } = rows[index];
        outcomes.set(
          document,
          outcome.status === "dead" ? outcome : { status: "indexed", without_vector: vector === null && !dryRun },
        );
      }
    }
    return documents.map((document) => outcomes.get(document) ?? { status: "unchanged" });
  }

  #write<Document>(collection: Writable<Document>, rows: readonly Row<Document>[]): Promise<RowOutcome[]> {
    const { engine, clock, giveUpAfterMs } = this.#options;
    const { requestSize } = WRITE_SHAPE[engine.kind];
    return this.#writing.add(() => writeRows(collection, rows, { requestSize, giveUpAfterMs, clock }));
  }

  /** One vector a text; null for a text that the model refuses, whose document is then found by its words alone. */
  async #vectors(texts: readonly string[]): Promise<(Float32Array | null)[]> {
    const { embedder, clock, giveUpAfterMs, dryRun } = this.#options;
    this.#textsEmbedded += texts.length;
    if (dryRun) return texts.map(() => null);
    const parts = Array.from({ length: Math.ceil(texts.length / TEXTS_A_CALL) }, (_, part) =>
      texts.slice(part * TEXTS_A_CALL, (part + 1) * TEXTS_A_CALL),
    );
    const results = await Promise.all(
      parts.map((part) =>
        this.#embedding.add(async () => {
          // Known vectors come at once: what else waits has its turn between the calls.
          await setImmediate();
          return retrying(() => embedder.embedTexts(part), isAway, giveUpAfterMs, clock);
        }),
      ),
    );
    return results.flat().map((result) => (isRefusal(result) ? null : result));
  }
}
