import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { CanvasRun } from "../../answers/run.ts";
import type { CanvasAnswer } from "../../answers/schema.ts";
import { storedRun } from "../../answers/stored-run.ts";
import { fieldText } from "../../citations/book.ts";
import type { Citation } from "../../citations/citation.ts";
import { PublicError } from "../../errors.ts";
import { deadlineSignal } from "../../shared/deadline.ts";
import { ANSWER_DEADLINE_MS, askFor, type AccountRequest } from "../../workspaces/ask.ts";
import { RUN_EXPORTS, type RunExport } from "../../workspaces/export-formats.ts";
import { citedPapers, rateRun, saveRun } from "../../workspaces/run-changed.ts";
import { comparedWithEarlier } from "../../workspaces/run-comparison.ts";
import { requireRun, viewRun, type RunView } from "../../workspaces/runs.ts";
import { documentsOf } from "../../workspaces/saved.ts";
import { listWorkspaces, type Owned } from "../../workspaces/store.ts";
import { redirectTo, sendPage, visitorOf, type PageContext } from "../context.ts";
import { formOf, refusalOf, textOf } from "../form.ts";
import { allowed, deadline, PAPERS_AND_SIGNALS, RUNS, SAVING } from "../permission.ts";
import { asQuery } from "../security/query-limits.ts";
import { runPage } from "../views/ask/run.ts";
import type { Source } from "../views/ask/sources.ts";
import type { Problems } from "../views/fields.ts";
import { savedNotice } from "../views/saved-notice.ts";
import { countOf } from "../views/numbers.ts";
import { chosenWorkspace, ownedBy, savingOf } from "./saving.ts";

type OfRun = { Params: { id: string }; Querystring: { done?: string | string[]; copy?: string | string[] } };

/** `/runs/{id}`: an answer as it was given, for everybody of the account, with what is done with it. */
export function runRoutes(app: FastifyInstance, context: PageContext): void {
  const { library } = context;

  app.get<OfRun>("/runs/:id", async (request, reply) => {
    allowed(request, RUNS);
    return showRun(request, reply, context, {});
  });

  for (const format of RUN_EXPORTS) {
    app.get<OfRun>(`/runs/:id/${format}`, async (request, reply) => {
      allowed(request, RUNS);
      const run = await runOf(context, request);
      const exports = await exported(context, run);
      const { type, extension } = FILES[format];
      return reply
        .type(type)
        .header("Content-Disposition", `attachment; filename="answer-${run.asked_at.slice(0, 10)}.${extension}"`)
        .send(exports[format]);
    });
  }

  app.post<OfRun>("/runs/:id/again", async (request, reply) => {
    allowed(request, PAPERS_AND_SIGNALS);
    allowed(request, RUNS);
    const run = await runOf(context, request);
    // A run that was saved to a workspace was not asked within it.
    const within = run.request.mode === "workspace" ? { workspace_id: run.workspace_id } : {};
    const signal = deadlineSignal(ANSWER_DEADLINE_MS);
    const asked = { ...run.request, ...within };
    const { run_id: id } = await asQuery(context, request, () => askFor(library, ownedBy(context, request), asked, signal));
    return redirectTo(reply, `/runs/${id}`);
  });

  app.post<OfRun>("/runs/:id/save", async (request, reply) => {
    allowed(request, SAVING);
    const owned = ownedBy(context, request);
    const { id } = request.params;
    await runOf(context, request);
    try {
      const workspace_id = await chosenWorkspace(owned, request);
      await saveRun(library, owned, { run_id: id, workspace_id }, deadline());
      return redirectTo(reply, `/runs/${id}?done=saved`);
    } catch (error) {
      const { status, problems } = refusalOf(error, { name: "name", items: "name" });
      return showRun(request, reply, context, problems, status);
    }
  });

  app.post<OfRun>("/runs/:id/feedback", async (request, reply) => {
    allowed(request, RUNS);
    const form = formOf(request);
    const opinion = { useful: textOf(form, "useful") === "yes", reason: textOf(form, "reason") };
    try {
      await rateRun(ownedBy(context, request), request.params.id, opinion, deadline());
      return redirectTo(reply, `/runs/${request.params.id}?done=thanks`);
    } catch (error) {
      const { status, problems } = refusalOf(error, { reason: "reason" });
      return showRun(request, reply, context, problems, status);
    }
  });
}

const FILES: Record<RunExport, { type: string; extension: string }> = {
  markdown: { type: "text/markdown; charset=utf-8", extension: "md" },
  bibtex: { type: "application/x-bibtex; charset=utf-8", extension: "bib" },
  "csl-json": { type: "application/vnd.citationstyles.csl+json; charset=utf-8", extension: "json" },
};

