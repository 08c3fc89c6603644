import { z } from "zod";
import { TOOL_SCOPES } from "../../access/scopes.ts";
import { listRuns, type RunLine } from "../../workspaces/runs.ts";
import type { Fold } from "../budget.ts";
import { counted, dotted, id, plain } from "../render.ts";
import { Cursor, Limit, Shortened } from "../shapes.ts";
import { defineTool, READ_ONLY } from "../tool.ts";
import { ownedBy, WorkspaceId } from "../workspaces.ts";

const Output = z.looseObject({
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

const FOLDS: readonly Fold[] = [{ part: "runs[].question", keep: 300, how: "get_run has it whole" }];

export const listRunsTool = defineTool({
  name: "list_runs",
  title: "List runs",
  description:
    "Questions that the account asked the signal canvas in the last 90 days, newest first; of one workspace or of all.",
  scopes: TOOL_SCOPES.list_runs,
  input: z.strictObject({ workspace_id: WorkspaceId.optional(), limit: Limit, cursor: Cursor.optional() }),
  output: Output,
  annotations: READ_ONLY,
  folds: FOLDS,
  async handler(args, { library, key, signal }) {
    const found = await listRuns(ownedBy({ library, key }), args, signal);
    return { structured: found, lines: (longest) => lines(found, longest), concise: true };
  },
});

function lines({ runs, next_cursor: next }: { runs: RunLine[]; next_cursor?: string }, longest: number): string[] {
  return [
    `${counted(runs.length, "run")} shown.`,
    "",
    ...runs.map((run) =>
      dotted(
        `- ${run.asked_at}: ${plain(run.question, longest)}`,
        `${run.state}, ${run.verdict}`,
        longest >= 240 &&
          `${counted(run.papers, "paper")}, ${counted(run.citations, "citation")}, index ${plain(run.generation)}`,
        run.workspace_id !== null && `workspace ${id(run.workspace_id)}`,
        id(run.run_id),
      ),
    ),
    ...(next === undefined ? [] : [`More: the same arguments with cursor ${id(next)}`]),
  ];
}
