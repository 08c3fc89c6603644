import { paperAddress } from "../../../documents/page-addresses.ts";
import { firstOf } from "../../../documents/first-of.ts";
import type { PaperView } from "../../../answers/paper-view.ts";
import { paperKindsChart, signalYearsChart } from "../../../charts/of-views.ts";
import type { Signal } from "../../../documents/signal.ts";
import type { NamedPaper } from "../../../documents/paper.ts";
import type { StoredWhole } from "../../../retrieval/full-text.ts";
import type { ReferenceLink } from "../../paper-links.ts";
import { asWords } from "../../../shared/as-words.ts";
import { EXPORT_NAMES, PAPER_EXPORTS } from "../../../workspaces/export-formats.ts";
import { framed } from "../frame.ts";
import { html, type Html, type Part } from "../../../shared/html.ts";
import { citationList, figure, isWebAddress, rows, section, sourceLink, sourceName } from "./parts.ts";
import type { FoundPaper } from "../../../retrieval/found-paper.ts";
import { saveCard, type Saving } from "../ask/actions.ts";
import { MAX_QUESTION_LENGTH } from "../ask/form.ts";
import { judgmentDetails } from "../ask/judgment-details.ts";
import type { Problems } from "../fields.ts";
import { codeAddress } from "./code-address.ts";
import { countOf } from "../numbers.ts";
import { thousands } from "../../../shared/thousands.ts";
import { signalAddress } from "../signals/addresses.ts";
import { polarityMark, valueOf } from "../signals/parts.ts";
import { dayOf } from "../times.ts";
import { citedByCard, referencesCard } from "./citing.ts";
import { licenseName } from "./license.ts";
import { outlineCard } from "./reading.ts";

const MAX_NAMES_SHOWN = 20;
const MAX_IDS_SHOWN = 10;
const SIGNALS_SHOWN = 12;
const MAX_CODE_SHOWN = 3;

/** What the library knows around a paper; `text`: null where it holds no full text. */
export interface PaperSurroundings {
  text: StoredWhole | null;
  references: readonly ReferenceLink[];
  citing: readonly NamedPaper[];
}

/** What the page of a paper shows beside the paper. */
export interface PaperPage {
  account: string;
  view: PaperView;
  around: PaperSurroundings;
  related: readonly FoundPaper[];
  /** Whether the account may ask. */
  asks: boolean;
  saving: Saving;
  /** What was just done. */
  done: Part;
  problems: Problems;
}

/** Everything known about one paper: what `get_paper` returns, papers like it, a question about it, and a place to save it. */
export function paperPage({ account, view, around, related, asks, saving, done, problems }: PaperPage): Html {
  const { paper, versions, signals, total_signals: total, aliases, judgment, citations } = view;
  const facts = [
    paper.venue,
    paper.published_at === null ? paper.year : dayOf(paper.published_at),
    paper.citation_count !== null && countOf(paper.citation_count, "citation"),
    paper.has_code && "has code",
  ].filter((fact) => fact !== null && fact !== false);
  const addresses = (
    [
      [paper.url, "Source record"],
      [paper.pdf_url, "PDF"],
    ] as const
  ).flatMap(([url, words]) => (isWebAddress(url) ? [sourceLink(url, words)] : []));
  const addressesOfCode = signals.filter(({ kind }) => kind === "code").map(codeAddress);
  // Hosts of code take an address in any case.
  const code = [...new Map(addressesOfCode.filter(isWebAddress).map((url) => [url.toLowerCase(), url])).values()];
  return framed({
    title: paper.title.slice(0, 120),
    account,
    here: "search",
    width: "wide",
    hasErrors: Object.keys(problems).length > 0,
    body: html`<h1 class="record">${paper.title}</h1>
      ${
        paper.retracted &&
        html`<div class="notice problem">
          <p><strong>Retracted.</strong> Do not rely on this paper.</p>
        </div>`
      }
      <p class="lead">${firstOf(paper.authors, MAX_NAMES_SHOWN)}</p>
      <p class="hint">${joined(facts)}</p>
      <p class="hint">
        ${joined([html`<code>${paper.paper_id}</code>`, ...addresses, ...code.slice(0, MAX_CODE_SHOWN).map((url) => sourceLink(url, html`Code<span class="hint"> at ${placeOf(url)}</span>`))])}
      </p>
      ${done}
      <div class="answer-columns">
        <div>
          ${section("Abstract", [html`<p class="abstract">${paper.abstract ?? "No abstract available."}</p>`])}
          ${asks && askAbout(paper.paper_id)} ${judgmentDetails(judgment)}
          ${section(
            `Signals (${total > signals.length ? `newest ${thousands(signals.length)} of ${thousands(total)}` : total})`,
            [
              signals.length > 0
                ? html`<div class="figures-row">
                    ${figure(paperKindsChart(signals))}
                    ${new Set(signals.map(({ observed_at: day }) => day.slice(0, 4))).size > 1 && figure(signalYearsChart(signals))}
                  </div>`
                : html`<p class="hint">No signals recorded.</p>`,
              rows(signals.slice(0, SIGNALS_SHOWN).map(signalRow)),
              signals.length > SIGNALS_SHOWN &&
                html`<details class="more">
                  <summary>${signals.length - SIGNALS_SHOWN} older signals</summary>
                  ${rows(signals.slice(SIGNALS_SHOWN).map(signalRow))}
                </details>`,
            ],
          )}
          ${referencesCard(around.references)} ${citedByCard(around.citing)} ${citationList(citations)}
        </div>
        <aside aria-label="About this paper">
          ${saveCard(paperAddress(paper.paper_id), saving, problems)}
          ${around.text !== null && outlineCard(paper.paper_id, around.text)}
          ${section("Related papers", [rows(related.map(relatedRow))])} ${detailsCard(view, aliases, versions)}
        </aside>
      </div>`,
  });
}

