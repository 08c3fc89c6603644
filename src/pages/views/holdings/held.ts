import { yearsChart } from "../../../charts/years.ts";
import type { Held, HeldSource } from "../../../holdings/held.ts";
import { html, type Html, type Part } from "../../../shared/html.ts";
import { figure, section, sourceName } from "../library/parts.ts";
import { countOf } from "../numbers.ts";
import { rounded } from "../../../shared/rounding.ts";
import { thousands } from "../../../shared/thousands.ts";
import { table } from "../table.ts";
import { dayOf } from "../times.ts";

/** Longer names are cut: what a source calls itself is its own affair. */
const MAX_NAME_LENGTH = 120;

/** What the library holds: totals, then by source, year, venue and kind of signal. */
export function heldCards(held: Held, mayReadSignals: boolean): Part {
  return html`<dl class="totals">
      ${total("Papers", held.papers)} ${total("Signals", held.signals)} ${total("Full texts", held.full_texts)}
      ${total("Papers with code", held.papers_with_code)} ${total("Retracted papers", held.papers_retracted)}
    </dl>
    <div class="record-columns">
      <div>
        ${section("Sources", [held.sources.length === 0 ? html`<p class="hint">Nothing has been loaded yet.</p>` : sourceTable(held.sources)])}
        ${section("Venues", [bars(held.venues, held.papers)])}
      </div>
      <div>
        ${held.years.length > 0 && section("Years", [figure(yearsChart(held.years))])}
        ${section("Signals by kind", [
          bars(
            held.signals_by_kind.map(({ value, count }) => ({
              value,
              count,
              ...(mayReadSignals ? { address: `/signals?kind=${encodeURIComponent(value)}` } : {}),
            })),
            held.signals,
          ),
        ])}
      </div>
    </div>`;
}

function total(name: string, count: number): Html {
  return html`<div>
    <dt>${name}</dt>
    <dd>${thousands(count)}</dd>
  </div>`;
}

function sourceTable(sources: readonly HeldSource[]): Html {
  return table(
    "Papers and signals by source",
    [
      { heading: "Source" },
      { heading: "Papers", figures: true },
      { heading: "Signals", figures: true },
      { heading: "Newest", figures: true, minor: true },
    ],
    sources.map(({ name, papers, signals, newest_paper, newest_signal }) => [
      sourceName(name).slice(0, MAX_NAME_LENGTH),
      papers === 0 ? "–" : thousands(papers),
      signals === 0 ? "–" : thousands(signals),
      newestOf(newest_paper ?? newest_signal),
    ]),
  );
}

/** A day, or a year where no day is known. */
function newestOf(day: string | null): Part {
  if (day === null) return "unknown";
  return /^\d{4}-\d{2}-\d{2}$/u.test(day) ? dayOf(day) : day;
}

/** Names with their counts, each over a bar as long as its share of the largest. */
function bars(entries: readonly { value: string; count: number; address?: string }[], of: number): Part {
  const largest = Math.max(1, ...entries.map(({ count }) => count));
  if (entries.length === 0) return html`<p class="hint">None recorded.</p>`;
  return html`<ul class="bars">
    ${entries.map(({ value, count, address }) => {
      const name = value.slice(0, MAX_NAME_LENGTH).replaceAll("_", " ");
      return html`<li>
        <span class="name">${address === undefined ? name : html`<a href="${address}">${name}</a>`}</span>
        <span class="count">${thousands(count)} <span class="hint">${share(count, of)}</span></span>
        <svg class="bar" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
          <rect width="${Math.max(0.5, rounded((100 * count) / largest, 1))}" height="1" />
        </svg>
      </li>`;
    })}
  </ul>`;
}

function share(count: number, of: number): string {
  const percent = (100 * count) / Math.max(1, of);
  return percent > 0 && percent < 1 ? "< 1%" : `${Math.round(percent)}%`;
}

/** One sentence about what there is and how new it is. */
export function heldSentence({ papers, signals, newest_paper: newest }: Held): Part {
  return html`${countOf(papers, "paper")} and
  ${countOf(signals, "signal")}${newest !== null && html`; the newest paper is from ${newestOf(newest)}`}.`;
}
