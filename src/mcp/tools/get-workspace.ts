import { z } from "zod";
import { TOOL_SCOPES } from "../../access/scopes.ts";
import { viewWorkspace, type ItemView, type WorkspaceView } from "../../workspaces/view.ts";
import type { Fold } from "../budget.ts";
import { dotted, id, link, plain } from "../render.ts";
import { Degraded, Shortened } from "../shapes.ts";
import { defineTool, READ_ONLY } from "../tool.ts";
import { countsText, Head, headLines, ItemCounts, ownedBy, WorkspaceId } from "../workspaces.ts";

const Output = Head.extend({
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

const BY_EXPORT = "export_workspace has all of them, in parts";

const FOLDS: readonly Fold[] = [
  { part: "items[].note", keep: 200, how: "export_workspace has it whole" },
  { part: "items[].url", keep: 0, how: "get_paper and inspect_signal have it" },
  { part: "items[].title", keep: 80, how: "get_paper and inspect_signal have it" },
  ...[300, 150, 75].map((keep) => ({ part: "items", keep, last: true, how: BY_EXPORT })),
];

export const getWorkspaceTool = defineTool({
  name: "get_workspace",
  title: "Get a workspace",
  description: "A workspace with its thesis, its items as the library has them now, and the version that a change must name.",
  scopes: TOOL_SCOPES.get_workspace,
  input: z.strictObject({ workspace_id: WorkspaceId }),
  output: Output,
  annotations: READ_ONLY,
  folds: FOLDS,
  async handler({ workspace_id }, { library, key, signal }) {
    const view = await viewWorkspace(library, ownedBy({ library, key }), workspace_id, signal);
    return { structured: view, lines: (longest) => lines(view, longest) };
  },
});

function lines(view: WorkspaceView, longest: number): string[] {
  return [
    ...headLines(view, longest),
    countsText(view.counts),
    ...view.degraded.map(({ part, reason }) => `Note (${part}): ${plain(reason)}`),
    "",
    ...view.items.map((item) => `- ${itemLine(item, longest)}`),
  ];
}

function itemLine(item: ItemView, longest: number): string {
  if (item.kind === "note") return dotted(`note: ${plain(item.note ?? "", longest)}`, id(item.id));
  const { kind, title, year, state, merged_into: into, note, url } = item;
  return dotted(
    `${kind}: ${plain(title ?? "", longest)}${year === null ? "" : ` (${year})`}`,
    state !== "present" && (into === undefined ? state.toUpperCase() : `merged into ${id(into)}`),
    note !== null && `note: ${plain(note, longest)}`,
    link(url),
    id(item.id),
  );
}
