import { allRecords } from "./every-record.ts";
import type { Records } from "./port.ts";

/** What came of the last time that a source was asked. */
export interface SourceOutcome {
  /** `done`: everything that was due was asked about; `budget_spent`: the rest waits for the next time. */
  status: "done" | "budget_spent" | "stopped" | "failed";
  started_at: string;
  ended_at: string;
  /** Requests sent, repetitions included. */
  requests: number;
  /** What it was asked about, by what it said: it knows it, does not know it, could not be asked. */
  present: number;
  missing: number;
  failed: number;
  /** Subjects that were due and are left for the next time. */
  left: number;
  error: string | null;
}

/** How a source of the schedule stands: what the pipeline notes, and `doctor` and `/metrics` show. */
export interface SourceStatus {
  name: string;
  /** Null while it is asked for the first time. */
  last: SourceOutcome | null;
  /** When it last did all that it had to, ISO 8601. */
  succeeded_at: string | null;
  /** Failed runs since then. */
  failures: number;
  /** Not before then is it asked again by itself, while it fails. */
  next_try_at: string | null;
  /** Requests of the night that is not over: what its budget has left is for the next try. */
  spent: number;
}

/** The sources that were asked before, in the order of their names. */
export async function sourceStatuses(records: Pick<Records, "list">): Promise<SourceStatus[]> {
  return (await allRecords<SourceStatus>(records, "source")).map(({ value }) => value);
}
