import { paperAddress, topicAddress } from "../../../documents/page-addresses.ts";
import type { NamedPaper } from "../../../documents/paper.ts";
import type { Observation, Signal } from "../../../documents/signal.ts";
import type { SignalView } from "../../../retrieval/views.ts";
import { html, type Html, type Part } from "../../../shared/html.ts";
import { definitions } from "../definitions.ts";
import { framed } from "../frame.ts";
import { rows, section, sourceLink, sourceName } from "../library/parts.ts";
import { countOf } from "../numbers.ts";
import { thousands } from "../../../shared/thousands.ts";
import { table } from "../table.ts";
import { dayOf } from "../times.ts";
import { signalAddress } from "./addresses.ts";
import { asWords } from "../../../shared/as-words.ts";
import { polarityMark, valueOf } from "./parts.ts";

const MAX_NAME_LENGTH = 200;
const OBSERVATIONS_SHOWN = 40;
const PAPERS_SHOWN = 15;
const RELATED_SHOWN = 8;

/** `/signals/{id}`: one signal with its source, what it is about, how it changed, and what agrees or disagrees with it. */
export function signalPage(account: string, view: SignalView, mayReadPapers: boolean): Html {
  const { signal, papers, agrees, disagrees, total_agrees: totalAgrees, total_disagrees: totalDisagrees } = view;
  const { kind, title, statement, polarity, topics, history } = signal;
  return framed({
    title: title.slice(0, 120),
    account,
    here: "signals",
    width: "wide",
    body: html`<p class="crumb">
        <a href="/signals">Signals</a> · <a href="/signals?kind=${encodeURIComponent(kind)}">${asWords(kind)}</a>
      </p>
      <h1 class="record">${title}</h1>
      <p class="hint">
        ${polarityMark(polarity)} ·
        ${dayOf(signal.observed_at)}${valueOf(signal) !== null && html` · <strong>${valueOf(signal)}</strong>`}
      </p>
      <div class="record-columns">
        <div>
          ${section("Statement", [html`<p>${statement === "" ? title : statement}</p>`])}
          ${section(`About ${countOf(signal.paper_ids.length, "paper")}`, [about(papers, signal.paper_ids.length, mayReadPapers)])}
          ${history.length > 0 && section("Observations", [observations([...history, signal], signal.unit)])}
        </div>
        <div>
          ${section("Source", [facts(view)])}
          ${topics.length > 0 && section("Topics", [html`<p>${topics.slice(0, 20).map((topic, index) => [index > 0 && " · ", html`<a href="${topicAddress(topic)}">${topic.slice(0, MAX_NAME_LENGTH)}</a>`])}</p>`])}
          ${related(`Agrees (${thousands(totalAgrees)})`, agrees)}
          ${related(`Disagrees (${thousands(totalDisagrees)})`, disagrees)}
        </div>
      </div>`,
  });
}

function about(papers: readonly NamedPaper[], count: number, mayRead: boolean): Part {
  return [
    rows(
      papers.slice(0, PAPERS_SHOWN).map(
        ({ paper_id: id, title, year, venue, retracted }) =>
          html`<p>
              ${mayRead ? html`<a href="${paperAddress(id)}">${title.slice(0, MAX_NAME_LENGTH)}</a>` : title.slice(0, MAX_NAME_LENGTH)}
              ${retracted && html`<span class="badge over">retracted</span>`}
            </p>
            <p class="hint">${[venue?.slice(0, 100), year].filter(Boolean).join(", ")}</p>`,
      ),
    ),
    count > PAPERS_SHOWN && html`<p class="hint">${countOf(count - PAPERS_SHOWN, "more paper")}</p>`,
  ];
}

function observations(all: readonly Observation[], unit: string | null): Html {
  const shown = all.slice(-OBSERVATIONS_SHOWN).toReversed();
  return table(
    "Observations, newest first",
    [{ heading: "Day" }, { heading: unit ?? "Value", figures: true }],
    shown.map(({ observed_at: day, value }) => [dayOf(day), value === null ? "–" : value.toLocaleString("en")]),
  );
}

function facts({ signal, provenance }: SignalView): Html {
  const { source } = signal;
  return definitions([
    ["Source", sourceLink(source.url, sourceName(source.name).slice(0, MAX_NAME_LENGTH))],
    source.license !== null && ["License", source.license.slice(0, MAX_NAME_LENGTH)],
    [
      "Observed",
      provenance.first_observed === provenance.last_observed
        ? dayOf(provenance.last_observed)
        : html`${dayOf(provenance.first_observed)} to ${dayOf(provenance.last_observed)}`,
    ],
    ["Observations", thousands(provenance.observations)],
    ["Loaded", dayOf(provenance.ingested_at)],
    ["ID", html`<code>${signal.signal_id}</code>`],
  ]);
}

function related(title: string, signals: readonly Signal[]): Part {
  return section(title, [
    rows(
      signals.slice(0, RELATED_SHOWN).map(
        ({ signal_id: id, kind, title, observed_at: day }) =>
          html`<p><a href="${signalAddress(id)}">${title.slice(0, MAX_NAME_LENGTH)}</a></p>
            <p class="hint">${asWords(kind)} · ${dayOf(day)}</p>`,
      ),
    ),
  ]);
}
