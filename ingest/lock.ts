import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import type { Target } from "../src/engine/port.ts";
import type { LoadTarget } from "./sources/format.ts";
import type { Records } from "../src/records/port.ts";
import { IngestError } from "./errors.ts";

/** Who loads into a target. The record is forgotten by itself where the holder no longer renews it. */
interface Holder {
  run_id: string;
  /** ISO 8601, UTC. */
  since: string;
  host: string;
  pid: number;
  token: string;
}

export interface LoadLock extends AsyncDisposable {
  /** Throws `IngestError` where another run took the lock, as this one could not renew it in time. */
  assertHeld(): void;
}

export interface LockTimes {
  /** How long a lock outlives its holder, in milliseconds. */
  lifetimeMs: number;
  renewEveryMs: number;
}

/** Another run holds the lock; the message names it. */
export class LockTaken extends IngestError {}

/** Three renewals in a row may fail before another run can take the lock. */
const TIMES: LockTimes = { lifetimeMs: 90_000, renewEveryMs: 20_000 };

/** Locks that runs of this process hold. */
const heldHere = new Set<string>();

/** What a lock is on: a target that is loaded into, or the asking of sources. */
export type LockName = Target | "sources";

/**
 * What a run writes to: a load of papers or full texts writes signals too, so that it and a load of signals wait for each other.
 */
export function targetsOf(target: LoadTarget): Target[] {
  return target !== "signals" ? ["signals", "papers"] : ["signals"];
}

/**
 * Takes the locks of these targets and keeps them until it is disposed. A lock whose holder died is free: at once where it ran on this host, else
 * after its lifetime. Throws `IngestError`, which names the holder, where one is taken.
 */
export async function takeLock(
  records: Records,
  targets: readonly LockName[],
  runId: string,
  times: LockTimes = TIMES,
): Promise<LoadLock> {
  const holder = { run_id: runId, since: new Date().toISOString(), host: hostname(), pid: process.pid, token: randomUUID() };
  const locks: TargetLock[] = [];
  try {
    for (const target of targets) {
      const lock = new TargetLock(records, target, holder, times);
      await lock.take();
      locks.push(lock);
    }
  } catch (error) {
    await releaseAll(locks);
    throw error;
  }
  heldHere.add(holder.token);
  const timer = setInterval(() => void Promise.all(locks.map((lock) => lock.renew())), times.renewEveryMs);
  timer.unref();
  return {
    assertHeld() {
      const lost = locks.find((lock) => lock.takenBy !== null);
      if (lost) throw new IngestError(`this run lost its lock: ${sentence(lost.target, lost.takenBy!)}`);
    },
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await releaseAll(locks);
      heldHere.delete(holder.token);
    },
  };
}

/** Ids of the runs that hold a lock and are not dead. */
export async function runsUnderWay(records: Records): Promise<Set<string>> {
  const { records: locks } = await records.list<Holder>("ingest_lock", { limit: 100 });
  return new Set(locks.flatMap(({ value }) => (isDead(value) ? [] : [value.run_id])));
}

class TargetLock {
  readonly target: LockName;
  /** Another run that has the lock now. */
  takenBy: Holder | null = null;
  readonly #records: Records;
  readonly #holder: Holder;
  readonly #lifetimeMs: number;
  #version = 0;
  /** One call at a time, so that a release never comes before a renewal. */
  #last: Promise<void> = Promise.resolve();

  constructor(records: Records, target: LockName, holder: Holder, { lifetimeMs }: LockTimes) {
    this.target = target;
    this.#records = records;
    this.#holder = holder;
    this.#lifetimeMs = lifetimeMs;
  }

  async take(): Promise<void> {
    for (let attempt = 0; attempt < TAKING_ATTEMPTS; attempt += 1) {
      const found = await this.#records.get<Holder>("ingest_lock", this.target);
      // An answer that was lost may have been to our own write.
      const isFree = found === null || found.value.token === this.#holder.token || isDead(found.value);
      if (!isFree) throw new LockTaken(sentence(this.target, found.value));
      if (await this.#put(found?.version ?? 0)) return;
    }
    throw new IngestError(`another run is starting on ${this.target}; try again`);
  }

  /** Where the records are away, the next renewal tries again; the lock holds for its lifetime. */
  renew(): Promise<void> {
    return this.#inTurn(async () => {
      if (await this.#put(this.#version)) return;
      const found = await this.#records.get<Holder>("ingest_lock", this.target);
      if (found && found.value.token !== this.#holder.token) this.takenBy = found.value;
      else await this.#put(found?.version ?? 0);
    });
  }

  release(): Promise<void> {
    return this.#inTurn(async () => {
      const found = await this.#records.get<Holder>("ingest_lock", this.target);
      if (found?.value.token === this.#holder.token) await this.#records.delete("ingest_lock", this.target);
    });
  }

  async #put(expectedVersion: number): Promise<boolean> {
    const expiresAt = new Date(Date.now() + this.#lifetimeMs).toISOString();
    const stored = await this.#records.put("ingest_lock", this.target, this.#holder, { expectedVersion, expiresAt });
    if (stored) this.#version = stored.version;
    return stored !== null;
  }

  #inTurn(task: () => Promise<void>): Promise<void> {
    this.#last = this.#last.then(task).catch(() => undefined);
    return this.#last;
  }
}

const TAKING_ATTEMPTS = 5;

/** True where the holder ran on this host and its process is gone; of another host nothing is known before the lock's time is over. */
function isDead({ host, pid, token }: Holder): boolean {
  if (host !== hostname() || heldHere.has(token)) return false;
  if (pid === process.pid) return true;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ESRCH";
  }
}

function sentence(target: LockName, { run_id, since, host, pid }: Holder): string {
  return `${target} are being ${target === "sources" ? "queried" : "loaded"} by run ${run_id}, started ${since} (process ${pid} on ${host}); wait for it to finish, or stop it`;
}

async function releaseAll(locks: readonly TargetLock[]): Promise<void> {
  await Promise.all(locks.map((lock) => lock.release()));
}
