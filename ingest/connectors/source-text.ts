import type { SourceStatus } from "../../src/records/source-status.ts";
import type { SourceRun } from "./source-run.ts";
import { dueAt } from "./schedule.ts";
import type { SourceSettings } from "./settings.ts";

const STATUS_WORDS: Record<SourceRun["status"], string> = {
  done: "done",
  budget_spent: "budget spent; the rest is left for the next run",
  stopped: "stopped; the next run continues",
  failed: "failed; progress was saved",
};

/** What came of asking a source, for people. */
export function runText(run: SourceRun): string {
  const { source, status, requests, present, missing, failed, left, papers_written, signals_written, signals_removed, dead } =
    run;
  return [
    `${source}: ${STATUS_WORDS[status]}`,
    `  ${requests} requests; ${present} found, ${missing} not found, ${failed} could not be looked up, ${left} remaining`,
    `  ${papers_written} papers and ${signals_written} signals written, ${signals_removed} signals removed, ${dead} dead letters`,
    ...(run.error === null ? [] : [`  ${run.error}`]),
  ].join("\n");
}

/** How every source stands, asked or only set. */
export function statusText(statuses: readonly SourceStatus[], settings: readonly SourceSettings[], now: Date): string {
  const names = [...new Set([...settings, ...statuses].map(({ name }) => name))];
  if (names.length === 0) return "No source has been queried yet, and none is configured.\n";
  return names
    .map((name) => {
      const status = statuses.find((one) => one.name === name) ?? null;
      const set = settings.find((one) => one.name === name);
      const due = set ? dueAt(set, status, now) : null;
      const last = status?.last;
      const lines = [
        last
          ? `${name}: ${STATUS_WORDS[last.status]}, ${last.ended_at}; ${last.requests} requests, ${last.present} found, ${last.missing} not found, ${last.failed} failed, ${last.left} remaining`
          : `${name}: never queried`,
        ...(last?.error ? [`  ${last.error}`] : []),
        ...(status && status.failures > 0 ? [`  ${status.failures} failed in a row`] : []),
        due === null ? "  not scheduled" : due <= now ? "  due now" : `  due at ${due.toISOString()}`,
      ];
      return `${lines.join("\n")}\n`;
    })
    .join("");
}
