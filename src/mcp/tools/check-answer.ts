import { z } from "zod";
import { missingScopes } from "../../access/scopes.ts";
import { checkDraft, type DraftRun } from "../../citations/check-draft.ts";
import type { CheckedSentence, CheckedText, DraftProblem, DraftQuote } from "../../citations/check-text.ts";
import type { CanvasRun } from "../../answers/run.ts";
import { requireRun } from "../../workspaces/runs.ts";
import type { Cut } from "../budget.ts";
import { dotted, id, plain } from "../render.ts";
import { Id, Shortened } from "../shapes.ts";
import { defineTool, READ_ONLY } from "../tool.ts";
import { ownedBy } from "../workspaces.ts";

const MAX_TEXT = 20_000;

const Input = z.strictObject({
  text: z.string().min(1).max(MAX_TEXT).describe("The draft, citing [n] of the run, [eN] of its evidence, or [paper_id]"),
  run_id: Id.optional().describe("The run that [n] is from"),
});

const Quote = z.looseObject({
  number: z.number().nullable(),
  id: z.string(),
  field: z.string(),
  start: z.number(),
  end: z.number(),
  quote: z.string(),
});

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
  summary: z.looseObject({
    sentences: z.number(),
    supported: z.number(),
    flagged: z.number(),
    uncited: z.number(),
    no_claim: z.number(),
    retracted: z.number(),
  }),
  shortened: Shortened,
});

const IN_PARTS = "check the text in parts";

const CUTS: readonly Cut[] = [
  { part: "sentences[].supported_by[].quote", keep: 0, how: "id, field, start and end say where it is" },
  { part: "sentences[].text", keep: 60, how: "start and end say where it is" },
  { part: "sentences[].problems[].nearest.quote", keep: 200, how: IN_PARTS },
  { part: "sentences[].supported_by", keep: 1, how: IN_PARTS },
  { part: "sentences", keep: 100, how: IN_PARTS },
];

export const checkAnswerTool = defineTool({
  name: "check_answer",
  title: "Check a drafted answer",
  description:
    "Check a text you drafted, sentence by sentence: which stored quote supports it, or what is off (uncited, unknown citation, altered quote, wrong paper, figure, negation, direction, term, retraction). Mend what is flagged and check again.",
  scopes: ["papers:read"],
  input: Input,
  output: Output,
  annotations: READ_ONLY,
  cuts: CUTS,
  async handler({ text, run_id: runId }, { library, key, signal }) {
    const run = runId === undefined ? null : draftRun(await requireRun(ownedBy({ library, key }), runId, signal));
    const signals = missingScopes(["signals:read"], key.scopes).length === 0;
    const structured = await checkDraft(library, { text, run, signals }, signal);
    return { structured, lines: (longest) => lines(structured, longest), concise: true };
  },
});

function draftRun({ answer }: CanvasRun): DraftRun {
  return {
    question: answer.query,
    citations: answer.citations,
    evidence: answer.evidence ?? [],
    paper_ids: answer.source_context.paper_ids,
  };
}

function lines({ sentences, summary }: CheckedText, longest: number): string[] {
  const { supported, flagged, uncited, no_claim: none } = summary;
  return [
    `${summary.sentences} sentences: ${supported} supported, ${flagged} flagged, ${uncited} uncited, ${none} without a claim.`,
    "Supported means worded as its source; whether it follows from it is yours to judge.",
    "",
    ...sentences.filter(({ status }) => status !== "no_claim").map((sentence) => line(sentence, longest)),
  ];
}

function line({ number, text, problems, supported_by: by }: CheckedSentence, longest: number): string {
  const says =
    problems.length === 0 ? ["ok", ...by.map((quote) => place(quote))] : problems.map((problem) => whatIsOff(problem, longest));
  const shown = problems.length === 0 ? "" : `“${plain(text, Math.min(longest, 80))}”`;
  return `${number}. ${dotted(shown, ...says)}`;
}

function whatIsOff({ kind, found, nearest }: DraftProblem, longest: number): string {
  const what = found === null ? kind : `${kind} (${plain(found, Math.min(longest, 120))})`;
  return nearest === null ? what : `${what}; nearest: ${place(nearest)} “${plain(nearest.quote, longest)}”`;
}

function place({ number, id: document, field, start, end }: DraftQuote): string {
  return `${number === null ? id(document) : `[${number}]`} ${field} ${start}–${end}`;
}
