import type { PaperView } from "../../../answers/paper-view.ts";
import { paperCharts } from "../../../charts/of-views.ts";
import { counted } from "../../../documents/markdown.ts";
import type { Signal } from "../../../documents/signal.ts";
import { framed } from "../frame.ts";
import { html, type Html, type Part } from "../../../shared/html.ts";
import { citationList, paperAddress, figure, isWebAddress, rows, section, sourceLink } from "./parts.ts";
import { judgmentCard } from "./judgment-card.ts";

const MAX_NAMES_SHOWN = 20;
const MAX_IDS_SHOWN = 10;

/** Everything known about one paper: what `get_paper` returns. */
export function paperPage(account: string, view: PaperView): Html {
  const { paper, versions, signals, total_signals: total, aliases, judgment, citations } = view;
  const [kinds, dimensions] = paperCharts(view);
  const facts = [
    paper.venue,
    paper.published_at ?? paper.year,
    paper.citation_count !== null && counted(paper.citation_count, "citation"),
    paper.has_code && "has code",
  ].filter((fact) => fact !== null && fact !== false);
  const addresses = (
    [
      [paper.url, "Source record"],
      [paper.pdf_url, "PDF"],
    ] as const
  ).flatMap(([url, words]) => (isWebAddress(url) ? [sourceLink(url, words)] : []));
  return framed({
    title: paper.title.slice(0, 120),
    account,
    here: "topics",
    width: "wide",
    body: html`<h1 class="record">${paper.title}</h1>
      ${
        paper.retracted &&
        html`<div class="notice problem">
          <p><strong>Retracted.</strong> Do not rely on this paper.</p>
        </div>`
      }
      <p class="lead">${firstOf(paper.authors, MAX_NAMES_SHOWN)}</p>
      <p class="hint">${joined(facts)}</p>
      <p class="hint">${joined([html`<code>${paper.paper_id}</code>`, ...addresses])}</p>
      <div class="record-columns">
        <div>
          ${section("Abstract", [html`<p>${paper.abstract ?? "No abstract available."}</p>`])}
          ${section(`Signals (${total > signals.length ? `newest ${signals.length} of ${total}` : total})`, [
            signals.length > 0 ? figure(kinds) : html`<p class="hint">No signals recorded.</p>`,
            rows(signals.map(signalRow)),
          ])}
        </div>
        <div>
          ${judgmentCard(judgment, dimensions)}
          ${section("Details", [
            rows(
              [
                paper.categories.length > 0 &&
                  html`<p><strong>Categories</strong> ${firstOf(paper.categories, MAX_NAMES_SHOWN)}</p>`,
                paper.keywords.length > 0 && html`<p><strong>Keywords</strong> ${firstOf(paper.keywords, MAX_NAMES_SHOWN)}</p>`,
                html`<p><strong>IDs</strong> ${firstOf(aliases, MAX_IDS_SHOWN)}</p>`,
                versions.length > 0 &&
                  html`<p>
                    <strong>Other versions</strong>
                    ${joined(versions.map(({ paper_id: id, venue, year }) => html`<a href="${paperAddress(id)}">${venue ?? id}${year !== null && ` (${year})`}</a>`))}
                  </p>`,
                html`<p>
                  <strong>Sources</strong>
                  ${joined(paper.sources.map(({ name, url, license }) => html`${sourceLink(url, name)}${license && ` (${license})`}`))}
                </p>`,
              ].filter((row) => row !== false),
            ),
          ])}
        </div>
      </div>
      ${citationList(citations)}`,
  });
}

function signalRow({ kind, observed_at: day, polarity, title, statement, value, unit, source, signal_id: id }: Signal): Html {
  return html`<p>
      <strong>${kind}</strong> <span class="polarity ${polarity}">${WORDS[polarity]}</span>
      <span class="hint">${day}${value !== null && ` · ${value} ${unit ?? ""}`}</span>
    </p>
    <p>${statement === "" ? title : statement}</p>
    <p class="hint">${sourceLink(source.url, source.name)} · <code>${id}</code></p>`;
}

const WORDS = { supports: "for", against: "against", neutral: "neutral" } as const;

function firstOf(list: readonly string[], limit: number): string {
  const shown = list.slice(0, limit).join(", ");
  return list.length > limit ? `${shown} and ${list.length - limit} more` : shown;
}

function joined(parts: readonly Part[]): Part {
  return parts.map((part, index) => [index > 0 && " · ", part]);
}
