import { z } from "zod";
import { firstDay } from "../../documents/dates.ts";
import { yearOrDay } from "../../documents/fields.ts";
import { workspaceChanges, type WorkspaceChanges } from "../../workspaces/changes.ts";
import type { Cut } from "../budget.ts";
import { dotted, id, plain } from "../render.ts";
import { Shortened } from "../shapes.ts";
import { defineTool, READ_ONLY } from "../tool.ts";
import { ownedBy, WorkspaceId } from "../workspaces.ts";

const Input = z.strictObject({
  workspace_id: WorkspaceId,
  since: yearOrDay,
});

const Output = z.looseObject({
  summary: z.string(),
  changes: z.array(z.looseObject({ what: z.string() })),
  shortened: Shortened,
});

const CUTS: readonly Cut[] = [
  { part: "changes[].title", keep: 80, how: "get_paper and search_signals have it in full" },
  { part: "changes", keep: 60, how: "the summary has the counts" },
];

export const listChangesTool = defineTool({
  name: "list_changes",
  title: "List changes",
  description: "What changed around a workspace since a day: retractions, new signals and papers.",
  scopes: ["workspaces:read"],
  input: Input,
  output: Output,
  annotations: READ_ONLY,
  cuts: CUTS,
  async handler({ workspace_id, since }, { library, key, signal }) {
    const reads = { papers: key.scopes.includes("papers:read"), signals: key.scopes.includes("signals:read") };
    const request = { workspace_id, since: `${firstDay(since)}T00:00:00.000Z`, reads };
    const found = await workspaceChanges(library, ownedBy({ library, key }), request, signal);
    return { structured: found, lines: (longest) => lines(found, longest) };
  },
});

function lines({ summary, changes, degraded }: WorkspaceChanges, longest: number): string[] {
  return [
    summary,
    ...degraded.map(({ part, reason }) => `Note (${part}): ${plain(reason)}`),
    "",
    ...changes.map(({ what, kind, id: record, title, at }) =>
      dotted(`- ${what.replaceAll("_", " ")} (${kind}): ${plain(title, longest)}`, at, id(record)),
    ),
  ];
}
