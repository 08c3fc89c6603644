import { z } from "zod";
import { PublicError } from "../../errors.ts";
import { EXPORT_FORMATS, type ExportFormat } from "../../workspaces/export-formats.ts";
import { firstDay } from "../../documents/dates.ts";
import { yearOrDay } from "../../documents/fields.ts";
import { workspaceChanges } from "../../workspaces/changes.ts";
import { listWorkspaces } from "../../workspaces/store.ts";
import { viewWorkspace } from "../../workspaces/view.ts";
import { itemCounts } from "../../workspaces/workspace.ts";
import { refuseGiven } from "../arguments.ts";
import { IN_FULL, type Cut } from "../budget.ts";
import type { ToolContext } from "../context.ts";
import { Degraded, Shortened } from "../shapes.ts";
import { defineTool, READ_ONLY } from "../tool.ts";
import {
  changesLines,
  exportedLines,
  Head,
  headOf,
  ItemCounts,
  listLines,
  ownedBy,
  viewLines,
  WorkspaceId,
} from "../workspaces.ts";
import { asTyped } from "../../shared/as-typed.ts";

const Input = z.strictObject({
  workspace_id: WorkspaceId.optional().describe("Leave out for the list"),
  format: z
    .enum(EXPORT_FORMATS)
    .optional()
    .describe("Exports the workspace; markdown is a brief with its answers and references"),
  since: yearOrDay.optional().describe("What changed since 2026-05-31"),
  part: z.int().min(1).max(1_000).optional().describe("Of a long export; parts in the result is how many there are"),
});

const Listed = z.looseObject({ workspaces: z.array(Head.extend({ counts: ItemCounts })), shortened: Shortened });

const Viewed = Head.extend({
  counts: ItemCounts,
  items: z.array(
    z.looseObject({
      kind: z.string(),
      id: z.string(),
      title: z.string().nullable(),
      note: z.string().nullable(),
      state: z.string().describe("present, retracted, merged, gone or unknown"),
      year: z.number().nullable(),
      url: z.string().nullable(),
      added_at: z.string(),
    }),
  ),
  degraded: Degraded,
  shortened: Shortened,
});

const Exported = z.looseObject({
  workspace_id: z.string(),
  version: z.number(),
  format: z.string(),
  media_type: z.string(),
  filename: z.string(),
  references: z.number(),
  part: z.number(),
  parts: z.number(),
  content: z.string(),
  shortened: Shortened,
});

const Changed = z.looseObject({ summary: z.string(), changes: z.array(z.looseObject({})) });

const BY_EXPORT = "an export (format) has all of it, in parts";

const CUTS: readonly Cut[] = [
  { part: "workspaces[].thesis", keep: 300, how: "the workspace has it in full" },
  { part: "workspaces[].thesis", keep: 80, how: "the workspace has it in full" },
  { part: "changes[].title", keep: 80, how: IN_FULL.record },
  { part: "changes", keep: 60, how: "the summary has the counts" },
  { part: "items[].note", keep: 200, how: BY_EXPORT },
  { part: "items[].url", keep: 0, how: IN_FULL.record },
  { part: "items[].title", keep: 80, how: IN_FULL.record },
  ...[300, 150, 75].map((keep) => ({ part: "items", keep, last: true, how: BY_EXPORT })),
  ...[40_000, 20_000].map((keep) => ({ part: "content", keep, how: `\`${asTyped("workspaces export")}\` prints all of it` })),
];

/** Of one part as JSON text; it goes out twice. */
const PART_BYTES = 38_000;

export const getWorkspacesTool = defineTool({
  name: "get_workspaces",
  title: "Get workspaces",
  description:
    "List your workspaces (a thesis with saved papers, signals and notes), read one with its items and current version, or export one as a brief, BibTeX, CSL-JSON or JSON.",
  scopes: ["workspaces:read"],
  input: Input,
  output: z.union([Listed, Viewed, Exported, Changed]),
  annotations: READ_ONLY,
  cuts: CUTS,
  async handler({ workspace_id: id, format, part, since }, context) {
    if (id === undefined) {
      refuseGiven({ format, part, since }, ["format", "part", "since"], "can only be used with workspace_id");
      return list(context);
    }
    if (since !== undefined) {
      refuseGiven({ format, part }, ["format", "part"], "cannot be combined with since");
      return changed(id, firstDay(since), context);
    }
    if (format !== undefined) return exported(id, format, part ?? 1, context);
    refuseGiven({ part }, ["part"], "can only be used with format");
    const view = await viewWorkspace(context.library, ownedBy(context), id, context.signal);
    return { structured: view, lines: (maxLength: number) => viewLines(view, maxLength) };
  },
});

async function list(context: ToolContext) {
  const found = await listWorkspaces(ownedBy(context), context.signal);
  const workspaces = found.map((workspace) => ({ ...headOf(workspace), counts: itemCounts(workspace) }));
  return { structured: { workspaces }, lines: (maxLength: number) => listLines(workspaces, maxLength), concise: true };
}

async function changed(id: string, day: string, { library, key, signal }: ToolContext) {
  const reads = { papers: key.scopes.includes("papers:read"), signals: key.scopes.includes("signals:read") };
  const request = { workspace_id: id, since: `${day}T00:00:00.000Z`, reads };
  const found = await workspaceChanges(library, ownedBy({ library, key }), request, signal);
  return { structured: found, lines: (maxLength: number) => changesLines(found, maxLength) };
}

async function exported(id: string, format: ExportFormat, part: number, { library, key, signal }: ToolContext) {
  // Loaded with the first export: the citation library is large.
  const { exportWorkspace } = await import("../../workspaces/export.ts");
  const request = { workspace_id: id, format, maxBytes: PART_BYTES };
  const { parts, ...whole } = await exportWorkspace(library, ownedBy({ library, key }), request, signal);
  const content = parts[part - 1];
  if (content === undefined) {
    const allowed = `a whole number from 1 to ${parts.length}`;
    throw new PublicError("invalid_argument", { field: "part", message: `part must be ${allowed}.`, allowed });
  }
  return {
    structured: { ...whole, part, parts: parts.length, content },
    lines: () => exportedLines(content, { format, part, parts: parts.length }),
  };
}
