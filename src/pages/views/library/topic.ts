import { paperAddress, topicAddress } from "../../../documents/page-addresses.ts";
import { topicCharts } from "../../../charts/of-views.ts";
import { verdictWords } from "../../../judgment/verdict.ts";
import type { TopicView } from "../../../topics/inspect.ts";
import { html, type Html, type Part } from "../../../shared/html.ts";
import { MAX_QUESTION_LENGTH } from "../ask/form.ts";
import { judgmentDetails } from "../ask/judgment-details.ts";
import { insideSentence } from "../../largest-topics.ts";
import { framed } from "../frame.ts";
import { countOf } from "../numbers.ts";
import { thousands } from "../../../shared/thousands.ts";
import { growthSentence, growthWords } from "./growth.ts";
import { citationList, figure, marks, rows, section } from "./parts.ts";
import { countsDetails, placesOf, signalsDetails, whoDetails } from "./topic-details.ts";

const PAPERS_SHOWN = 5;
/** About that of the column beside the papers, in pixels. */
const COLUMN_WIDTH = 250;

/** Everything about a topic, what `inspect_topic` returns: a summary first, the details folded away. */
export function topicPage(account: string, view: TopicView): Html {
  const [years, kinds] = topicCharts(view, COLUMN_WIDTH);
  const shown = view.top_papers.slice(0, PAPERS_SHOWN);
  const others = view.top_papers.slice(PAPERS_SHOWN);
  return framed({
    title: view.title.slice(0, 120),
    account,
    here: "topics",
    width: "wide",
    body: html`<p class="crumb"><a href="/topics">Topics</a></p>
      <h1 class="record">${view.title}</h1>
      <p class="lead">${lead(view)}</p>
      ${view.degraded.map(({ reason }) => html`<div class="notice warning"><p>${reason}</p></div>`)}
      ${view.state !== "nothing" && [summary(view), askAbout(insideSentence(view.title, view.topic?.terms ?? []))]}
      <div class="answer-columns">
        <div>
          ${section("Representative papers", [
            rows(shown.map(topPaperRow)),
            others.length > 0 &&
              html`<details class="more">
                <summary>${others.length} more: newest, most cited, best reviewed, awarded</summary>
                ${rows(others.map(topPaperRow))}
              </details>`,
            view.paper_count > 0 &&
              html`<p><a href="/search?q=${encodeURIComponent(view.title)}">Search all papers on this topic</a></p>`,
          ])}
          ${view.state !== "nothing" && judgmentDetails(view.judgment)} ${openQuestions(view)}
          ${view.signal_count > 0 && signalsDetails(view, kinds)} ${whoDetails(view)} ${countsDetails(view)}
          ${citationList(view.citations)}
        </div>
        <aside aria-label="Growth and related topics">
          ${view.papers_per_year.length > 0 && section("Growth", [figure(years), html`<p class="hint">${growthSentence(view.momentum)}</p>`])}
          ${section("Related topics", [
            rows(
              view.near_topics.map(
                ({ topic_id: id, label, papers }) =>
                  html`<p><a href="${topicAddress(id)}">${label}</a></p>
                    <p class="hint">${countOf(papers, "paper")}</p>`,
              ),
            ),
          ])}
        </aside>
      </div>`,
  });
}

/** What it is about and when, in two sentences. */
function lead({ state, topic, paper_count: papers, papers_per_year: years, counter_evidence: against }: TopicView): Part {
  if (state === "nothing") return "Nothing in the library is relevant enough to be counted.";
  const [first, last] = [years[0]?.year, years.at(-1)?.year];
  const peak = years.reduce((best, one) => (one.papers > best.papers ? one : best), { year: 0, papers: 0 });
  const span = first === undefined ? "" : first === last ? ` from ${first}` : ` from ${first} to ${last}`;
  return [
    `${countOf(papers, "paper")}${span}`,
    peak.papers > 0 && first !== last && `, most of them in ${peak.year} (${thousands(peak.papers)})`,
    ". ",
    against.length > 0 && `${countOf(against.length, "record")} of evidence against. `,
    topic && `Typical words: ${topic.terms.map(({ term }) => term).join(", ")}.`,
  ];
}

/** The figures that say most. */
function summary({ momentum, shares, signal_count: signals, judgment }: TopicView): Html {
  const code = shares.find(({ name }) => name === "code");
  const known = [
    ["Signals", thousands(signals)],
    ["With code", code === undefined ? "–" : `${thousands(code.papers)} of ${thousands(code.of)}`],
    ["Share of the library", growthWords(momentum)],
    ["Readiness", verdictWords(judgment.verdict)],
  ] as const;
  return html`<dl class="totals">
    ${known.map(
      ([name, value]) =>
        html`<div>
          <dt>${name}</dt>
          <dd class="small-figure">${value}</dd>
        </div>`,
    )}
  </dl>`;
}

/** A question about the topic, typed or taken. */
function askAbout(title: string): Html {
  return html`<form class="card ask" method="post" action="/ask">
    <label for="q">Ask about this topic</label>
    <div class="question one-line">
      <div class="input">
        <input
          id="q"
          name="q"
          maxlength="${MAX_QUESTION_LENGTH}"
          autocomplete="off"
          value="What is known about ${title.slice(0, 300)}?"
          required
        />
      </div>
      <button>Ask</button>
    </div>
  </form>`;
}

/** What speaks against it, and what is not on record. */
function openQuestions({ counter_evidence: against, gaps }: TopicView): Part {
  return section("Open questions", [
    rows([
      ...against.map(({ text, citations }) => html`<p><strong>Evidence against</strong> ${text}${marks(citations)}</p>`),
      ...gaps.map((gap) => html`<p>${gap}</p>`),
    ]),
  ]);
}

function topPaperRow(paper: TopicView["top_papers"][number]): Html {
  const { paper_id: id, title, year, venue, retracted, citations } = paper;
  return html`<p>
      <a href="${paperAddress(id)}">${title}</a>
      <span class="hint">${[venue, year].filter(Boolean).join(" · ")}</span>
      ${retracted && html`<span class="tag over">retracted</span>`}
    </p>
    <p class="hint">${placesOf(paper)}${marks(citations)}</p>`;
}
