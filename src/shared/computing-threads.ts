import { readdirSync, readFileSync } from "node:fs";
import { getPriority, setPriority } from "node:os";

/**
 * How much nicer threads that compute are than the event loop: with as many of them as processors, the event loop still gets nearly all that it asks for, and so requests
 * are taken, refused and answered at once.
 */
const NICER_BY = 10;
const NICEST = 19;
/** Threads that LanceDB's runtime and its pool for computing start, by the names that Linux shows (15 bytes of them). */
const OF_LANCEDB = /^(?:tokio-|lance-)/u;

/** The thread that calls this computes. Without effect but on Linux, where a priority is a thread's own. */
export function computeBehindEventLoop(): void {
  if (process.platform === "linux") makeNicer(0);
}

/** LanceDB's threads compute; those that they start later inherit it. Call it once they run. Without effect but on Linux. */
export function lanceComputesBehindEventLoop(): void {
  if (process.platform !== "linux") return;
  for (const thread of readdirSync(TASKS)) if (OF_LANCEDB.test(nameOf(thread))) makeNicer(Number(thread));
}

const TASKS = "/proc/self/task";

/** Empty where the thread has ended. */
function nameOf(thread: string): string {
  try {
    return readFileSync(`${TASKS}/${thread}/comm`, "utf8");
  } catch {
    return "";
  }
}

/** Relative to the process, so that calling it twice is calling it once; a thread that has ended, or a system that allows none of this, is left alone. */
function makeNicer(thread: number): void {
  try {
    setPriority(thread, Math.min(NICEST, getPriority(process.pid) + NICER_BY));
  } catch {}
}
