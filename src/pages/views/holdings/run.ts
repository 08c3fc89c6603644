import type { DeadLetters, DeadReason, DeadRow, IngestRun } from "../../../holdings/ingest-runs.ts";
import { html, type Html, type Part } from "../../../shared/html.ts";
import { definitions } from "../definitions.ts";
import { framed } from "../frame.ts";
import { section } from "../library/parts.ts";
import { countOf, durationOf, sizeOf } from "../numbers.ts";
import { thousands } from "../../../shared/thousands.ts";
import { table } from "../table.ts";
import { relativeTo } from "../times.ts";
import { inputName, progressOf, runAddress, statusBadge } from "./runs.ts";
import { asTyped } from "../../../shared/as-typed.ts";

const OUTCOMES: readonly [name: string, words: string][] = [
  ["indexed", "Written"],
  ["unchanged", "Unchanged"],
  ["merged", "Merged with other rows"],
  ["superseded", "Superseded by a later row"],
  ["removed", "Removed a source's data"],
  ["blank", "Blank"],
  ["dead", "Dead letters"],
];
const MAX_ROW_LENGTH = 600;

/** `/library/runs/{id}`: one load, for administrators. */
export function runPage(account: string, run: IngestRun, dead: DeadLetters, now: number): Html {
  return framed({
    title: `Load of ${run.target}`,
    account,
    here: "library",
    width: "middle",
    body: html`<p class="crumb"><a href="/library">Library</a></p>
      <div id="run" ${run.status === "running" && html` data-live="5"`}>
        <p class="row-head">${statusBadge(run)}</p>
        <h1 class="record">${run.target} from ${inputName(run)}</h1>
        <p class="lead">
          Started
          ${relativeTo(now, run.started_at)}${run.status !== "running" && html`, took ${durationOf(run.seconds)}`}${run.rows_per_minute > 0 && html`; ${countOf(run.rows_per_minute, "row")} a minute`}.
        </p>
        ${run.status === "running" && progressOf(run)} ${problems(run)} ${section("Rows", [outcomes(run), details(run)])}
        ${deadLettersCard(run, dead)}
      </div>`,
  });
}

function problems({ error, failed_files: files, status }: IngestRun): Part {
  const sentences = [
    ...(error === null ? [] : [error]),
    ...files.map((file) => `Could not be read to the end: ${file}`),
    ...(status === "broken_off" ? ["The process ended unexpectedly. Run the same command with --resume to continue."] : []),
    ...(status === "stopped" ? ["Stopped on request. Run the same command with --resume to continue."] : []),
  ];
  if (sentences.length === 0) return null;
  return html`<div class="notice ${status === "stopped" ? "warning" : "problem"}">
    ${sentences.map((sentence) => html`<p>${sentence}</p>`)}
  </div>`;
}

function outcomes({ rows, derived }: IngestRun): Html {
  const met = OUTCOMES.filter(([name]) => (rows[name] ?? 0) + (derived[name] ?? 0) > 0);
  const hasSignals = derived.read > 0;
  return table(
    "Row outcomes",
    [
      { heading: "Outcome" },
      { heading: "Rows", figures: true },
      ...(hasSignals ? [{ heading: "Signals in them", figures: true }] : []),
    ],
    [["read", "Read"] as const, ...met].map(([name, words]) => [
      words,
      thousands(rows[name] ?? 0),
      ...(hasSignals ? [thousands(derived[name] ?? 0)] : []),
    ]),
  );
}

function details(run: IngestRun): Html {
  return definitions([
    ["Input", html`<code>${run.input}</code>`],
    ["Format", run.format],
    ["Embedded", `${countOf(run.texts_embedded, "text")}, ${thousands(run.texts_cached)} more from the cache`],
    run.without_vector > 0 && ["Without an embedding", `${countOf(run.without_vector, "text")}, found by keywords only`],
    run.unused_columns.length > 0 && ["Unused columns", run.unused_columns.join(", ").slice(0, 500)],
    ["Run", html`<code>${run.run_id}</code>`],
  ]);
}

function deadLettersCard(run: IngestRun, { reasons, file }: DeadLetters): Part {
  const count = run.rows.dead + run.derived.dead;
  if (count === 0) return null;
  return section(
    `Dead letters (${thousands(count)})`,
    [
      html`<p>These could not be loaded. Everything else was loaded.</p>`,
      html`<ul class="rows">
        ${reasons.map((reason) => html`<li>${reasonRow(reason)}</li>`)}
      </ul>`,
      file === null ? notHere(run) : download(run, file),
    ],
    "dead-letters",
  );
}

function reasonRow({ reason, count, remedy, first }: DeadReason): Html {
  return html`<p class="row-head">
      <strong>${reason.replaceAll("_", " ")}</strong> <span class="hint">${thousands(count)}</span>
    </p>
    <p>${remedy}</p>
    ${
      first.length > 0 &&
      html`<details>
        <summary>${first.length === 1 ? "The first row" : `The first ${first.length} rows`}</summary>
        <ul class="rows">
          ${first.map((row) => html`<li>${deadRow(row)}</li>`)}
        </ul>
      </details>`
    }`;
}

function deadRow({ file, line, field, message, allowed, row, row_is_cut: isCut }: DeadRow): Html {
  const options = typeof allowed === "string" ? allowed : allowed?.join(", ");
  return html`<p>
      ${field !== undefined && html`<code>${field}</code> `}${message}${options && html`; allowed: ${options.slice(0, 300)}`}
    </p>
    <p class="hint">${file}, line ${thousands(line)}</p>
    ${row !== null && html`<pre class="raw">${row.slice(0, MAX_ROW_LENGTH)}${(isCut || row.length > MAX_ROW_LENGTH) && " …"}</pre>`}`;
}

function download(run: IngestRun, { name, bytes }: NonNullable<DeadLetters["file"]>): Html {
  return html`<p class="actions">
      <a class="button plain" href="${runAddress(run.run_id)}/dead-letters" download>Download dead letters</a>
      <span class="hint">JSON Lines, ${sizeOf(bytes)}</span>
    </p>
    <p class="hint">
      After fixing them, reload them on the server: <code>${asTyped(`ingest retry-dead ${run.dead_letters_file ?? name}`)}</code>
    </p>`;
}

function notHere({ dead_letters_file: file }: IngestRun): Html {
  return html`<p class="hint">
    ${file === null ? "No file was kept." : html`They were kept in <code>${file}</code>, which is not in the data folder of this server: the load ran on another machine or kept them elsewhere, or they have been loaded since.`}
  </p>`;
}
