import type { SourceStatus } from "../../../records/source-status.ts";
import { html, type Html, type Part } from "../../../shared/html.ts";
import { section } from "../library/parts.ts";
import { countOf } from "../numbers.ts";
import { thousands } from "../../../shared/thousands.ts";
import { relativeTo } from "../times.ts";

const STATUS: Record<NonNullable<SourceStatus["last"]>["status"], { words: string; look: "" | "soon" | "over" }> = {
  done: { words: "Done", look: "" },
  budget_spent: { words: "Budget spent", look: "" },
  stopped: { words: "Stopped", look: "soon" },
  failed: { words: "Failed", look: "over" },
};

/** The services that are asked about what the library holds, a row each; nothing where none was ever asked. */
export function sourcesCard(sources: readonly SourceStatus[], now: number): Part {
  const asked = sources.flatMap(({ last, ...status }) => (last === null ? [] : [{ ...status, last }]));
  if (asked.length === 0) return null;
  return section("Sources", [
    html`<ul class="rows">
      ${asked.map((source) => html`<li>${sourceRow(source, now)}</li>`)}
    </ul>`,
  ]);
}

function sourceRow(
  { name, last, failures, next_try_at }: SourceStatus & { last: NonNullable<SourceStatus["last"]> },
  now: number,
): Html {
  const { words, look } = STATUS[last.status];
  return html`<p class="row-head">${name} <span class="badge ${look}">${words}</span></p>
    <p class="hint">
      ${relativeTo(now, last.ended_at)} · ${countOf(last.requests, "request")}, ${thousands(last.present)} found,
      ${thousands(last.missing)} not found${last.left > 0 && html`, ${thousands(last.left)} remaining for the next run`}
    </p>
    ${
      failures > 0 &&
      html`<p class="hint">
        ${countOf(failures, "failed run")} in a row: ${last.error ?? "unknown"}
        ${next_try_at !== null && html`Next attempt ${relativeTo(now, next_try_at)}.`}
      </p>`
    }`;
}
