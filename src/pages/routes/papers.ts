import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { getPaper } from "../../answers/paper-view.ts";
import { PublicError } from "../../errors.ts";
import type { FoundPaper } from "../../retrieval/found-paper.ts";
import { relatedPapers } from "../../retrieval/related.ts";
import { addItems } from "../../workspaces/items.ts";
import { redirectTo, sendPage, type PageContext } from "../context.ts";
import { refusalOf, textOf, type Form } from "../form.ts";
import { allowed, deadline, may, PAPERS, PAPERS_AND_SIGNALS, SAVING } from "../permission.ts";
import { paperAddress } from "../views/library/parts.ts";
import { paperPage } from "../views/library/paper.ts";
import type { Problems } from "../views/fields.ts";
import { savedNotice } from "../views/saved-notice.ts";
import { chosenWorkspace, ownedBy, savingOf } from "./saving.ts";

const RELATED = 6;

type OfPaper = { Params: { "*": string }; Querystring: Form };

/** `/papers/{id}`: what `get_paper` tells, to look at and to share inside the team; a form saves the paper to a workspace. */
export function paperRoutes(app: FastifyInstance, context: PageContext): void {
  const { library } = context;

  app.get<OfPaper>("/papers/*", async (request, reply) => showPaper(request, reply, context, {}));

  app.post<OfPaper>("/papers/*", async (request, reply) => {
    allowed(request, [...PAPERS, ...SAVING]);
    const owned = ownedBy(context, request);
    const { paper } = await getPaper(library, { paper_id: request.params["*"] }, deadline());
    try {
      const workspace_id = await chosenWorkspace(owned, request);
      await addItems(library, owned, { workspace_id, items: [{ kind: "paper", id: paper.paper_id }] }, deadline());
      return redirectTo(reply, `${paperAddress(paper.paper_id)}?done=saved`);
    } catch (error) {
      const { status, problems } = refusalOf(error, { name: "name", items: "name" });
      return showPaper(request, reply, context, problems, status);
    }
  });
}

async function showPaper(
  request: FastifyRequest<OfPaper>,
  reply: FastifyReply,
  context: PageContext,
  problems: Problems,
  status = 200,
): Promise<FastifyReply> {
  const account = allowed(request, PAPERS);
  const id = request.params["*"];
  const [view, related] = await Promise.all([getPaper(context.library, { paper_id: id }, deadline()), relatedTo(context, id)]);
  const what = { what: "Saves this paper.", subject: view.paper.title };
  const saving = await savingOf(request, ownedBy(context, request), what);
  const done = savedNotice(textOf(request.query, "done"));
  const asks = may(request, PAPERS_AND_SIGNALS);
  return sendPage(reply, paperPage({ account: account.name, view, related, asks, saving, done, problems }), status);
}

/** Papers like it; none where they cannot be looked for now: the page is about the paper. */
async function relatedTo({ library }: PageContext, id: string): Promise<FoundPaper[]> {
  try {
    return (await relatedPapers(library, { paper_id: id, limit: RELATED, filters: {} }, deadline())).papers;
  } catch (error) {
    if (error instanceof PublicError) return [];
    throw error;
  }
}
