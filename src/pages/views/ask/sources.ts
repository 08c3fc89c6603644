import { paperAddress, passageAddress } from "../../../documents/page-addresses.ts";
import type { Citation } from "../../../citations/citation.ts";
import { shortAuthors } from "../../../documents/names.ts";
import type { Paper } from "../../../documents/paper.ts";
import type { ChangedQuote } from "../../../workspaces/run-changes.ts";
import { html, type Html, type Part } from "../../../shared/html.ts";
import { isWebAddress, quoted, sourceLink } from "../library/parts.ts";
import { signalAddress } from "../signals/addresses.ts";
import { passageAround, type Passage } from "./passage.ts";

/** A citation with what the library holds about it now. */
export interface Source {
  citation: Citation;
  /** The stored paper, or nothing of a signal and of a paper that is gone. */
  paper: Paper | undefined;
  /** The text that the quote is from, as it is now; null where it is gone. */
  text: string | null;
  /** Where the quote is no longer where it was. */
  change: ChangedQuote["how"] | undefined;
}

const MAX_TITLE_LENGTH = 90;

/** Numbers in a text, each of which opens its quote: on a click, a tap or a key, and on hovering where scripts run. */
export function cites(numbers: readonly number[], sources: readonly Source[]): Part {
  return numbers.map((number) => {
    const title = sources.find(({ citation }) => citation.number === number)?.citation.title ?? "";
    return html` <button
      type="button"
      class="cite"
      popovertarget="quote-${number}"
      aria-label="Source ${number}: ${short(title)}"
    >
      ${number}
    </button>`;
  });
}

/** The most sources that are shown at first. */
const SHOWN = 15;

/**
 * The numbered list of sources, each with its quote. `text`: those that sentences cite, of which the passage around the quote can be opened too. What else is cited
 * comes after them, folded away.
 */
export function sourceList(sources: readonly Source[], text: ReadonlySet<number>): Part {
  if (sources.length === 0) return null;
  const ordered = [
    ...sources.filter(({ citation }) => text.has(citation.number)),
    ...sources.filter(({ citation }) => !text.has(citation.number)),
  ];
  const shown = text.size === 0 ? SHOWN : Math.min(SHOWN, ordered.filter(({ citation }) => text.has(citation.number)).length);
  const list = (some: readonly Source[]) =>
    html`<ol class="sources">
      ${some.map((source) => sourceItem(source, sources, text.has(source.citation.number)))}
    </ol>`;
  return html`<section class="card" aria-labelledby="sources">
    <h2 id="sources">Sources</h2>
    ${list(ordered.slice(0, shown))}
    ${
      ordered.length > shown &&
      html`<details class="more">
        <summary>${ordered.length - shown} more, cited by records or the judgment</summary>
        ${list(ordered.slice(shown))}
      </details>`
    }
    ${sources.filter(({ citation }) => text.has(citation.number)).map(popover)}
  </section>`;
}

/** `opens`: its number in a sentence opens the quote, which on narrow screens is folded here. */
function sourceItem(source: Source, all: readonly Source[], opens: boolean): Html {
  const { number, kind, id, quote } = source.citation;
  const isSignal = kind === "signal";
  const same = all.find(
    ({ citation }) => (citation.kind === "signal") === isSignal && citation.id === id && citation.number < number,
  );
  return html`<li id="citation-${number}" value="${number}">
    ${
      same === undefined
        ? html`<p class="source-title">${titleOf(source)}</p>
            <p class="hint">${factsOf(source)}${kind === "passage" && ` · ${fieldOf(source)}`}</p>`
        : html`<p class="hint">Same source as ${same.citation.number}, ${fieldOf(source)}</p>`
    }
    ${
      opens
        ? html`<details class="quote-fold">
            <summary>Quote</summary>
            <blockquote>${quoted(quote)}</blockquote>
          </details>`
        : html`<blockquote>${quoted(quote)}</blockquote>`
    }
    ${source.change !== undefined && html`<p class="flag">${CHANGES[source.change]}</p>`}
  </li>`;
}

/** The quote in its passage, over the page. */
function popover(source: Source): Html {
  const { number, url } = source.citation;
  const ways = [
    placeInText(source),
    source.paper && html`<a href="${paperAddress(source.paper.paper_id)}">Everything about this paper</a>`,
    isWebAddress(url) && sourceLink(url, "Open the source"),
  ].filter(Boolean);
  return html`<div id="quote-${number}" class="passage" popover role="dialog" aria-label="Source ${number}">
    <p class="source-title">${titleOf(source)}</p>
    <p class="hint">${factsOf(source)} · ${fieldOf(source)}</p>
    ${passage(passageAround(source.citation, source.text))}
    ${source.change !== undefined && html`<p class="flag">${CHANGES[source.change]}</p>`}
    ${ways.length > 0 && html`<p class="hint">${ways.map((way, index) => [index > 0 && " · ", way])}</p>`}
  </div>`;
}

const CHANGES: Record<ChangedQuote["how"], string> = {
  moved: "The quote has moved within this text.",
  changed: "The text has changed since: the quote is no longer in it.",
  gone: "This record is no longer in the library.",
};

function passage({ before, quote, after }: Passage): Html {
  return html`<blockquote>${before}<mark>${quote}</mark>${after}</blockquote>`;
}

/** The way to a quote in the section that it stands in. */
function placeInText({ citation: { id, passage_id: passage, start, end }, paper, text }: Source): Part {
  if (passage === undefined || text === null) return null;
  return html`<a href="${passageAddress(paper?.paper_id ?? id, { passage_id: passage, start, end })}">Read the section</a>`;
}

/** Where in the paper a quote stands: a field of its record, or section and page of its full text. */
function fieldOf({ citation: { kind, field, section, page } }: Source): string {
  if (kind !== "passage") return field;
  const place = [section?.join(" › ").slice(0, MAX_TITLE_LENGTH) || "full text", typeof page === "number" && `page ${page}`];
  return place.filter(Boolean).join(", ");
}

function titleOf({ citation: { kind, id, title }, paper }: Source): Part {
  if (kind === "signal") return html`<a href="${signalAddress(id)}">${title}</a>`;
  return html`<a href="${paperAddress(paper?.paper_id ?? id)}">${title}</a>`;
}

/** Who, when, where, and what one must know before relying on it. */
function factsOf({ citation: { kind, year, venue }, paper }: Source): Part {
  const words = [paper && shortAuthors(paper.authors), venue, year, kind === "signal" && "signal"].filter(Boolean).join(" · ");
  return [
    words,
    paper?.has_code && html` <span class="tag">has code</span>`,
    paper?.retracted && html` <span class="tag over">retracted</span>`,
  ];
}

function short(title: string): string {
  return title.length <= MAX_TITLE_LENGTH ? title : `${title.slice(0, MAX_TITLE_LENGTH).toWellFormed()}…`;
}
