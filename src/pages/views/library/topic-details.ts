import type { Drawing } from "../../../charts/drawing.ts";
import type { TopicView } from "../../../topics/inspect.ts";
import type { TopOrder } from "../../../topics/top-papers.ts";
import { html, type Html, type Part } from "../../../shared/html.ts";
import { rounded } from "../../../shared/rounding.ts";
import { countOf } from "../numbers.ts";
import { figure, marks, rows } from "./parts.ts";

const ORDERS: Record<TopOrder, string> = {
  central: "most typical",
  most_cited: "most cited",
  newest: "newest",
  best_reviewed: "best reviewed",
  awarded: "awarded",
  most_evidence: "most evidence",
};

/** Why a paper is among the first: its places in each order. */
export function placesOf({ places }: TopicView["top_papers"][number]): string {
  return places.map((place) => `${rankWords(place.rank)}${ORDERS[place.by]}${figureOf(place)}`).join(" · ");
}

type Place = TopicView["top_papers"][number]["places"][number];

const ORDINALS = new Intl.PluralRules("en", { type: "ordinal" });
const ENDINGS: Partial<Record<Intl.LDMLPluralRule, string>> = { one: "st", two: "nd", few: "rd" };

/** Nothing before the first, `2nd ` before the second. */
function rankWords(rank: number): string {
  return rank === 1 ? "" : `${rank}${ENDINGS[ORDINALS.select(rank)] ?? "th"} `;
}

/** What the order goes by, in parentheses; nothing where the order says it all. */
function figureOf({ by, value, unit }: Place): string {
  if (value === null || by === "central") return "";
  if (typeof value === "string") return ` (${value})`;
  if (by === "most_cited") return ` (${countOf(value, "citation")})`;
  return by === "best_reviewed" ? ` (${value}, ${unit})` : ` (${value} ${unit})`;
}

/** The signals by kind, each with its latest. */
export function signalsDetails({ signals_by_kind: kinds, signal_count: total }: TopicView, chart: Drawing): Html {
  return fold("Signals", countOf(total, "signal"), [
    figure(chart),
    rows(
      Object.entries(kinds).map(
        ([kind, { signals, papers, first, last, latest }]) =>
          html`<p>
              <strong>${kind.replaceAll("_", " ")}</strong> ${signals} of ${countOf(papers, "paper")}
              <span class="hint">${first === last ? first : `${first} to ${last}`}</span>
            </p>
            <p class="hint">Latest: ${latest.title}${marks(latest.citations)}</p>`,
      ),
    ),
  ]);
}

/** Where and by whom it is published. */
export function whoDetails({ venues, people, groups }: TopicView): Part {
  if (venues.length + people.length === 0) return null;
  const first = venues
    .slice(0, 3)
    .map(({ name }) => name)
    .join(", ");
  return fold("Venues and authors", first, [
    named("Venues", venues),
    named("Authors", people),
    rows(
      groups.map(
        ({ people, size, papers }) =>
          html`<p><strong>Group of ${size} authors</strong> ${countOf(papers, "paper")}: ${people.join(", ")}</p>`,
      ),
    ),
  ]);
}

/** How everything on the page was counted. */
export function countsDetails(view: TopicView): Html {
  return fold("How this was counted", "papers, shares, growth, reviews", [
    html`<p>Based on ${view.counted.papers}; ${view.counted.signals}.</p>`,
    view.without_year > 0 && html`<p>${countOf(view.without_year, "paper")} with no known year.</p>`,
    html`<p>Growth: <span class="formula">${view.momentum.formula}</span></p>`,
    rows([...(view.paper_count === 0 ? [] : view.shares.map(shareRow)), ...view.reviews.map(reviewRow)]),
    view.topic && html`<p class="hint">Topic <code>${view.topic.topic_id}</code></p>`,
  ]);
}

function fold(title: string, note: string, body: Part): Html {
  return html`<details class="card fold">
    <summary>
      <h2>${title}</h2>
      <span class="hint">${note}</span>
    </summary>
    ${body}
  </details>`;
}

function shareRow({ name, papers, of, share, counted: how }: TopicView["shares"][number]): Html {
  return html`<p>
      <strong>${name.replaceAll("_", " ")}</strong> ${papers} of ${of} (${share === null ? "–" : `${rounded(100 * share, 1)}%`})
    </p>
    <p class="hint">${how}</p>`;
}

function reviewRow({
  unit,
  papers,
  reviews,
  lower_quartile: low,
  median,
  upper_quartile: high,
}: TopicView["reviews"][number]): Html {
  return html`<p><strong>Reviews</strong> median ${median}, quartiles ${low} to ${high}</p>
    <p class="hint">${unit}, over ${countOf(papers, "paper")} with ${countOf(reviews, "review signal")}</p>`;
}

function named(title: string, list: readonly { name: string; papers: number }[]): Part {
  return (
    list.length > 0 && html`<p><strong>${title}</strong> ${list.map(({ name, papers }) => `${name} (${papers})`).join(", ")}</p>`
  );
}
