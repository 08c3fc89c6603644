import { createKey } from "../../src/access/keys.ts";
import { SCOPES } from "../../src/access/scopes.ts";
import { askCanvas } from "../../src/answers/answer.ts";
import type { Library } from "../../src/retrieval/library.ts";
import { focusOf } from "../../src/workspaces/focus.ts";
import { addItems, type GivenItem } from "../../src/workspaces/items.ts";
import { createWorkspace } from "../../src/workspaces/store.ts";
import type { Workspace } from "../../src/workspaces/workspace.ts";

/** A key of an account with every scope. */
export async function keyOf(library: Library, account: string): Promise<string> {
  return (await createKey(library.records, { name: `of ${account}`, account, scopes: [...SCOPES] })).key;
}

/** A workspace of an account with these items. */
export async function workspaceWith(
  library: Library,
  items: readonly GivenItem[],
  { account = "local", name = "Retrieval at work", thesis }: { account?: string; name?: string; thesis?: string } = {},
): Promise<Workspace> {
  const owned = { records: library.records, account };
  const { workspace } = await createWorkspace(owned, { name, thesis });
  return items.length === 0
    ? workspace
    : (await addItems(library, owned, { workspace_id: workspace.workspace_id, items })).workspace;
}

/** Asks within a workspace, as `search_signal_canvas` does; resolves to the answer. */
export async function askWithin(library: Library, workspaceId: string, query: string, account = "local") {
  const focus = await focusOf(library, { records: library.records, account }, workspaceId);
  return askCanvas(library, { query, mode: "workspace", focus, time_scope: "all", match_count: 8, account });
}
