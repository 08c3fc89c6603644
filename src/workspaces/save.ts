import { PublicError } from "../errors.ts";
import type { Library } from "../retrieval/library.ts";
import { isChange, itemsAdder, NOTHING_CHANGED, resolvedItems, type GivenItem, type ItemsChange } from "./items.ts";
import { changeWorkspace, createWorkspace, type Owned } from "./store.ts";
import { checkedText, LIMITS, type StoredWorkspace } from "./workspace.ts";

/** What to save: in a new workspace, or in the one that `workspace_id` names. */
export interface SaveRequest {
  workspace_id?: string;
  /** Of a new workspace: the same token always names the same workspace. */
  client_token?: string;
  /** The version that may be changed; needed where a name or thesis is replaced. */
  expected_version?: number;
  name?: string;
  thesis?: string;
  items: readonly GivenItem[];
}

export interface Saved extends ItemsChange {
  created: boolean;
  /** The name and thesis that were replaced, so that the caller can restore them. */
  replaced: { name?: string; thesis?: string | null };
}

/**
 * Creates a workspace or changes one, in one write: all that the request holds is saved, or none of it. Safe to repeat with a `client_token`
 * or a `workspace_id`. Throws `not_found`, `version_conflict`, and `invalid_argument` for arguments that do not go together or a limit that is
 * exceeded.
 */
export async function saveWorkspace(library: Library, owned: Owned, request: SaveRequest, signal?: AbortSignal): Promise<Saved> {
  checkRequest(request);
  const { workspace_id: id } = request;
  return id === undefined
    ? create(library, owned, request, signal)
    : change(library, owned, { ...request, workspace_id: id }, signal);
}

async function create(library: Library, owned: Owned, request: SaveRequest, signal?: AbortSignal): Promise<Saved> {
  const { name = "", thesis, client_token } = request;
  const items = await resolvedItems(library, request.items, signal);
  const { workspace, created } = await createWorkspace(owned, { name, thesis, client_token, items }, signal);
  if (created) return { workspace, created, replaced: {}, ...NOTHING_CHANGED, changed: items.length };
  // The token's workspace exists: it keeps its name and thesis, and gets the items that it lacks.
  const { workspace_id } = workspace;
  return { ...(await change(library, owned, { workspace_id, items: request.items }, signal)), created };
}

async function change(
  library: Library,
  owned: Owned,
  { workspace_id: id, expected_version: expectedVersion, ...request }: SaveRequest & { workspace_id: string },
  signal?: AbortSignal,
): Promise<Saved> {
  const add = await itemsAdder(library, owned, { workspace_id: id, items: request.items }, signal);
  const head = {
    ...(request.name === undefined ? {} : { name: checkedText("name", request.name, LIMITS.name) }),
    ...(request.thesis === undefined ? {} : { thesis: checkedText("thesis", request.thesis, LIMITS.thesis) }),
  };
  let counts = NOTHING_CHANGED;
  let replaced: Saved["replaced"] = {};
  const step = (stored: StoredWorkspace) => {
    const { items, ...counted } = add(stored.items);
    counts = counted;
    replaced = {
      ...(head.name === undefined || head.name === stored.name ? {} : { name: stored.name }),
      ...(head.thesis === undefined || head.thesis === stored.thesis ? {} : { thesis: stored.thesis }),
    };
    return isChange(counts) || Object.keys(replaced).length > 0 ? { ...stored, ...head, items } : null;
  };
  const workspace = await changeWorkspace(owned, id, step, { expectedVersion, signal });
  return { workspace, created: false, replaced, ...counts };
}

/** Throws `invalid_argument` for arguments that do not go together. */
function checkRequest({
  workspace_id: id,
  client_token: token,
  expected_version: version,
  name,
  thesis,
  items,
}: SaveRequest): void {
  if (id === undefined) {
    if (name === undefined) {
      throw refusal(
        "name",
        "name is required to create a workspace. To change one, pass its workspace_id.",
        `text of 1 to ${LIMITS.name} characters`,
      );
    }
    if (version !== undefined) throw refusal("expected_version", "expected_version requires workspace_id.", "workspace_id");
    return;
  }
  if (token !== undefined)
    throw refusal("client_token", "client_token is only for creating a workspace, without workspace_id.", "");
  if (name === undefined && thesis === undefined && items.length === 0) {
    throw refusal("items", "Pass at least one of name, thesis, items or source_context.", [
      "name",
      "thesis",
      "items",
      "source_context",
    ]);
  }
  if ((name !== undefined || thesis !== undefined) && version === undefined) {
    throw refusal(
      "expected_version",
      "expected_version is required with name or thesis: the version you last read.",
      "a whole number",
    );
  }
}

function refusal(field: string, message: string, allowed: string | string[]): PublicError {
  return new PublicError("invalid_argument", { field, message, ...(allowed === "" ? {} : { allowed }) });
}
