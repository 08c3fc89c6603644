import { randomBytes } from "node:crypto";
import type { Records } from "../records/port.ts";
import { everyRecord } from "../records/every-record.ts";
import { sum } from "../shared/sum.ts";
import { DAY_MS } from "../shared/time.ts";

/** How a key was used. */
export interface KeyUsage {
  /** ISO 8601, UTC; null: never. */
  last_used_at: string | null;
  /** Requests since midnight UTC. */
  today: number;
  /** Requests of the last 30 days, today included. */
  last_30_days: number;
  /** Of the last 30 days: requests that were refused or failed, and calls of tools that ended in an error. Refusals over the limit count here alone. */
  errors_last_30_days: number;
  /** One entry a day for the last 30 days, the oldest first. */
  by_day: { day: string; requests: number }[];
}

interface StoredUsage {
  account: string;
  last_used_at: string;
  /** Requests by day (UTC) and server process: each writes only its own numbers, so that writing twice counts once. */
  days: Record<string, Record<string, number>>;
  /** Errors, in the same way; left out where none was ever counted. */
  errors?: Record<string, Record<string, number>>;
}

/** How often counts are written down, in milliseconds. */
const FLUSH_EVERY_MS = 10_000;
/** How many keys are written down at a time. */
const WRITES_AT_ONCE = 8;
const DAYS = 30;
/** A key's usage is forgotten so long after its last use. */
const KEPT_MS = 400 * DAY_MS;

/** No use at all. */
export function noUsage(now = Date.now()): KeyUsage {
  return shown(null, now);
}

/** The usage of one key, as far as servers have written it down. */
export async function usageOfKey(records: Records, keyId: string): Promise<KeyUsage> {
  const stored = await records.get<StoredUsage>("usage", keyId);
  return shown(stored?.value ?? null, Date.now());
}

/** The usage of an account's keys by key id; a key that was never used is not in it. Without `account`: of all keys. */
export async function usageByKey(records: Records, account?: string): Promise<Map<string, KeyUsage>> {
  const now = Date.now();
  const usage = new Map<string, KeyUsage>();
  for await (const { id, value } of everyRecord<StoredUsage>(records, "usage", account ? { account } : undefined)) {
    usage.set(id, shown(value, now));
  }
  return usage;
}

/**
 * Counts the requests of keys in this process and writes the counts down from time to time: no request waits for it. A process
 * that dies loses what it counted since the last time.
 */
export class UsageCounter {
  readonly #records: Records;
  readonly #onError: (error: unknown) => void;
  /** Names this process among those that count. */
  readonly #server = randomBytes(4).toString("hex");
  readonly #counted = new Map<string, Counted>();
  readonly #timer: NodeJS.Timeout;
  #flushing: Promise<void> = Promise.resolve();
  #busy = false;

  constructor(records: Records, options: { flushEveryMs?: number; onError?: (error: unknown) => void } = {}) {
    this.#records = records;
    this.#onError = options.onError ?? (() => {});
    this.#timer = setInterval(() => void this.#flushUnlessBusy(), options.flushEveryMs ?? FLUSH_EVERY_MS).unref();
  }

  /** Counts one request of a key. */
  count(key: { key_id: string; account: string }): void {
    this.#add(key, "days");
  }

  /** Counts one error that a key was answered with. */
  countError(key: { key_id: string; account: string }): void {
    this.#add(key, "errors");
  }

