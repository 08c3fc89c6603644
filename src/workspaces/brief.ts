import { authorship } from "../answers/render/flags.ts";
import type { CanvasRun } from "../answers/run.ts";
import type { Answer } from "../answers/schema.ts";
import { shortened } from "../documents/markdown.ts";
import { citedKind, referencesOf, type Reference, type References } from "./references.ts";
import { lastRuns } from "./runs.ts";
import type { Shelf } from "./saved.ts";
import { getWorkspace, type Owned } from "./store.ts";
import type { Workspace } from "./workspace.ts";
import type { SentenceFlag } from "../citations/citation.ts";

/** An answer in a brief: its marks are numbers of the brief's references. */
export interface BriefAnswer {
  run_id: string;
  asked_at: string;
  question: string;
  state: Answer["state"];
  reason: string;
  /** Who worded it, where that was a language model; null where it is quotes. */
  authored: string | null;
  verdict: string;
  sentences: { text: string; references: number[]; flags: SentenceFlag[] }[];
  counter_evidence: { text: string; references: number[] }[];
  gaps: string[];
  /** What the sentences quote, word for word. */
  quotes: { reference: number; quote: string }[];
}

/** All that an export is written from. */
export interface Brief {
  workspace: Workspace;
  answers: BriefAnswer[];
  references: Reference[];
  /** The number of a saved paper's or signal's reference. */
  numberOf: References["numberOf"];
}

/** The last answers that go into a brief. */
const ANSWERS = 5;
const MAX_STATEMENT_LENGTH = 1_000;

/** Gathers a workspace, its last answers and their references. Throws `not_found`, `engine_unavailable`, `index_missing`. */
export async function briefOf(library: Shelf, owned: Owned, id: string, signal?: AbortSignal): Promise<Brief> {
  const workspace = await getWorkspace(owned, id, signal);
  const runs = await lastRuns(owned, id, ANSWERS, signal);
  const { list, numberOf } = await referencesOf(library, workspace.items, runs, signal);
  return { workspace, answers: runs.map((run) => answerOf(run, numberOf)), references: list, numberOf };
}

function answerOf({ asked_at, answer: canvas }: CanvasRun, numberOf: References["numberOf"]): BriefAnswer {
  const cited = new Map(canvas.citations.map((citation) => [citation.number, citation]));
  const citationsOf = (numbers: readonly number[]) => numbers.flatMap((number) => cited.get(number) ?? []);
  const referencesTo = (numbers: readonly number[]) => [
    ...new Set(citationsOf(numbers).map(({ kind, id }) => numberOf(citedKind(kind), id))),
  ];
  const used = citationsOf([...new Set(canvas.answer.sentences.flatMap(({ citations }) => citations))]);
  return {
    run_id: canvas.run_id,
    asked_at,
    question: canvas.query,
    state: canvas.answer.state,
    reason: canvas.answer.reason,
    authored: authorship(canvas),
    verdict: canvas.judgment.verdict,
    sentences: canvas.answer.sentences.map(({ text, citations, flags }) => ({
      text,
      references: referencesTo(citations),
      flags,
    })),
    counter_evidence: canvas.counter_evidence.map(({ text, citations }) => ({
      text: shortened(text, MAX_STATEMENT_LENGTH),
      references: referencesTo(citations),
    })),
    gaps: canvas.gaps,
    quotes: used.map(({ kind, id, quote }) => ({ reference: numberOf(citedKind(kind), id), quote })),
  };
}
