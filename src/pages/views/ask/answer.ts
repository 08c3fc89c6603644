import { paperAddress } from "../../../documents/page-addresses.ts";
import { reasonBesides } from "../../../answers/findings.ts";
import { FLAG_MEANINGS, authorship } from "../../../answers/render/flags.ts";
import type { AnswerSentence, CanvasAnswer } from "../../../answers/schema.ts";
import { html, type Html, type Part } from "../../../shared/html.ts";
import { codeWords, isRepository, namedRepository } from "../library/code-address.ts";
import { marks, rows, sourceLink } from "../library/parts.ts";
import { countOf } from "../numbers.ts";
import { cites, type Source } from "./sources.ts";

/** The answer itself: its sentences, each with its sources; what it is worth stands above them where that is little. */
export function answerCard(canvas: CanvasAnswer, sources: readonly Source[], ways: Part): Html {
  const { answer, support, degraded } = canvas;
  const authored = authorship(canvas);
  const shown = sentencesShown(canvas);
  return html`<section class="card answer ${answer.state}" aria-labelledby="answer">
    <h2 id="answer">${TITLES[answer.state]}</h2>
    ${answer.state !== "answered" && html`<p class="state">${reasonBesides(canvas)}</p>`}
    ${degraded.map(({ reason }) => html`<p class="flag">${reason}</p>`)}
    ${authored !== null && html`<p class="hint">${authored}</p>`}
    ${shown.map((sentence, index) => sentenceText(sentence, shown[index - 1], sources))}
    ${support !== null && answer.state !== "no_evidence" && html`<p class="support">${support.sentence}</p>`}
    ${recordTable(canvas)} ${inWords(answer.sentences.slice(shown.length))} ${ways}
  </section>`;
}

const TITLES: Record<CanvasAnswer["answer"]["state"], string> = {
  answered: "Answer",
  weak: "Weak evidence: the closest quotes",
  no_evidence: "No evidence in the library",
};

/** Who says it, before a quote that is a whole sentence of an answer. */
const ATTRIBUTED = /^([^“”]{3,120}: )(“[^]*)$/u;

/** Sentences about one point stand together, the later ones set in. */
function sentenceText(
  { text, citations, flags, point }: AnswerSentence,
  before: AnswerSentence | undefined,
  sources: readonly Source[],
): Html {
  const within = point !== undefined && point === before?.point;
  const [, by, quote] = ATTRIBUTED.exec(text) ?? [];
  return html`<p class="sentence${within && " within"}">
      ${by === undefined ? text : html`<span class="by">${by}</span>${quote}`}${cites(citations, sources)}
    </p>
    ${flags.length > 0 && html`<p class="flag">Check: ${flags.map((flag) => FLAG_MEANINGS[flag]).join("; ")}.</p>`}`;
}

/** The sentences that stand open: where records are listed the first, as the table says what the others do, a record each. */
export function sentencesShown({ answer: { sentences }, records }: CanvasAnswer): readonly AnswerSentence[] {
  return records !== undefined && records.rows.length > 0 ? sentences.slice(0, 1) : sentences;
}

/** The sentences that a table stands for, folded away. */
function inWords(sentences: readonly AnswerSentence[]): Part {
  return (
    sentences.length > 0 &&
    html`<details class="more">
      <summary>As sentences, with their quotes</summary>
      ${sentences.map(({ text, citations }) => html`<p class="sentence">${text}${marks(citations)}</p>`)}
    </details>`
  );
}

/** The rows of records that are shown at first. */
const ROWS_SHOWN = 20;

/** What is on record, as a table; what is beyond its first rows, folded away. */
function recordTable({ records }: CanvasAnswer): Part {
  if (records === undefined || records.rows.length === 0) return null;
  const { rows, total, query } = records;
  const [first, others] = [rows.slice(0, ROWS_SHOWN), rows.slice(ROWS_SHOWN)];
  const known = total > rows.length ? `${countOf(total, "result")}, first ${rows.length} shown` : countOf(total, "result");
  return html`${table(`On record: ${known}`, first)}
    ${
      others.length > 0 &&
      html`<details class="more">
        <summary>${others.length} more</summary>
        ${table("More records", others)}
      </details>`
    }
    <p class="hint">Counted: ${query}.</p>`;
}

function table(caption: string, rows: NonNullable<CanvasAnswer["records"]>["rows"]): Html {
  const values = rows.flatMap(({ value }) => (value === null ? [] : [namedRepository(value) ?? value]));
  const heading = values.every(isRepository) ? "Code" : "Value";
  return html`<div class="table" role="region" aria-label="${caption}" tabindex="0">
    <table class="data">
      <caption>
        ${caption}
      </caption>
      <thead>
        <tr>
          <th scope="col">Name</th>
          ${values.length > 0 && html`<th scope="col">${heading}</th>`}
          <th scope="col">Source</th>
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ({ label, value, paper_id: id, citations }) =>
            html`<tr>
              <th scope="row">${id === null ? label : html`<a href="${paperAddress(id)}">${label}</a>`}</th>
              ${values.length > 0 && html`<td>${value === null ? "–" : valueOf(value)}</td>`}
              <td>${marks(citations)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

/** A value as it is, an address or a repository as a link. */
function valueOf(value: string): Part {
  const address = namedRepository(value) ?? value;
  return sourceLink(address, codeWords(address));
}

/** What speaks against the answer, what is missing, and what could be built on. */
export function besides(
  { counter_evidence: against, gaps, opportunities, answer }: CanvasAnswer,
  sources: readonly Source[],
): Part {
  return [
    against.length > 0 &&
      html`<section class="card counter" aria-labelledby="counter">
        <h2 id="counter">Counter-evidence</h2>
        ${rows(against.map(({ text, citations }) => html`<p>${text}${cites(citations, sources)}</p>`))}
      </section>`,
    gaps.length > 0 &&
      html`<section class="card" aria-labelledby="gaps">
        <h2 id="gaps">${answer.state === "no_evidence" ? "What is missing" : "Gaps"}</h2>
        ${rows(gaps.map((gap) => html`<p>${gap}</p>`))}
      </section>`,
    opportunities.length > 0 &&
      html`<section class="card" aria-labelledby="opportunities">
        <h2 id="opportunities">Papers to build on</h2>
        ${rows(
          opportunities.map(
            ({ paper_id: id, title, why, score, citations }) =>
              html`<p><a href="${paperAddress(id)}">${title}</a>${marks(citations)}</p>
                <details class="hint">
                  <summary>Score ${score} of 1</summary>
                  <p>${why}</p>
                </details>`,
          ),
        )}
      </section>`,
  ];
}
