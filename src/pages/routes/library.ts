import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { PublicError } from "../../errors.ts";
import { rememberedFor } from "../../shared/remembered-for.ts";
import { inspectTopic, type TopicView } from "../../topics/inspect.ts";
import { listTopics } from "../../topics/list.ts";
import { sendPage, type PageContext } from "../context.ts";
import { allowed, deadline, PAPERS, PAPERS_AND_SIGNALS } from "../permission.ts";
import { topicPage } from "../views/library/topic.ts";
import { MAX_PAGES, topicsPage } from "../views/library/topics.ts";

const MAX_QUERY_LENGTH = 500;
const TOPICS_A_PAGE = 50;
/** What is no page is the first. */
const Page = z.coerce.number().int().min(1).max(MAX_PAGES).catch(1);
/** A topic is read from up to 3,000 papers and their signals, for many readers alike: a page of it is at most a minute old. */
const KEPT = { ms: 60_000, max: 50 };

/**
 * `/topics` and `/topics/{id}`: what the tools tell, to look at and to share inside the team. The same functions answer, for an
 * account that is allowed what the tools ask for.
 */
export function libraryRoutes(app: FastifyInstance, { library }: PageContext): void {
  const topicOf = rememberedFor<TopicView>({ ...KEPT, isWhole: ({ degraded }) => degraded.length === 0 }, async (topic) =>
    inspectTopic(library, { topic, time_scope: "all" }, deadline()),
  );

  app.get<{ Querystring: { q?: string | string[]; page?: string | string[] } }>("/topics", async (request, reply) => {
    const account = allowed(request, PAPERS);
    const query = String(request.query.q ?? "")
      .trim()
      .slice(0, MAX_QUERY_LENGTH);
    const page = Page.parse(request.query.page);
    const asked = { limit: TOPICS_A_PAGE * page, ...(query === "" ? {} : { query }) };
    const list = await listTopics(library, asked, deadline());
    const topics = list.topics.slice(TOPICS_A_PAGE * (page - 1));
    return sendPage(reply, topicsPage(account.name, { query, page }, { ...list, topics }));
  });

  app.get<{ Params: { "*": string } }>("/topics/*", async (request, reply) => {
    const account = allowed(request, PAPERS_AND_SIGNALS);
    const topic = request.params["*"].trim();
    if (topic === "" || topic.length > MAX_QUERY_LENGTH)
      throw new PublicError("not_found", { message: "This topic does not exist." });
    return sendPage(reply, topicPage(account.name, await topicOf(topic)));
  });
}
