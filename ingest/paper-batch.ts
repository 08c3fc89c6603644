import { basename } from "node:path";
import { paperFromInput, type Paper, type SignalCounts } from "../src/documents/paper.ts";
import { signalFromInput, type Signal } from "../src/documents/signal.ts";
import type { SignalKind } from "../src/documents/signal-kinds.ts";
import { BatchLog, dead, type BatchContext, type BatchResult, type NumberedRow, type PreparedBatch } from "./batches.ts";
import type { PaperRow, Problem } from "./sources/port.ts";
import type { Store } from "./store.ts";
import { checkPaper, checkSignal, checkSource } from "./validate.ts";

/**
 * Checks the rows of a batch of papers and says which ids they write; `store` then stores the papers, and after them the signals that their
 * rows state. Of several rows of one paper the last counts, with its signals.
 */
export function preparePapers(rows: readonly NumberedRow[], context: BatchContext, store: Store): PreparedBatch {
  const log = new BatchLog(context, rows.length);
  const entries = new Map<string, Entry>();
  for (const numbered of rows) {
    const entry = checkRow(numbered, context, log);
    if (entry === null) continue;
    const earlier = entries.get(entry.paper.paper_id);
    if (earlier) log.rowEnded(earlier.numbered, { status: "superseded" });
    // Deleted first, so that the map keeps the order of the rows that count.
    entries.delete(entry.paper.paper_id);
    entries.set(entry.paper.paper_id, entry);
  }
  const derived = [...entries.values()].flatMap(({ derived }) => derived);
  const signalIds = derived.flatMap(({ signal }) => (signal ? [signal.signal_id] : []));
  return { keys: new Set([...entries.keys(), ...signalIds]), store: () => storeEntries([...entries.values()], log, store) };
}

interface Derived {
  part: number;
  signal: Signal | null;
  problem?: Problem;
}

interface Entry {
  numbered: NumberedRow;
  paper: Paper;
  derived: Derived[];
}

function checkRow(numbered: NumberedRow, context: BatchContext, log: BatchLog): Entry | null {
  const { row } = numbered;
  if (row.kind === "blank") {
    log.rowEnded(numbered, { status: "blank" });
    return null;
  }
  if (row.kind !== "paper") {
    if (row.kind === "signal") throw new Error("a source of papers yielded a signal");
    if (row.kind === "deletion") {
      log.rowEnded(numbered, dead({ stage: "write", reason: "deletion", message: "papers are not deleted by a load yet" }));
      return null;
    }
    log.rowEnded(numbered, dead(row.problem));
    return null;
  }
  const input = checkPaper(row.paper);
  const source = checkSource(row.source, sourceName(row.position.file));
  if ("problem" in input || "problem" in source) {
    log.rowEnded(numbered, dead("problem" in input ? input.problem : (source as { problem: Problem }).problem));
    return null;
  }
  const paper = paperFromInput(input.value, { ...context, source: source.value });
  return { numbered, paper, derived: derivedSignals(row, paper, context) };
}

function derivedSignals(row: PaperRow, paper: Paper, context: BatchContext): Derived[] {
  return row.signals.map((signal, index) => {
    const input = checkSignal({ source: paper.sources[0], ...(signal as object), paper_ids: [paper.paper_id] });
    if ("problem" in input) return { part: index + 1, signal: null, problem: input.problem };
    return { part: index + 1, signal: signalFromInput(input.value, context) };
  });
}

async function storeEntries(entries: readonly Entry[], log: BatchLog, store: Store): Promise<BatchResult> {
  const outcomes = await store.papers(
    entries.map(({ paper }) => paper),
    new Map(entries.map((entry) => [entry.paper.paper_id, countsOfEntry(entry)])),
  );
  for (const [index, { numbered }] of entries.entries()) log.rowEnded(numbered, outcomes[index]);

  // The signals of a paper that could not be stored come with its row when that is tried again.
  const stored = entries.filter((_, index) => outcomes[index].status !== "dead");
  const signals = stored.flatMap(({ numbered, derived }) => derived.map((one) => ({ numbered, ...one })));
  const whole = signals.filter((one): one is typeof one & { signal: Signal } => one.signal !== null);
  const signalOutcomes = await store.signals(whole.map(({ signal }) => signal));
  for (const [index, { numbered, part, signal }] of whole.entries()) {
    const outcome = signalOutcomes[index];
    log.derivedEnded(numbered, part, outcome);
    if (outcome.status === "indexed" || outcome.status === "unchanged") addKind(log, signal.kind);
  }
  for (const { numbered, part, problem } of signals) if (problem) log.derivedEnded(numbered, part, dead(problem));
  for (const { paper } of stored) log.touched.add(paper.paper_id);
  return log;
}

function countsOfEntry({ derived }: Entry): SignalCounts {
  const counts: SignalCounts = {};
  const kinds = new Map(derived.flatMap(({ signal }) => (signal ? [[signal.signal_id, signal.kind] as const] : [])));
  for (const kind of kinds.values()) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

export function addKind(log: BatchLog, kind: SignalKind): void {
  log.tally.signals_by_kind[kind] = (log.tally.signals_by_kind[kind] ?? 0) + 1;
}

/** The name of a source that names itself nowhere: its file's. */
function sourceName(file: string): string {
  return file === "-" ? "standard input" : basename(file);
}
