import { z } from "zod";
import { saveWorkspace, type Saved } from "../../workspaces/save.ts";
import { counted } from "../render.ts";
import { EarlierContext } from "../shapes.ts";
import { defineTool } from "../tool.ts";
import {
  changeLines,
  ExpectedVersion,
  headOf,
  ItemsChanged,
  Name,
  NewItems,
  ownedBy,
  Thesis,
  WorkspaceId,
  writing,
} from "../workspaces.ts";
import { itemCounts } from "../../workspaces/workspace.ts";

const Input = z.strictObject({
  workspace_id: WorkspaceId.optional().describe("Leave out to create a workspace"),
  name: Name.optional(),
  thesis: Thesis.optional(),
  expected_version: ExpectedVersion.optional().describe("The version you last read; required to replace name or thesis"),
  items: NewItems.optional(),
  source_context: EarlierContext.optional().describe("From a result: saves its papers too"),
  client_token: z.string().trim().min(1).max(100).optional().describe("Makes creating safe to retry: one workspace per token"),
});

const Output = ItemsChanged.extend({
  created: z.boolean(),
  replaced: z
    .looseObject({ name: z.string().optional(), thesis: z.string().nullable().optional() })
    .describe("the name and thesis before this call, if it replaced them"),
});

export const saveWorkspaceTool = defineTool({
  name: "save_workspace",
  title: "Save to a workspace",
  description:
    "Create a workspace or change one: its name, its thesis, and the papers, signals and notes saved in it. Adding items is idempotent and safe with other writers; a new note replaces the old one.",
  scopes: ["workspaces:write"],
  input: Input,
  output: Output,
  annotations: writing({ destructive: false, idempotent: false }),
  async handler({ items = [], source_context: context, ...request }, { library, key, signal }) {
    const papers = (context?.paper_ids ?? []).map((id) => ({ kind: "paper", id }) as const);
    const saved = await saveWorkspace(library, ownedBy({ library, key }), { ...request, items: [...items, ...papers] }, signal);
    const { workspace, ...change } = saved;
    return {
      structured: { ...headOf(workspace), counts: itemCounts(workspace), ...change },
      lines: (maxLength) => changeLines(workspace, doneBy(saved), maxLength),
    };
  },
});

/** `Workspace created. 2 items added, 1 already saved.` */
function doneBy({ created, replaced, changed, annotated, unchanged }: Saved): string {
  const items = [
    ...(changed === 0 ? [] : [`${counted(changed, "item")} added`]),
    ...(annotated === 0 ? [] : [`${counted(annotated, "note")} replaced`]),
    ...(unchanged === 0 ? [] : [`${unchanged} already saved`]),
  ];
  const sentences = [
    created && "Workspace created.",
    Object.keys(replaced).length > 0 && `Replaced: ${Object.keys(replaced).join(" and ")}.`,
    items.length > 0 && `${items.join(", ")}.`,
  ].filter(Boolean);
  return sentences.length === 0 ? "Nothing to change." : sentences.join(" ");
}
