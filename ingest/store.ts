import PQueue from "p-queue";
import { paperText, type Paper, type PaperTopic, type SignalCounts } from "../src/documents/paper.ts";
import { passageText, wholeTextId, type Passage } from "../src/documents/passage.ts";
import { paperFacts, signalText, withObservation, type PaperFacts, type Signal } from "../src/documents/signal.ts";
import type { Call, Engine, Papers, Signals } from "../src/engine/port.ts";
import type { Row } from "../src/engine/writes.ts";
import { PublicError } from "../src/errors.ts";
import { untilAvailable } from "./availability.ts";
import type { RetryClock } from "../src/shared/retry.ts";
import type { Problem } from "./sources/port.ts";
import { TextVectors, type CountingEmbedder } from "./text-vectors.ts";
import { writeRows, type RowOutcome, type Writable } from "./writer.ts";
import { pairs } from "../src/shared/pairs.ts";

/**
 * What became of one document. `merged`: it went into a later one of the same id in the same call. `without_vector`: the model
 * refused its text, so it is found by its words alone.
 */
export type StoreOutcome =
  | { status: "indexed"; without_vector: boolean }
  | { status: "merged"; without_vector?: boolean }
  | { status: "unchanged" }
  | { status: "dead"; problem: Problem };

export interface StoreOptions {
  engine: Engine;
  embedder: CountingEmbedder;
  clock: RetryClock;
  /** How long the engine or the model may be away before the run gives up, in milliseconds. */
  giveUpAfterMs: number;
  /** Passages of full texts get vectors too. Default: they are found by their words alone. */
  embedsPassages?: boolean;
  /** Embed nothing; the engine is one that keeps nothing. */
  dryRun: boolean;
  /** Gives up what is under way: calls reject with its reason, and rows may be written or not. */
  signal?: AbortSignal;
}

/** What the documents of signals say of a paper. */
type SignalSubject = Pick<Paper, "title" | "venue" | "year">;

/** Nobody waits for an answer here: a busy engine is given time. */
const READ: Call = { timeoutMs: 60_000 };
/** Ids of a removal: both engines take a list of so many in one request. */
const REMOVALS_A_CALL = 500;

/** Brings documents into the index: looks up what is stored, leaves the unchanged alone, embeds and writes the rest. */
export class Store {
  readonly #options: StoreOptions;
  readonly #vectors: TextVectors;
  readonly #writing: PQueue;
  readonly #inTurn = new PQueue({ concurrency: 1 });

  constructor(options: StoreOptions) {
    this.#options = options;
    this.#vectors = new TextVectors(options);
    this.#writing = new PQueue({ concurrency: options.engine.writeShape.concurrency });
  }

  /** Looks stored papers up by id key and by title. */
  get lookup(): Pick<Papers, "resolve" | "byTitle"> {
    return this.#options.engine.papers;
  }

  /** The stored signals. */
  get storedSignals(): Pick<Signals, "list" | "refresh"> {
    return this.#options.engine.signals;
  }

  /** How many signals of each kind are about these papers now. */
  async signalCounts(paperIds: readonly string[]): Promise<Map<string, SignalCounts>> {
    if (paperIds.length === 0) return new Map();
    const { signals } = this.#options.engine;
    await this.untilAvailable((call) => signals.refresh(call));
    return this.untilAvailable((call) => signals.countByPaper(paperIds, call));
  }

