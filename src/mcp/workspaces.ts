import type { ToolAnnotations } from "@modelcontextprotocol/server";
import { z } from "zod";
import type { ItemsChange } from "../workspaces/items.ts";
import type { Owned } from "../workspaces/store.ts";
import { ITEM_KINDS, itemCounts, LIMITS, type Workspace } from "../workspaces/workspace.ts";
import type { ToolContext } from "./context.ts";
import { counted, dotted, id, plain } from "./render.ts";
import { Id } from "./shapes.ts";

/* Parts that the tools of workspaces share. */

/** The workspaces that a key may see: those of its account. */
export function ownedBy({ library, key }: Pick<ToolContext, "library" | "key">): Owned {
  return { records: library.records, account: key.account };
}

/** Annotations of a tool that adds to a workspace, or changes what is there. */
export function writing(hints: { destructive: boolean; idempotent: boolean }): ToolAnnotations {
  return {
    readOnlyHint: false,
    destructiveHint: hints.destructive,
    idempotentHint: hints.idempotent,
    openWorldHint: false,
  };
}

const text = (longest: number) => z.string().trim().min(1).max(longest);

export const WorkspaceId = Id;
export const Name = text(LIMITS.name);
export const Thesis = text(LIMITS.thesis).describe("What the work is out to show");
export const ExpectedVersion = z.int().min(1).describe("version of the last read; another one is a conflict");
export const Items = z
  .array(
    z.strictObject({
      kind: z.enum(ITEM_KINDS),
      id: Id.optional().describe("Of a paper (any id) or signal; a note needs none"),
      note: text(LIMITS.note).optional().describe("Why it is here; of a note its text"),
    }),
  )
  .max(100);

/** What every answer tells of a workspace. */
export const Head = z.looseObject({
  workspace_id: z.string(),
  version: z.number(),
  name: z.string(),
  thesis: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
});
export const ItemCounts = z.looseObject({ papers: z.number(), signals: z.number(), notes: z.number() });

/** A workspace without its items. */
export function headOf({ items: _items, ...head }: Workspace): Omit<Workspace, "items"> {
  return head;
}

/** `3 papers · 1 signal · 0 notes` */
export function countsText({ papers, signals, notes }: z.infer<typeof ItemCounts>): string {
  return dotted(counted(papers, "paper"), counted(signals, "signal"), counted(notes, "note"));
}

/** Name, id, version and thesis of a workspace. */
export function headLines(workspace: Omit<Workspace, "items">, longest: number): string[] {
  return [
    `# ${plain(workspace.name, longest)}`,
    dotted(id(workspace.workspace_id), `version ${workspace.version}`, `changed ${workspace.updated_at}`),
    ...(workspace.thesis === null ? ["No thesis yet."] : [`Thesis: ${plain(workspace.thesis, longest)}`]),
  ];
}

/** The answer of a tool that adds or removes items. */
export const ItemsChanged = Head.extend({
  counts: ItemCounts,
  changed: z.number().describe("items added or removed"),
  annotated: z.number().describe("items that got a new note"),
  unchanged: z.number(),
});

/** `verb`: what was done to the items that changed. */
export function changeAnswer({ workspace, ...counts }: ItemsChange, verb: "added" | "removed") {
  const head = headOf(workspace);
  const standing = itemCounts(workspace);
  const done = [
    `${counted(counts.changed, "item")} ${verb}`,
    ...(counts.annotated === 0 ? [] : [`${counts.annotated} with a new note`]),
    ...(counts.unchanged === 0 ? [] : [`${counts.unchanged} ${verb === "added" ? "there already" : "not there"}`]),
  ];
  return {
    structured: { ...head, counts: standing, ...counts },
    lines: (longest: number) => [`${done.join(", ")}.`, "", ...headLines(head, longest), countsText(standing)],
  };
}
