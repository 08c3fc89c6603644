import { z } from "zod";
import { TOOL_SCOPES } from "../../access/scopes.ts";
import { removeItems } from "../../workspaces/items.ts";
import { defineTool } from "../tool.ts";
import { changeAnswer, Items, ItemsChanged, ownedBy, WorkspaceId, writing } from "../workspaces.ts";

export const removeFromWorkspaceTool = defineTool({
  name: "remove_from_workspace",
  title: "Remove from a workspace",
  description: "Take items out of a workspace by kind and id, a note by its id or text. Removing twice is once.",
  scopes: TOOL_SCOPES.remove_from_workspace,
  input: z.strictObject({ workspace_id: WorkspaceId, items: Items.min(1) }),
  output: ItemsChanged,
  annotations: writing({ destructive: true, idempotent: true }),
  async handler(args, { library, key, signal }) {
    return changeAnswer(await removeItems(library, ownedBy({ library, key }), args, signal), "removed");
  },
});
