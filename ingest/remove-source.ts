import { randomBytes } from "node:crypto";
import { countsOf } from "../src/documents/paper.ts";
import { signalIdOf } from "../src/documents/signal.ts";
import type { Engine } from "../src/engine/port.ts";
import type { Records } from "../src/records/port.ts";
import { GIVE_UP_AFTER_MS } from "./availability.ts";
import { IngestError, UsageError } from "./errors.ts";
import { takeLock, targetsOf, type LoadLock } from "./lock.ts";
import { WorkingPaper } from "./paper-set.ts";
import { removeSignals } from "./remove-signals.ts";
import { realClock } from "../src/shared/retry.ts";
import { Store } from "./store.ts";
import { removeTexts } from "./stored-texts.ts";
import type { CountingEmbedder } from "./text-vectors.ts";

export interface Removal {
  source: string;
  /** Papers that other sources state too: they are now what those say. */
  papers_changed: number;
  papers_removed: number;
  signals_removed: number;
  /** Full texts. */
  texts_removed: number;
}

/** As many as go into one write of either engine. */
const PAGE = 500;

/**
 * Takes everything out of the index that a source says: its signals, its full texts, records of papers, papers that no other source states, and the signals that those
 * records stated. Signals of other sources stay, also where their paper went. May be repeated; one that was broken off goes on. Throws
 * `UsageError` where the index knows no such source.
 */
export async function removeSource(
  name: string,
  { engine, embedder, records }: { engine: Engine; embedder: CountingEmbedder; records: Records },
): Promise<Removal> {
  const runId = `remove-${new Date().toISOString().replace(/[-:.]/gu, "")}-${randomBytes(4).toString("hex")}`;
  await using lock = await takeLock(records, targetsOf("papers"), runId);
  const options = { clock: realClock, giveUpAfterMs: GIVE_UP_AFTER_MS, dryRun: false };
  const store = new Store({ engine, embedder, ...options });
  const removal: Removal = { source: name, papers_changed: 0, papers_removed: 0, signals_removed: 0, texts_removed: 0 };
  const at = { run_id: runId, ingested_at: new Date().toISOString() };
  const filters = { sources: [name] };

  for (;;) {
    lock.assertHeld();
    await store.untilAvailable((call) => engine.signals.refresh(call));
    const { documents } = await store.untilAvailable((call) =>
      engine.signals.list({ filters, sort: "signal_id", limit: PAGE }, call),
    );
    if (documents.length === 0) break;
    removal.signals_removed += await removeSignals(documents, { engine, store });
  }

  removal.texts_removed = await removeTextsOf(name, engine, store, lock);

  for (;;) {
    lock.assertHeld();
    await store.untilAvailable((call) => engine.papers.refresh(call));
    const { documents } = await store.untilAvailable((call) =>
      engine.papers.list({ filters, sort: "paper_id", limit: PAGE }, call),
    );
    if (documents.length === 0) break;
    const papers = documents.map((document) => new WorkingPaper(document.paper_id, document));
    for (const paper of papers) for (const record of paper.records) if (record.source.name === name) paper.drop(record);
    const unstated = papers.flatMap((paper) => {
      const stated = paper.signalKeys();
      const before = paper.stored!.source_records.flatMap(({ signals }) => signals);
      return before.filter((key) => !stated.has(key)).map((key) => signalIdOf([paper.paper_id], key));
    });
    removal.signals_removed += await store.removeSignals(unstated);
    const left = papers.filter(({ records }) => records.length > 0);
    // Counted before the papers are written: one that has lost its records is not found again when a removal that died is repeated.
    const counts = await store.signalCounts(left.map(({ paper_id }) => paper_id));
    const documentsLeft = left.map((paper) => ({ ...paper.toPaper(at), ...countsOf(counts.get(paper.paper_id) ?? {}) }));
    const refused = (await store.papers(documentsLeft)).find(({ status }) => status === "dead");
    if (refused?.status === "dead") throw new IngestError(`a paper was rejected: ${refused.problem.message}`);
    const empty = papers.filter(({ records }) => records.length === 0).map(({ paper_id }) => paper_id);
    await removeTexts(empty, store);
    await store.removePapers(empty);
    removal.papers_changed += left.length;
    removal.papers_removed += empty.length;
  }

  if (removal.papers_changed + removal.papers_removed + removal.signals_removed + removal.texts_removed === 0) {
    const [papers, signals] = await Promise.all([facetNames(engine), engine.signals.facets("source", {}, SHOWN_SOURCES)]);
    const known = [...new Set([...papers, ...signals.map(({ value }) => value)])];
    throw new UsageError(
      `the index has nothing from the source ${JSON.stringify(name)}; its sources are ${known.join(", ") || "none"}`,
    );
  }
  return removal;
}

/** Removes the full texts that the source gives, and resolves to how many there were; an index may be older than full texts. */
async function removeTextsOf(name: string, engine: Engine, store: Store, lock: Pick<LoadLock, "assertHeld">): Promise<number> {
  const { passages } = engine;
  const isThere = (await engine.status()).some(({ target, generation }) => target === "passages" && generation !== null);
  let removed = 0;
  for (let more = isThere; more;) {
    lock.assertHeld();
    await store.untilAvailable((call) => passages.refresh(call));
    const filters = { sources: [name], kinds: ["whole" as const] };
    const { documents } = await store.untilAvailable((call) => passages.list({ filters, sort: "place", limit: PAGE }, call));
    removed += await removeTexts(
      documents.map(({ paper_id }) => paper_id),
      store,
    );
    more = documents.length > 0;
  }
  return removed;
}

/** Enough to meet the common sources; the names are a help, not a list. */
const SAMPLED_PAPERS = 200;
const SHOWN_SOURCES = 20;

/** Names of sources of a few papers, as a help. */
async function facetNames(engine: Engine): Promise<string[]> {
  const { documents } = await engine.papers.list({ filters: {}, sort: "newest", limit: SAMPLED_PAPERS });
  return [...new Set(documents.flatMap(({ sources }) => sources.map(({ name }) => name)))];
}
