import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Paper } from "../../documents/paper.ts";
import { PublicError } from "../../errors.ts";
import type { PaperFilters } from "../../engine/filters.ts";
import { searchPapers, type PaperSearchResult } from "../../retrieval/retrieve.ts";
import { PAPER_EXPORTS } from "../../workspaces/export-formats.ts";
import { addItems } from "../../workspaces/items.ts";
import { redirectTo, sendPage, type PageContext } from "../context.ts";
import { allOf, formOf, refusalOf, textOf, type Form } from "../form.ts";
import { allowed, deadline, PAPERS, SAVING } from "../permission.ts";
import { largestTopics } from "../largest-topics.ts";
import { sendPapers } from "./paper-files.ts";
import { asQuery } from "../security/query-limits.ts";
import { topicChoices, withinTopic } from "../topic-filter.ts";
import type { Problems } from "../views/fields.ts";
import { filtersOf, searchAddress, searchQueryOf, type SearchQuery } from "../views/search/query.ts";
import { RESULTS_A_PAGE, searchPage } from "../views/search/search.ts";
import { savedNotice } from "../views/saved-notice.ts";
import { chosenWorkspace, ownedBy, savingOf } from "./saving.ts";

/** The best of a result that are exported. */
const EXPORTED = 500;
/** Subjects that an empty search offers. */
const STARTS = 12;

type OfSearch = { Querystring: Form };

interface SearchContext extends PageContext {
  /** The topics that a search can be narrowed to. */
  topicsNear: ReturnType<typeof topicChoices>;
}

/** `/search`: what `search_papers` finds, with filters in the address, the result as a file, and papers of it saved to a workspace. */
export function searchRoutes(app: FastifyInstance, given: PageContext): void {
  const context: SearchContext = { ...given, topicsNear: topicChoices(given.library) };

  app.get<OfSearch>("/search", async (request, reply) => {
    allowed(request, PAPERS);
    return showSearch(request, reply, context);
  });

  app.post<OfSearch>("/search/save", async (request, reply) => {
    allowed(request, [...PAPERS, ...SAVING]);
    const query = searchQueryOf(request.query);
    const ids = allOf(formOf(request), "paper").slice(0, RESULTS_A_PAGE);
    const back = (done: string) => redirectTo(reply, searchAddress(query, { cursor: query.cursor }, "/search", { done }));
    if (ids.length === 0) return back("none-chosen");
    const owned = ownedBy(context, request);
    try {
      const workspace_id = await chosenWorkspace(owned, request);
      const items = ids.map((id) => ({ kind: "paper" as const, id }));
      await addItems(context.library, owned, { workspace_id, items }, deadline());
      return await back("saved");
    } catch (error) {
      const { problems } = refusalOf(error, { name: "name", items: "name" });
      return showSearch(request, reply, context, { problems, selected: ids });
    }
  });

  app.get<OfSearch>("/search/export", async (request, reply) => {
    allowed(request, PAPERS);
    const query = searchQueryOf(request.query);
    const format = PAPER_EXPORTS.find((one) => one === textOf(request.query, "format"));
    const narrowed = filtersOf(query);
    if (format === undefined || query.q === "" || "problems" in narrowed)
      throw new PublicError("not_found", { message: "There is no such export. Search first, then choose a format." });
    const papers = await asQuery(context, request, () => exported(context, query, narrowed.filters));
    return sendPapers(reply, format, papers, "papers");
  });
}

/** The results of the search that the address holds; `refused`: which papers of them could not be saved, and why. */
async function showSearch(
  request: FastifyRequest<OfSearch>,
  reply: FastifyReply,
  context: SearchContext,
  refused: { problems: Problems; selected: readonly string[] } = { problems: {}, selected: [] },
): Promise<FastifyReply> {
  const { name } = allowed(request, PAPERS);
  const query = searchQueryOf(request.query);
  const show = async (found: PaperSearchResult, wrong: Problems = {}): Promise<FastifyReply> => {
    const problems = { ...refused.problems, ...wrong };
    const what = { what: "Saves the papers that you select.", subject: query.q };
    const [topics, saving] = await Promise.all([context.topicsNear(query.q), savingOf(request, ownedBy(context, request), what)]);
    const done = savedNotice(textOf(request.query, "done"));
    const { selected } = refused;
    const page = searchPage({ account: name, query, problems, found, exported: EXPORTED, topics, saving, selected, done });
    return sendPage(reply, page, Object.keys(problems).length > 0 ? 422 : 200);
  };
  if (query.q === "") {
    const starts = (await largestTopics(context.library, STARTS, deadline())).map(({ label }) => label);
    return sendPage(reply, searchPage({ account: name, query, problems: {}, found: null, exported: EXPORTED, starts }));
  }
  const narrowed = filtersOf(query);
  const unfiltered = { ...query, topic: "" };
  if ("problems" in narrowed) return show(await found(context, request, unfiltered, {}), narrowed.problems);
  try {
    return await show(await found(context, request, query, narrowed.filters));
  } catch (error) {
    if (!(error instanceof PublicError)) throw error;
    if (error.code === "bad_cursor") return show(await found(context, request, { ...query, cursor: "" }, narrowed.filters));
    if (error.code === "invalid_argument") {
      const about = error.field === "topic" ? "topic" : "form";
      return show(await found(context, request, unfiltered, {}), { [about]: error.message });
    }
    throw error;
  }
}

async function found(
  context: PageContext,
  request: FastifyRequest,
  { q, sort, cursor, topic }: SearchQuery,
  filters: PaperFilters,
): Promise<PaperSearchResult> {
  const asked = {
    query: q,
    limit: RESULTS_A_PAGE,
    ...(cursor === "" ? {} : { cursor }),
    retrieval: "hybrid" as const,
    filters: await withinTopic(context.library, filters, topic, deadline()),
    sort,
    facets: true,
    previous: true,
    detail: "concise" as const,
    owner: allowed(request, PAPERS).account_id,
  };
  return asQuery(context, request, () => searchPapers(context.library, asked, deadline()));
}

async function exported({ library }: PageContext, { q, sort, topic }: SearchQuery, given: PaperFilters): Promise<Paper[]> {
  const signal = deadline();
  const filters = await withinTopic(library, given, topic, signal);
  const asked = { query: q, limit: EXPORTED, retrieval: "hybrid", filters, sort, facets: false, detail: "concise" } as const;
  const { papers } = await searchPapers(library, asked, signal);
  const ids = papers.map(({ paper_id }) => paper_id);
  const stored = await library.engine.papers.get(ids, { signal });
  return ids.flatMap((id) => stored.get(id) ?? []);
}
