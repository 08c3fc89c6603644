import { countsOf, type Paper, type SignalCounts } from "../../src/documents/paper.ts";
import { signalFromInput, signalIdOf, type Signal } from "../../src/documents/signal.ts";
import type { SignalKind } from "../../src/documents/signal-kinds.ts";
import {
  addKind,
  dead,
  type BatchContext,
  type BatchLog,
  type BatchResult,
  type CheckedBatch,
  type NumberedRow,
} from "./batch.ts";
import type { PaperEntry } from "./check-papers.ts";
import { moveSignals } from "../move-signals.ts";
import { moveTexts, removeTexts, retitleTexts } from "../stored-texts.ts";
import type { PaperSet, RowChange, WorkingPaper } from "../paper-set.ts";
import type { Store, StoreOutcome } from "../store.ts";
import { mapInTurns } from "../turns.ts";
import { pairs } from "../../src/shared/pairs.ts";

/** An entry with the paper that it went into; none where it took something back. */
interface Placed {
  entry: PaperEntry;
  change: RowChange;
  paper: WorkingPaper | null;
}

/**
 * Fifth stage, of papers: brings the papers of a batch, and the signals that its rows state, into the index. `papers`: the stored ones that the
 * entries concern. The steps are in an order that a run which dies between any two of them can be repeated:
 *
 * 1. signals that a row no longer states go, while the paper still says that they were stated;
 * 2. full texts and signals get the new titles, years and venues of their papers, then papers are written, whole, with all their source records;
 * 3. signals and full texts of papers that turned out to be another paper move to it, then those papers go;
 * 4. the signals of the rows are written.
 */
export async function storePapers(
  papers: PaperSet,
  { entries, log }: Pick<CheckedBatch<PaperEntry>, "entries" | "log">,
  context: BatchContext,
  store: Store,
): Promise<BatchResult> {
  const placed = entries.map((entry): Placed => {
    if (entry.kind === "stated") return { entry, ...papers.put(entry.record) };
    return { entry, change: papers.remove(entry.record), paper: null };
  });
  log.tally.signals_removed += await store.removeSignals(unstatedSignals(papers));
  const outcomes = await writePapers(papers, placed, context, store);
  await removePapers(papers, outcomes, context, log, store);
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
  const left = await store.signalCounts(whole.filter(hasLostARecord).map(({ paper_id }) => paper_id));
  const documents = await mapInTurns(whole, (paper) => {
    // A paper that is there keeps its counts until the end of the run; a new one gets those of the signals that come with it. What is taken back may
    // lead to no paper any more when a run that died here is repeated: then nobody would count that one again.
    const known = hasLostARecord(paper) ? countsOf(left.get(paper.paper_id) ?? {}) : paper.stored;
    const { has_code, signal_counts } = known ?? countsOf(counts.get(paper) ?? {});
    return { ...paper.toPaper(context), has_code, signal_counts };
  });
  const changed = pairs(whole, documents).filter(([paper, document]) => document.content_hash !== paper.stored?.content_hash);
  await retitleTexts(
    changed.flatMap(([{ stored }, document]) =>
      stored !== null && (stored.title !== document.title || stored.year !== document.year) ? [document] : [],
    ),
    store,
  );
  const retold = changed.filter(([{ stored }, document]) => stored !== null && isToldOtherwise(stored, document));
  const write = () => store.papers(changed.map(([, document]) => document));
  const outcomes =
    retold.length === 0
      ? await write()
      : // One batch at a time: a signal may be about papers of two.
        await store.oneAtATime(async () => {
          await store.retellSignals(new Map(retold.map(([, document]) => [document.paper_id, document])));
          return write();
        });
  const written = new Map(pairs(changed, outcomes).map(([[paper], outcome]) => [paper, outcome]));
  return new Map(whole.map((paper) => [paper, written.get(paper) ?? { status: "unchanged" }]));
}

/** True where signals about the paper say something of it that changes. */
function isToldOtherwise(before: Paper, now: Paper): boolean {
  return before.title !== now.title || before.venue !== now.venue || before.year !== now.year;
}

function hasLostARecord({ stored, records }: WorkingPaper): boolean {
  return stored !== null && records.length < stored.source_records.length;
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
  context: BatchContext,
  log: BatchLog,
  store: Store,
): Promise<void> {
  const stored = papers.papers.filter((paper) => paper.stored !== null);
  const joined = stored.filter((paper) => paper.into !== null && outcomes.get(standing(paper))?.status !== "dead");
  const empty = stored.filter((paper) => paper.into === null && paper.records.length === 0);
  await moveSignals(store, new Map(joined.map((paper) => [paper.paper_id, standing(paper).paper_id])));
  await moveTexts(new Map(joined.map((paper) => [paper.paper_id, standing(paper).toPaper(context)])), store);
  await removeTexts(
    empty.map(({ paper_id }) => paper_id),
    store,
  );
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
  for (const [{ numbered, part, signal }, outcome] of pairs(signals, stored)) {
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
