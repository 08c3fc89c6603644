import { z } from "zod";
import { TOOL_SCOPES } from "../../access/scopes.ts";
import { deleteWorkspace } from "../../workspaces/store.ts";
import { id, plain } from "../render.ts";
import { defineTool } from "../tool.ts";
import { ExpectedVersion, ownedBy, WorkspaceId, writing } from "../workspaces.ts";

export const deleteWorkspaceTool = defineTool({
  name: "delete_workspace",
  title: "Delete a workspace",
  description: "Delete a workspace for good, unless somebody changed it since you read it. Its runs stay for their 90 days.",
  scopes: TOOL_SCOPES.delete_workspace,
  input: z.strictObject({ workspace_id: WorkspaceId, expected_version: ExpectedVersion }),
  output: z.looseObject({ workspace_id: z.string(), name: z.string(), deleted: z.boolean() }),
  annotations: writing({ destructive: true, idempotent: true }),
  async handler(args, { library, key, signal }) {
    const { workspace_id, name } = await deleteWorkspace(ownedBy({ library, key }), args, signal);
    return {
      structured: { workspace_id, name, deleted: true },
      lines: () => [
        `Deleted “${plain(name)}” (${id(workspace_id)}). Its runs stay readable for 90 days from when they were asked.`,
      ],
    };
  },
});
