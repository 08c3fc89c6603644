import type { FastifyRequest } from "fastify";
import { missingScopes, type Scope } from "../access/scopes.ts";
import { PublicError } from "../errors.ts";
import { deadlineSignal } from "../shared/deadline.ts";
import { visitorOf, type Visitor } from "./context.ts";

/** What an account must be allowed to see a page: the scopes of the tool that tells the same. */
export const PAPERS: readonly Scope[] = ["papers:read"];
export const PAPERS_AND_SIGNALS: readonly Scope[] = ["papers:read", "signals:read"];
export const RUNS: readonly Scope[] = ["workspaces:read"];
export const SAVING: readonly Scope[] = ["workspaces:read", "workspaces:write"];

/** Whether the account that is signed in has these scopes. */
export function may(request: FastifyRequest, needed: readonly Scope[]): boolean {
  return missingScopes(needed, visitorOf(request).account.scopes).length === 0;
}

/** The account that is signed in. Throws `missing_scope` where it lacks a scope that is needed: those of the tool that tells the same. */
export function allowed(request: FastifyRequest, needed: readonly Scope[]): Visitor["account"] {
  const { account } = visitorOf(request);
  const lacking = missingScopes(needed, account.scopes);
  if (lacking.length === 0) return account;
  throw new PublicError("missing_scope", {
    message: `Your account does not have the permission ${lacking.join(" and ")}. Contact the administrator of this server.`,
  });
}

/** The account that is signed in, an administrator's. Throws `missing_scope` for any other. */
export function administrator(request: FastifyRequest): Visitor["account"] {
  const { account } = visitorOf(request);
  if (account.admin) return account;
  throw new PublicError("missing_scope", { message: "Only administrators of this server can see this page." });
}

/** The longest that a page waits for the library, in milliseconds. */
const DEADLINE_MS = 10_000;

/** Aborted once a page has waited for the library for as long as it may. */
export function deadline(): AbortSignal {
  return deadlineSignal(DEADLINE_MS);
}
