import { createHash } from "node:crypto";
import { PublicError } from "../errors.ts";
import type { Records } from "../records/port.ts";
import { limitedAddress } from "./addresses.ts";
import { counted } from "../shared/thousands.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../shared/time.ts";

/** Guesses for one account from one address, and guesses from one address for all accounts together, in this time. */
export const ATTEMPT_LIMITS = { perAccount: 5, perAddress: 50, windowMs: 15 * MINUTE_MS } as const;

/**
 * Guesses for one name from all addresses together: so many are free in an hour, then each has to wait twice as long after the last as that one, up to a minute. Refused ones do not
 * prolong the wait. Addresses from which somebody has come in under this name are exempt for 90 days, so that a stranger's guesses keep nobody out.
 */
export const BRAKE = { free: 10, maxWaitMs: MINUTE_MS, forgottenAfterMs: HOUR_MS, familiarForMs: 90 * DAY_MS } as const;

interface Attempts {
  count: number;
  until: string;
  /** Before this the next one is refused. */
  not_before?: string;
}

/**
 * Counts one guess before it is looked at, so that guesses at the same time are counted too. `what` names the guessed thing (an
 * account's name as typed, a code), `address` where the request came from. Resolves to the function that takes the guess back, for a right one.
 * Throws `too_many_attempts`. What is typed decides nothing here but the count: a name that is no account's is slowed down alike.
 */
export async function countAttempt(records: Records, what: string, address: string): Promise<() => Promise<void>> {
  const from = limitedAddress(address);
  const forAccount = idOf(["account", what.trim().toLowerCase(), from]);
  const forAddress = idOf(["address", from]);
  const everywhere = idOf(["everywhere", what.trim().toLowerCase()]);
  const familiar = idOf(["familiar", what.trim().toLowerCase(), from]);
  await count(records, forAccount, ATTEMPT_LIMITS.perAccount);
  const isFamiliar = (await records.get("attempts", familiar)) !== null;
  if (!isFamiliar) await slowDown(records, everywhere);
  await count(records, forAddress, ATTEMPT_LIMITS.perAddress);
  return async () => {
    await records.delete("attempts", forAccount);
    await takeBack(records, forAddress);
    if (!isFamiliar) await takeBack(records, everywhere);
    const expiresAt = new Date(Date.now() + BRAKE.familiarForMs).toISOString();
    await records.put("attempts", familiar, { count: 0, until: expiresAt } satisfies Attempts, { expiresAt });
  };
}

/** Counts a guess from wherever, and refuses it where the last one was too short a time ago. */
async function slowDown(records: Records, id: string): Promise<void> {
  for (;;) {
    const stored = await records.get<Attempts>("attempts", id);
    const now = Date.now();
    const wait = Date.parse(stored?.value.not_before ?? "") - now;
    if (wait > 0) throw tooMany(wait);
    const count = (stored?.value.count ?? 0) + 1;
    const until = new Date(now + BRAKE.forgottenAfterMs).toISOString();
    const value: Attempts = { count, until, not_before: new Date(now + waitAfter(count)).toISOString() };
    if (await records.put("attempts", id, value, { expectedVersion: stored?.version ?? 0, expiresAt: until })) return;
  }
}

/** How long the next guess waits after so many, in milliseconds. */
function waitAfter(count: number): number {
  return count < BRAKE.free ? 0 : Math.min(BRAKE.maxWaitMs, 1_000 * 2 ** (count - BRAKE.free));
}

async function count(records: Records, id: string, limit: number): Promise<void> {
  for (;;) {
    const stored = await records.get<Attempts>("attempts", id);
    const used = stored?.value.count ?? 0;
    const until = stored?.value.until ?? new Date(Date.now() + ATTEMPT_LIMITS.windowMs).toISOString();
    if (used >= limit) throw tooMany(Math.max(1, Date.parse(until) - Date.now()));
    const value: Attempts = { count: used + 1, until };
    if (await records.put("attempts", id, value, { expectedVersion: stored?.version ?? 0, expiresAt: until })) return;
  }
}

function tooMany(waitMs: number): PublicError {
  const hint = `Wait ${counted(Math.ceil(waitMs / MINUTE_MS), "minute")}, then try again.`;
  return new PublicError("too_many_attempts", { hint, retryAfterSeconds: Math.ceil(waitMs / 1_000) });
}

async function takeBack(records: Records, id: string): Promise<void> {
  for (;;) {
    const stored = await records.get<Attempts>("attempts", id);
    if (stored === null) return;
    const { count, until } = stored.value;
    const value: Attempts = { ...stored.value, count: Math.max(0, count - 1) };
    if (await records.put("attempts", id, value, { expectedVersion: stored.version, expiresAt: until })) return;
  }
}

/** What was typed as a name may be anything, a password too: only its hash is kept. */
function idOf(parts: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}
