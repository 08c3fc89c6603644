import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { InferenceOptions, Input } from "./task.ts";
import { NativeGuard } from "./native-guard.ts";
import type { WorkerReply, WorkerTask } from "./worker.ts";

/** Inputs a worker holds at once: one in work, one waiting, so that it never idles while this thread is busy. */
const DEPTH = 2;
/** How long the process waits for the inputs in work when it exits without having closed the pool. */
const EXIT_WAIT_MS = 2_000;

/** The worker is TypeScript in a checkout and JavaScript in a build, as this module is. */
const WORKER = new URL(`./worker${import.meta.url.endsWith(".ts") ? ".ts" : ".js"}`, import.meta.url);

interface Task {
  input: Input;
  signal: AbortSignal | undefined;
  resolve(vector: Float32Array): void;
  reject(error: Error): void;
}

interface Slot {
  worker: Worker;
  guard: NativeGuard;
  tasks: Map<number, Task>;
}

/** An input that the model itself failed on; the same input will fail again. */
export class InferenceError extends Error {
  override readonly name = "InferenceError";
}

/** No worker can take an input: the pool was closed, or its workers died. */
export class PoolUnavailable extends Error {
  override readonly name = "PoolUnavailable";
}

/**
 * Worker threads, each with its own copy of the model. Idle workers do not keep the process alive. A worker that dies fails the
 * inputs it held with `PoolUnavailable` and is replaced.
 */
export class InferencePool implements AsyncDisposable {
  readonly #options: InferenceOptions;
  readonly #slots: Slot[] = [];
  readonly #urgent: Task[] = [];
  readonly #waiting: Task[] = [];
  #nextId = 0;
  #starting = 0;
  #closed = false;
  /** Workers that run, loading ones included. */
  readonly #guards = new Set<NativeGuard>();
  readonly #onExit = () => {
    for (const guard of this.#guards) guard.stop();
    for (const guard of this.#guards) guard.waitUntilIdle(EXIT_WAIT_MS);
  };

  private constructor(options: InferenceOptions) {
    this.#options = options;
    process.once("exit", this.#onExit);
  }

  /** Starts `threads` workers; rejects with the first one's error where a model cannot be loaded. */
  static async open(options: InferenceOptions, threads: number): Promise<InferencePool> {
    // Nothing is reported to anybody. ONNX Runtime reads the process's own environment, which a worker cannot change.
    // oxlint-disable-next-line node/no-process-env -- written for ONNX Runtime
    process.env.ORT_DISABLE_TELEMETRY ??= "1";
    const pool = new InferencePool(options);
    try {
      await Promise.all(Array.from({ length: threads }, () => pool.#start()));
      return pool;
    } catch (error) {
      await pool[Symbol.asyncDispose]();
      throw error;
    }
  }

  /** How many inputs are worth handing over at once. */
  get capacity(): number {
    return Math.max(1, this.#slots.length) * DEPTH;
  }

  /**
   * What the model makes of an input; `urgent` goes before everything that waits. An input whose signal is aborted while it waits is not begun. Rejects with `InferenceError`,
   * `PoolUnavailable`, or the signal's reason.
   */
  run(input: Input, { urgent, signal }: { urgent: boolean; signal?: AbortSignal }): Promise<Float32Array> {
    return new Promise((resolve, reject) => {
      if (this.#closed || this.#slots.length + this.#starting === 0) {
        reject(new PoolUnavailable("no worker is running"));
        return;
      }
      (urgent ? this.#urgent : this.#waiting).push({ input, signal, resolve, reject });
      this.#dispatch();
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    const slots = this.#slots.splice(0);
    failAll(
      [...slots.flatMap((slot) => [...slot.tasks.values()]), ...this.#urgent.splice(0), ...this.#waiting.splice(0)],
      "closed",
    );
    await Promise.all(slots.map(end));
    process.off("exit", this.#onExit);
  }

  async #start(): Promise<void> {
    this.#starting += 1;
    const guard = new NativeGuard();
    this.#guards.add(guard);
    const workerData = { ...this.#options, guard: guard.memory };
    const worker = new Worker(WORKER, { workerData, execArgv: [] });
    worker.once("exit", () => this.#guards.delete(guard));
    const slot: Slot = { worker, guard, tasks: new Map() };
    try {
      await started(worker);
    } finally {
      this.#starting -= 1;
    }
    if (this.#closed) {
      await end(slot);
      return;
    }
    worker.on("message", (reply: Exclude<WorkerReply, "ready">) => this.#settle(slot, reply));
    worker.on("error", (error: Error) => this.#lost(slot, error));
    worker.on("exit", () => this.#lost(slot, new Error("the worker ended")));
    worker.unref();
    this.#slots.push(slot);
    this.#dispatch();
  }

  #dispatch(): void {
    for (;;) {
      const slot = this.#slots.reduce<Slot | null>(
        (best, slot) => (best && best.tasks.size <= slot.tasks.size ? best : slot),
        null,
      );
      if (slot === null || slot.tasks.size >= DEPTH) return;
      const task = this.#urgent.shift() ?? this.#waiting.shift();
      if (task === undefined) return;
      if (task.signal?.aborted) {
        task.reject(task.signal.reason as Error);
        continue;
      }
      const id = this.#nextId++;
      slot.tasks.set(id, task);
      slot.worker.ref();
      post(slot.worker, { id, input: task.input });
    }
  }

  #settle(slot: Slot, reply: Exclude<WorkerReply, "ready">): void {
    const task = slot.tasks.get(reply.id);
    slot.tasks.delete(reply.id);
    if (slot.tasks.size === 0 && !this.#closed) slot.worker.unref();
    if ("vector" in reply) task?.resolve(reply.vector);
    else task?.reject(new InferenceError(reply.failure));
    this.#dispatch();
  }

  #lost(slot: Slot, cause: Error): void {
    const position = this.#slots.indexOf(slot);
    if (position === -1) return;
    this.#slots.splice(position, 1);
    failAll([...slot.tasks.values()], cause);
    this.#start().catch((error: unknown) => {
      if (this.#slots.length + this.#starting === 0) failAll([...this.#urgent.splice(0), ...this.#waiting.splice(0)], error);
    });
  }
}

/** Resolves once the worker has loaded its model. */
function started(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.once("message", () => resolve());
    worker.once("error", reject);
    worker.once("exit", () => reject(new Error("the worker ended before its model was loaded")));
  });
}

/** Lets the worker finish the input in work: `terminate()` in the midst of an inference would abort the whole process. */
async function end({ worker, guard }: Slot): Promise<void> {
  guard.stop();
  worker.ref();
  const ended = once(worker, "exit");
  post(worker, "close");
  await ended;
}

function post(worker: Worker, task: WorkerTask): void {
  worker.postMessage(task);
}

function failAll(tasks: readonly Task[], cause: unknown): void {
  for (const task of tasks) task.reject(new PoolUnavailable("the worker is gone", { cause }));
}
