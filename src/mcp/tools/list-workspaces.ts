import { z } from "zod";
import { TOOL_SCOPES } from "../../access/scopes.ts";
import { listWorkspaces } from "../../workspaces/store.ts";
import { itemCounts } from "../../workspaces/workspace.ts";
import type { Fold } from "../budget.ts";
import { counted, dotted, id, plain } from "../render.ts";
import { Shortened } from "../shapes.ts";
import { defineTool, READ_ONLY } from "../tool.ts";
import { countsText, Head, headOf, ItemCounts, ownedBy } from "../workspaces.ts";

const Listed = Head.extend({ counts: ItemCounts });
const Output = z.looseObject({ workspaces: z.array(Listed), shortened: Shortened });

const FOLDS: readonly Fold[] = [
  { part: "workspaces[].thesis", keep: 300, how: "get_workspace has it whole" },
  { part: "workspaces[].thesis", keep: 80, how: "get_workspace has it whole" },
];

export const listWorkspacesTool = defineTool({
  name: "list_workspaces",
  title: "List workspaces",
  description: "The account's workspaces (a thesis with saved papers, signals and notes), last changed first.",
  scopes: TOOL_SCOPES.list_workspaces,
  input: z.strictObject({}),
  output: Output,
  annotations: READ_ONLY,
  folds: FOLDS,
  async handler(_args, { library, key, signal }) {
    const found = await listWorkspaces(ownedBy({ library, key }), signal);
    const workspaces = found.map((workspace) => ({ ...headOf(workspace), counts: itemCounts(workspace) }));
    return { structured: { workspaces }, lines: (longest) => lines(workspaces, longest), concise: true };
  },
});

function lines(workspaces: z.infer<typeof Listed>[], longest: number): string[] {
  return [
    `${counted(workspaces.length, "workspace")}.`,
    "",
    ...workspaces.map(({ workspace_id, version, name, thesis, counts, updated_at }) =>
      dotted(
        `- ${plain(name, longest)}`,
        countsText(counts),
        `version ${version}, ${updated_at}`,
        thesis !== null && `thesis: ${plain(thesis, Math.min(longest, 240))}`,
        id(workspace_id),
      ),
    ),
  ];
}
