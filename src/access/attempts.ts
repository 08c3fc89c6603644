import { createHash } from "node:crypto";
import { PublicError } from "../errors.ts";
import type { Records } from "../records/port.ts";
import { limitedAddress } from "./addresses.ts";

/** Guesses for one account from one address, and guesses from one address for all accounts together, in this time. */
export const ATTEMPT_LIMITS = { perAccount: 5, perAddress: 50, windowMs: 15 * 60_000 } as const;

interface Attempts {
  count: number;
  until: string;
}

/**
 * Counts one guess before it is looked at, so that guesses at the same time are counted too. `what` names the guessed thing (an
 * account's name as typed, a code), `address` where the request came from. Resolves to the function that takes the guess back, for a right one.
 * Throws `too_many_attempts`.
 */
export async function countAttempt(records: Records, what: string, address: string): Promise<() => Promise<void>> {
  const from = limitedAddress(address);
  const forAccount = idOf(["account", what.trim().toLowerCase(), from]);
  const forAddress = idOf(["address", from]);
  await count(records, forAccount, ATTEMPT_LIMITS.perAccount);
  await count(records, forAddress, ATTEMPT_LIMITS.perAddress);
  return async () => {
    await records.delete("attempts", forAccount);
    await takeBack(records, forAddress);
  };
}

async function count(records: Records, id: string, limit: number): Promise<void> {
  for (;;) {
    const stored = await records.get<Attempts>("attempts", id);
    const used = stored?.value.count ?? 0;
    const until = stored?.value.until ?? new Date(Date.now() + ATTEMPT_LIMITS.windowMs).toISOString();
    if (used >= limit) {
      const seconds = Math.max(1, Math.ceil((Date.parse(until) - Date.now()) / 1_000));
      throw new PublicError("too_many_attempts", { retryAfterSeconds: seconds });
    }
    const value: Attempts = { count: used + 1, until };
    if (await records.put("attempts", id, value, { expectedVersion: stored?.version ?? 0, expiresAt: until })) return;
  }
}

async function takeBack(records: Records, id: string): Promise<void> {
  for (;;) {
    const stored = await records.get<Attempts>("attempts", id);
    if (stored === null) return;
    const { count, until } = stored.value;
    const value: Attempts = { count: Math.max(0, count - 1), until };
    if (await records.put("attempts", id, value, { expectedVersion: stored.version, expiresAt: until })) return;
  }
}

/** What was typed as a name may be anything, a password too: only its hash is kept. */
function idOf(parts: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}
