import type { Records } from "../src/records/port.ts";
import { ROW_OUTCOMES } from "./tally.ts";
import { runsUnderWay } from "./lock.ts";
import type { IngestReport } from "./report.ts";

/** The latest runs, newest first. One that is on record as running, but that no process holds a lock for, was broken off. */
export async function listRuns(records: Records, limit: number): Promise<IngestReport[]> {
  let latest: IngestReport[] = [];
  let after: string | undefined;
  // Ids of runs start with their time, so the latest come last.
  do {
    const page = await records.list<IngestReport>("ingest_run", { limit: 1_000, after });
    latest = [...latest, ...page.records.map(({ value }) => value)].slice(-limit);
    after = page.next ?? undefined;
  } while (after !== undefined);
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
  const signals = derived.read > 0 ? `; ${derived.indexed} signals of theirs written` : "";
  return [
    `${run_id}  ${status.replace("_", " ")}  ${target} ${format}  ${input}`,
    `  ${rows.read} rows: ${counts.join(", ") || "none with an outcome"}${signals}`,
    `  ${seconds.toFixed(1)} s, ${texts_embedded} texts embedded, ${texts_cached} known to the cache${run.error ? `; ${run.error}` : ""}`,
  ].join("\n");
}
