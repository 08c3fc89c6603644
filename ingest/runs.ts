import type { Records } from "../src/records/port.ts";
import { ROW_OUTCOMES } from "./tally.ts";
import { runsUnderWay } from "./lock.ts";
import type { IngestReport } from "./report.ts";
import { everyRecord } from "../src/records/every-record.ts";

/** The latest runs, newest first. One that is on record as running, but that no process holds a lock for, was broken off. */
export async function listRuns(records: Records, limit: number): Promise<IngestReport[]> {
  const latest: IngestReport[] = [];
  // Ids of runs start with their time, so the latest come last.
  for await (const { value } of everyRecord<IngestReport>(records, "ingest_run")) {
    latest.push(value);
    if (latest.length > limit) latest.shift();
  }
  const underWay = await runsUnderWay(records);
  return latest.toReversed().map((run): IngestReport => {
    return run.status === "running" && !underWay.has(run.run_id) ? { ...run, status: "broken_off" } : run;
  });
}

/** A few lines a run: what it was, what became of its rows, and what it took. */
export function runsText(runs: readonly IngestReport[]): string {
  return runs.length === 0 ? "No runs yet." : runs.map(runText).join("\n");
}

function runText(run: IngestReport): string {
  const { run_id, status, target, format, input, rows, derived, seconds, texts_embedded, texts_cached } = run;
  const counts = ROW_OUTCOMES.flatMap((name) => (rows[name] > 0 ? [`${rows[name]} ${name}`] : []));
  const signals = derived.read > 0 ? `; ${derived.indexed} of their signals written` : "";
  return [
    `${run_id}  ${status.replace("_", " ")}  ${target} ${format}  ${input}`,
    `  ${rows.read} rows: ${counts.join(", ") || "none with an outcome"}${signals}`,
    `  ${seconds.toFixed(1)} s, ${texts_embedded} texts embedded, ${texts_cached} from the cache${run.error ? `; ${run.error}` : ""}`,
  ].join("\n");
}
