import { html, type Html } from "../../../shared/html.ts";
import type { FoundRuns } from "../../../workspaces/find-runs.ts";
import { framed } from "../frame.ts";
import { rows } from "../library/parts.ts";
import { runRow } from "./run-row.ts";

/** What the list is narrowed to, as the address has it. */
export interface RunFilters {
  q: string;
  from: string;
  to: string;
}

/** `/runs`: the account's questions of the last 90 days, newest first. */
export function runsPage(page: { account: string; filters: RunFilters; after: string; found: FoundRuns; now: number }): Html {
  const { account, filters, after, found, now } = page;
  const isNarrowed = filters.q + filters.from + filters.to !== "";
  return framed({
    title: "Your questions",
    account,
    here: "ask",
    width: "middle",
    body: html`<p class="crumb"><a href="/">Ask</a></p>
      <h1>Your questions</h1>
      <p class="lead">Answers are kept for 90 days. You can delete all of them in <a href="/account">your account</a>.</p>
      <form class="card filters" method="get" action="/runs" role="search">
        <div class="field whole">
          <label for="q">Words in the question</label>
          <div class="input"><input id="q" name="q" type="search" maxlength="500" value="${filters.q}" /></div>
        </div>
        ${dayField("from", "Asked from", filters.from)} ${dayField("to", "to", filters.to)}
        <div class="actions"><button>Show</button>${isNarrowed && html`<a href="/runs">Clear</a>`}</div>
      </form>
      ${
        found.runs.length > 0
          ? html`<section class="card" aria-label="Questions">${rows(found.runs.map((run) => runRow(run, now)))}</section>`
          : html`<div class="empty">
              <h2>${isNarrowed ? "No question matches" : "Nothing asked yet"}</h2>
              <p>${isNarrowed ? "Use fewer words, or different days." : html`<a href="/">Ask the library a question.</a>`}</p>
            </div>`
      }
      <nav class="actions" aria-label="Pages">
        ${after !== "" && html`<a class="button plain small" href="${addressOf(filters, "")}">Newest</a>`}
        ${found.next !== null && html`<a class="button plain small" href="${addressOf(filters, found.next)}" rel="next">Older</a>`}
      </nav>`,
  });
}

function dayField(name: "from" | "to", label: string, value: string): Html {
  return html`<div class="field">
    <label for="${name}">${label}</label>
    <div class="input"><input id="${name}" name="${name}" type="date" value="${value}" /></div>
  </div>`;
}

function addressOf(filters: RunFilters, after: string): string {
  const given = Object.entries({ ...filters, after }).filter(([, value]) => value !== "");
  return given.length === 0 ? "/runs" : `/runs?${new URLSearchParams(given).toString()}`;
}
