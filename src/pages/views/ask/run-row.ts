import { html, type Html } from "../../../shared/html.ts";
import type { RunLine } from "../../../workspaces/runs.ts";
import { countOf } from "../numbers.ts";
import { relativeTo } from "../times.ts";

/** A question that was asked, with what became of it. */
export function runRow({ run_id: id, question, asked_at: at, state, citations }: RunLine, now: number): Html {
  return html`<p class="asked"><a href="/runs/${id}">${question}</a></p>
    <p class="hint">
      ${relativeTo(now, at)}${state !== "no_evidence" && ` · ${countOf(citations, "citation")}`}
      ${state !== "answered" && html`<span class="tag ${state}">${STATES[state]}</span>`}
    </p>`;
}

const STATES: Record<Exclude<RunLine["state"], "answered">, string> = { weak: "weak evidence", no_evidence: "no evidence" };
