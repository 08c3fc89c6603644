import type { FastifyInstance, FastifyRequest } from "fastify";
import { missingScopes, TOOL_SCOPES } from "../../access/scopes.ts";
import { getPaper } from "../../canvas/paper-view.ts";
import { PublicError } from "../../errors.ts";
import { inspectTopic } from "../../topics/inspect.ts";
import { listTopics } from "../../topics/list.ts";
import { sendPage, visitorOf, type PageContext } from "../context.ts";
import { paperPage } from "./paper-view.ts";
import { topicPage } from "./topic-view.ts";
import { topicsPage } from "./topics-view.ts";

/** The longest that a page waits for the library, in milliseconds. */
const DEADLINE_MS = 10_000;
const LONGEST_QUERY = 500;
const MOST_TOPICS = 50;

/**
 * `/topics`, `/topics/{id}` and `/papers/{id}`: what the tools tell, to look at and to share inside the team. The same functions answer, for an
 * account that is allowed what the tools ask for.
 */
export function proofRoutes(app: FastifyInstance, { library }: PageContext): void {
  app.get<{ Querystring: { q?: string | string[] } }>("/topics", async (request, reply) => {
    const account = allowed(request, "list_topics");
    const query = String(request.query.q ?? "")
      .trim()
      .slice(0, LONGEST_QUERY);
    const asked = { limit: MOST_TOPICS, ...(query === "" ? {} : { query }) };
    return sendPage(reply, topicsPage(account, query, await listTopics(library, asked, deadline())));
  });

  app.get<{ Params: { "*": string } }>("/topics/*", async (request, reply) => {
    const account = allowed(request, "inspect_topic");
    const topic = request.params["*"].trim();
    if (topic === "" || topic.length > LONGEST_QUERY) throw new PublicError("not_found", { message: "There is no such topic." });
    return sendPage(reply, topicPage(account, await inspectTopic(library, { topic, time_scope: "all" }, deadline())));
  });

  app.get<{ Params: { "*": string } }>("/papers/*", async (request, reply) => {
    const account = allowed(request, "get_paper");
    return sendPage(reply, paperPage(account, await getPaper(library, { paper_id: request.params["*"] }, deadline())));
  });
}

/** The name of the account that is signed in. Throws `missing_scope` where it may not see what the tool tells. */
function allowed(request: FastifyRequest, tool: keyof typeof TOOL_SCOPES): string {
  const { account } = visitorOf(request);
  const lacking = missingScopes(TOOL_SCOPES[tool], account.scopes);
  if (lacking.length > 0) throw new PublicError("missing_scope", { message: `Your account lacks ${lacking.join(" and ")}.` });
  return account.name;
}

function deadline(): AbortSignal {
  return AbortSignal.timeout(DEADLINE_MS);
}
