import type { FastifyInstance } from "fastify";
import type { Scope } from "../../access/scopes.ts";
import { isCalendarDate } from "../../documents/dates.ts";
import { SIGNAL_KINDS } from "../../documents/signal-kinds.ts";
import { PublicError } from "../../errors.ts";
import { heldIn } from "../../holdings/held.ts";
import { searchSignals, type SignalSearchResult } from "../../retrieval/search-signals.ts";
import { inspectSignal } from "../../retrieval/views.ts";
import { sendPage, type PageContext } from "../context.ts";
import { allowed, deadline } from "../permission.ts";
import { signalPage } from "../views/signals/signal.ts";
import { signalsPage, type SignalFilters } from "../views/signals/signals.ts";

const SIGNALS: readonly Scope[] = ["signals:read"];
const SIGNALS_A_PAGE = 25;
const MAX_QUERY_LENGTH = 500;
const MAX_ID_LENGTH = 500;
/** Before every signal: a list of all of them is one since then. */
const BEFORE_ALL = "0001-01-01";
const NOTHING: SignalSearchResult = { signals: [], total: { value: 0, relation: "eq" }, degraded: [] };

interface Listed {
  Querystring: Record<string, string | string[] | undefined>;
}

/** `/signals` and `/signals/{id}`: what `search_signals` tells, to look at and to share. */
export function signalRoutes(app: FastifyInstance, { library }: PageContext): void {
  app.get<Listed>("/signals", async (request, reply) => {
    const account = allowed(request, SIGNALS);
    const filters = filtersIn(request.query);
    const signal = deadline();
    const held = await heldIn(library);
    const problem = problemIn(filters);
    const { kind, source, since, q } = filters;
    const wanted = {
      ...(q === "" ? {} : { query: q }),
      ...(kind === "" ? {} : { kinds: SIGNAL_KINDS.filter((one) => one === kind) }),
      ...(source === "" ? {} : { source }),
      since: since === "" ? BEFORE_ALL : since,
      limit: SIGNALS_A_PAGE,
      owner: account.account_id,
      ...(filters.cursor === "" ? {} : { cursor: filters.cursor }),
    };
    const search = async () => {
      try {
        return { found: await searchSignals(library, wanted, signal), problem: null };
      } catch (error) {
        if (!(error instanceof PublicError) || !["invalid_argument", "bad_cursor"].includes(error.code)) throw error;
        const stale = "This page of the list has expired. Show the list again.";
        return { found: NOTHING, problem: error.code === "bad_cursor" ? stale : error.message };
      }
    };
    const result = problem === null ? await search() : { found: NOTHING, problem };
    const status = result.problem === null ? 200 : 422;
    return sendPage(reply, signalsPage({ account: account.name, filters, held, ...result }), status);
  });

  app.get<{ Params: { "*": string } }>("/signals/*", async (request, reply) => {
    const account = allowed(request, SIGNALS);
    const id = request.params["*"].trim();
    if (id === "" || id.length > MAX_ID_LENGTH)
      throw new PublicError("not_found", { message: "There is no signal with this ID." });
    const view = await inspectSignal(library, { signal_id: id }, deadline());
    return sendPage(reply, signalPage(account.name, view, account.scopes.includes("papers:read")));
  });
}

function filtersIn(query: Listed["Querystring"]): SignalFilters {
  const text = (name: string, maxLength: number) => ([query[name] ?? ""].flat()[0] ?? "").trim().slice(0, maxLength);
  return {
    q: text("q", MAX_QUERY_LENGTH),
    kind: text("kind", 50),
    source: text("source", 200),
    since: text("since", 10),
    cursor: text("cursor", 1_000),
  };
}

function problemIn({ kind, since }: SignalFilters): string | null {
  if (kind !== "" && !SIGNAL_KINDS.some((one) => one === kind)) return "There is no such kind of signal.";
  if (since !== "" && !isCalendarDate(since)) return "Enter the day as YYYY-MM-DD.";
  return null;
}