/** Where code is, short: `github.com/owner/name`. */
function placeOf(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`.replace(/\/$/u, "").slice(0, 60);
}

/** A question about this paper alone. */
function askAbout(paperId: string): Html {
  return html`<form class="card ask" method="post" action="/ask">
    <input type="hidden" name="paper" value="${paperId}" />
    <label for="q">Ask about this paper</label>
    <div class="question one-line">
      <div class="input"><input id="q" name="q" maxlength="${MAX_QUESTION_LENGTH}" autocomplete="off" required /></div>
      <button>Ask</button>
    </div>
  </form>`;
}

function relatedRow({ paper_id: id, title, year, venue, retracted }: FoundPaper): Html {
  return html`<p><a href="${paperAddress(id)}">${title}</a></p>
    <p class="hint">
      ${[venue, year].filter(Boolean).join(" · ")}${retracted && html` <span class="tag over">retracted</span>`}
    </p>`;
}

function detailsCard({ paper, affiliations }: PaperView, aliases: readonly string[], versions: PaperView["versions"]): Part {
  return section("Details", [
    rows(
      [
        affiliations.length > 0 && html`<p><strong>Affiliations</strong> ${firstOf(affiliations, MAX_NAMES_SHOWN)}</p>`,
        paper.categories.length > 0 && html`<p><strong>Categories</strong> ${firstOf(paper.categories, MAX_NAMES_SHOWN)}</p>`,
        paper.keywords.length > 0 && html`<p><strong>Keywords</strong> ${firstOf(paper.keywords, MAX_NAMES_SHOWN)}</p>`,
        html`<p>
          <strong>Cite as</strong>
          ${joined(PAPER_EXPORTS.map((format) => html`<a href="${paperAddress(paper.paper_id)}?export=${format}" download>${EXPORT_NAMES[format]}</a>`))}
        </p>`,
        html`<p><strong>IDs</strong> ${firstOf(aliases, MAX_IDS_SHOWN)}</p>`,
        versions.length > 0 &&
          html`<p>
            <strong>Other versions</strong>
            ${joined(versions.map(({ paper_id: id, venue, year }) => html`<a href="${paperAddress(id)}">${venue ?? id}${year !== null && ` (${year})`}</a>`))}
          </p>`,
        html`<p>
          <strong>Sources</strong>
          ${joined(paper.sources.map(({ name, url, license }) => html`${sourceLink(url, sourceName(name))}${license && ` (${licenseName(license)})`}`))}
        </p>`,
      ].filter((row) => row !== false),
    ),
  ]);
}

function signalRow(signal: Signal): Html {
  const { kind, observed_at: day, polarity, title, statement, source, signal_id: id } = signal;
  return html`<p>
      <strong>${asWords(kind)}</strong> ${polarityMark(polarity)}
      <span class="hint">${dayOf(day)}${valueOf(signal) !== null && ` · ${valueOf(signal)}`}</span>
    </p>
    <p>${statement === "" ? title : statement}</p>
    <p class="hint"><a href="${signalAddress(id)}">Details</a> · ${sourceLink(source.url, sourceName(source.name))}</p>`;
}

function joined(parts: readonly Part[]): Part {
  return parts.map((part, index) => [index > 0 && " · ", part]);
}
