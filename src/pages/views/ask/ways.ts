import { paperAddress } from "../../../documents/page-addresses.ts";
import type { CanvasRun } from "../../../answers/run.ts";
import type { CanvasAnswer } from "../../../answers/schema.ts";
import { html, type Part } from "../../../shared/html.ts";
import { rows } from "../library/parts.ts";
import { askButton } from "./form.ts";

/** What to try where the answer is weak or missing; nothing below an answer. */
export function waysOn(
  { query, answer, nearest_matches: nearest }: CanvasAnswer,
  { mode, time_scope: years }: CanvasRun["request"],
): Part {
  if (answer.state === "answered") return null;
  const narrowed = mode !== "corpus" || years !== "all";
  return html`<div class="ways-on">
    ${
      nearest.length > 0 &&
      html`<h3>Closest papers, not evidence</h3>
        ${rows(
          nearest.map(
            ({ paper_id: id, title, year }) =>
              html`<p>
                <a href="${paperAddress(id)}">${title}</a>
                <span class="hint">${year}</span>
              </p>`,
          ),
        )}`
    }
    <h3>What to try</h3>
    <div class="actions">
      ${narrowed && askButton({ q: query }, years === "all" ? "Ask the whole library" : "Ask the whole library, all years")}
      <a class="button plain small" href="/search?q=${encodeURIComponent(query)}">Search for papers with these words</a>
      <a class="button plain small" href="/?q=${encodeURIComponent(query)}">Rephrase the question</a>
    </div>
    <p class="hint">
      ${
        answer.state === "weak"
          ? "Use the terms a paper would use for task, method and data. Ask about one thing at a time."
          : html`The library may not cover this subject. See its <a href="/topics">topics</a>. Or use the terms a paper would use
              for task, method and data.`
      }
    </p>
  </div>`;
}