  /** Texts handed to the embedder so far, and how many of them its cache knew (0 where it has none). */
  get embedding(): { texts: number; cached: number } {
    return this.#vectors.counts;
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
    const holders = open.length > 0 ? await this.untilAvailable((call) => engine.papers.holders(open, call)) : [];
    const add = async (ids: readonly string[]): Promise<void> => {
      const missing = [...new Set(ids)].filter((id) => !found.has(id));
      for (const [id, paper] of await this.#stored(engine.papers, missing)) found.set(id, paper);
    };
    await add(holders);
    await add([...found.values()].flatMap(({ former_ids }) => former_ids));
    return found;
  }

  /** Stores whole papers, one an id; those that have a topic keep it. Outcomes in their order. */
  papers(papers: readonly Paper[]): Promise<StoreOutcome[]> {
    const { engine } = this.#options;
    const topicsOf = async (): Promise<Map<Paper, PaperTopic>> => {
      const ids = papers.map(({ paper_id }) => paper_id);
      const topics = await this.untilAvailable((call) => engine.papers.topicIds(ids, call));
      const withTopic = papers.filter(({ paper_id }) => topics.has(paper_id));
      return new Map(withTopic.map((paper) => [paper, { topic_id: topics.get(paper.paper_id)! }]));
    };
    return this.#put(engine.papers, papers, paperText, () => false, topicsOf);
  }

  async removePapers(ids: readonly string[]): Promise<void> {
    await this.#remove(this.#options.engine.papers, ids);
  }

  /** The documents about the full texts of these papers, by paper; papers without one are left out. An index may be older than passages: then there are none. */
  async wholeTexts(paperIds: readonly string[]): Promise<Map<string, Passage>> {
    const found = await this.storedPassages(paperIds.map(wholeTextId));
    return new Map(found.map((whole) => [whole.paper_id, whole]));
  }

  /** The passages with these ids that are there, in the order of the ids. */
  async storedPassages(ids: readonly string[]): Promise<Passage[]> {
    try {
      const found = await this.#stored(this.#options.engine.passages, ids);
      return ids.flatMap((id) => found.get(id) ?? []);
    } catch (error) {
      if (error instanceof PublicError && error.code === "index_missing") return [];
      throw error;
    }
  }

  /** Stores passages, with vectors where passages are embedded. Outcomes in their order. */
  async passages(passages: readonly Passage[]): Promise<RowOutcome[]> {
    const { engine, embedsPassages = false } = this.#options;
    const texts = new Map<Passage, string>();
    if (embedsPassages) {
      for (const one of passages) {
        const text = passageText(one);
        if (text !== null) texts.set(one, text);
      }
    }
    const embedded = new Map(pairs([...texts.keys()], await this.#vectors.of([...texts.values()])));
    return this.#write(
      engine.passages,
      passages.map((document) => ({ document, vector: embedded.get(document) ?? null })),
    );
  }

  async removePassages(ids: readonly string[]): Promise<void> {
    await this.#remove(this.#options.engine.passages, ids);
  }

  /** Removes signals and returns how many of them were there. */
  async removeSignals(ids: readonly string[]): Promise<number> {
    const { engine } = this.#options;
    const there = [...(await this.#stored(engine.signals, [...new Set(ids)])).keys()];
    await this.#remove(engine.signals, there);
    return there.length;
  }

  /** Runs work that no other such work may run beside. */
  oneAtATime<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#inTurn.add(work);
  }

  async #remove(
    collection: { remove(ids: readonly string[], call?: Call): Promise<void> },
    ids: readonly string[],
  ): Promise<void> {
    for (let start = 0; start < ids.length; start += REMOVALS_A_CALL) {
      const part = ids.slice(start, start + REMOVALS_A_CALL);
      await this.#writing.add(() => this.untilAvailable((call) => collection.remove(part, call)));
    }
  }

  /** Stores signals; several of one id are merged in their order, onto the one that is stored. Outcomes in the order of the signals. */
  async signals(signals: readonly Signal[]): Promise<StoreOutcome[]> {
    const { engine } = this.#options;
    const ids = [...new Set(signals.map(({ signal_id }) => signal_id))];
    const stored = await this.#stored(engine.signals, ids);
    const merged = new Map<string, Signal>();
    const last = new Map<string, number>();
    for (const [index, signal] of signals.entries()) {
      const before = merged.get(signal.signal_id) ?? stored.get(signal.signal_id);
      merged.set(signal.signal_id, before ? withObservation(before, signal) : signal);
      last.set(signal.signal_id, index);
    }
    const outcomes = await this.#put(
      engine.signals,
      ids.map((id) => merged.get(id)!),
      signalText,
      (signal) => stored.get(signal.signal_id)?.content_hash === signal.content_hash,
      (changed) => this.#paperFacts(changed),
    );
    const byId = new Map(ids.map((id, index) => [id, outcomes[index]]));
    return signals.map((signal, index) => {
      const outcome = byId.get(signal.signal_id)!;
      return outcome.status !== "dead" && last.get(signal.signal_id) !== index ? { status: "merged" } : outcome;
    });
  }

  /**
   * Lets the signals about these papers say what is now known of their papers. Before the papers are written, so that a run which dies in between is
   * repeated from here; `papers` counts before what is stored.
   */
  async retellSignals(papers: ReadonlyMap<string, SignalSubject>): Promise<void> {
    const { engine, dryRun } = this.#options;
    if (papers.size === 0 || dryRun) return;
    await this.untilAvailable((call) => engine.signals.refresh(call));
    const signals = engine.signals.scan(
      { filters: { paper_ids: [...papers.keys()] } },
      { ...READ, signal: this.#options.signal },
    );
    for await (const rows of signals) {
      const facts = await this.#paperFacts(
        rows.map(({ document }) => document),
        papers,
      );
      await this.#write(
        engine.signals,
        rows.map((row) => ({ ...row, beside: facts.get(row.document)! })),
      );
    }
  }

