import type { ToolAnnotations } from "@modelcontextprotocol/server";
import { z } from "zod";
import type { WorkspaceChanges } from "../workspaces/changes.ts";
import type { ExportFormat } from "../workspaces/export-formats.ts";
import type { Owned } from "../workspaces/store.ts";
import type { ItemView, WorkspaceView } from "../workspaces/view.ts";
import { ITEM_KINDS, itemCounts, LIMITS, type Workspace } from "../workspaces/workspace.ts";
import type { ToolContext } from "./context.ts";
import { counted, degradedLines, dotted, id, link, plain } from "./render.ts";
import { Id } from "./shapes.ts";

/* Parts that the tools of workspaces share. */

/** The workspaces that a key may see: those of its account, and those shared with it. */
export function ownedBy({ library, key }: Pick<ToolContext, "library" | "key">): Owned {
  return { records: library.records, account: key.account };
}

/** Annotations of a tool that changes a workspace. */
export function writing(hints: { destructive: boolean; idempotent: boolean }): ToolAnnotations {
  return { readOnlyHint: false, destructiveHint: hints.destructive, idempotentHint: hints.idempotent, openWorldHint: false };
}

const text = (maxLength: number) => z.string().trim().min(1).max(maxLength);

export const WorkspaceId = Id;
export const Name = text(LIMITS.name);
export const Thesis = text(LIMITS.thesis).describe("The claim the work is meant to test");
export const ExpectedVersion = z.int().min(1);
const Kind = z.enum(ITEM_KINDS);
const Note = text(LIMITS.note);
const MAX_ITEMS = 100;

/** Items to save. */
export const NewItems = z
  .array(
    z.strictObject({
      kind: Kind,
      id: Id.optional().describe("Any ID of a paper, or a signal_id; not needed for a note"),
      note: Note.optional().describe("Why it is saved; the text of a note"),
    }),
  )
  .max(MAX_ITEMS);

/** Items to remove: by kind and id, a note by its id or its text. */
export const SavedItems = z.array(z.strictObject({ kind: Kind, id: Id.optional(), note: Note.optional() })).max(MAX_ITEMS);

/** What every answer tells of a workspace. */
export const Head = z.looseObject({
  workspace_id: z.string(),
  version: z.number(),
  role: z.string(),
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
function countsText({ papers, signals, notes }: z.infer<typeof ItemCounts>): string {
  return dotted(counted(papers, "paper"), counted(signals, "signal"), counted(notes, "note"));
}

/** Name, id, version and thesis of a workspace. */
function headLines(workspace: Omit<Workspace, "items">, maxLength: number): string[] {
  return [
    `# ${plain(workspace.name, maxLength)}`,
    dotted(
      id(workspace.workspace_id),
      `version ${workspace.version}`,
      `changed ${workspace.updated_at}`,
      workspace.shared_by !== undefined && `shared by ${plain(workspace.shared_by)}, you are its ${workspace.role}`,
    ),
    ...(workspace.thesis === null ? ["No thesis."] : [`Thesis: ${plain(workspace.thesis, maxLength)}`]),
  ];
}

/** The answer of a tool that adds or removes items. */
export const ItemsChanged = Head.extend({
  counts: ItemCounts,
  changed: z.number().describe("items added or removed"),
  annotated: z.number().describe("items that got a new note"),
  unchanged: z.number(),
});

/** What was done to a workspace, and how it is now. */
export function changeLines(workspace: Workspace, done: string, maxLength: number): string[] {
  return [done, "", ...headLines(workspace, maxLength), countsText(itemCounts(workspace))];
}

/** The workspaces of a list, each on a line. */
export function listLines(
  workspaces: (z.infer<typeof Head> & { counts: z.infer<typeof ItemCounts> })[],
  maxLength: number,
): string[] {
  return [
    `${counted(workspaces.length, "workspace")}.`,
    "",
    ...workspaces.map(({ workspace_id, version, role, name, thesis, counts, updated_at }) =>
      dotted(
        `- ${plain(name, maxLength)}`,
        countsText(counts),
        `version ${version}, ${updated_at}`,
        role !== "owner" && `shared with you, ${role}`,
        thesis !== null && `thesis: ${plain(thesis, Math.min(maxLength, 240))}`,
        id(workspace_id),
      ),
    ),
  ];
}

/** A workspace with its items, each on a line. */
export function viewLines(view: WorkspaceView, maxLength: number): string[] {
  return [
    ...headLines(view, maxLength),
    countsText(view.counts),
    ...degradedLines(view.degraded),
    "",
    ...view.items.map((item) => `- ${itemLine(item, maxLength)}`),
  ];
}

function itemLine(item: ItemView, maxLength: number): string {
  if (item.kind === "note") return dotted(`note: ${plain(item.note ?? "", maxLength)}`, id(item.id));
  const { kind, title, year, state, merged_into: into, note, url } = item;
  return dotted(
    `${kind}: ${plain(title ?? "", maxLength)}${year === null ? "" : ` (${year})`}`,
    state !== "present" && (into === undefined ? state.toUpperCase() : `merged into ${id(into)}`),
    note !== null && `note: ${plain(note, maxLength)}`,
    link(url),
    id(item.id),
  );
}

/** One part of an export: Markdown as it is; anything else between fences that nothing in it can close. */
export function exportedLines(
  content: string,
  { format, part, parts }: { format: ExportFormat; part: number; parts: number },
): string[] {
  const lines = content.trimEnd().split("\n");
  const head = parts > 1 ? [`Part ${part} of ${parts}.`, ""] : [];
  if (format === "markdown") return [...head, ...lines];
  const longest = Math.max(2, ...[...content.matchAll(/`+/gu)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return [...head, `${fence}${format === "bibtex" ? "bibtex" : "json"}`, ...lines, fence];
}

/** What changed around a workspace, each change on a line. */
export function changesLines({ summary, changes, degraded }: WorkspaceChanges, maxLength: number): string[] {
  return [
    summary,
    ...degradedLines(degraded),
    "",
    ...changes.map(({ what, kind, id: record, title, at }) =>
      dotted(`- ${what.replaceAll("_", " ")} (${kind}): ${plain(title, maxLength)}`, at, id(record)),
    ),
  ];
}
