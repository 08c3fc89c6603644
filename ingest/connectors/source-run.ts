import type { SourceOutcome } from "../../src/records/source-status.ts";

/** What came of asking a source, as its run reports it. */
export interface SourceRun extends SourceOutcome {
  source: string;
  papers_written: number;
  signals_written: number;
  signals_removed: number;
  dead: number;
  /** When the service said that it may be asked again, ISO 8601; null where it said nothing. */
  retry_at: string | null;
}

/** A run that begins: nothing was asked yet. */
export function newRun(source: string, startedAt: string): SourceRun {
  const counts = { requests: 0, present: 0, missing: 0, failed: 0, left: 0, papers_written: 0, signals_written: 0 };
  return {
    source,
    status: "done",
    started_at: startedAt,
    ended_at: startedAt,
    ...counts,
    signals_removed: 0,
    dead: 0,
    error: null,
    retry_at: null,
  };
}
