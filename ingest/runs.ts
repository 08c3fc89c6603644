import type { Records } from "../src/records/port.ts";
import type { IngestReport } from "./report.ts";

/** The latest runs, newest first. */
export async function listRuns(records: Records, limit: number): Promise<IngestReport[]> {
  let latest: IngestReport[] = [];
  let after: string | undefined;
  // Ids of runs start with their time, so the latest come last.
  do {
    const page = await records.list<IngestReport>("ingest_run", { limit: 1_000, after });
    latest = [...latest, ...page.records.map(({ value }) => value)].slice(-limit);
    after = page.next ?? undefined;
  } while (after !== undefined);
  return latest.reverse();
}

/** One line a run. */
export function runsText(runs: readonly IngestReport[]): string {
  if (runs.length === 0) return "No runs yet.";
  return runs
    .map(({ run_id, status, target, format, input, rows, seconds }) => {
      const counts = `${rows.read} read, ${rows.indexed} written, ${rows.unchanged} unchanged, ${rows.dead} dead`;
      return `${run_id}  ${status.padEnd(7)}  ${target} ${format}  ${counts}  ${seconds.toFixed(1)} s  ${input}`;
    })
    .join("\n");
}
