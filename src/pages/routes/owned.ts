import type { FastifyRequest } from "fastify";
import type { Owned } from "../../workspaces/store.ts";
import { visitorOf, type PageContext } from "../context.ts";

/** A request for a page of one workspace. */
export interface OneWorkspace {
  Params: { id: string };
  Querystring: Record<string, string | string[] | undefined>;
}

/** What the account that is signed in has and may see. */
export function ownedBy({ records }: PageContext, request: FastifyRequest): Owned & { name: string } {
  const { account } = visitorOf(request);
  return { records, account: account.account_id, name: account.name };
}
