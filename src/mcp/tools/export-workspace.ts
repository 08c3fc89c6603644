import { z } from "zod";
import { TOOL_SCOPES } from "../../access/scopes.ts";
import { PublicError } from "../../errors.ts";
import { EXPORT_FORMATS, type ExportFormat } from "../../workspaces/export-formats.ts";
import type { Fold } from "../budget.ts";
import { Shortened } from "../shapes.ts";
import { defineTool, READ_ONLY } from "../tool.ts";
import { ownedBy, WorkspaceId } from "../workspaces.ts";

/** Of one part as JSON text; it goes out twice. */
const PART_BYTES = 38_000;

const Input = z.strictObject({
  workspace_id: WorkspaceId,
  format: z.enum(EXPORT_FORMATS).default("markdown").describe("markdown: a brief with references"),
  part: z.int().min(1).max(1_000).default(1).describe("Of a long export; parts says how many"),
});

const Output = z.looseObject({
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

const FOLDS: readonly Fold[] = [40_000, 20_000].map((keep) => ({
  part: "content",
  keep,
  how: "signal-canvas workspaces export has it whole",
}));

export const exportWorkspaceTool = defineTool({
  name: "export_workspace",
  title: "Export a workspace",
  description:
    "A workspace as a brief in Markdown with its last answers and numbered references, as BibTeX or CSL-JSON for reference managers, or as JSON.",
  scopes: TOOL_SCOPES.export_workspace,
  input: Input,
  output: Output,
  annotations: READ_ONLY,
  folds: FOLDS,
  async handler({ workspace_id, format, part }, { library, key, signal }) {
    // Loaded with the first export: the citation library is large.
    const { exportWorkspace } = await import("../../workspaces/export.ts");
    const request = { workspace_id, format, mostBytes: PART_BYTES };
    const { parts, ...exported } = await exportWorkspace(library, ownedBy({ library, key }), request, signal);
    if (part > parts.length) {
      const allowed = `a whole number from 1 to ${parts.length}`;
      throw new PublicError("invalid_argument", { field: "part", message: `part must be ${allowed}.`, allowed });
    }
    const content = parts[part - 1];
    return {
      structured: { ...exported, part, parts: parts.length, content },
      lines: () => [...(parts.length > 1 ? [`Part ${part} of ${parts.length}.`, ""] : []), ...shown(content, format)],
    };
  },
});

/** Markdown as it is; anything else between fences that nothing in it can close. */
function shown(content: string, format: ExportFormat): string[] {
  const lines = content.trimEnd().split("\n");
  if (format === "markdown") return lines;
  const longest = Math.max(2, ...[...content.matchAll(/`+/gu)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return [`${fence}${format === "bibtex" ? "bibtex" : "json"}`, ...lines, fence];
}
