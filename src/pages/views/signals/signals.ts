import type { Held } from "../../../holdings/held.ts";
import type { FoundSignal, SignalSearchResult } from "../../../retrieval/search-signals.ts";
import { html, type Html, type Part } from "../../../shared/html.ts";
import { framed } from "../frame.ts";
import { sourceLink, sourceName } from "../library/parts.ts";
import { countOf } from "../numbers.ts";
import { thousands } from "../../../shared/thousands.ts";
import { dayOf } from "../times.ts";
import { selectField } from "../workspaces/fields.ts";
import { signalAddress } from "./addresses.ts";
import { asWords } from "../../../shared/as-words.ts";
import { polarityMark, valueOf } from "./parts.ts";

/** What the address names, as it was typed; empty: not filtered by. */
export interface SignalFilters {
  q: string;
  kind: string;
  source: string;
  since: string;
  cursor: string;
}

interface SignalsView {
  account: string;
  filters: SignalFilters;
  held: Held;
  found: SignalSearchResult;
  problem: string | null;
}

const MAX_STATEMENT_LENGTH = 300;

/** `/signals`: the evidence on record, newest first, or best first for a search. */
export function signalsPage({ account, filters, held, found, problem }: SignalsView): Html {
  const { total, signals, next_cursor: next, degraded } = found;
  const isFiltered = Object.values({ ...filters, cursor: "" }).some((value) => value !== "");
  return framed({
    title: "Signals",
    account,
    here: "signals",
    width: "middle",
    hasErrors: problem !== null,
    body: html`<h1>Signals</h1>
      <p class="lead">Dated, sourced evidence about papers: code, reviews, reproductions, awards, retractions and more.</p>
      ${filterForm(filters, held, isFiltered)}
      ${problem !== null && html`<div class="notice problem" role="alert"><p>${problem}</p></div>`}
      ${degraded.map(({ reason }) => html`<div class="notice warning"><p>${reason}</p></div>`)}
      <section class="card" aria-labelledby="found">
        <h2 id="found">${total.relation === "gte" && "At least "}${countOf(total.value, "signal")}</h2>
        ${
          signals.length === 0
            ? html`<p class="hint">
                ${isFiltered ? "No signals match. Try fewer filters or different words." : "None have been loaded yet."}
              </p>`
            : html`<ul class="rows">
                ${signals.map(signalRow)}
              </ul>`
        }
      </section>
      <nav class="actions" aria-label="Pages">
        ${filters.cursor !== "" && html`<a class="button plain small" href="${addressOf({ ...filters, cursor: "" })}">First page</a>`}
        ${next !== undefined && html`<a class="button plain small" href="${addressOf({ ...filters, cursor: next })}">Next page</a>`}
      </nav>`,
  });
}

function filterForm({ q, kind, source, since }: SignalFilters, held: Held, isFiltered: boolean): Html {
  const kinds = held.signals_by_kind.map(({ value, count }) => ({ value, label: `${asWords(value)} (${thousands(count)})` }));
  const sources = held.sources
    .filter(({ signals }) => signals > 0)
    .map(({ name, signals }) => ({ value: name, label: `${sourceName(name).slice(0, 60)} (${thousands(signals)})` }));
  return html`<form class="card filters" method="get" action="/signals" role="search">
    <div class="field whole">
      <label for="q">Words or a question</label>
      <div class="input"><input id="q" name="q" type="search" maxlength="500" value="${q}" /></div>
    </div>
    ${selectField({ name: "kind", label: "Kind", value: kind, problems: {} }, [{ value: "", label: "Any" }, ...kinds])}
    ${selectField({ name: "source", label: "Source", value: source, problems: {} }, [{ value: "", label: "Any" }, ...sources])}
    <div class="field">
      <label for="since">Observed since</label>
      <div class="input"><input id="since" name="since" type="date" value="${since}" /></div>
    </div>
    <div class="actions"><button>Show</button>${isFiltered && html`<a href="/signals">Clear</a>`}</div>
  </form>`;
}

function signalRow(signal: FoundSignal): Html {
  const { signal_id: id, kind, title, statement, polarity, observed_at: day, source } = signal;
  return html`<li>
    <p class="row-head"><a href="${signalAddress(id)}">${title.slice(0, 200)}</a></p>
    ${statement !== "" && statement !== title && html`<p>${cut(statement)}</p>`}
    <p class="hint">
      <strong>${asWords(kind)}</strong> ${polarityMark(polarity)} ·
      ${dayOf(day)}${valueOf(signal) !== null && html` · ${valueOf(signal)}`} ·
      ${sourceLink(source.url, sourceName(source.name).slice(0, 100))}
    </p>
  </li>`;
}

function cut(text: string): string {
  return text.length > MAX_STATEMENT_LENGTH ? `${text.slice(0, MAX_STATEMENT_LENGTH).trimEnd()}…` : text;
}

function addressOf(filters: SignalFilters): Part {
  const given = Object.entries(filters).filter(([, value]) => value !== "");
  const query = new URLSearchParams(given as [string, string][]).toString();
  return query === "" ? "/signals" : `/signals?${query}`;
}
