import type { Records } from "../src/records/port.ts";
import { ROW_OUTCOMES } from "./tally.ts";
import { runsUnderWay } from "./lock.ts";
import type { IngestReport } from "./report.ts";
import { everyRecord } from "../src/records/every-record.ts";
import { DAY_MS } from "../src/shared/time.ts";

/** The runs of the last days are looked for first, so that a list costs no more as years of runs gather. */
const DAYS_LOOKED_AT = [14, 180] as const;

/** The latest runs, newest first. One that is on record as running, but that no process holds a lock for, was broken off. */
export async function listRuns(records: Records, limit: number, signal?: AbortSignal): Promise<IngestReport[]> {
  for (const days of DAYS_LOOKED_AT) {
    const recent = await latestRuns(records, limit, runIdTime(Date.now() - days * DAY_MS), signal);
    if (recent.length === limit) return withBrokenOff(records, recent);
  }
  return withBrokenOff(records, await latestRuns(records, limit, undefined, signal));
}

/** One run; null where there is none of this id. */
export async function getRun(records: Records, runId: string, signal?: AbortSignal): Promise<IngestReport | null> {
  const found = await records.get<IngestReport>("ingest_run", runId, signal);
  if (found === null) return null;
  const [run] = await withBrokenOff(records, [found.value]);
  return run!;
}

/** How the ids of runs begin that were started at this time. */
export function runIdTime(time: number): string {
  return new Date(time).toISOString().replace(/[-:.]/gu, "");
}

/** Ids of runs start with their time, so the latest come last. */
async function latestRuns(records: Records, limit: number, after?: string, signal?: AbortSignal): Promise<IngestReport[]> {
  const latest: IngestReport[] = [];
  for await (const { value } of everyRecord<IngestReport>(records, "ingest_run", undefined, { after, signal })) {
    latest.push(value);
    if (latest.length > limit) latest.shift();
  }
  return latest.toReversed();
}

async function withBrokenOff(records: Records, runs: readonly IngestReport[]): Promise<IngestReport[]> {
  if (runs.every(({ status }) => status !== "running")) return [...runs];
  const underWay = await runsUnderWay(records);
  return runs.map((run): IngestReport => {
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
    `  ${rows.read} rows: ${counts.join(", ") || "none processed"}${signals}`,
    `  ${seconds.toFixed(1)} s, ${texts_embedded} texts embedded, ${texts_cached} from the cache${run.error ? `; ${run.error}` : ""}`,
  ].join("\n");
}
