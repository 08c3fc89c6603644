import { paperAddress } from "../../documents/page-addresses.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { getPaper, type PaperView } from "../../answers/paper-view.ts";
import { namedPaper, type Paper } from "../../documents/paper.ts";
import { PublicError } from "../../errors.ts";
import type { FoundPaper } from "../../retrieval/found-paper.ts";
import { wholeTextOf } from "../../retrieval/full-text.ts";
import type { Library } from "../../retrieval/library.ts";
import { relatedPapers, type RelatedResult } from "../../retrieval/related.ts";
import { requirePaperId } from "../../retrieval/views.ts";
import { rememberedFor } from "../../shared/remembered-for.ts";
import { PAPER_EXPORTS } from "../../workspaces/export-formats.ts";
import { addItems } from "../../workspaces/items.ts";
import { redirectTo, sendPage, type PageContext } from "../context.ts";
import { refusalOf, textOf, type Form } from "../form.ts";
import { allowed, deadline, may, PAPERS, PAPERS_AND_SIGNALS, SAVING } from "../permission.ts";
import { citedBy, referenceLinks } from "../paper-links.ts";
import { asksForText, readPart } from "../reading.ts";
import { paperPage, type PaperSurroundings } from "../views/library/paper.ts";
import { readingPage } from "../views/library/reading.ts";
import type { Problems } from "../views/fields.ts";
import { savedNotice } from "../views/saved-notice.ts";
import { sendPapers } from "./paper-files.ts";
import { chosenWorkspace, ownedBy, savingOf } from "./saving.ts";

const RELATED = 6;

/** Half of what a paper's page costs the engine is looking for papers like it, and readers of one paper come close together. */
const KEPT = { ms: 60_000, max: 200 };

interface PaperContext extends PageContext {
  /** Papers like the one with this ID. */
  related: ReturnType<typeof relatedTo>;
}

type OfPaper = { Params: { "*": string }; Querystring: Form };

/** `/papers/{id}`: what `get_paper` tells, to look at and to share inside the team, with `section` or `passage` a part of its full text, with `export` as a reference to keep; a form saves the paper to a workspace. */
export function paperRoutes(app: FastifyInstance, given: PageContext): void {
  const { library } = given;
  const context: PaperContext = { ...given, related: relatedTo(library) };

  app.get<OfPaper>("/papers/*", async (request, reply) => {
    const format = PAPER_EXPORTS.find((one) => one === textOf(request.query, "export"));
    if (format !== undefined) return sendPapers(reply, format, [await paperOf(request, context)], "paper");
    return asksForText(request.query) ? showText(request, reply, context) : showPaper(request, reply, context, {});
  });

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

/** The paper that an address names. */
async function paperOf(request: FastifyRequest<OfPaper>, { library }: PageContext): Promise<Paper> {
  allowed(request, PAPERS);
  const signal = deadline();
  const id = await requirePaperId(library, request.params["*"], signal);
  const paper = (await library.engine.papers.get([id], { signal })).get(id);
  if (paper === undefined) throw gone();
  return paper;
}

function gone(): PublicError {
  return new PublicError("not_found", { message: "This paper is no longer in the library." });
}

/** A part of the full text. */
async function showText(request: FastifyRequest<OfPaper>, reply: FastifyReply, { library }: PageContext): Promise<FastifyReply> {
  const account = allowed(request, PAPERS);
  const signal = deadline();
  const id = await requirePaperId(library, request.params["*"], signal);
  const [papers, reading] = await Promise.all([
    library.engine.papers.get([id], { signal }),
    readPart(library, id, request.query, signal),
  ]);
  const paper = papers.get(id);
  if (!paper) throw gone();
  return sendPage(reply, readingPage({ account: account.name, paper: namedPaper(paper), reading }));
}

async function showPaper(
  request: FastifyRequest<OfPaper>,
  reply: FastifyReply,
  context: PaperContext,
  problems: Problems,
  status = 200,
): Promise<FastifyReply> {
  const account = allowed(request, PAPERS);
  const id = request.params["*"];
  const [view, related] = await Promise.all([getPaper(context.library, { paper_id: id }, deadline()), context.related(id)]);
  const what = { what: "Saves this paper.", subject: view.paper.title };
  const [saving, around] = await Promise.all([
    savingOf(request, ownedBy(context, request), what),
    surroundingsOf(context, view, deadline()),
  ]);
  const done = savedNotice(textOf(request.query, "done"));
  const asks = may(request, PAPERS_AND_SIGNALS);
  return sendPage(reply, paperPage({ account: account.name, view, related, around, asks, saving, done, problems }), status);
}

/** Its full text, what it cites and who cites it, as far as the library knows. */
async function surroundingsOf(
  { library }: PageContext,
  { paper, signals }: PaperView,
  signal: AbortSignal,
): Promise<PaperSurroundings> {
  const [text, citing] = await Promise.all([wholeTextOf(library, paper.paper_id, signal), citedBy(library, signals, signal)]);
  return { text, citing, references: text === null ? [] : await referenceLinks(library, text.whole.references, signal) };
}

/** Papers like one, at most a minute old; none where they cannot be looked for now: the page is about the paper. */
function relatedTo(library: Library): (id: string) => Promise<FoundPaper[]> {
  const isWhole = ({ degraded }: RelatedResult) => degraded.every(({ part }) => part !== "engine");
  const related = rememberedFor({ ...KEPT, isWhole }, async (id) =>
    relatedPapers(library, { paper_id: id, limit: RELATED, filters: {} }, deadline()),
  );
  return async (id) => {
    try {
      return (await related(id)).papers;
    } catch (error) {
      if (error instanceof PublicError) return [];
      throw error;
    }
  };
}
