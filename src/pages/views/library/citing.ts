import { paperAddress } from "../../../documents/page-addresses.ts";
import { shortAuthors } from "../../../documents/names.ts";
import type { NamedPaper } from "../../../documents/paper.ts";
import { html, type Html, type Part } from "../../../shared/html.ts";
import type { ReferenceLink } from "../../paper-links.ts";
import { countOf } from "../numbers.ts";
import { thousands } from "../../../shared/thousands.ts";
import { rows, section } from "./parts.ts";

/** Entries of a reference list that are shown where the library holds no record of them. */
const OTHERS_SHOWN = 60;
const MAX_ENTRY_LENGTH = 240;

/** What a paper cites: first what the library holds, then the rest of its list, folded away. */
export function referencesCard(links: readonly ReferenceLink[]): Part {
  if (links.length === 0) return null;
  const held = [...new Map(links.flatMap(({ paper }) => (paper === null ? [] : [[paper.paper_id, paper]]))).values()];
  const others = links.filter(({ paper }) => paper === null);
  return section(`Cites ${countOf(links.length, "work")}`, [
    html`<p class="hint">
      ${held.length === 0 ? "None of them is in this library." : `${thousands(held.length)} of them ${held.length === 1 ? "is" : "are"} in this library.`}
    </p>`,
    rows(held.map(paperRow)),
    others.length > 0 &&
      html`<details class="more">
        <summary>${held.length === 0 ? "The list of references" : countOf(others.length, "other reference")}</summary>
        ${rows(others.slice(0, OTHERS_SHOWN).map(({ reference }) => html`<p class="hint">${entryOf(reference)}</p>`))}
        ${others.length > OTHERS_SHOWN && html`<p class="hint">and ${thousands(others.length - OTHERS_SHOWN)} more</p>`}
      </details>`,
  ]);
}

/** Papers of the library that cite a paper. */
export function citedByCard(papers: readonly NamedPaper[]): Part {
  return section("Cited by", [rows(papers.map(paperRow))]);
}

function paperRow({ paper_id: id, title, year, venue, retracted }: NamedPaper): Html {
  return html`<p>
      <a href="${paperAddress(id)}">${title.slice(0, MAX_ENTRY_LENGTH)}</a>
      ${retracted && html`<span class="tag over">retracted</span>`}
    </p>
    <p class="hint">${[venue?.slice(0, 100), year].filter(Boolean).join(" · ")}</p>`;
}

function entryOf({ text, title, authors, year, venue }: ReferenceLink["reference"]): string {
  const made = [shortAuthors(authors), title, venue, year].filter(Boolean).join(". ");
  return (made === "" ? (text ?? "") : made).slice(0, MAX_ENTRY_LENGTH);
}
