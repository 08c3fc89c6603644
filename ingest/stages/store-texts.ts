import { basename } from "node:path";
import { keysOf } from "../../src/documents/merge.ts";
import type { Paper } from "../../src/documents/paper.ts";
import { storedText } from "../../src/documents/passage.ts";
import { pairs } from "../../src/shared/pairs.ts";
import { PaperSet } from "../paper-set.ts";
import type { Problem } from "../sources/port.ts";
import type { Store } from "../store.ts";
import { storeTexts, type TextOutcome } from "../stored-texts.ts";
import { addTally, emptyTally } from "../tally.ts";
import { BatchLog, dead, type BatchContext, type BatchResult } from "./batch.ts";
import type { PaperEntry } from "./check-papers.ts";
import type { TextEntry } from "./check-texts.ts";
import { noticeEntries, noticeKeys } from "./notices.ts";
import { papersOf } from "./papers-of-texts.ts";
import { statementEntries } from "./statements.ts";
import { storePapers } from "./store-papers.ts";

interface TextBatch {
  entries: readonly TextEntry[];
  log: BatchLog;
  /** The papers that were found. */
  found: ReadonlyMap<TextEntry, Paper>;
}

/**
 * Fifth stage, of full texts: makes the papers that are unknown, as rows of papers do, states what notices say about the papers that are held, then stores the texts, and last
 * states what these say of their data, code and funding. A text whose paper is neither there nor made is a dead letter.
 */
export async function storeTextBatch(
  { entries, log, found }: TextBatch,
  context: BatchContext,
  store: Store,
): Promise<BatchResult> {
  const unknown = entries.filter((entry) => !found.has(entry));
  const made = unknown.flatMap(({ numbered, record }): PaperEntry[] =>
    record === null ? [] : [{ numbered, kind: "stated", record, derived: [] }],
  );
  const refused = await state(made, log, context, store);
  const papers = new Map([...found, ...(await papersOf(unknown, store))]);
  await stateNotices(entries, log, context, store);
  const placed = entries.flatMap((entry) => {
    const paper = papers.get(entry);
    return paper === undefined ? [] : [{ entry, paper }];
  });
  const documents = placed.map(({ entry: { text, source, numbered }, paper }) =>
    storedText({ ...text, source }, paper, { file: basename(numbered.row.position.file), ...context }),
  );
  const outcomes = new Map(pairs(placed, await storeTexts(documents, store)).map(([{ entry }, outcome]) => [entry, outcome]));
  await stateStatements(placed, outcomes, log, context, store);
  for (const entry of entries) {
    const outcome = outcomes.get(entry);
    const problem = refused.get(entry.numbered.number) ?? paperNotFound(entry);
    log.rowEnded(entry.numbered, outcome === undefined ? dead(problem) : rowOutcome(outcome));
  }
  return log;
}

/** Stores rows about papers; everything but the rows' own outcomes goes into the log. Resolves to why papers were refused, by the number of the row. */
async function state(entries: PaperEntry[], log: BatchLog, context: BatchContext, store: Store): Promise<Map<number, Problem>> {
  if (entries.length === 0) return new Map();
  const keys = [...new Set(entries.flatMap(({ record }) => keysOf(record)))];
  const strongest = [...new Set(entries.map(({ record }) => keysOf(record)[0]))];
  const papers = new PaperSet((await store.papersWith(keys, strongest)).values());
  const own = new BatchLog(context, entries.length);
  await storePapers(papers, { entries, log: own }, context, store);
  const refused = own.letters.filter(({ part }) => part === 0);
  log.letters.push(...own.letters.filter(({ part }) => part > 0));
  for (const id of own.touched) log.touched.add(id);
  addTally(log.tally, { ...own.tally, rows: emptyTally().rows, dead_by_reason: {} });
  return new Map(refused.map((letter) => [letter.number, letter]));
}

async function stateNotices(entries: readonly TextEntry[], log: BatchLog, context: BatchContext, store: Store): Promise<void> {
  const keys = [...new Set(entries.flatMap(({ text }) => noticeKeys(text)))];
  if (keys.length === 0) return;
  const held = new Map<string, Paper>();
  for (const paper of (await store.papersWith(keys, keys)).values()) for (const alias of paper.aliases) held.set(alias, paper);
  const notices = entries.flatMap((entry) => noticeEntries(entry, held, context.ingested_at.slice(0, 10)));
  await state(notices, log, context, store);
}

/** Of the text that each paper has now. */
async function stateStatements(
  placed: readonly { entry: TextEntry; paper: Paper }[],
  outcomes: ReadonlyMap<TextEntry, TextOutcome>,
  log: BatchLog,
  context: BatchContext,
  store: Store,
): Promise<void> {
  const kept = placed.filter(({ entry }) => !["superseded", "dead"].includes(outcomes.get(entry)!.status));
  const byPaper = new Map(kept.map((one) => [one.paper.paper_id, one]));
  const today = context.ingested_at.slice(0, 10);
  await state(
    [...byPaper.values()].flatMap(({ entry, paper }) => statementEntries(entry, paper, today)),
    log,
    context,
    store,
  );
}

function rowOutcome(outcome: TextOutcome): Parameters<BatchLog["rowEnded"]>[1] {
  if (outcome.status === "dead") return outcome;
  if (outcome.status === "superseded" || outcome.status === "unchanged") return { status: outcome.status };
  return { status: "indexed", without_vector: false };
}

function paperNotFound({ keys, text }: TextEntry): Problem {
  const named = [...keys.slice(0, 3), ...(text.title === null ? [] : [`the title “${text.title.slice(0, 200)}”`])].join(", ");
  const what = named === "" ? "what the file says" : named;
  return {
    stage: "resolve",
    reason: "paper_not_found",
    message: `no paper in the index has ${what}; load the paper first, or map the file to it with --map, then retry the dead letters`,
  };
}
