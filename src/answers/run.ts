import { randomBytes } from "node:crypto";
import type { Paper } from "../documents/paper.ts";
import type { Library } from "../retrieval/library.ts";
import type { CanvasAnswer } from "./schema.ts";
import type { CanvasRequest } from "./request.ts";
import { DAY_MS } from "../shared/time.ts";

/** A canvas answer as it was given, kept so that it can be looked at again. */
export interface CanvasRun {
  account: string;
  /** Of a question in mode workspace. */
  workspace_id?: string;
  asked_at: string;
  request: Omit<CanvasRequest, "account" | "focus">;
  answer: CanvasAnswer;
  /** Of the papers that were read, those that were known to be retracted by then. */
  retracted_then: string[];
  /** What the person who asked thought of the answer, where they said so. */
  feedback?: RunFeedback;
}

/** Whether an answer was useful, and why. `at`: ISO 8601, UTC. */
export interface RunFeedback {
  useful: boolean;
  reason: string | null;
  at: string;
}

/** Days that a run is kept. */
export const RUN_LIFETIME_DAYS = 90;
/** The latest time that fits into the 12 digits of a run's id, in milliseconds. */
const LATEST = 16 ** 12 - 1;

/** An id that stands before those of all earlier runs, so that lists in the order of ids begin with the newest. */
export function newRunId(askedAt: Date): string {
  return `${runIdAt(askedAt.getTime())}${randomBytes(10).toString("hex")}`;
}

/** How ids of runs of this moment (in milliseconds) begin: it stands after those of later runs and before those of earlier ones. */
export function runIdAt(ms: number): string {
  return `run_${(LATEST - ms).toString(16).padStart(12, "0")}`;
}

/** Keeps an answer for 90 days. `read`: the papers that it was drawn from. Throws `records_unavailable`. */
export async function keepRun(
  library: Library,
  { request, answer, read, askedAt }: { request: CanvasRequest; answer: CanvasAnswer; read: readonly Paper[]; askedAt: Date },
  signal?: AbortSignal,
): Promise<void> {
  const { account, focus, ...asked } = request;
  const run: CanvasRun = {
    account,
    ...(focus ? { workspace_id: focus.workspace_id } : {}),
    asked_at: askedAt.toISOString(),
    request: asked,
    answer,
    retracted_then: read.filter((paper) => paper.retracted).map((paper) => paper.paper_id),
  };
  const expiresAt = new Date(askedAt.getTime() + RUN_LIFETIME_DAYS * DAY_MS).toISOString();
  await library.records.put("run", answer.run_id, run, { expectedVersion: 0, expiresAt }, signal);
}
