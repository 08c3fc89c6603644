import { z } from "zod";
import type { RunChanges } from "../../workspaces/run-changes.ts";
import { getRun, listRuns, type RunLine, type RunView } from "../../workspaces/runs.ts";
import { refuseGiven } from "../arguments.ts";
import type { Cut } from "../budget.ts";
import { counted, degradedLines, dotted, entries, id, plain } from "../render.ts";
import { Cursor, Degraded, Id, Limit, Shortened } from "../shapes.ts";
import { defineTool, READ_ONLY } from "../tool.ts";
import { ownedBy, WorkspaceId } from "../workspaces.ts";
import { answerMarkdown } from "../../answers/render/markdown.ts";
import { CANVAS_CUTS, CanvasOutput } from "./search-signal-canvas.ts";

const Ids = z.array(z.string());

const Input = z.strictObject({
  run_id: Id.optional().describe("Leave out for the list"),
  workspace_id: WorkspaceId.optional().describe("Lists only the runs of this workspace"),
  limit: Limit,
  cursor: Cursor.optional(),
});

const Listed = z.looseObject({
  runs: z.array(
    z.looseObject({
      run_id: z.string(),
      workspace_id: z.string().nullable(),
      asked_at: z.string(),
      question: z.string(),
      state: z.string(),
      verdict: z.string(),
      generation: z.string(),
    }),
  ),
  next_cursor: z.string().optional(),
  shortened: Shortened,
});

const Viewed = z.looseObject({
  run_id: z.string(),
  workspace_id: z.string().nullable(),
  asked_at: z.string(),
  request: z.looseObject({ query: z.string(), mode: z.string() }),
  answer: CanvasOutput.omit({ shortened: true }).describe("as it was given"),
  changes: z
    .looseObject({
      summary: z.string(),
      generation: z.looseObject({ before: z.string(), now: z.string() }).nullable(),
      papers_gone: Ids,
      papers_merged: z.array(z.looseObject({ paper_id: z.string(), into: z.string() })),
      retracted_since: Ids,
      signals_gone: Ids,
      quotes_unchanged: z.number(),
      quotes_changed: z.array(z.looseObject({ number: z.number(), id: z.string(), how: z.string() })),
    })
    .nullable()
    .describe("what has changed in the library since"),
  degraded: Degraded,
  shortened: Shortened,
});

const COUNTED = "the summary has the count";

const CUTS: readonly Cut[] = [
  { part: "runs[].question", keep: 300, how: "the run has it in full" },
  { part: "request.source_context", keep: 0, how: "the earlier result has it" },
  { part: "changes.signals_gone", keep: 50, how: COUNTED },
  { part: "changes.papers_gone", keep: 50, how: COUNTED },
  ...CANVAS_CUTS.map((step) => ({ ...step, part: `answer.${step.part}` })),
];

export const getRunsTool = defineTool({
  name: "get_runs",
  title: "Get runs",
  description:
    "List the questions asked in the last 90 days, newest first, or read one answer exactly as it was given, with what has changed since: papers removed or retracted, quotes changed, a new index.",
  scopes: ["workspaces:read"],
  input: Input,
  output: z.union([Listed, Viewed]),
  annotations: READ_ONLY,
  cuts: CUTS,
  async handler({ run_id, ...args }, { library, key, baseUrl, signal }) {
    const owned = ownedBy({ library, key });
    if (run_id === undefined) {
      const found = await listRuns(owned, args, signal);
      return { structured: found, lines: (maxLength: number) => listLines(found, maxLength), concise: true };
    }
    refuseGiven(args, ["workspace_id", "cursor"], "cannot be combined with run_id");
    const view = await getRun(library, owned, run_id, signal);
    return { structured: view, lines: (maxLength: number) => viewLines(view, maxLength, baseUrl) };
  },
});

function listLines({ runs, next_cursor: next }: { runs: RunLine[]; next_cursor?: string }, maxLength: number): string[] {
  return [
    `${counted(runs.length, "run")} shown.`,
    "",
    ...runs.map((run) =>
      dotted(
        `- ${run.asked_at}: ${plain(run.question, maxLength)}`,
        `${run.state}, ${run.verdict}`,
        maxLength >= 240 &&
          `${counted(run.papers, "paper")}, ${counted(run.citations, "citation")}, index ${plain(run.generation)}`,
        run.workspace_id !== null && `workspace ${id(run.workspace_id)}`,
        id(run.run_id),
      ),
    ),
    ...(next === undefined ? [] : [`Next page: the same arguments with cursor ${id(next)}`]),
  ];
}

function viewLines(view: RunView, maxLength: number, baseUrl: string): string[] {
  return [
    `Question (${view.asked_at}, mode ${view.request.mode}): ${plain(view.request.query, maxLength)}`,
    ...(view.workspace_id === null ? [] : [`Workspace: ${id(view.workspace_id)}`]),
    ...degradedLines(view.degraded),
    ...(view.changes === null ? [] : changeLines(view.changes, entries(maxLength))),
    "",
    ...answerMarkdown(view.answer, maxLength, "full", baseUrl),
  ];
}

function changeLines(changes: RunChanges, maxEntries: number): string[] {
  const listed = (label: string, list: readonly string[]) =>
    list.length === 0 ? [] : [`- ${label}: ${list.slice(0, maxEntries).join(", ")}${list.length > maxEntries ? " …" : ""}`];
  return [
    changes.summary,
    ...listed("retracted since", changes.retracted_since.map(id)),
    ...listed("gone", [...changes.papers_gone, ...changes.signals_gone].map(id)),
    ...listed(
      "merged",
      changes.papers_merged.map(({ paper_id: paper, into }) => `${id(paper)} into ${id(into)}`),
    ),
    ...listed(
      "quotes",
      changes.quotes_changed.map(({ number, how, id: record }) => dotted(`[${number}] ${how}`, id(record))),
    ),
    ...listed(
      "index",
      changes.generation === null ? [] : [`${plain(changes.generation.before)}, now ${plain(changes.generation.now)}`],
    ),
  ];
}
