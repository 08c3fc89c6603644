import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { PublicError } from "../../errors.ts";
import { workspaceChanges } from "../../workspaces/changes.ts";
import { EXPORT_FORMATS, type ExportFormat } from "../../workspaces/export-formats.ts";
import { addItems, removeItems, type GivenItem } from "../../workspaces/items.ts";
import { listRuns } from "../../workspaces/runs.ts";
import { saveWorkspace } from "../../workspaces/save.ts";
import { requireStanding, sharesOf } from "../../workspaces/sharing.ts";
import { deleteWorkspace, getWorkspace, listWorkspaces } from "../../workspaces/store.ts";
import { viewWorkspace } from "../../workspaces/view.ts";
import { noteVisit } from "../../workspaces/visits.ts";
import { ITEM_KINDS } from "../../workspaces/workspace.ts";
import { redirectTo, sendPage, type PageContext } from "../context.ts";
import { formOf, refusalOf, textOf, type Refusal } from "../form.ts";
import { allowed, deadline } from "../permission.ts";
import type { Problems } from "../views/fields.ts";
import { deletePage, editPage, itemsPage } from "../views/workspaces/forms.ts";
import { workspaceAddress, workspacesPage } from "../views/workspaces/list.ts";
import { workspacePage } from "../views/workspaces/workspace.ts";
import { ownedBy, type OneWorkspace } from "./owned.ts";
import { sharingRoutes } from "./sharing.ts";

const RUNS_SHOWN = 10;
const MESSAGES = new Map([
  ["created", "The workspace has been created."],
  ["saved", "Your changes have been saved."],
  ["added", "Added."],
  ["there", "It was already saved."],
  ["removed", "Removed."],
  ["deleted", "The workspace has been deleted."],
  ["left", "You have left the workspace."],
]);

