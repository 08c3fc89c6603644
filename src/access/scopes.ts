import { PublicError } from "../errors.ts";

/** What a key may be allowed to do, in the order in which scopes are listed everywhere. */
export const SCOPES = ["papers:read", "signals:read", "workspaces:read", "workspaces:write"] as const;
export type Scope = (typeof SCOPES)[number];

/** Of the scopes needed, those that are not among the ones held. */
export function missingScopes(needed: readonly Scope[], held: readonly Scope[]): Scope[] {
  return needed.filter((scope) => !held.includes(scope));
}

/** The error for scopes that whoever makes a key or an account does not hold and so cannot pass on. */
export function ungranted(lacking: readonly Scope[], held: readonly Scope[]): PublicError {
  const message = `scopes must be among those of the account, which does not have ${lacking.join(" and ")}.`;
  return new PublicError("invalid_argument", { field: "scopes", message, allowed: held });
}
