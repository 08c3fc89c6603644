import { z } from "zod";
import type { CanvasRun } from "../../answers/run.ts";
import { checkDraft, type DraftRun } from "../../citations/check-draft.ts";
import { PublicError } from "../../errors.ts";
import { requireRun } from "../../workspaces/runs.ts";
import { refuseGiven } from "../arguments.ts";
import { IN_FULL, type Cut } from "../budget.ts";
import { draftLines } from "../render-draft.ts";
import { Id, Shortened } from "../shapes.ts";
import { defineTool, READ_ONLY } from "../tool.ts";
import { ownedBy } from "../workspaces.ts";

const MAX_TEXT = 20_000;

const Input = z.strictObject({
  text: z.string().min(1).max(MAX_TEXT).optional().describe("The draft, citing [n], [eN] of the run's evidence, or [paper_id]"),
  run_id: Id.optional().describe("The run that [n] is from; without it, [n] is the n-th of citations"),
  citations: z
    .array(
      z.strictObject({
        id: Id.describe("Any ID or URL of a paper, or a signal_id"),
        quote: z.string().trim().min(1).max(2_000).describe("The exact quote"),
      }),
    )
    .min(1)
    .max(50)
    .optional()
    .describe("Quotes to verify, with a draft or alone"),
});

const Place = { field: z.string(), start: z.number(), end: z.number() };
const Quote = z.looseObject({ number: z.number().nullable(), id: z.string(), ...Place, quote: z.string() });

const Output = z.looseObject({
  sentences: z.array(
    z.looseObject({
      number: z.number(),
      text: z.string(),
      start: z.number(),
      end: z.number(),
      status: z.enum(["supported", "flagged", "uncited", "no_claim"]),
      problems: z.array(z.looseObject({ kind: z.string(), found: z.string().nullable(), nearest: Quote.nullable() })),
      supported_by: z.array(Quote),
    }),
  ),
  citations: z.array(
    z.looseObject({
      number: z.number(),
      id: z.string(),
      stored_id: z.string().nullable(),
      title: z.string().nullable(),
      exists: z.boolean().nullable(),
      verbatim: z.boolean(),
      found_at: z.looseObject(Place).nullable(),
      nearest: z.looseObject({ ...Place, text: z.string(), similarity: z.number() }).nullable(),
      retracted: z.boolean(),
      note: z.string().nullable(),
    }),
  ),
  summary: z.looseObject({
    sentences: z.number(),
    supported: z.number(),
    flagged: z.number(),
    uncited: z.number(),
    no_claim: z.number(),
    given: z.number(),
    verbatim: z.number(),
    unknown: z.number(),
    retracted: z.number(),
  }),
  shortened: Shortened,
});

const IN_PARTS = "check the text in parts";
const FEWER = "check fewer citations at once";

const CUTS: readonly Cut[] = [
  { part: "citations[].title", keep: 100, how: IN_FULL.paper },
  { part: "citations[].id", keep: 80, how: "number is its position in the request" },
  { part: "sentences[].supported_by[].quote", keep: 0, how: "id, field, start and end say where it is" },
  { part: "sentences[].text", keep: 60, how: "start and end say where it is" },
  { part: "sentences[].problems[].nearest.quote", keep: 200, how: IN_PARTS },
  { part: "citations[].nearest", keep: 0, how: FEWER },
  { part: "sentences[].supported_by", keep: 1, how: IN_PARTS },
  { part: "sentences", keep: 100, how: IN_PARTS },
];

export const checkAnswerTool = defineTool({
  name: "check_answer",
  title: "Check a draft and its quotes",
  description:
    "Check what you drafted before you pass it on. text: for each sentence the stored quote that supports it, or what is wrong (citation, quote, paper, figure, negation, direction, term, retraction); fix and check again. citations: whether each quote is verbatim in its source, and where.",
  scopes: ["papers:read"],
  input: Input,
  output: Output,
  annotations: READ_ONLY,
  cuts: CUTS,
  async handler({ text, run_id: runId, citations }, { library, key, signal }) {
    if (text === undefined) {
      refuseGiven({ run_id: runId }, ["run_id"], "can only be used with text");
      if (citations === undefined) throw new PublicError("invalid_argument", NOTHING_GIVEN);
    }
    const run = runId === undefined ? undefined : draftRun(await requireRun(ownedBy({ library, key }), runId, signal));
    const signals = key.scopes.includes("signals:read");
    const structured = await checkDraft(library, { text: text ?? "", run, citations, signals }, signal);
    return { structured, lines: (maxLength) => draftLines(structured, maxLength), concise: true };
  },
});

const NOTHING_GIVEN = { field: "text", message: "Give text, citations or both.", allowed: ["text", "citations"] };

function draftRun({ answer }: CanvasRun): DraftRun {
  return {
    question: answer.query,
    citations: answer.citations,
    evidence: answer.evidence ?? [],
    paper_ids: answer.source_context.paper_ids,
  };
}