  #add(key: { key_id: string; account: string }, what: "days" | "errors"): void {
    const now = Date.now();
    const day = dayOf(now);
    const counted = this.#counted.get(key.key_id) ?? {
      account: key.account,
      days: new Map<string, number>(),
      errors: new Map<string, number>(),
      lastUsed: now,
      dirty: true,
    };
    counted[what].set(day, (counted[what].get(day) ?? 0) + 1);
    counted.lastUsed = now;
    counted.dirty = true;
    this.#counted.set(key.key_id, counted);
  }

  /** Requests of a key today: those written down by any server, and this one's own. */
  async today(keyId: string): Promise<number> {
    const day = dayOf(Date.now());
    const stored = await this.#records.get<StoredUsage>("usage", keyId);
    const { [this.#server]: _own, ...others } = stored?.value.days[day] ?? {};
    return sum(Object.values(others)) + (this.#counted.get(keyId)?.days.get(day) ?? 0);
  }

  /** Writes down what was counted since the last time. Never rejects: what could not be written is written the next time. */
  async flush(): Promise<void> {
    this.#flushing = this.#flushing.then(() => this.#flushAll());
    return this.#flushing;
  }

  /** Writes down everything and stops. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }

  async #flushUnlessBusy(): Promise<void> {
    if (this.#busy) return;
    this.#busy = true;
    await this.flush();
    this.#busy = false;
  }

  async #flushAll(): Promise<void> {
    const waiting = [...this.#counted];
    while (waiting.length > 0) {
      const written = await Promise.all(
        waiting.splice(0, WRITES_AT_ONCE).map(([keyId, counted]) => this.#flushKey(keyId, counted)),
      );
      if (written.includes("store away")) return;
    }
  }

  async #flushKey(keyId: string, counted: Counted): Promise<"written" | "store away"> {
    if (counted.dirty) {
      counted.dirty = false;
      try {
        await this.#write(keyId, counted);
      } catch (error) {
        counted.dirty = true;
        this.#onError(error);
        return "store away";
      }
    }
    if (counted.dirty) return "written";
    // What is of an earlier day and written down is not needed any more.
    const today = dayOf(Date.now());
    for (const { days } of [counted, { days: counted.errors }]) for (const day of days.keys()) if (day < today) days.delete(day);
    if (counted.days.size + counted.errors.size === 0) this.#counted.delete(keyId);
    return "written";
  }

  async #write(keyId: string, { account, days, errors, lastUsed }: Counted): Promise<void> {
    const own = { days: [...days], errors: [...errors] };
    for (;;) {
      const stored = await this.#records.get<StoredUsage>("usage", keyId);
      const lastUsedAt = new Date(Math.max(lastUsed, Date.parse(stored?.value.last_used_at ?? "") || 0)).toISOString();
      const value: StoredUsage = {
        account,
        last_used_at: lastUsedAt,
        days: this.#withOwn(stored?.value.days, own.days),
        errors: this.#withOwn(stored?.value.errors, own.errors),
      };
      const expiresAt = new Date(Date.now() + KEPT_MS).toISOString();
      if (await this.#records.put("usage", keyId, value, { expectedVersion: stored?.version ?? 0, expiresAt })) return;
    }
  }

  #withOwn(stored: StoredUsage["days"] | undefined, own: readonly [day: string, count: number][]): StoredUsage["days"] {
    const kept = keptDays(stored ?? {});
    for (const [day, count] of own) kept[day] = { ...kept[day], [this.#server]: count };
    return kept;
  }
}

interface Counted {
  account: string;
  days: Map<string, number>;
  errors: Map<string, number>;
  lastUsed: number;
  /** Counted further since it was written down. */
  dirty: boolean;
}

function keptDays(days: StoredUsage["days"]): StoredUsage["days"] {
  const oldest = dayOf(Date.now() - DAYS * DAY_MS);
  return Object.fromEntries(Object.entries(days).filter(([day]) => day >= oldest));
}

function shown(stored: StoredUsage | null, now: number): KeyUsage {
  const byDay = Array.from({ length: DAYS }, (_, index) => {
    const day = dayOf(now - (DAYS - 1 - index) * DAY_MS);
    return { day, requests: sum(Object.values(stored?.days[day] ?? {})) };
  });
  const errors = byDay.map(({ day }) => sum(Object.values(stored?.errors?.[day] ?? {})));
  return {
    last_used_at: stored?.last_used_at ?? null,
    today: byDay.at(-1)!.requests,
    last_30_days: sum(byDay.map(({ requests }) => requests)),
    errors_last_30_days: sum(errors),
    by_day: byDay,
  };
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
