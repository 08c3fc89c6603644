import type { FastifyRequest } from "fastify";
import { createWorkspace, listWorkspaces, type Owned } from "../../workspaces/store.ts";
import { visitorOf, type PageContext } from "../context.ts";
import { formOf, textOf } from "../form.ts";
import { deadline, may, SAVING } from "../permission.ts";
import { NEW_WORKSPACE, type Saving } from "../views/ask/actions.ts";

/** What the account that is signed in owns. */
export function ownedBy({ records }: Pick<PageContext, "records">, request: FastifyRequest): Owned {
  return { records, account: visitorOf(request).account.account_id };
}

/** The workspace that a form names, made where it is a new one. Throws `invalid_argument` for a name that is empty or too long. */
export async function chosenWorkspace(owned: Owned, request: FastifyRequest): Promise<string> {
  const form = formOf(request);
  const chosen = textOf(form, "workspace");
  if (chosen !== NEW_WORKSPACE) return chosen;
  const { workspace } = await createWorkspace(owned, { name: textOf(form, "name") }, deadline());
  return workspace.workspace_id;
}

/** What the account may save to; null where it may not save. `what`: what is saved, as a sentence. */
export async function savingOf(request: FastifyRequest, owned: Owned, what: string): Promise<Saving> {
  if (!may(request, SAVING)) return null;
  const workspaces = await listWorkspaces(owned, deadline());
  return { workspaces: workspaces.filter(({ role }) => role !== "viewer"), what };
}
