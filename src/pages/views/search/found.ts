import { paperAddress } from "../../../documents/page-addresses.ts";
import type { FoundPaper } from "../../../retrieval/found-paper.ts";
import { placeOf } from "../../../retrieval/snippet.ts";
import { html, type Html, type Part } from "../../../shared/html.ts";
import { countOf } from "../numbers.ts";
import { firstOf } from "../../../documents/first-of.ts";
import { kindCount } from "../../../documents/kind-count.ts";

const AUTHORS_SHOWN = 5;
const MAX_LABEL_LENGTH = 120;

/**
 * A paper in a list of results: what it is, the sentence that matches with its words marked, and what is known about it. `form`: the id of the form that takes it where it is
 * selected; null: none. `isSelected`: it is from the beginning.
 */
export function foundPaper(found: FoundPaper, form: string | null, isSelected: boolean): Html {
  const { paper_id: id, title, authors, year, venue, retracted, snippet, weak_match: isWeak } = found;
  const { citation_count: citations, signal_counts: signals } = found;
  const facts = [firstOf(authors, AUTHORS_SHOWN), year, venue, citations !== null && countOf(citations, "citation")]
    .filter(Boolean)
    .join(" · ");
  const { code = 0, ...others } = signals;
  const place = placeOf(snippet);
  return html`<li>
    ${form !== null && html`<input type="checkbox" name="paper" value="${id}" form="${form}" aria-label="Select ${title.slice(0, MAX_LABEL_LENGTH)}" ${isSelected && html` checked`} />`}
    <h3>
      <a href="${paperAddress(id)}">${title}</a>
      ${isWeak && html`<span class="tag weak">weak match</span>`} ${retracted && html`<span class="tag over">retracted</span>`}
      ${code > 0 && html`<span class="tag">has code</span>`}
    </h3>
    <p class="hint">${facts}</p>
    ${snippet.field !== "title" && html`<p>${marked(snippet.text, snippet.ranges)}</p>`}
    ${place !== null && html`<p class="hint">From the full text: ${place}</p>`}
    ${
      Object.keys(others).length > 0 &&
      html`<p class="hint">
        Signals:
        ${Object.entries(others)
          .map(([kind, count]) => kindCount(kind, count))
          .join(", ")}
      </p>`
    }
  </li>`;
}

/** A text with the parts in the ranges marked; ranges in UTF-16 units, in order. */
function marked(text: string, ranges: readonly (readonly [number, number])[]): Part {
  let at = 0;
  const parts = ranges.flatMap(([start, end]): Part[] => {
    const before = text.slice(at, start);
    at = end;
    return [before, html`<mark>${text.slice(start, end)}</mark>`];
  });
  return [...parts, text.slice(at)];
}
