import type { Records } from "./port.ts";
import { HOUR_MS } from "../shared/time.ts";

/** How long the store remembers a test, in milliseconds. */
const KEPT_MS = HOUR_MS;

/** Writes a record of no meaning, to see whether the store takes writes. Throws `records_unavailable`. */
export async function testWrite(records: Records, signal?: AbortSignal): Promise<void> {
  const now = Date.now();
  const expiresAt = new Date(now + KEPT_MS).toISOString();
  await records.put("secret", "readiness", { at: new Date(now).toISOString() }, { expiresAt }, signal);
}
