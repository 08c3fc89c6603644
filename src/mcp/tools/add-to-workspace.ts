import { z } from "zod";
import { TOOL_SCOPES } from "../../access/scopes.ts";
import { addItems } from "../../workspaces/items.ts";
import { Narrowing } from "../../retrieval/source-context.ts";
import { defineTool } from "../tool.ts";
import { changeAnswer, ItemsChanged, Items, ownedBy, WorkspaceId, writing } from "../workspaces.ts";

export const addToWorkspaceTool = defineTool({
  name: "add_to_workspace",
  title: "Add to a workspace",
  description:
    "Save papers, signals and notes in a workspace. Adding twice is once; a new note replaces the old. Safe beside other writers.",
  scopes: TOOL_SCOPES.add_to_workspace,
  input: z.strictObject({
    workspace_id: WorkspaceId,
    items: Items.optional(),
    source_context: Narrowing.optional().describe("Of a result: saves its papers too"),
  }),
  output: ItemsChanged,
  annotations: writing({ destructive: false, idempotent: true }),
  async handler({ workspace_id, items = [], source_context: context }, { library, key, signal }) {
    const papers = (context?.paper_ids ?? []).map((id) => ({ kind: "paper", id }) as const);
    const change = await addItems(library, ownedBy({ library, key }), { workspace_id, items: [...items, ...papers] }, signal);
    return changeAnswer(change, "added");
  },
});
