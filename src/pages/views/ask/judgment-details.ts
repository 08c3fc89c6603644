import { dimensionsChart } from "../../../charts/dimensions.ts";
import type { Judgment } from "../../../judgment/judge.ts";
import { INTERVAL_PERCENT } from "../../../judgment/shown.ts";
import { judgmentWords } from "../../../judgment/words.ts";
import { html, type Part } from "../../../shared/html.ts";
import { figure, marks, rows } from "../library/parts.ts";

/** A judgment as one line, with its chart and arithmetic folded away; `open`: it is what was asked for. */
export function judgmentDetails(judgment: Judgment, { open = false }: { open?: boolean } = {}): Part {
  const { verdict, reason, dimensions, formula } = judgment;
  return html`<details class="card fold" ${open && html` open`}>
    <summary>
      <h2>Readiness</h2>
      <strong class="verdict ${verdict}">${verdict.replaceAll("_", " ")}</strong> <span>${reason}</span>
    </summary>
    ${figure(dimensionsChart(dimensions, INTERVAL_PERCENT))}
    ${rows(
      dimensions.map(
        ({ name, score, interval, weight, rationale, formula, citations }) =>
          html`<p>
              <strong>${name}</strong>
              ${score === null ? html`<span class="unknown">unknown</span>` : `${score} (${INTERVAL_PERCENT}% interval ${interval.join("–")})`}
              <span class="hint">weight ${weight}</span>
            </p>
            <p>${rationale}${marks(citations)}</p>
            ${score !== null && html`<p class="formula">${formula}</p>`}`,
      ),
    )}
    ${judgmentWords(judgment).map((words) => html`<p>${words}</p>`)}
    <p class="formula">${formula}</p>
  </details>`;
}
