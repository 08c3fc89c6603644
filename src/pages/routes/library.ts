import type { FastifyInstance, FastifyRequest } from "fastify";
import { missingScopes, type Scope } from "../../access/scopes.ts";
import { getPaper } from "../../answers/paper-view.ts";
import { PublicError } from "../../errors.ts";
import { inspectTopic } from "../../topics/inspect.ts";
import { listTopics } from "../../topics/list.ts";
import { sendPage, visitorOf, type PageContext } from "../context.ts";
import { paperPage } from "../views/library/paper.ts";
import { topicPage } from "../views/library/topic.ts";
import { topicsPage } from "../views/library/topics.ts";

/** The longest that a page waits for the library, in milliseconds. */
const DEADLINE_MS = 10_000;
const MAX_QUERY_LENGTH = 500;
const MAX_TOPICS = 50;

/** What an account must be allowed to see a page: the scopes of the tool that tells the same. */
const PAPERS: readonly Scope[] = ["papers:read"];
const PAPERS_AND_SIGNALS: readonly Scope[] = ["papers:read", "signals:read"];

/**
 * `/topics`, `/topics/{id}` and `/papers/{id}`: what the tools tell, to look at and to share inside the team. The same functions answer, for an
 * account that is allowed what the tools ask for.
 */
export function libraryRoutes(app: FastifyInstance, { library }: PageContext): void {
  app.get<{ Querystring: { q?: string | string[] } }>("/topics", async (request, reply) => {
    const account = allowed(request, PAPERS);
    const query = String(request.query.q ?? "")
      .trim()
      .slice(0, MAX_QUERY_LENGTH);
    const asked = { limit: MAX_TOPICS, ...(query === "" ? {} : { query }) };
    return sendPage(reply, topicsPage(account, query, await listTopics(library, asked, deadline())));
  });

  app.get<{ Params: { "*": string } }>("/topics/*", async (request, reply) => {
    const account = allowed(request, PAPERS_AND_SIGNALS);
    const topic = request.params["*"].trim();
    if (topic === "" || topic.length > MAX_QUERY_LENGTH)
      throw new PublicError("not_found", { message: "This topic does not exist." });
    return sendPage(reply, topicPage(account, await inspectTopic(library, { topic, time_scope: "all" }, deadline())));
  });

  app.get<{ Params: { "*": string } }>("/papers/*", async (request, reply) => {
    const account = allowed(request, PAPERS);
    return sendPage(reply, paperPage(account, await getPaper(library, { paper_id: request.params["*"] }, deadline())));
  });
}

/** The name of the account that is signed in. Throws `missing_scope` where it lacks a scope that is needed. */
function allowed(request: FastifyRequest, needed: readonly Scope[]): string {
  const { account } = visitorOf(request);
  const lacking = missingScopes(needed, account.scopes);
  if (lacking.length > 0)
    throw new PublicError("missing_scope", {
      message: `Your account does not have the permission ${lacking.join(" and ")}. Contact the administrator of this server.`,
    });
  return account.name;
}

function deadline(): AbortSignal {
  return AbortSignal.timeout(DEADLINE_MS);
}
