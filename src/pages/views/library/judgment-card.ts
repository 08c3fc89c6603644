import { judgmentWords } from "../../../judgment/words.ts";
import { verdictWords } from "../../../judgment/verdict.ts";
import type { Judgment } from "../../../judgment/judge.ts";
import type { Drawing } from "../../../charts/drawing.ts";
import { html, type Part } from "../../../shared/html.ts";
import { figure, marks, rows, section } from "./parts.ts";

/** A judgment whole: verdict, why, each dimension with what it rests on, and the arithmetic. */
export function judgmentCard(judgment: Judgment, chart: Drawing): Part {
  return section("Judgment", [
    html`<p><strong class="verdict">${verdictWords(judgment.verdict)}</strong> ${judgment.reason}</p>`,
    figure(chart),
    rows(
      judgment.dimensions.map(
        ({ name, score, interval, weight, rationale, formula, citations }) =>
          html`<p>
              <strong>${name}</strong>
              ${score === null ? html`<span class="unknown">unknown</span>` : `${score} (80% interval ${interval.join("–")})`}
              <span class="hint">weight ${weight}</span>
            </p>
            <p>${rationale}${marks(citations)}</p>
            ${score !== null && html`<p class="formula">${formula}</p>`}`,
      ),
    ),
    judgmentWords(judgment).map((words) => html`<p>${words}</p>`),
    html`<p class="formula">${judgment.formula}</p>`,
  ]);
}
