import { PublicError } from "../errors.ts";

/** What a key may be allowed to do, in the order in which scopes are listed everywhere. */
export const SCOPES = ["papers:read", "signals:read", "workspaces:read", "workspaces:write"] as const;
export type Scope = (typeof SCOPES)[number];

const READ = ["papers:read"] as const;
const BOTH = ["papers:read", "signals:read"] as const;

/** The scopes that each tool needs, all of them; an empty list: any key will do. */
export const TOOL_SCOPES = {
  search_papers: READ,
  get_paper: READ,
  find_related_papers: READ,
  search_signal_canvas: BOTH,
  search_signals: ["signals:read"],
  inspect_signal: ["signals:read"],
  inspect_topic: BOTH,
  list_topics: READ,
  verify_citations: READ,
  list_workspaces: ["workspaces:read"],
  get_workspace: ["workspaces:read"],
  list_runs: ["workspaces:read"],
  get_run: ["workspaces:read"],
  export_workspace: ["workspaces:read"],
  create_workspace: ["workspaces:write"],
  update_workspace: ["workspaces:write"],
  add_to_workspace: ["workspaces:write"],
  remove_from_workspace: ["workspaces:write"],
  delete_workspace: ["workspaces:write"],
  whoami: [],
} as const satisfies Record<string, readonly Scope[]>;

/** Of the scopes needed, those that are not among the ones held. */
export function missingScopes(needed: readonly Scope[], held: readonly Scope[]): Scope[] {
  return needed.filter((scope) => !held.includes(scope));
}

/** The error for scopes that whoever makes a key or an account does not hold and so cannot pass on. */
export function ungranted(lacking: readonly Scope[], held: readonly Scope[]): PublicError {
  const message = `scopes must be among those of the account, which lacks ${lacking.join(" and ")}.`;
  return new PublicError("invalid_argument", { field: "scopes", message, allowed: held });
}
