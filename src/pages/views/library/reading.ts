import { paperAddress } from "../../../documents/page-addresses.ts";
import type { Passage } from "../../../documents/passage.ts";
import type { NamedPaper } from "../../../documents/paper.ts";
import type { StoredWhole } from "../../../retrieval/full-text.ts";
import { html, type Html, type Part } from "../../../shared/html.ts";
import { continues, firstOfSame, type Reading } from "../../reading.ts";
import { framed } from "../frame.ts";
import { thousands } from "../../../shared/thousands.ts";
import { licenseName } from "./license.ts";
import { section, sourceLink, sourceName } from "./parts.ts";

function sectionAddress(paperId: string, index: number, from: number | null = null): string {
  return `${paperAddress(paperId)}?section=${index + 1}${from === null ? "" : `&from=${from}`}#text`;
}

/** A part of a paper's full text, beside its outline. */
export function readingPage({ account, paper, reading }: { account: string; paper: NamedPaper; reading: Reading }): Html {
  const { text, section: index, passages, marked, next, before } = reading;
  const { paper_id: id } = paper;
  const heading = text.whole.sections[index]!.heading;
  const title = heading.at(-1) ?? "Beginning";
  const step = (from: number | null, words: string) =>
    from !== null && html`<a class="button plain small" href="${sectionAddress(id, index, from)}">${words}</a>`;
  return framed({
    title: `${title.slice(0, 60)} · ${paper.title.slice(0, 100)}`,
    account,
    here: "search",
    width: "wide",
    body: html`<p class="crumb"><a href="${paperAddress(id)}">Everything about this paper</a></p>
      <h1 class="record">${paper.title}</h1>
      ${
        paper.retracted &&
        html`<div class="notice problem">
          <p><strong>Retracted.</strong> Do not rely on this paper.</p>
        </div>`
      }
      <p class="hint">${[paper.venue, paper.year].filter(Boolean).join(" · ")}</p>
      <div class="answer-columns">
        <section class="card reading" id="text" aria-labelledby="heading">
          ${heading.length > 1 && html`<p class="hint">${heading.slice(0, -1).join(" › ")}</p>`}
          <h2 id="heading">${title}</h2>
          ${passages.map((passage) => passageText(passage, marked))}
          <nav class="actions" aria-label="Parts of this section">
            ${step(before, "Earlier in this section")} ${step(next, "Later in this section")}
          </nav>
        </section>
        <aside aria-label="Outline">${outlineCard(id, text, index)}</aside>
      </div>`,
  });
}

/** The sections of a full text, each a link to where it is read; `here`: the one that is shown. */
export function outlineCard(paperId: string, { whole, source }: StoredWhole, here: number | null = null): Part {
  const entry = ({ heading, characters }: (typeof whole.sections)[number], index: number) =>
    characters > 0 &&
    !continues(whole, index) &&
    html`<li class="depth-${Math.min(3, heading.length)}">
      <a
        href="${sectionAddress(paperId, index)}"
        ${index === (here === null ? null : firstOfSame(whole, here)) && html` aria-current="true"`}
        >${(heading.at(-1) ?? "Beginning").slice(0, 150)}</a
      >
    </li>`;
  const shown = whole.sections.slice(0, MAX_SECTIONS);
  return section("Full text", [
    html`<ol class="outline">
      ${shown.map(entry)}
    </ol>`,
    whole.sections.length > shown.length && html`<p class="hint">and ${thousands(whole.sections.length - shown.length)} more</p>`,
    html`<p class="hint">
      From ${sourceLink(source.url, sourceName(source.name))}${source.license && ` (${licenseName(source.license)})`}
    </p>`,
  ]);
}

const MAX_SECTIONS = 80;

/** Passages that are not running text look different. */
const SET_APART = new Set(["caption", "table_row", "footnote", "formula", "code", "quotation"]);

function passageText({ passage_id: id, content, form, label, page }: Passage, marked: Reading["marked"]): Html {
  const isMarked = marked?.passage_id === id;
  const span = isMarked ? marked.span : null;
  const words: Part =
    span === null || span.end > content.length
      ? content
      : [content.slice(0, span.start), html`<mark>${content.slice(span.start, span.end)}</mark>`, content.slice(span.end)];
  const place = [label, page !== null && `page ${page}`].filter(Boolean).join(" · ");
  const looks = ["part-of-text", SET_APART.has(form ?? "") && "apart", isMarked && "found-here"].filter(Boolean).join(" ");
  return html`<div class="${looks}" ${isMarked && html` id="passage"`}>
    ${place !== "" && html`<p class="hint">${place}</p>`}
    <p>${words}</p>
  </div>`;
}
