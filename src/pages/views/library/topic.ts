import { topicCharts } from "../../../charts/of-views.ts";
import { counted } from "../../../documents/markdown.ts";
import type { TopicView } from "../../../topics/inspect.ts";
import { framed } from "../frame.ts";
import { html, type Html, type Part } from "../../../shared/html.ts";
import { judgmentCard } from "./judgment-card.ts";
import { citationList, figure, marks, paperAddress, rows, section, topicAddress } from "./parts.ts";
import { rounded } from "../../../shared/rounding.ts";

/** Everything about a topic: what `inspect_topic` returns. */
export function topicPage(account: string, view: TopicView): Html {
  const [years, kinds, dimensions] = topicCharts(view);
  return framed({
    title: view.title.slice(0, 120),
    account,
    here: "topics",
    width: "wide",
    body: html`<h1 class="record">${view.title}</h1>
      <p class="lead">${lead(view)}</p>
      <p class="hint">Based on ${view.counted.papers}; ${view.counted.signals}.</p>
      ${view.degraded.map(({ reason }) => html`<div class="notice warning"><p>${reason}</p></div>`)}
      <div class="record-columns">
        <div>
          ${section("Papers", [
            view.papers_per_year.length > 0 && figure(years),
            html`<p>${view.momentum.ratio === null ? "Momentum unknown" : `Momentum ×${view.momentum.ratio}`}</p>`,
            html`<p class="formula">${view.momentum.formula}</p>`,
            view.without_year > 0 && html`<p class="hint">${counted(view.without_year, "paper")} with no known year.</p>`,
            rows(view.paper_count === 0 ? [] : view.shares.map(shareRow)),
            rows(view.reviews.map(reviewRow)),
          ])}
          ${section("Signals", [view.signal_count > 0 ? figure(kinds) : html`<p class="hint">No signals recorded.</p>`, rows(latestSignals(view))])}
          ${section("Top papers", [rows(view.top_papers.map(topPaperRow))])}
        </div>
        <div>
          ${judgmentCard(view.judgment, dimensions)}
          ${section("Open questions", [
            rows([
              ...view.counter_evidence.map(
                ({ text, citations }) => html`<p><strong>Evidence against</strong> ${text}${marks(citations)}</p>`,
              ),
              ...view.gaps.map((gap) => html`<p><strong>Not recorded</strong> ${gap}</p>`),
            ]),
          ])}
          ${section("Venues and authors", [
            named("Venues", view.venues),
            named("Authors", view.people),
            rows(
              view.groups.map(
                ({ people, size, papers }) =>
                  html`<p><strong>Group of ${size} authors</strong> ${counted(papers, "paper")}: ${people.join(", ")}</p>`,
              ),
            ),
          ])}
          ${section("Related topics", [
            rows(
              view.near_topics.map(
                ({ topic_id: id, label, papers, cosine }) =>
                  html`<p><a href="${topicAddress(id)}">${label}</a></p>
                    <p class="hint">${counted(papers, "paper")} · similarity ${cosine}</p>`,
              ),
            ),
          ])}
        </div>
      </div>
      ${citationList(view.citations)}`,
  });
}

function lead({ state, topic }: TopicView): Part {
  if (topic) return html`${topic.terms.map(({ term }) => term).join(", ")} · <code>${topic.topic_id}</code>`;
  return state === "nothing"
    ? "Nothing in the library is relevant enough to be counted."
    : "Papers and signals in the library that are relevant to this text.";
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
    <p class="hint">${unit}, over ${counted(papers, "paper")} with ${counted(reviews, "review signal")}</p>`;
}

function latestSignals({ signals_by_kind: kinds }: TopicView): Html[] {
  return Object.entries(kinds).map(
    ([kind, { signals, papers, first, last, latest }]) =>
      html`<p>
          <strong>${kind}</strong> ${signals} of ${counted(papers, "paper")}
          <span class="hint">${first === last ? first : `${first} to ${last}`}</span>
        </p>
        <p class="hint">Latest: ${latest.title}${marks(latest.citations)}</p>`,
  );
}

function topPaperRow({ paper_id: id, title, year, venue, retracted, places, citations }: TopicView["top_papers"][number]): Html {
  return html`<p>
      <a href="${paperAddress(id)}">${title}</a>
      <span class="hint">${[year, venue].filter(Boolean).join(", ")}</span>
      ${retracted && html`<span class="badge over">retracted</span>`}
    </p>
    <p class="hint">
      ${places.map(({ by, rank, value, unit }) => `${by.replaceAll("_", " ")} ${rank}${value === null ? "" : ` (${value} ${unit})`}`).join(" · ")}${marks(citations)}
    </p>`;
}

function named(title: string, list: readonly { name: string; papers: number }[]): Part {
  return (
    list.length > 0 && html`<p><strong>${title}</strong> ${list.map(({ name, papers }) => `${name} (${papers})`).join(", ")}</p>`
  );
}
