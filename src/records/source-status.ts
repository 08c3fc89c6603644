import { allRecords } from "./every-record.ts";
import type { Records } from "./port.ts";

/** How a source of the schedule stands: what the pipeline notes, and `doctor` and `/metrics` show. */
export interface SourceStatus {
  name: string;
  /** What came of the last time that it was asked; null while that goes on for the first time. */
  last: {
    status: "done" | "budget_spent" | "stopped" | "failed";
    started_at: string;
    ended_at: string;
    requests: number;
    present: number;
    missing: number;
    failed: number;
    left: number;
    error: string | null;
  } | null;
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
