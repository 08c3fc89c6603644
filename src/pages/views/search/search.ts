import { html, type Html, type Part } from "../../../shared/html.ts";
import type { PaperSearchResult } from "../../../retrieval/retrieve.ts";
import { EXPORT_NAMES, PAPER_EXPORTS } from "../../../workspaces/export-formats.ts";
import { problemSummary, type Problems } from "../fields.ts";
import { framed } from "../frame.ts";
import { countOf } from "../numbers.ts";
import { thousands } from "../../../shared/thousands.ts";
import type { TopicChoice } from "../../topic-filter.ts";
import { saveCard, SAVING_FORM, type Saving } from "../ask/actions.ts";
import { filterForm } from "./filters.ts";
import { foundPaper } from "./found.ts";
import { searchAddress, type SearchQuery } from "./query.ts";

export const RESULTS_A_PAGE = 20;

/** What the page of a search shows. `found`: null where nothing was searched for. */
export interface SearchPage {
  account: string;
  query: SearchQuery;
  problems: Problems;
  found: PaperSearchResult | null;
  /** The most papers of an export. */
  exported: number;
  /** Topics that the results can be narrowed to, the nearest first. */
  topics?: readonly TopicChoice[];
  /** Subjects to begin with, where nothing was searched for. */
  starts?: readonly string[];
  /** Where papers can be saved; null: nowhere. */
  saving?: Saving;
  /** The IDs of papers that are selected from the beginning. */
  selected?: readonly string[];
  /** What was just done. */
  done?: Part;
}

/** Papers for a query, with what narrows them. */
export function searchPage({
  account,
  query,
  problems,
  found,
  exported,
  topics = [],
  starts = [],
  saving = null,
  selected = [],
  done = null,
}: SearchPage): Html {
  const clear = { from: "", to: "", venues: [], kinds: [], topic: "", code: false, retracted: "" as const };
  return framed({
    title: query.q === "" ? "Search" : `${query.q.slice(0, 100)} · Search`,
    account,
    here: "search",
    width: "wide",
    hasErrors: Object.keys(problems).length > 0,
    body: html`${problemSummary(problems)}
      <h1>Search papers</h1>
      ${done}
      <form class="search" method="get" action="/search" role="search" id="search">
        <label for="q">Keywords, a question, a title, a DOI or another ID</label>
        <div class="input"><input id="q" name="q" type="search" maxlength="2000" value="${query.q}" required /></div>
        <button>Search</button>
      </form>
      ${found === null && startingPoints(starts)}
      ${
        found !== null &&
        html`<div class="search-columns">
          <aside aria-label="Filters">
            ${filterForm({ query, facets: found.facets, topics, problems, clearAddress: searchAddress(query, clear) })}
          </aside>
          <div>
            ${found.degraded.map(({ reason }) => html`<div class="notice warning"><p>${reason}</p></div>`)}
            ${results(query, found, { exported, saving, selected, problems })}
          </div>
        </div>`
      }`,
  });
}

/** Where a reader can begin who has no words yet. */
function startingPoints(starts: readonly string[]): Html {
  return html`${
      starts.length > 0 &&
      html`<h2>Start with a topic from this library</h2>
        <p class="starts">
          ${starts.map((start) => html`<a class="button plain small" href="/search?q=${encodeURIComponent(start)}">${start}</a>`)}
        </p>`
    }
    <p class="hint">
      Words, meaning, titles and IDs are searched together. Results can be narrowed by year, venue, code and signals, and
      exported. Or see all <a href="/topics">topics</a>, <a href="/library">what the library contains</a>, or
      <a href="/">ask a question</a>.
    </p>`;
}

/** As many results as can be paged through: the order of so many is kept (`search_papers`), and of the best 100 where they are sorted. */
const MAX_PAGED = { relevance: 1_000, sorted: 100 };

/** Which page it is, and the way to those beside it. */
function pagesNav(
  query: SearchQuery,
  { total, weak_matches: weak = 0, next_cursor: next, previous_cursor }: PaperSearchResult,
  rank: number,
): Part {
  const page = Math.ceil(rank / RESULTS_A_PAGE);
  const maxPaged = query.sort === "relevance" ? MAX_PAGED.relevance : MAX_PAGED.sorted;
  const counted = Math.ceil(Math.min(total.value + weak, maxPaged) / RESULTS_A_PAGE);
  const pages = next === undefined ? page : Math.max(page + 1, counted);
  if (pages === 1) return null;
  return html`<nav class="actions" aria-label="Pages of results">
    ${page > 2 && html`<a class="button plain small" href="${searchAddress(query)}">First page</a>`}
    ${page > 1 && html`<a class="button plain small" href="${searchAddress(query, { cursor: previous_cursor ?? "" })}" rel="prev">Previous page</a>`}
    <span class="hint">Page ${thousands(page)} of ${thousands(pages)}</span>
    ${next !== undefined && html`<a class="button plain small" href="${searchAddress(query, { cursor: next })}" rel="next">Next page</a>`}
  </nav>`;
}

function results(
  query: SearchQuery,
  found: PaperSearchResult,
  { exported, saving, selected, problems }: { exported: number; saving: Saving; selected: readonly string[]; problems: Problems },
): Part {
  const { papers, total, corrected_query: corrected } = found;
  const [first, last] = [papers.at(0), papers.at(-1)];
  if (first === undefined || last === undefined) {
    return html`<section class="empty">
      <h2>No paper matches</h2>
      <p>Remove a filter, or use fewer and more general words.</p>
      <p>
        <a href="/?q=${encodeURIComponent(query.q)}">Ask it as a question</a> ·
        <a href="/topics">See what the library is about</a>
      </p>
    </section>`;
  }
  const atLeast = total.relation === "gte" ? "At least " : "";
  return html`${corrected !== undefined && html`<p>No paper has all of these words. Showing results for <strong>${corrected}</strong>.</p>`}
    ${
      total.value === 0 &&
      html`<div class="notice warning">
        <p>No closely related papers found. The papers below share some words or are loosely related.</p>
      </div>`
    }
    <div class="found-head">
      <h2>${total.value === 0 ? "No relevant papers" : `${atLeast}${countOf(total.value, "paper")}`}</h2>
      <p class="hint">
        ${thousands(first.rank)}–${thousands(last.rank)} shown${query.sort !== "relevance" && ", of the 100 best matches"}
      </p>
      <p class="exports">
        Export${total.value > exported && ` the best ${thousands(exported)}`}:
        ${PAPER_EXPORTS.map((format, index) => html`${index > 0 && " · "}<a href="${searchAddress(query, {}, "/search/export", { format })}" download>${EXPORT_NAMES[format]}</a>`)}
      </p>
      ${
        saving !== null &&
        html`<details class="save-found" ${Object.keys(problems).length > 0 && html` open`}>
          <summary>Save selected papers</summary>
          ${saveCard(searchAddress(query, { cursor: query.cursor }, "/search/save"), saving, problems)}
        </details>`
      }
    </div>
    <ol class="found" start="${first.rank}">
      ${papers.map((paper) => foundPaper(paper, saving === null ? null : SAVING_FORM, selected.includes(paper.paper_id)))}
    </ol>
    ${pagesNav(query, found, first.rank)}`;
}
