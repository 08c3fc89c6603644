import { z } from "zod";
import { PublicError } from "../../errors.ts";
import { removeItems } from "../../workspaces/items.ts";
import { deleteWorkspace } from "../../workspaces/store.ts";
import { itemCounts } from "../../workspaces/workspace.ts";
import { refuseGiven } from "../arguments.ts";
import { counted, id, plain } from "../render.ts";
import { defineTool } from "../tool.ts";
import { changeLines, ExpectedVersion, headOf, ItemsChanged, ownedBy, SavedItems, WorkspaceId, writing } from "../workspaces.ts";

const Input = z.strictObject({
  workspace_id: WorkspaceId,
  items: SavedItems.optional().describe("By kind and id; a note by id or text"),
  delete_workspace: z.boolean().default(false).describe("Deletes the whole workspace permanently"),
  expected_version: ExpectedVersion.optional().describe("The version you last read; required with delete_workspace"),
});

const Deleted = z.looseObject({ workspace_id: z.string(), name: z.string(), deleted: z.literal(true) });

export const removeFromWorkspaceTool = defineTool({
  name: "remove_from_workspace",
  title: "Remove from a workspace",
  description: "Remove items from a workspace, or delete the workspace. Idempotent: an item that is not there is not an error.",
  scopes: ["workspaces:write"],
  input: Input,
  output: z.union([Deleted, ItemsChanged]),
  annotations: writing({ destructive: true, idempotent: true }),
  async handler({ workspace_id, items, delete_workspace: whole, expected_version: version }, { library, key, signal }) {
    const owned = ownedBy({ library, key });
    if (whole) {
      refuseGiven({ items }, ["items"], "cannot be combined with delete_workspace");
      if (version === undefined) throw missing("expected_version", "with delete_workspace: the version you last read");
      const { name } = await deleteWorkspace(owned, { workspace_id, expected_version: version }, signal);
      return {
        structured: { workspace_id, name, deleted: true as const },
        lines: () => [
          `Deleted “${plain(name)}” (${id(workspace_id)}). Its runs remain readable until 90 days after they were asked.`,
        ],
      };
    }
    refuseGiven({ expected_version: version }, ["expected_version"], "can only be used with delete_workspace");
    if (items === undefined) throw missing("items", "unless delete_workspace is true");
    const { workspace, ...change } = await removeItems(library, owned, { workspace_id, items }, signal);
    const done = [
      `${counted(change.changed, "item")} removed`,
      ...(change.unchanged === 0 ? [] : [`${change.unchanged} not there`]),
    ];
    return {
      structured: { ...headOf(workspace), counts: itemCounts(workspace), ...change },
      lines: (maxLength) => changeLines(workspace, `${done.join(", ")}.`, maxLength),
    };
  },
});

function missing(field: string, when: string): PublicError {
  return new PublicError("invalid_argument", { field, message: `${field} is required ${when}.` });
}
