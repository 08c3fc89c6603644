import { asWords } from "../shared/as-words.ts";
import type { CanvasRun } from "../answers/run.ts";
import { citedPapers } from "./run-changed.ts";
import type { Owned } from "./store.ts";
import { counted } from "../shared/thousands.ts";

/** A paper that an answer quotes. */
export interface QuotedPaper {
  paper_id: string;
  title: string;
}

/** How an answer differs from the one that the same question got before. */
export interface RunComparison {
  /** The earlier run, and when it was. */
  run_id: string;
  asked_at: string;
  /** One sentence that says it all. */
  summary: string;
  quoted_now: QuotedPaper[];
  quoted_before: QuotedPaper[];
}

/** How many earlier runs are looked through. */
const LOOKED_THROUGH = 30;

/** Compares a run with the latest earlier one of the same question, in the same mode and about the same years; null where there is none among the last thirty. */
export async function comparedWithEarlier(
  { records, account }: Owned,
  run: CanvasRun,
  signal?: AbortSignal,
): Promise<RunComparison | null> {
  const options = { where: { account }, limit: LOOKED_THROUGH, after: run.answer.run_id };
  const { records: earlier } = await records.list<CanvasRun>("run", options, signal);
  const question = questionOf(run);
  const found = earlier.find(({ value }) => questionOf(value) === question);
  return found === undefined ? null : compared(found.value, run);
}

/** What makes two questions the same: words, mode, years, and what they are asked within. */
function questionOf({ request: { query, mode, paper_id, time_scope, source_context } }: CanvasRun): string {
  return JSON.stringify([query.trim().toLowerCase(), mode, paper_id, time_scope, source_context?.paper_ids]);
}

function compared(before: CanvasRun, now: CanvasRun): RunComparison {
  const [quotedBefore, quotedNow] = [citedPapers(before), citedPapers(now)];
  const added = quotedNow.filter((id) => !quotedBefore.includes(id));
  const gone = quotedBefore.filter((id) => !quotedNow.includes(id));
  const states = [before.answer.answer.state, now.answer.answer.state];
  const verdicts = [before.answer.judgment.verdict, now.answer.judgment.verdict];
  const parts = [
    ...(states[0] === states[1] ? [] : [`the answer was ${asWords(states[0]!)} and is now ${asWords(states[1]!)}`]),
    ...(added.length === 0 ? [] : [`${counted(added.length, "paper")} newly quoted`]),
    ...(gone.length === 0 ? [] : [`${counted(gone.length, "paper")} no longer quoted`]),
    ...(verdicts[0] === verdicts[1] ? [] : [`the verdict changed from ${asWords(verdicts[0]!)} to ${asWords(verdicts[1]!)}`]),
  ];
  return {
    run_id: before.answer.run_id,
    asked_at: before.asked_at,
    summary: parts.length === 0 ? "Same papers quoted, same verdict." : `${capital(parts.join("; "))}.`,
    quoted_now: named(added, now),
    quoted_before: named(gone, before),
  };
}

function named(ids: readonly string[], { answer: { citations } }: CanvasRun): QuotedPaper[] {
  return ids.map((id) => ({ paper_id: id, title: citations.find((citation) => citation.id === id)?.title ?? id }));
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
