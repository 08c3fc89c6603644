import type { FastifyInstance } from "fastify";
import { PublicError } from "../../errors.ts";
import { rememberedFor } from "../../shared/remembered-for.ts";
import { inspectTopic, type TopicView } from "../../topics/inspect.ts";
import { listTopics } from "../../topics/list.ts";
import { sendPage, type PageContext } from "../context.ts";
import { allowed, deadline, PAPERS, PAPERS_AND_SIGNALS } from "../permission.ts";
import { topicPage } from "../views/library/topic.ts";
import { topicsPage } from "../views/library/topics.ts";

const MAX_QUERY_LENGTH = 500;
const MAX_TOPICS = 50;
/** A topic is read from up to 3,000 papers and their signals, for many readers alike: a page of it is at most a minute old. */
const KEPT = { ms: 60_000, most: 50 };

/**
 * `/topics` and `/topics/{id}`: what the tools tell, to look at and to share inside the team. The same functions answer, for an
 * account that is allowed what the tools ask for.
 */
export function libraryRoutes(app: FastifyInstance, { library }: PageContext): void {
  const topicOf = rememberedFor<TopicView>({ ...KEPT, isWhole: ({ degraded }) => degraded.length === 0 }, async (topic) =>
    inspectTopic(library, { topic, time_scope: "all" }, deadline()),
  );

  app.get<{ Querystring: { q?: string | string[] } }>("/topics", async (request, reply) => {
    const account = allowed(request, PAPERS);
    const query = String(request.query.q ?? "")
      .trim()
      .slice(0, MAX_QUERY_LENGTH);
    const asked = { limit: MAX_TOPICS, ...(query === "" ? {} : { query }) };
    return sendPage(reply, topicsPage(account.name, query, await listTopics(library, asked, deadline())));
  });

  app.get<{ Params: { "*": string } }>("/topics/*", async (request, reply) => {
    const account = allowed(request, PAPERS_AND_SIGNALS);
    const topic = request.params["*"].trim();
    if (topic === "" || topic.length > MAX_QUERY_LENGTH)
      throw new PublicError("not_found", { message: "This topic does not exist." });
    return sendPage(reply, topicPage(account.name, await topicOf(topic)));
  });
}