/** The page of an answer that could not be kept: all of it but what needs a stored run. */
export async function showUnkept(
  request: FastifyRequest,
  reply: FastifyReply,
  context: PageContext,
  asked: AccountRequest,
  answer: CanvasAnswer,
): Promise<FastifyReply> {
  const { workspace_id: _, ...rest } = asked;
  const run: CanvasRun = { account: "", asked_at: new Date().toISOString(), request: rest, answer, retracted_then: [] };
  const view = await viewRun(context.library, run, deadline());
  const page = {
    account: visitorOf(request).account.name,
    view,
    sources: await sourcesOf(context, run, view),
    earlier: null,
    copied: null,
    saving: null,
    feedback: undefined,
    workspace: null,
    isKept: false,
    done: null,
    problems: {},
  };
  return sendPage(reply, runPage(page));
}

async function showRun(
  request: FastifyRequest<OfRun>,
  reply: FastifyReply,
  context: PageContext,
  problems: Problems,
  status = 200,
): Promise<FastifyReply> {
  const owned = ownedBy(context, request);
  const run = await runOf(context, request);
  const papers = citedPapers(run).length;
  const format = RUN_EXPORTS.find((one) => one === textOf(request.query, "copy"));
  const [view, earlier, exports, saving, workspace] = await Promise.all([
    viewRun(context.library, run, deadline()),
    comparedWithEarlier(owned, run, deadline()),
    format === undefined ? null : unlessAway(exported(context, run)),
    savingOf(request, owned, {
      what: papers === 0 ? "Saves the answer." : `Saves the answer and the ${countOf(papers, "paper")} that it cites.`,
      subject: run.request.query,
    }),
    workspaceName(owned, run),
  ]);
  const page = runPage({
    account: allowed(request, RUNS).name,
    view,
    sources: await sourcesOf(context, run, view),
    earlier,
    copied: exports === null || format === undefined ? null : { format, text: exports[format] },
    saving,
    feedback: run.feedback,
    workspace,
    isKept: true,
    done: savedNotice(textOf(request.query, "done"), workspace),
    problems,
  });
  return sendPage(reply, page, status);
}

async function runOf(context: PageContext, request: FastifyRequest<OfRun>): Promise<CanvasRun> {
  return storedRun(await requireRun(ownedBy(context, request), request.params.id, deadline()));
}

/** Loaded with the first export: the citation library is large. */
async function exported({ library }: PageContext, run: CanvasRun): Promise<Record<RunExport, string>> {
  const { exportRun } = await import("../../workspaces/run-export.ts");
  return exportRun(library, run, deadline());
}

/** The citations of a run with what they cite as it is now; without that where the library does not answer. */
async function sourcesOf(
  { library }: PageContext,
  { answer: { citations } }: CanvasRun,
  { changes }: RunView,
): Promise<Source[]> {
  const idsOf = (...kinds: Citation["kind"][]) => citations.filter((one) => kinds.includes(one.kind)).map(({ id }) => id);
  const passageIds = citations.flatMap(({ passage_id: id }) => id ?? []);
  const [documents, passages] = await Promise.all([
    unlessAway(documentsOf(library, { papers: idsOf("paper", "passage"), signals: idsOf("signal") }, deadline())),
    passageIds.length === 0 ? null : unlessAway(library.engine.passages.get([...new Set(passageIds)], { signal: deadline() })),
  ]);
  return citations.map((citation) => {
    const { kind, id, field, number, passage_id: passage } = citation;
    const paper = kind === "signal" ? undefined : documents?.papers.get(id);
    const text =
      kind === "passage"
        ? (passages?.get(passage ?? "")?.content ?? null)
        : fieldText(kind === "paper" ? paper : documents?.signals.get(id), field);
    return { citation, paper, text, change: changes?.quotes_changed.find((one) => one.number === number)?.how };
  });
}

/** The name of the workspace that a run belongs to; null: none, or it was deleted. */
async function workspaceName(owned: Owned, { workspace_id: id }: CanvasRun): Promise<string | null> {
  if (id === undefined) return null;
  const found = (await listWorkspaces(owned, deadline())).find(({ workspace_id }) => workspace_id === id);
  return found?.name ?? null;
}

/** Null where the library does not answer: an answer that was kept can be read without it. */
async function unlessAway<Value>(value: Promise<Value>): Promise<Value | null> {
  try {
    return await value;
  } catch (error) {
    if (error instanceof PublicError && error.code !== "not_found") return null;
    throw error;
  }
}
