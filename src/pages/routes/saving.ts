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

/** What the account may save to, its own workspaces and those that it may edit; null where it may not save. */
export async function savingOf(
  request: FastifyRequest,
  owned: Owned,
  { what, subject }: { what: string; subject: string },
): Promise<Saving> {
  if (!may(request, SAVING)) return null;
  const workspaces = await listWorkspaces(owned, deadline());
  return { workspaces: workspaces.filter(({ role }) => role !== "viewer"), what, name: nameFrom(subject) };
}

/** The longest name that is suggested, in UTF-16 units. */
const MAX_NAME_LENGTH = 80;

/** What a workspace about this would be called: its first words. */
function nameFrom(subject: string): string {
  if (subject.length <= MAX_NAME_LENGTH) return subject.replace(/\?$/u, "");
  const cut = subject.slice(0, MAX_NAME_LENGTH).toWellFormed();
  return cut.slice(0, cut.includes(" ") ? cut.lastIndexOf(" ") : MAX_NAME_LENGTH);
}
