import type { Config } from "../config.ts";
import { PublicError } from "../errors.ts";
import type { Records } from "../records/port.ts";
import { sourceStatuses, type SourceStatus } from "../records/source-status.ts";
import type { Finding } from "./doctor-finding.ts";
import { asTyped } from "../shared/as-typed.ts";

/** How the sources stand that are asked: those that fail, and those that nobody asks any more. None where nothing was ever asked. */
export async function sourcesFindings(
  { records }: { records: Pick<Records, "list"> },
  { scheduler }: Pick<Config, "scheduler">,
): Promise<Finding[]> {
  try {
    const statuses = await sourceStatuses(records);
    return statuses.map((status) => finding(status, scheduler));
  } catch (error) {
    // That the records are away is a finding of its own.
    if (error instanceof PublicError) return [];
    throw error;
  }
}

function finding({ name, last, succeeded_at, failures, next_try_at }: SourceStatus, scheduler: boolean): Finding {
  const part = `source ${name}`;
  const success = succeeded_at === null ? "never succeeded" : `last succeeded ${succeeded_at}`;
  if (failures === 0)
    return { part, state: "ok", says: `${success}${last && last.left > 0 ? `, ${last.left} remaining for the next run` : ""}` };
  const again = next_try_at !== null && scheduler ? `; next try ${next_try_at}` : "";
  return {
    part,
    state: "attention",
    says: `${failures} failed ${failures === 1 ? "run" : "runs"} in a row: ${last?.error ?? "unknown"}; ${success}${again}`,
    remedy: asTyped(`sources check ${name}`),
  };
}
