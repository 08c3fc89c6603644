import type { Generation } from "../../../engine/port.ts";
import type { DiskRoom } from "../../../shared/disk-room.ts";
import type { IngestRun } from "../../../holdings/ingest-runs.ts";
import { html, type Html, type Part } from "../../../shared/html.ts";
import { definitions } from "../definitions.ts";
import { section } from "../library/parts.ts";
import { countOf, durationOf, sizeOf } from "../numbers.ts";
import { thousands } from "../../../shared/thousands.ts";
import { table } from "../table.ts";
import { relativeTo } from "../times.ts";
import { asTyped } from "../../../shared/as-typed.ts";

const STATUS: Record<IngestRun["status"], { words: string; look: "" | "soon" | "over" }> = {
  running: { words: "Running", look: "" },
  done: { words: "Done", look: "" },
  failed: { words: "Failed", look: "over" },
  stopped: { words: "Stopped", look: "soon" },
  broken_off: { words: "Interrupted", look: "over" },
};

/** The page of a run. */
export function runAddress(runId: string): string {
  return `/library/runs/${encodeURIComponent(runId)}`;
}

export function statusBadge({ status }: Pick<IngestRun, "status">): Html {
  const { words, look } = STATUS[status];
  return html`<span class="badge ${look}">${words}</span>`;
}

/** The latest loads, a row each. `isElsewhere`: they may have run on other machines. */
export function runsCard(runs: readonly IngestRun[], now: number): Part {
  return section("Loads", [
    runs.length === 0
      ? html`<p class="hint">Nothing has been loaded yet. Run <code>${asTyped("ingest papers FILE")}</code> on the server.</p>`
      : html`<ul class="rows">
          ${runs.map((run) => html`<li>${runRow(run, now)}</li>`)}
        </ul>`,
  ]);
}

function runRow(run: IngestRun, now: number): Html {
  const dead = run.rows.dead + run.derived.dead;
  return html`<p class="row-head">
      <a href="${runAddress(run.run_id)}">${run.target} from ${inputName(run)}</a> ${statusBadge(run)}
    </p>
    <p class="hint">
      ${relativeTo(now, run.started_at)} ·
      ${run.status !== "running" && html`${durationOf(run.seconds)} · `}${countOf(run.rows.read, "row")} read,
      ${thousands(run.rows.indexed ?? 0)}
      written${dead > 0 && html`, <strong class="dead">${countOf(dead, "dead letter")}</strong>`}
    </p>
    ${run.status === "running" && progressOf(run)}`;
}

/** The last step of a path or address; the whole of it stands on the run's page. */
export function inputName({ input }: Pick<IngestRun, "input">): string {
  if (input === "-") return "standard input";
  return (/[^/\\]+(?=[/\\]*$)/u.exec(input)?.[0] ?? input).slice(0, 80);
}

/** How far a load under way is. */
export function progressOf({ progress, rows, rows_per_minute: rate }: IngestRun): Html {
  const share = progress ? Math.min(100, Math.floor((100 * progress.bytes_read) / Math.max(1, progress.total_bytes))) : null;
  return html`<p class="progress">
    ${share !== null && html`<progress max="100" value="${share}" aria-label="Progress of the load"></progress>`}
    <span
      >${share !== null && html`${share}% of the input · `}${countOf(rows.read, "row")}${
        rate > 0 && html` · ${thousands(rate)} a minute`
      }</span
    >
  </p>`;
}

export interface IndexView {
  engine: string;
  generations: readonly Generation[];
  /** The model that the server embeds questions with. */
  model: string;
  disk: DiskRoom | null;
}

const ROLES: Record<Generation["role"], string> = { live: "Live", previous: "Previous", spare: "Spare" };

/** Generations, embedding model and disk. */
export function indexCard({ engine, generations, model, disk }: IndexView): Part {
  const live = generations.filter(({ role }) => role === "live");
  const other = live.find(({ space }) => space !== null && space.model !== model)?.space?.model;
  return section("Index", [
    other !== undefined &&
      html`<div class="notice warning">
        <p>The live index was built with the embedding model ${other}, so questions are searched by keywords only.</p>
      </div>`,
    generations.length > 0 &&
      table(
        "Generations of the index",
        [
          { heading: "Generation" },
          { heading: "State" },
          { heading: "Documents", figures: true },
          { heading: "Size", figures: true, minor: true },
        ],
        generations.map((one) => [
          html`<code>${one.generation}</code>`,
          ROLES[one.role],
          thousands(one.documents),
          one.bytes === null ? "unknown" : sizeOf(one.bytes),
        ]),
      ),
    definitions([
      ["Engine", engine === "lancedb" ? "LanceDB, embedded" : "Elasticsearch"],
      ["Embedding model", html`<code>${model}</code>`],
      disk && ["Disk of the data folder", `${sizeOf(disk.free)} free of ${sizeOf(disk.total)}`],
    ]),
  ]);
}
