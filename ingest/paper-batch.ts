import { keysOf } from "../src/documents/merge.ts";
import { countsOf, type SignalCounts } from "../src/documents/paper.ts";
import { signalFromInput, signalIdOf, type Signal } from "../src/documents/signal.ts";
import type { SignalKind } from "../src/documents/signal-kinds.ts";
import { BatchLog, dead, type BatchContext, type BatchResult, type NumberedRow, type PreparedBatch } from "./batches.ts";
import { paperEntries, type PaperEntry } from "./paper-rows.ts";
import { PaperSet, type RowChange, type WorkingPaper } from "./paper-set.ts";
import type { RepeatedRows } from "./repeated-rows.ts";
import type { Store, StoreOutcome } from "./store.ts";
import { mapInTurns } from "./turns.ts";

/**
 * Checks the rows of a batch of papers and finds the stored papers that they bear on; `store` then brings the papers and the signals that the
 * rows state into the index. The steps are in an order that a run which dies between any two of them can be repeated:
 *
 * 1. signals that a row no longer states go, while the paper still says that they were stated;
 * 2. papers are written, whole, with all their source records;
 * 3. signals of papers that turned out to be another paper move to it, then those papers go;
 * 4. the signals of the rows are written.
 *
 * `repeated` keeps rows back that are to wait for the end of the input; null: none waits.
 */
export async function preparePapers(
  rows: readonly NumberedRow[],
  context: BatchContext,
  store: Store,
  repeated: RepeatedRows | null,
): Promise<PreparedBatch> {
  const log = new BatchLog(context, rows.length);
  const entries = await (repeated?.take(rows, log) ?? paperEntries(rows, context.source.sourceName, log));
  const keys = [...new Set(entries.flatMap(({ record }) => keysOf(record)))];
  const strongest = [...new Set(entries.map(({ record }) => keysOf(record)[0]))];
  const found = await store.papersWith(keys, strongest);
  return {
    keys: new Set([...keys, ...[...found.values()].flatMap(({ aliases }) => aliases)]),
    async store(again) {
      const papers = new PaperSet((again ? await store.papersWith(keys, strongest) : found).values());
      return storeEntries(papers, entries, context, log, store);
    },
  };
}

/** An entry with the paper that it went into; none where it took something back. */
interface Placed {
  entry: PaperEntry;
  change: RowChange;
  paper: WorkingPaper | null;
}

async function storeEntries(
  papers: PaperSet,
  entries: readonly PaperEntry[],
  context: BatchContext,
  log: BatchLog,
  store: Store,
): Promise<BatchResult> {
  const placed = entries.map((entry): Placed => {
    if (entry.kind === "stated") return { entry, ...papers.put(entry.record) };
    return { entry, change: papers.remove(entry.record), paper: null };
  });
  log.tally.signals_removed += await store.removeSignals(unstatedSignals(papers));
  const outcomes = await writePapers(papers, placed, context, store);
  await removePapers(papers, outcomes, log, store);
  await writeSignals(placed, outcomes, context, log, store);
  return log;
}

/** Ids of the signals that the stored records state and no record of their paper states any more. */
function unstatedSignals(papers: PaperSet): string[] {
  return papers.papers.flatMap((paper) => {
    const before = paper.stored?.source_records.flatMap(({ signals }) => signals) ?? [];
    const stated = standing(paper).signalKeys();
    return before.filter((key) => !stated.has(key)).map((key) => signalIdOf([paper.paper_id], key));
  });
}

/** Writes the papers that differ from what is stored; an outcome for each that has records. */
async function writePapers(
  papers: PaperSet,
  placed: readonly Placed[],
  context: BatchContext,
  store: Store,
): Promise<Map<WorkingPaper, StoreOutcome>> {
  const whole = papers.papers.filter((paper) => paper.into === null && paper.records.length > 0);
  const counts = countsOfRows(placed);
  const documents = await mapInTurns(whole, (paper) => {
    // A paper that is there keeps its counts until the end of the run; a new one gets those of the signals that come with it.
    const { has_code, signal_counts } = paper.stored ?? countsOf(counts.get(paper) ?? {});
    return { ...paper.toPaper(context), has_code, signal_counts };
  });
  const changed = documents.flatMap((document, index) =>
    document.content_hash === whole[index].stored?.content_hash ? [] : [{ document, paper: whole[index] }],
  );
  const outcomes = await store.papers(changed.map(({ document }) => document));
  const written = new Map(changed.map(({ paper }, index) => [paper, outcomes[index]]));
  return new Map(whole.map((paper) => [paper, written.get(paper) ?? { status: "unchanged" }]));
}

