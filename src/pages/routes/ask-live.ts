import type { FastifyInstance, FastifyRequest } from "fastify";
import { PassThrough } from "node:stream";
import type { SummarySentence } from "../../answers/summarizer.ts";
import { PublicError } from "../../errors.ts";
import { deadlineSignal } from "../../shared/deadline.ts";
import { ANSWER_DEADLINE_MS, askFor } from "../../workspaces/ask.ts";
import type { PageContext } from "../context.ts";
import { reportedError } from "../error-page.ts";
import { formOf } from "../form.ts";
import { allowed, PAPERS_AND_SIGNALS, RUNS } from "../permission.ts";
import { asQuery } from "../security/query-limits.ts";
import { requestOf, showForm, valuesOf } from "./ask.ts";
import { ownedBy } from "./saving.ts";

/**
 * `/ask/live`: a question as `/ask` takes it, answered with server-sent events for the script of the pages: `read` once the evidence is, a `sentence` of a language model as
 * soon as it holds, `withdrawn` where those so far do not count, and at the end `done` with the address of the answer, `plainly` where the form is to be sent to `/ask`
 * instead, or `failed`. What is refused before that is refused as there.
 */
export function askLiveRoute(app: FastifyInstance, context: PageContext): void {
  app.post("/ask/live", async (request, reply) => {
    allowed(request, PAPERS_AND_SIGNALS);
    const values = valuesOf(formOf(request));
    const asked = requestOf(values);
    if ("problems" in asked) return showForm(request, reply, context, values, asked.problems);
    if (asked.request.workspace_id !== undefined) allowed(request, RUNS);

    const events = new PassThrough();
    const gone = new AbortController();
    events.on("close", () => gone.abort());
    // Nobody reads on; what is written then goes nowhere.
    events.on("error", () => gone.abort());
    const say = (event: string, data: object) => {
      if (!events.writableEnded && !events.destroyed) events.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
    };
    const watch = {
      read: (papers: number) => say("read", { papers }),
      sentence: (sentence: SummarySentence) => say("sentence", { text: sentence.text, sources: sourcesOf(sentence) }),
      withdrawn: () => say("withdrawn", {}),
    };
    const signal = deadlineSignal(ANSWER_DEADLINE_MS, gone.signal);
    const admitted = Promise.withResolvers<void>();
    const answered = asQuery(context, request, () => {
      admitted.resolve();
      return askFor(context.library, ownedBy(context, request), asked.request, signal, watch);
    });
    // Whoever has asked too much gets the page that says so.
    await Promise.race([admitted.promise, answered]);
    void answered
      .then(({ run_id: id, degraded }) => {
        const isKept = !degraded.some(({ part }) => part === "records");
        return isKept ? say("done", { address: `/runs/${id}` }) : say("plainly", {});
      })
      .catch((error: unknown) => gone.signal.aborted || tellFailure(error, request))
      .finally(() => events.end());
    // The header makes nginx pass on each event at once.
    return reply.type("text/event-stream").header("X-Accel-Buffering", "no").send(events);

    /** What is wrong with the question is shown beside its form. */
    function tellFailure(error: unknown, request: FastifyRequest): void {
      if (error instanceof PublicError && error.code === "not_found") return say("plainly", {});
      return say("failed", { text: reportedError(error, request, context).text });
    }
  });
}

/** The papers that a sentence rests on, each once. */
function sourcesOf({ quotes }: SummarySentence): string[] {
  return [...new Set(quotes.map(({ paper: { title, year } }) => (year === null ? title : `${title} (${year})`)))];
}
