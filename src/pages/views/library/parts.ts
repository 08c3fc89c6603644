import { paperAddress } from "../../../documents/page-addresses.ts";
import { svgOf, type Drawing } from "../../../charts/drawing.ts";
import { html, type Html, type Part } from "../../../shared/html.ts";
import type { Citation } from "../../../citations/citation.ts";

/** A link to a source where the record holds a web address, else its words alone. */
export function sourceLink(url: string | null, words: Part): Part {
  return isWebAddress(url) ? html`<a href="${url}" rel="noreferrer noopener">${words}</a>` : words;
}

/** A source by its name; of a file or folder on the server, which is nobody's business, the last step alone. */
export function sourceName(name: string): string {
  return /^(?:\/|\.{0,2}\/|[a-z]:\\|\\\\)/iu.test(name) ? (/[^/\\]+(?=[/\\]*$)/u.exec(name)?.[0] ?? name) : name;
}

/** Whether an address may be a link: nothing but http and https. */
export function isWebAddress(url: string | null): url is string {
  return /^https?:$/u.test(URL.parse(url ?? "")?.protocol ?? "");
}

/** A chart under its title. */
export function figure(drawing: Drawing): Html {
  return html`<figure class="figure">
    <figcaption>${drawing.title}</figcaption>
    ${svgOf(drawing)}
  </figure>`;
}

/** `[1] [4]`, each leading to its citation on the page. */
export function marks(numbers: readonly number[]): Part {
  return numbers.map(
    (number) => html` <a class="mark" href="#citation-${number}" aria-label="Citation ${number}">[${number}]</a>`,
  );
}

/** A card with a heading; nothing where there is nothing in it. */
export function section(title: string, body: readonly Part[], id?: string): Part {
  if (body.every((part) => !part || (Array.isArray(part) && part.length === 0))) return null;
  return html`<section class="card" ${id && html` id="${id}"`}>
    <h2>${title}</h2>
    ${body}
  </section>`;
}

/** A list of rows with lines between them. */
export function rows(items: readonly Part[]): Part {
  return (
    items.length > 0 &&
    html`<ul class="rows">
      ${items.map((item) => html`<li>${item}</li>`)}
    </ul>`
  );
}

/** What the marks lead to, folded until one is followed: each quote with its place and its source. */
export function citationList(citations: readonly Citation[]): Part {
  if (citations.length === 0) return null;
  return html`<details class="card fold">
    <summary>
      <h2>Citations</h2>
      <span class="hint">${citations.length}, with the place of each quote</span>
    </summary>
    <ol class="citations">
      ${citations.map(
        ({ number, kind, id, title, year, venue, url, field, quote, start, end }) =>
          html`<li id="citation-${number}" value="${number}">
            <blockquote>${quoted(quote)}</blockquote>
            <p class="hint">
              ${kind === "paper" ? html`<a href="${paperAddress(id)}">${title}</a>` : title}${[year, venue].filter(Boolean).map((part) => html`, ${part}`)}
              · ${field} ${start}–${end} · <code>${id}</code>${isWebAddress(url) && html` · ${sourceLink(url, "source")}`}
            </p>
          </li>`,
      )}
    </ol>
  </details>`;
}

/** A quote in quotation marks, unless it brings its own. */
export function quoted(quote: string): string {
  return /^[“"]/u.test(quote) ? quote : `“${quote}”`;
}
