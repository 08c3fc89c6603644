import { z } from "zod";
import { TOOL_SCOPES } from "../../access/scopes.ts";
import type { RunChanges } from "../../workspaces/run-changes.ts";
import { getRun, type RunView } from "../../workspaces/runs.ts";
import type { Fold } from "../budget.ts";
import { dotted, entries, id, plain } from "../render.ts";
import { Degraded, Id, Shortened } from "../shapes.ts";
import { defineTool, READ_ONLY } from "../tool.ts";
import { ownedBy } from "../workspaces.ts";
import { CANVAS_FOLDS, canvasLines, CanvasOutput } from "./search-signal-canvas.ts";

const Ids = z.array(z.string());

const Output = z.looseObject({
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
    .describe("what is different in the library now"),
  degraded: Degraded,
  shortened: Shortened,
});

const COUNTED = "the summary counts them";

const FOLDS: readonly Fold[] = [
  { part: "request.source_context", keep: 0, how: "it is that of an earlier result" },
  { part: "changes.signals_gone", keep: 50, how: COUNTED },
  { part: "changes.papers_gone", keep: 50, how: COUNTED },
  ...CANVAS_FOLDS.map((fold) => ({ ...fold, part: `answer.${fold.part}` })),
];

export const getRunTool = defineTool({
  name: "get_run",
  title: "Get a run",
  description:
    "An earlier answer of the signal canvas exactly as it was given, and what has changed since: papers gone or retracted, quotes changed, a new index.",
  scopes: TOOL_SCOPES.get_run,
  input: z.strictObject({ run_id: Id }),
  output: Output,
  annotations: READ_ONLY,
  folds: FOLDS,
  async handler({ run_id }, { library, key, signal }) {
    const view = await getRun(library, ownedBy({ library, key }), run_id, signal);
    return { structured: view, lines: (longest) => lines(view, longest) };
  },
});

function lines(view: RunView, longest: number): string[] {
  return [
    `Question (${view.asked_at}, mode ${view.request.mode}): ${plain(view.request.query, longest)}`,
    ...(view.workspace_id === null ? [] : [`Workspace: ${id(view.workspace_id)}`]),
    ...view.degraded.map(({ part, reason }) => `Note (${part}): ${plain(reason)}`),
    ...(view.changes === null ? [] : changeLines(view.changes, entries(longest))),
    "",
    ...canvasLines(view.answer, longest, "full"),
  ];
}

function changeLines(changes: RunChanges, most: number): string[] {
  const listed = (label: string, list: readonly string[]) =>
    list.length === 0 ? [] : [`- ${label}: ${list.slice(0, most).join(", ")}${list.length > most ? " …" : ""}`];
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
