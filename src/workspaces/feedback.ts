import type { CanvasRun } from "../answers/run.ts";
import { storedRun } from "../answers/stored-run.ts";
import { everyRecord } from "../records/every-record.ts";
import type { Records } from "../records/port.ts";

/** What somebody thought of an answer, with what is needed to find out why. It does not say who. */
export interface FeedbackLine {
  run_id: string;
  asked_at: string;
  question: string;
  mode: string;
  kind: string;
  state: string;
  written_by: string;
  sentences: string[];
  cited: string[];
  generation: string;
  useful: boolean;
  reason: string | null;
  rated_at: string;
}

/** Every rated answer of the last 90 days, of all accounts, newest first, as lines of JSON. Memory holds one page of runs. Throws `records_unavailable`. */
export async function* feedbackLines(records: Pick<Records, "list">): AsyncGenerator<string> {
  for await (const { value } of everyRecord<CanvasRun>(records, "run")) {
    if (value.feedback !== undefined) yield `${JSON.stringify(lineOf(storedRun(value), value.feedback))}\n`;
  }
}

function lineOf(
  { answer, asked_at, request }: CanvasRun,
  { useful, reason, at }: NonNullable<CanvasRun["feedback"]>,
): FeedbackLine {
  return {
    run_id: answer.run_id,
    asked_at,
    question: request.query,
    mode: request.mode,
    kind: answer.read_as.kind,
    state: answer.answer.state,
    written_by: answer.summarizer.model ?? answer.summarizer.name,
    sentences: answer.answer.sentences.map(({ text }) => text),
    cited: [...new Set(answer.citations.map(({ id }) => id))],
    generation: answer.source_context.generation,
    useful,
    reason,
    rated_at: at,
  };
}
