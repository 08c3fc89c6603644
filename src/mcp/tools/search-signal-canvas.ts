import { z } from "zod";
import { missingScopes, type Scope } from "../../access/scopes.ts";
import { answerMarkdown } from "../../answers/render/markdown.ts";
import { CanvasAnswer } from "../../answers/schema.ts";
import { TimeScope } from "../../evidence/time-scope.ts";
import { PublicError } from "../../errors.ts";
import { IN_FULL, type Cut } from "../budget.ts";
import { withoutFormulas } from "../../answers/render/judgment.ts";
import { ANSWER_DEADLINE_MS, askFor } from "../../workspaces/ask.ts";
import { Detail, EarlierContext, Id, Judgment, Query, Shortened } from "../shapes.ts";
import { defineTool, READ_ONLY } from "../tool.ts";
import { ownedBy } from "../workspaces.ts";

const Input = z.strictObject({
  query: Query.describe(
    "A research question. If it only describes something, put the field's terms for it behind it in parentheses: “Why do tests fail now and then? (flaky tests)”",
  ),
  mode: z.enum(["corpus", "paper", "workspace"]).default("corpus").describe("paper needs paper_id; workspace needs workspace_id"),
  paper_id: Id.optional().describe("Any ID of the paper, or its URL"),
  workspace_id: Id.optional(),
  time_scope: TimeScope.default("all").describe("Years of publication; from and to as 2023 or 2023-05-31"),
  match_count: z.int().min(1).max(30).optional().describe("How many papers to read; default: what the question needs"),
  source_context: EarlierContext.optional().describe("From an earlier result: uses only its evidence"),
  detail: Detail.describe("full adds formulas, all dimensions and evidence"),
});

/** A canvas answer, as this tool gives it and `get_runs` shows it again; short ones come without ranked passages and formulas. */
export const CanvasOutput = z.looseObject({
  ...CanvasAnswer.shape,
  judgment: Judgment,
  evidence: CanvasAnswer.shape.evidence.optional(),
  shortened: Shortened,
});

/** What is cut of a canvas answer that is too large. */
export const CANVAS_CUTS: readonly Cut[] = [
  { part: "source_context.signal_ids", keep: 100, how: "the source_context still narrows a call to the papers" },
  { part: "citations[].title", keep: 200, how: IN_FULL.record },
  { part: "citations[].venue", keep: 100, how: IN_FULL.paper },
  { part: "opportunities[].title", keep: 200, how: IN_FULL.paper },
  { part: "nearest_matches[].title", keep: 200, how: IN_FULL.paper },
  { part: "evidence[].title", keep: 200, how: IN_FULL.paper },
  { part: "evidence[].url", keep: 0, how: "get_paper has it" },
  { part: "evidence", keep: 10, how: "ask with a smaller match_count" },
  { part: "opportunities", keep: 5, how: "ask with a smaller match_count" },
  { part: "judgment.stability.changes", keep: 5, how: "ask with a smaller match_count" },
  { part: "citations[].url", keep: 0, how: "get_paper and search_signals have it" },
  { part: "judgment.dimensions[].formula", keep: 0, how: "the answer's page, /runs/ and its run_id, shows them" },
];

export const searchSignalCanvasTool = defineTool({
  name: "search_signal_canvas",
  title: "Ask the signal canvas",
  description:
    "Answer a research question from the library: every sentence cites a verified quote, with counter-evidence, gaps and a judgment of readiness to build on. Returns no_evidence instead of guessing.",
  scopes: ["papers:read", "signals:read"],
  input: Input,
  output: CanvasOutput,
  annotations: READ_ONLY,
  cuts: CANVAS_CUTS,
  deadlineMs: ANSWER_DEADLINE_MS,
  async handler(args, { library, key, baseUrl, signal, reportProgress }) {
    const { detail, ...request } = args;
    checkMode(args, key.scopes);
    await reportProgress(0, 1, "Reading the library");
    const answer = await askFor(library, ownedBy({ library, key }), request, signal);
    return {
      structured: detail === "full" ? answer : { ...answer, judgment: withoutFormulas(answer.judgment), evidence: undefined },
      lines: (maxLength) => answerMarkdown(answer, maxLength, detail, baseUrl),
      concise: detail === "concise",
    };
  },
});

function checkMode(
  { mode, ...args }: { mode: string; paper_id?: string; workspace_id?: string },
  scopes: readonly Scope[],
): void {
  for (const [name, of] of [
    ["paper_id", "paper"],
    ["workspace_id", "workspace"],
  ] as const) {
    if (mode === of && args[name] === undefined) {
      throw new PublicError("invalid_argument", { field: name, message: `${name} is required with mode ${of}.` });
    }
    if (mode !== of && args[name] !== undefined) {
      throw new PublicError("invalid_argument", {
        field: "mode",
        message: `${name} can only be used with mode ${of}, not ${mode}.`,
        allowed: [of],
      });
    }
  }
  const missing = mode === "workspace" ? missingScopes(["workspaces:read"], scopes) : [];
  if (missing.length > 0) {
    throw new PublicError("invalid_argument", {
      field: "mode",
      message: `mode workspace requires a key with ${missing.join(" and ")}.`,
      allowed: ["corpus", "paper"],
    });
  }
}