/** How many signals of each kind the rows state, by paper. */
function countsOfRows(placed: readonly Placed[]): Map<WorkingPaper, SignalCounts> {
  const kinds = new Map<WorkingPaper, Map<string, SignalKind>>();
  for (const { entry, paper } of placed) {
    if (paper === null || entry.derived.length === 0) continue;
    const home = standing(paper);
    const known = kinds.get(home) ?? new Map<string, SignalKind>();
    for (const signal of entry.derived) if ("key" in signal) known.set(signal.key, signal.input.kind);
    kinds.set(home, known);
  }
  return new Map(
    [...kinds].map(([paper, known]) => {
      const counts: SignalCounts = {};
      for (const kind of known.values()) counts[kind] = (counts[kind] ?? 0) + 1;
      return [paper, counts];
    }),
  );
}

/** Removes the papers that turned out to be others, once those are written and have their signals, and the papers without records. */
async function removePapers(
  papers: PaperSet,
  outcomes: ReadonlyMap<WorkingPaper, StoreOutcome>,
  log: BatchLog,
  store: Store,
): Promise<void> {
  const stored = papers.papers.filter((paper) => paper.stored !== null);
  const joined = stored.filter((paper) => paper.into !== null && outcomes.get(standing(paper))?.status !== "dead");
  const empty = stored.filter((paper) => paper.into === null && paper.records.length === 0);
  await store.moveSignals(new Map(joined.map((paper) => [paper.paper_id, standing(paper).paper_id])));
  await store.removePapers([...joined, ...empty].map(({ paper_id }) => paper_id));
  log.tally.papers_joined += joined.length;
  log.tally.papers_removed += empty.length;
  for (const [paper, { status }] of outcomes) if (status !== "dead") log.touched.add(paper.paper_id);
}

async function writeSignals(
  placed: readonly Placed[],
  outcomes: ReadonlyMap<WorkingPaper, StoreOutcome>,
  context: BatchContext,
  log: BatchLog,
  store: Store,
): Promise<void> {
  const signals: { numbered: NumberedRow; part: number; signal: Signal }[] = [];
  const lastOfPaper = new Map(placed.flatMap(({ entry, paper }) => (paper ? [[standing(paper), entry] as const] : [])));
  for (const { entry, change, paper } of placed) {
    const { numbered, derived } = entry;
    const home = paper && standing(paper);
    const outcome = home && outcomes.get(home);
    log.rowEnded(numbered, rowOutcome(change, outcome ?? null, home !== null && lastOfPaper.get(home) === entry));
    // The signals of a paper that could not be stored come with its row when that is tried again.
    if (home === null || outcome?.status === "dead") continue;
    for (const one of derived) {
      if ("problem" in one) log.derivedEnded(numbered, one.part, dead(one.problem));
      else {
        const signal = signalFromInput({ ...one.input, paper_ids: [home.paper_id] }, context);
        signals.push({ numbered, part: one.part, signal });
      }
    }
  }
  const stored = await store.signals(signals.map(({ signal }) => signal));
  for (const [index, { numbered, part, signal }] of signals.entries()) {
    const outcome = stored[index];
    log.derivedEnded(numbered, part, outcome);
    if (outcome.status === "indexed" || outcome.status === "unchanged") addKind(log, signal.kind);
  }
}

/** A paper's outcome as that of one of its rows; only the last of them carries what is counted once a paper. */
function rowOutcome(change: RowChange, paper: StoreOutcome | null, isLast: boolean): StoreOutcome | { status: "removed" } {
  if (change === "removed" || change === "unchanged") return { status: change };
  if (paper?.status === "dead") return paper;
  const without_vector = isLast && paper?.status === "indexed" && paper.without_vector;
  return { status: change === "joined" ? "merged" : "indexed", without_vector };
}

/** The paper that a paper has become part of in the end: itself where it stands. */
function standing(paper: WorkingPaper): WorkingPaper {
  return paper.into === null ? paper : standing(paper.into);
}

export function addKind(log: BatchLog, kind: SignalKind): void {
  log.tally.signals_by_kind[kind] = (log.tally.signals_by_kind[kind] ?? 0) + 1;
}
