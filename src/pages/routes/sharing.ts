import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { findAccount } from "../../access/accounts.ts";
import { audit } from "../../access/audit.ts";
import { PublicError } from "../../errors.ts";
import { requireStanding, sharesOf, shareWorkspace, unshareWorkspace } from "../../workspaces/sharing.ts";
import { getWorkspace } from "../../workspaces/store.ts";
import { SHARE_ROLES } from "../../workspaces/workspace.ts";
import { redirectTo, sendPage, visitorOf, type PageContext } from "../context.ts";
import { formOf, refusalOf, textOf } from "../form.ts";
import { allowed } from "../permission.ts";
import type { Problems } from "../views/fields.ts";
import { sharingPage } from "../views/workspaces/forms.ts";
import { workspaceAddress } from "../views/workspaces/list.ts";
import { ownedBy, type OneWorkspace } from "./owned.ts";

const MESSAGES = new Map([
  ["shared", "Shared."],
  ["ended", "They no longer have access."],
]);

/** Sharing a workspace with other accounts of this server, by its owner; and leaving one that others share. */
export function sharingRoutes(app: FastifyInstance, context: PageContext): void {
  const { records } = context;

  const show = async (
    request: FastifyRequest<OneWorkspace>,
    reply: FastifyReply,
    shown: { form?: { name: string; role: string }; problems?: Problems; status?: number } = {},
  ) => {
    const account = allowed(request, ["workspaces:write"]);
    const owned = ownedBy(context, request);
    await requireStanding(owned, request.params.id, "owner");
    const [workspace, shares] = await Promise.all([getWorkspace(owned, request.params.id), sharesOf(owned, request.params.id)]);
    const { form = { name: "", role: "viewer" }, problems = {}, status } = shown;
    const message = MESSAGES.get(String(request.query.done ?? ""));
    return sendPage(reply, sharingPage({ account: account.name, workspace, shares, form, problems, message }), status);
  };

  app.get<OneWorkspace>("/workspaces/:id/sharing", async (request, reply) => show(request, reply));

  app.post<OneWorkspace>("/workspaces/:id/sharing", async (request, reply) => {
    allowed(request, ["workspaces:write"]);
    const owned = ownedBy(context, request);
    const { id } = request.params;
    await requireStanding(owned, id, "owner");
    const form = { name: textOf(formOf(request), "name"), role: textOf(formOf(request), "role") };
    const role = SHARE_ROLES.find((one) => one === form.role);
    if (role === undefined) return show(request, reply, { form, problems: { role: "Choose what they can do." }, status: 422 });
    try {
      const account = await findAccount(records, form.name);
      if (account === null)
        throw new PublicError("invalid_argument", { field: "name", message: "No account on this server has this name." });
      await shareWorkspace(owned, id, { account, role });
      await audit(records, "workspace_shared", visitorOf(request).actor, { account, detail: `${id} ${role}` });
    } catch (error) {
      const { problems, status } = refusalOf(error, { name: "name" });
      return show(request, reply, { form, problems, status });
    }
    return redirectTo(reply, workspaceAddress(id, "/sharing?done=shared"));
  });

  app.post<OneWorkspace>("/workspaces/:id/sharing/remove", async (request, reply) => {
    allowed(request, ["workspaces:write"]);
    const { id } = request.params;
    const owned = ownedBy(context, request);
    const other = (await sharesOf(owned, id)).find(({ account }) => account === textOf(formOf(request), "account"));
    await requireStanding(owned, id, "owner");
    if (other) {
      await unshareWorkspace(owned, id, other.account);
      const account = { account_id: other.account, name: other.account_name };
      await audit(records, "workspace_unshared", visitorOf(request).actor, { account, detail: id });
    }
    return redirectTo(reply, workspaceAddress(id, "/sharing?done=ended"));
  });

  app.post<OneWorkspace>("/workspaces/:id/leave", async (request, reply) => {
    allowed(request, ["workspaces:write"]);
    const { account, actor } = visitorOf(request);
    const { id } = request.params;
    await unshareWorkspace(ownedBy(context, request), id, account.account_id);
    await audit(records, "workspace_unshared", actor, { account, detail: id });
    return redirectTo(reply, "/workspaces?done=left");
  });
}
