import type { FastifyInstance } from "fastify";
import { Readable } from "node:stream";
import { isCalendarDate } from "../../documents/dates.ts";
import { feedbackLines } from "../../workspaces/feedback.ts";
import { findRuns } from "../../workspaces/find-runs.ts";
import { sendPage, type PageContext } from "../context.ts";
import { textOf, type Form } from "../form.ts";
import { administrator, allowed, deadline, RUNS } from "../permission.ts";
import { runsPage } from "../views/ask/runs.ts";
import { ownedBy } from "./saving.ts";
import { DAY_MS } from "../../shared/time.ts";

const RUNS_A_PAGE = 30;
const MAX_QUERY_LENGTH = 500;

/** `/runs`: one's own questions, searched by words and days (UTC); `/library/feedback`: what everybody thought of answers, for administrators. */
export function runListRoutes(app: FastifyInstance, context: PageContext): void {
  app.get<{ Querystring: Form }>("/runs", async (request, reply) => {
    const { name } = allowed(request, RUNS);
    const day = (field: string) => (isCalendarDate(textOf(request.query, field)) ? textOf(request.query, field) : "");
    const filters = { q: textOf(request.query, "q").trim().slice(0, MAX_QUERY_LENGTH), from: day("from"), to: day("to") };
    const after = textOf(request.query, "after");
    const wanted = {
      words: filters.q,
      from: filters.from === "" ? null : Date.parse(filters.from),
      to: filters.to === "" ? null : Date.parse(filters.to) + DAY_MS,
      after: after === "" ? null : after,
    };
    const found = await findRuns(ownedBy(context, request), wanted, RUNS_A_PAGE, deadline());
    return sendPage(reply, runsPage({ account: name, filters, after, found, now: Date.now() }));
  });

  app.get("/library/feedback", async (request, reply) => {
    administrator(request);
    return reply
      .type("application/x-ndjson; charset=utf-8")
      .header("Content-Disposition", 'attachment; filename="feedback.jsonl"')
      .send(Readable.from(feedbackLines(context.records)));
  });
}
