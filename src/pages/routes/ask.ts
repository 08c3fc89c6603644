import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { PublicError } from "../../errors.ts";
import { TimeScope } from "../../evidence/time-scope.ts";
import { requirePaperId } from "../../retrieval/views.ts";
import { deadlineSignal } from "../../shared/deadline.ts";
import { ANSWER_DEADLINE_MS, askFor, type AccountRequest } from "../../workspaces/ask.ts";
import { listRuns } from "../../workspaces/runs.ts";
import { listWorkspaces } from "../../workspaces/store.ts";
import { redirectTo, sendPage, visitorOf, type PageContext } from "../context.ts";
import { formOf, textOf, type Form } from "../form.ts";
import { allowed, deadline, may, PAPERS_AND_SIGNALS, RUNS } from "../permission.ts";
import { largestTopics, type TopicLabel } from "../largest-topics.ts";
import { asQuery } from "../security/query-limits.ts";
import { askPage } from "../views/ask/ask.ts";
import { MAX_QUESTION_LENGTH, NOTHING_ASKED, type AskValues } from "../views/ask/form.ts";
import type { Problems } from "../views/fields.ts";
import { showUnkept } from "./runs.ts";
import { ownedBy } from "./saving.ts";

const RECENT = 8;
const EXAMPLES = 6;
/** Topics that examples are chosen from. */
const CONSIDERED = 24;

/** `/` and `/ask`: a question, answered as `search_signal_canvas` answers it, and kept as a run whose page the asker is led to. */
export function askRoutes(app: FastifyInstance, context: PageContext): void {
  const { library } = context;

  app.get<{ Querystring: Record<string, string | string[] | undefined> }>("/", async (request, reply) => {
    // Whoever may not ask has keys to look after.
    if (!may(request, PAPERS_AND_SIGNALS)) return redirectTo(reply, "/developers/keys");
    return showForm(request, reply, context, valuesOf(request.query), {});
  });

  app.post("/ask", async (request, reply) => {
    allowed(request, PAPERS_AND_SIGNALS);
    const values = valuesOf(formOf(request));
    const asked = requestOf(values);
    if ("problems" in asked) return showForm(request, reply, context, values, asked.problems);
    // A question within a workspace reads it.
    if (asked.request.workspace_id !== undefined) allowed(request, RUNS);
    const owned = ownedBy(context, request);
    try {
      const signal = deadlineSignal(ANSWER_DEADLINE_MS);
      const answer = await asQuery(context, request, () => askFor(library, owned, asked.request, signal));
      if (answer.degraded.some(({ part }) => part === "records"))
        return await showUnkept(request, reply, context, asked.request, answer);
      return redirectTo(reply, `/runs/${answer.run_id}`);
    } catch (error) {
      if (!(error instanceof PublicError) || error.code !== "not_found") throw error;
      const problems: Problems =
        error.field === "workspace_id" ? { workspace: "This workspace no longer exists." } : { paper: error.message };
      return showForm(request, reply, context, values, problems);
    }
  });
}

/** The form with what was typed or chosen; with problems, 422. */
export async function showForm(
  request: FastifyRequest,
  reply: FastifyReply,
  context: PageContext,
  values: AskValues,
  problems: Problems,
): Promise<FastifyReply> {
  const owned = ownedBy(context, request);
  const signal = deadline();
  const readsRuns = may(request, RUNS);
  const [workspaces, recent, examples, paper] = await Promise.all([
    readsRuns ? listWorkspaces(owned, signal) : [],
    readsRuns ? listRuns(owned, { limit: RECENT }, signal).then(({ runs }) => runs) : null,
    suggestions(context, signal),
    values.paper === "" || "paper" in problems ? undefined : paperTitle(context, values.paper, signal),
  ]);
  const page = askPage({
    account: visitorOf(request).account.name,
    values,
    problems,
    workspaces,
    paper,
    examples,
    recent,
    isNew: textOf(request.query as Form, "done") === "welcome",
    now: Date.now(),
  });
  return sendPage(reply, page, Object.keys(problems).length > 0 ? 422 : 200);
}

/** Questions about the largest topics of the library. */
async function suggestions({ library }: PageContext, signal: AbortSignal): Promise<string[]> {
  const topics = apart(await largestTopics(library, CONSIDERED, signal)).slice(0, EXAMPLES);
  return topics.map(({ within }, index) => WORDINGS[index % WORDINGS.length]!(within));
}

/** Topics of which none is a part of another's name, and none begins with an elision of another language (“d’un corpus”), which no English question holds. */
function apart(topics: readonly TopicLabel[]): TopicLabel[] {
  const kept: TopicLabel[] = [];
  for (const topic of topics) {
    const name = topic.label.toLowerCase();
    const isPart = kept.some(({ label }) => label.toLowerCase().includes(name) || name.includes(label.toLowerCase()));
    if (!isPart && !/^\p{L}{1,2}['’]/u.test(name)) kept.push(topic);
  }
  return kept;
}

const WORDINGS: readonly ((topic: string) => string)[] = [
  (topic) => `What is known about ${topic}?`,
  (topic) => `What are the limits of ${topic}?`,
  (topic) => `Which methods are there for ${topic}?`,
  (topic) => `Which datasets are there for ${topic}?`,
  (topic) => `Is ${topic} ready to build on?`,
];

async function paperTitle({ library }: PageContext, id: string, signal: AbortSignal): Promise<string> {
  const stored = await requirePaperId(library, id, signal);
  return (await library.engine.papers.get([stored], { signal })).get(stored)?.title ?? stored;
}

/** What an address or a form holds of a question. */
export function valuesOf(given: Readonly<Record<string, string | string[] | undefined>>): AskValues {
  const value = (name: keyof AskValues) =>
    [
      name,
      textOf(given, name)
        .trim()
        .slice(0, MAX_QUESTION_LENGTH + 1),
    ] as const;
  const names = Object.keys(NOTHING_ASKED) as (keyof AskValues)[];
  return { ...NOTHING_ASKED, ...Object.fromEntries(names.map(value)) };
}

/** The question as it is asked, or what is wrong with it. */
export function requestOf({
  q: query,
  workspace,
  from,
  to,
  paper,
}: AskValues): { request: AccountRequest } | { problems: Problems } {
  if (query === "") return { problems: { q: "Enter a question." } };
  if (query.length > MAX_QUESTION_LENGTH)
    return { problems: { q: `A question can have at most ${MAX_QUESTION_LENGTH.toLocaleString("en")} characters.` } };
  const years = { ...(from === "" ? {} : { from }), ...(to === "" ? {} : { to }) };
  const scope = TimeScope.safeParse(Object.keys(years).length === 0 ? "all" : years);
  if (!scope.success) return { problems: { [yearProblem(from)]: "Enter four-digit years, the first no later than the last." } };
  const rest = { query, time_scope: scope.data };
  if (paper !== "") return { request: { ...rest, mode: "paper", paper_id: paper } };
  return { request: workspace === "" ? { ...rest, mode: "corpus" } : { ...rest, mode: "workspace", workspace_id: workspace } };
}

/** Which of the two fields is wrong: the first where it is no year by itself. */
function yearProblem(from: string): "from" | "to" {
  return from !== "" && !TimeScope.safeParse({ from }).success ? "from" : "to";
}
