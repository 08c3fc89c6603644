import { z } from "zod";
import { TOOL_SCOPES } from "../../access/scopes.ts";
import { createWorkspace } from "../../workspaces/store.ts";
import { defineTool } from "../tool.ts";
import { Head, headLines, headOf, Name, ownedBy, Thesis, writing } from "../workspaces.ts";

export const createWorkspaceTool = defineTool({
  name: "create_workspace",
  title: "Create a workspace",
  description: "Start a workspace: a thesis with saved papers, signals and notes, which questions can be asked within.",
  scopes: TOOL_SCOPES.create_workspace,
  input: z.strictObject({
    name: Name,
    thesis: Thesis.optional(),
    client_token: z
      .string()
      .trim()
      .min(1)
      .max(100)
      .optional()
      .describe("The same token gives the same workspace: safe to send again"),
  }),
  output: Head.extend({ created: z.boolean().describe("false: the token's workspace stood already") }),
  annotations: writing({ destructive: false, idempotent: false }),
  async handler(args, { library, key, signal }) {
    const { workspace, created } = await createWorkspace(ownedBy({ library, key }), args, signal);
    const head = headOf(workspace);
    return {
      structured: { ...head, created },
      lines: (longest) => [created ? "Created." : "It stood already; nothing was made.", "", ...headLines(head, longest)],
    };
  },
});