  /** What the documents of these signals are to say of their papers; `known`: papers that are not stored as they will be. */
  async #paperFacts(signals: readonly Signal[], known?: ReadonlyMap<string, SignalSubject>): Promise<Map<Signal, PaperFacts>> {
    const ids = [...new Set(signals.flatMap(({ paper_ids }) => paper_ids))];
    const { papers } = this.#options.engine;
    const [stored, topics] = await Promise.all([
      this.untilAvailable((call) =>
        papers.fields(
          ids.filter((id) => !known?.has(id)),
          ["title", "venue", "year"],
          call,
        ),
      ),
      this.untilAvailable((call) => papers.topicIds(ids, call)),
    ]);
    const subjects = new Map<string, SignalSubject>([...stored, ...(known ?? [])]);
    return new Map(signals.map((signal) => [signal, paperFacts(signal.paper_ids, subjects, topics)]));
  }

  /** Runs a read of the engine, again and again while the engine is away, until the time to give up. */
  untilAvailable<Value>(read: (call: Call) => Promise<Value>): Promise<Value> {
    const { clock, giveUpAfterMs, signal } = this.#options;
    return untilAvailable(() => read({ ...READ, signal }), { giveUpAfterMs, clock, signal });
  }

  async #stored<Document>(
    collection: { get(ids: readonly string[], call?: Call): Promise<Map<string, Document>> },
    ids: readonly string[],
  ): Promise<Map<string, Document>> {
    if (ids.length === 0) return new Map();
    return this.untilAvailable((call) => collection.get(ids, call));
  }

  async #put<Document>(
    collection: Writable<Document>,
    documents: readonly Document[],
    text: (document: Document) => string,
    isUnchanged: (document: Document) => boolean,
    besideOf?: (documents: readonly Document[]) => Promise<Map<Document, Row<Document>["beside"]>>,
  ): Promise<StoreOutcome[]> {
    const { dryRun } = this.#options;
    const changed = documents.filter((document) => !isUnchanged(document));
    const outcomes = new Map<Document, StoreOutcome>();
    if (changed.length > 0) {
      const [vectors, beside] = await Promise.all([this.#vectors.of(changed.map(text)), besideOf?.(changed)]);
      const rows = pairs(changed, vectors).map(([document, vector]): Row<Document> => {
        return { document, vector, beside: beside?.get(document) };
      });
      for (const [{ document, vector }, outcome] of pairs(rows, await this.#write(collection, rows))) {
        outcomes.set(
          document,
          outcome.status === "dead" ? outcome : { status: "indexed", without_vector: vector === null && !dryRun },
        );
      }
    }
    return documents.map((document) => outcomes.get(document) ?? { status: "unchanged" });
  }

  #write<Document>(collection: Writable<Document>, rows: readonly Row<Document>[]): Promise<RowOutcome[]> {
    const { engine, clock, giveUpAfterMs, signal } = this.#options;
    const { requestSize } = engine.writeShape;
    return this.#writing.add(() => writeRows(collection, rows, { requestSize, giveUpAfterMs, clock, signal }));
  }
}