/** `/workspaces` and all below it: what `get_workspaces`, `save_workspace`, `remove_from_workspace` do, for people; and sharing. */
export function workspaceRoutes(app: FastifyInstance, context: PageContext): void {
  const { library } = context;

  const showList = async (
    request: FastifyRequest,
    reply: FastifyReply,
    shown: { form?: { name: string; thesis: string }; refusal?: Refusal; message?: string },
  ) => {
    const account = allowed(request, ["workspaces:read"]);
    const { form = { name: "", thesis: "" }, refusal, message } = shown;
    const page = workspacesPage({
      account: account.name,
      workspaces: await listWorkspaces(ownedBy(context, request)),
      mayWrite: account.scopes.includes("workspaces:write"),
      form,
      problems: refusal?.problems ?? {},
      message,
      now: Date.now(),
    });
    return sendPage(reply, page, refusal?.status);
  };

  const showOne = async (
    request: FastifyRequest<OneWorkspace>,
    reply: FastifyReply,
    shown: { form?: { id: string; note: string }; problems?: Problems; status?: number } = {},
  ) => {
    const account = allowed(request, ["workspaces:read"]);
    const owned = ownedBy(context, request);
    const { id } = request.params;
    const signal = deadline();
    const workspace = await getWorkspace(owned, id, signal);
    const chosen = dayIn(request.query.since);
    const [view, { runs }, shares, visited] = await Promise.all([
      viewWorkspace(library, owned, id, signal),
      listRuns(owned, { workspace_id: id, limit: RUNS_SHOWN }, signal),
      sharesOf(owned, id, signal),
      noteVisit(owned, id, signal),
    ]);
    const since = chosen ?? visited;
    const reads = { papers: account.scopes.includes("papers:read"), signals: account.scopes.includes("signals:read") };
    const found = since === null ? null : await workspaceChanges(library, owned, { workspace_id: id, since, reads }, signal);
    const page = workspacePage({
      account: account.name,
      workspace,
      view,
      runs,
      shares,
      changes: found && { found, hasDay: chosen !== null },
      mayWrite: account.scopes.includes("workspaces:write"),
      form: shown.form ?? { id: "", note: "" },
      problems: shown.problems ?? {},
      message: MESSAGES.get(String(request.query.done ?? "")),
      now: Date.now(),
    });
    return sendPage(reply, page, shown.status);
  };

  app.get<OneWorkspace>("/workspaces", async (request, reply) =>
    showList(request, reply, { message: MESSAGES.get(String(request.query.done ?? "")) }),
  );

  app.post("/workspaces", async (request, reply) => {
    allowed(request, ["workspaces:write"]);
    const form = headIn(request);
    const { name, thesis } = form;
    try {
      const wanted = { name, ...(thesis.trim() === "" ? {} : { thesis }), items: [] };
      const { workspace } = await saveWorkspace(library, ownedBy(context, request), wanted);
      return await redirectTo(reply, workspaceAddress(workspace.workspace_id, "?done=created"));
    } catch (error) {
      return showList(request, reply, { form, refusal: refusalOf(error, { name: "name", thesis: "thesis" }) });
    }
  });

  app.get<OneWorkspace>("/workspaces/:id", async (request, reply) => showOne(request, reply));

  app.get<OneWorkspace>("/workspaces/:id/edit", async (request, reply) => {
    const account = allowed(request, ["workspaces:write"]);
    const workspace = await forEditing(request);
    const form = { name: workspace.name, thesis: workspace.thesis ?? "" };
    return sendPage(reply, editPage({ account: account.name, workspace, form, problems: {} }));
  });

  app.post<OneWorkspace>("/workspaces/:id/edit", async (request, reply) => {
    const account = allowed(request, ["workspaces:write"]);
    const workspace = await forEditing(request);
    const form = headIn(request);
    const refuse = (problems: Problems, status: number) =>
      sendPage(reply, editPage({ account: account.name, workspace, form, problems }), status);
    if (form.thesis.trim() === "" && workspace.thesis !== null)
      return refuse({ thesis: "A thesis can be replaced but not emptied." }, 422);
    const head = { name: form.name, ...(form.thesis.trim() === "" ? {} : { thesis: form.thesis }) };
    const { id: workspace_id } = request.params;
    try {
      const change = { workspace_id, expected_version: versionIn(request), ...head, items: [] };
      await saveWorkspace(library, ownedBy(context, request), change);
    } catch (error) {
      if (isConflict(error)) {
        const { name } = workspace;
        return refuse({ form: `Someone has changed “${name}” in the meantime. Save again to overwrite their changes.` }, 409);
      }
      const { problems, status } = refusalOf(error, { name: "name", thesis: "thesis" });
      return refuse(problems, status);
    }
    return redirectTo(reply, workspaceAddress(workspace_id, "?done=saved"));
  });

  app.get<OneWorkspace>("/workspaces/:id/items", async (request, reply) => {
    const account = allowed(request, ["workspaces:read"]);
    const owned = ownedBy(context, request);
    const kind = ITEM_KINDS.find((one) => one === request.query.kind) ?? "paper";
    const [workspace, view] = await Promise.all([
      getWorkspace(owned, request.params.id),
      viewWorkspace(library, owned, request.params.id, deadline()),
    ]);
    const items = view.items.filter((item) => item.kind === kind).toReversed();
    const page = Math.max(1, Math.min(1_000, Math.floor(Number(request.query.page)) || 1));
    const mayEdit = account.scopes.includes("workspaces:write") && workspace.role !== "viewer";
    return sendPage(reply, itemsPage({ account: account.name, workspace, kind, items, page, mayEdit, now: Date.now() }));
  });

  app.post<OneWorkspace>("/workspaces/:id/items", async (request, reply) => {
    allowed(request, ["workspaces:write"]);
    await forEditing(request);
    const form = { id: textOf(formOf(request), "id").trim(), note: textOf(formOf(request), "note").trim() };
    const { id: workspace_id } = request.params;
    const refuse = (problems: Problems) => showOne(request, reply, { form, problems, status: 422 });
    if (form.id === "" && form.note === "") return refuse({ id: "Enter a paper, a signal or a note." });
    try {
      const change = { workspace_id, items: [itemOf(form)] };
      const { changed, annotated } = await addItems(library, ownedBy(context, request), change, deadline());
      return await redirectTo(reply, workspaceAddress(workspace_id, `?done=${changed + annotated > 0 ? "added" : "there"}`));
    } catch (error) {
      if (error instanceof PublicError && error.code === "not_found" && error.field !== "workspace_id")
        return refuse({ id: "The library has no paper or signal with this ID. Nothing was added." });
      return refuse(refusalOf(error, { "items[0].id": "id", "items[0].note": "note" }).problems);
    }
  });

  app.post<OneWorkspace>("/workspaces/:id/items/remove", async (request, reply) => {
    allowed(request, ["workspaces:write"]);
    const form = formOf(request);
    const kind = ITEM_KINDS.find((one) => one === textOf(form, "kind"));
    const { id: workspace_id } = request.params;
    if (kind === undefined) throw new PublicError("not_found", { message: "There is no such item." });
    await removeItems(
      library,
      ownedBy(context, request),
      { workspace_id, items: [{ kind, id: textOf(form, "id") }] },
      deadline(),
    );
    return redirectTo(reply, workspaceAddress(workspace_id, "?done=removed"));
  });

  app.get<OneWorkspace>("/workspaces/:id/export", async (request, reply) => {
    allowed(request, ["workspaces:read"]);
    const format: ExportFormat = EXPORT_FORMATS.find((one) => one === request.query.format) ?? "markdown";
    // Loaded with the first export: the citation library is large.
    const { exportWorkspace } = await import("../../workspaces/export.ts");
    const wanted = { workspace_id: request.params.id, format };
    const exported = await exportWorkspace(library, ownedBy(context, request), wanted, deadline());
    return reply
      .type(`${exported.media_type}; charset=utf-8`)
      .header("Content-Disposition", `attachment; filename*=UTF-8''${encodeURIComponent(exported.filename)}`)
      .send(exported.parts.join(""));
  });

  app.get<OneWorkspace>("/workspaces/:id/delete", async (request, reply) => showDeletion(request, reply, {}, 200));

  app.post<OneWorkspace>("/workspaces/:id/delete", async (request, reply) => {
    allowed(request, ["workspaces:write"]);
    const wanted = { workspace_id: request.params.id, expected_version: versionIn(request) };
    try {
      await deleteWorkspace(ownedBy(context, request), wanted);
    } catch (error) {
      if (!isConflict(error)) throw error;
      return showDeletion(
        request,
        reply,
        { form: "It has been changed in the meantime. Check it again before you delete it." },
        409,
      );
    }
    return redirectTo(reply, "/workspaces?done=deleted");
  });

  sharingRoutes(app, context);

  async function showDeletion(request: FastifyRequest<OneWorkspace>, reply: FastifyReply, problems: Problems, status: number) {
    const account = allowed(request, ["workspaces:write"]);
    const owned = ownedBy(context, request);
    await requireStanding(owned, request.params.id, "owner");
    const [workspace, shares] = await Promise.all([getWorkspace(owned, request.params.id), sharesOf(owned, request.params.id)]);
    return sendPage(reply, deletePage({ account: account.name, workspace, problems, shares }), status);
  }

  /** The workspace that an address names, for somebody who may change it. */
  async function forEditing(request: FastifyRequest<OneWorkspace>) {
    const owned = ownedBy(context, request);
    await requireStanding(owned, request.params.id, "editor");
    return getWorkspace(owned, request.params.id);
  }
}

function headIn(request: FastifyRequest): { name: string; thesis: string } {
  const form = formOf(request);
  return { name: textOf(form, "name"), thesis: textOf(form, "thesis") };
}

/** The version that a form was made from; 0, which no workspace has, where it names none. */
function versionIn(request: FastifyRequest): number {
  return Number(/^\d{1,15}$/u.exec(textOf(formOf(request), "version"))?.[0] ?? 0);
}

function isConflict(error: unknown): boolean {
  return error instanceof PublicError && error.code === "version_conflict";
}

function itemOf({ id, note }: { id: string; note: string }): GivenItem {
  if (id === "") return { kind: "note", note };
  return { kind: id.startsWith("sig:") ? "signal" : "paper", id, ...(note === "" ? {} : { note }) };
}

/** The beginning of a day that an address names as `YYYY-MM-DD`; null: it names none. */
function dayIn(text: string | string[] | undefined): string | null {
  const day = /^\d{4}-\d{2}-\d{2}$/u.exec(String(text ?? ""))?.[0];
  const time = day === undefined ? Number.NaN : Date.parse(day);
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}
