import { z } from "zod";
import { TOOL_SCOPES } from "../../access/scopes.ts";
import { updateWorkspace } from "../../workspaces/store.ts";
import { defineTool } from "../tool.ts";
import { ExpectedVersion, Head, headLines, headOf, Name, ownedBy, Thesis, WorkspaceId, writing } from "../workspaces.ts";

export const updateWorkspaceTool = defineTool({
  name: "update_workspace",
  title: "Update a workspace",
  description: "Give a workspace another name or thesis, unless somebody changed it since you read it (version_conflict).",
  scopes: TOOL_SCOPES.update_workspace,
  input: z.strictObject({
    workspace_id: WorkspaceId,
    expected_version: ExpectedVersion,
    name: Name.optional(),
    thesis: Thesis.optional(),
  }),
  output: Head,
  annotations: writing({ destructive: true, idempotent: true }),
  async handler(args, { library, key, signal }) {
    const head = headOf(await updateWorkspace(ownedBy({ library, key }), args, signal));
    return { structured: head, lines: (longest) => ["Updated.", "", ...headLines(head, longest)] };
  },
});
