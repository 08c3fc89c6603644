import { svgOf } from "../../../charts/drawing.ts";
import { yearsChart } from "../../../charts/years.ts";
import { SIGNAL_KINDS } from "../../../documents/signal-kinds.ts";
import { asWords } from "../../../shared/as-words.ts";
import { PAPER_SORTS, type PaperSearchResult, type PaperSearchSort } from "../../../retrieval/retrieve.ts";
import { html, type Html, type Part } from "../../../shared/html.ts";
import { yearField } from "../ask/form.ts";
import type { TopicChoice } from "../../topic-filter.ts";
import type { Problems } from "../fields.ts";
import { thousands } from "../../../shared/thousands.ts";
import type { SearchQuery } from "./query.ts";

type Facets = PaperSearchResult["facets"];

const VENUES_SHOWN = 8;
/** About that of the column in pixels, so that the text of a chart has the size of its surroundings. */
const COLUMN_WIDTH = 240;

/** What narrows and orders the results, with how many there are of each. It belongs to the form with the query, so that one address holds all. */
export function filterForm({
  query,
  facets,
  topics,
  problems,
  clearAddress,
}: {
  query: SearchQuery;
  facets: Facets;
  topics: readonly TopicChoice[];
  problems: Problems;
  clearAddress: string;
}): Html {
  const years = (facets?.year ?? [])
    .map(({ value, count }) => ({ year: Number(value), papers: count }))
    .sort((a, b) => a.year - b.year);
  const count = (facet: keyof NonNullable<Facets>, value: string) =>
    facets?.[facet].find((one) => one.value === value)?.count ?? 0;
  const venues = (facets?.venue ?? []).slice(0, VENUES_SHOWN).map(({ value }) => value);
  // Code has a box of its own.
  const kinds = SIGNAL_KINDS.filter((kind) => query.kinds.includes(kind) || (kind !== "code" && count("signal_kinds", kind) > 0));
  const isNarrowed =
    query.topic !== "" ||
    query.venues.length + query.kinds.length > 0 ||
    query.code ||
    query.retracted !== "" ||
    query.from + query.to !== "";
  return html`<details class="filter-fold" ${(isNarrowed || Object.keys(problems).length > 0) && html` open`}>
    <summary>Sort and filter</summary>
    <div class="card small-card filters">
      <div>
        <label for="sort">Sort by</label>
        <select id="sort" name="sort" form="search">
          ${PAPER_SORTS.map((sort) => html`<option value="${sort}" ${sort === query.sort && html` selected`}>${SORTS[sort]}</option>`)}
        </select>
      </div>
      ${years.length > 1 && svgOf(yearsChart(years, undefined, COLUMN_WIDTH))}
      <div class="limits">
        ${yearField("from", "From year", query.from, problems, "search")}
        ${yearField("to", "To year", query.to, problems, "search")}
      </div>
      ${topicField(query.topic, topics, problems)}
      ${group(
        "Venue",
        [...new Set([...query.venues, ...venues])].map((venue) =>
          box("venue", venue, venue, count("venue", venue), query.venues.includes(venue)),
        ),
      )}
      ${group(
        "Signals about it",
        kinds.map((kind) => box("kind", kind, asWords(kind), count("signal_kinds", kind), query.kinds.includes(kind))),
      )}
      ${group("Also", [box("code", "1", "Has code", count("has_code", "true"), query.code)])}
      <div>
        <label for="retracted">Retracted papers</label>
        <select id="retracted" name="retracted" form="search">
          ${RETRACTED.map(([value, words]) => html`<option value="${value}" ${value === query.retracted && html` selected`}>${words}</option>`)}
        </select>
      </div>
      ${facets !== undefined && html`<p class="hint">Numbers count all papers that have every word of the query, or the relevant ones if those are more.</p>`}
      <div class="actions">
        <button class="small" form="search">Apply</button>
        ${isNarrowed && html`<a href="${clearAddress}">Clear filters</a>`}
      </div>
    </div>
  </details>`;
}

const RETRACTED = [
  ["", "Shown and marked"],
  ["0", "Left out"],
  ["1", "Alone"],
] as const;
const SORTS: Record<PaperSearchSort, string> = { relevance: "Relevance", newest: "Newest first", most_cited: "Most cited first" };

/** Topics near the query; the one that was chosen stays, whatever is searched for next. */
function topicField(chosen: string, topics: readonly TopicChoice[], problems: Problems): Part {
  if (topics.length === 0 && chosen === "") return null;
  const isOffered = topics.some(({ topic_id: id }) => id === chosen);
  return html`<div>
    <label for="topic">Topic</label>
    ${"topic" in problems && html`<p class="problem" id="topic-problem">${problems["topic"]}</p>`}
    <select id="topic" name="topic" form="search">
      <option value="">Any</option>
      ${topics.map(({ topic_id: id, label, papers }) => html`<option value="${id}" ${id === chosen && html` selected`}>${label} (${thousands(papers)})</option>`)}
      ${chosen !== "" && !isOffered && html`<option value="${chosen}" selected>The topic chosen before</option>`}
    </select>
  </div>`;
}

function group(legend: string, boxes: readonly Html[]): Part {
  return (
    boxes.length > 0 &&
    html`<fieldset class="field">
      <legend>${legend}</legend>
      <div class="choices">${boxes}</div>
    </fieldset>`
  );
}

function box(name: string, value: string, label: string, count: number, isChecked: boolean): Html {
  return html`<label class="box"
    ><input type="checkbox" name="${name}" value="${value}" form="search" ${isChecked && html` checked`} /><span>${label}</span
    ><span class="hint">${count > 0 && thousands(count)}</span></label
  >`;
}
