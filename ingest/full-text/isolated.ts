import { extname } from "node:path";
import { Worker } from "node:worker_threads";
import type { FullText } from "../../src/documents/full-text.ts";
import { UnreadableText } from "./port.ts";
import type { ReadReply, ReadTask } from "./worker.ts";

/** What reading one file may take. */
export interface ReadLimits {
  /** Of JavaScript's heap in the thread, in MB. */
  heapMegabytes: number;
  /** By how much the process may grow meanwhile, in MB: buffers are outside the heap. */
  growthMegabytes: number;
  milliseconds: number;
}

/** The largest articles at hand need a tenth of it. */
export const READ_LIMITS: ReadLimits = { heapMegabytes: 1_024, growthMegabytes: 1_536, milliseconds: 120_000 };

const WATCH_EVERY_MS = 100;

export interface IsolatedReader extends Disposable {
  /** The texts of a file, read in a thread of its own. Throws `UnreadableText`. */
  read(task: ReadTask): Promise<FullText[]>;
}

/** A thread that reads one file at a time. A file that takes too much ends the thread, and the next file gets a new one. */
export function isolatedReader(limits: ReadLimits = READ_LIMITS): IsolatedReader {
  let worker: Worker | null = null;
  const stop = (): void => {
    void worker?.terminate();
    worker = null;
  };
  return {
    async read(task) {
      worker ??= new Worker(new URL(`./worker${extname(import.meta.url)}`, import.meta.url), {
        resourceLimits: { maxOldGenerationSizeMb: limits.heapMegabytes },
        // A reader's own messages are about damaged files; they are told as dead letters.
        stdout: true,
        stderr: true,
      });
      try {
        const reply = await answerOf(worker, task, limits);
        if ("texts" in reply) return reply.texts;
        throw new UnreadableText(reply.unreadable.reason, reply.unreadable.message);
      } catch (error) {
        if (error instanceof StoppedReading) {
          stop();
          throw new UnreadableText(error.reason, error.message, { cause: error.cause });
        }
        throw error;
      }
    },
    [Symbol.dispose]: stop,
  };
}

/** The thread cannot go on. */
class StoppedReading extends UnreadableText {}

function answerOf(worker: Worker, task: ReadTask, limits: ReadLimits): Promise<ReadReply> {
  const { promise, resolve, reject } = Promise.withResolvers<ReadReply>();
  const before = process.memoryUsage.rss();
  const growth = limits.growthMegabytes * 1_048_576;
  const watch = setInterval(() => {
    if (process.memoryUsage.rss() - before > growth) {
      reject(new StoppedReading("too_much_memory", `takes more than ${limits.growthMegabytes} MB to read`));
    }
  }, WATCH_EVERY_MS);
  const timer = setTimeout(() => {
    reject(new StoppedReading("too_slow", `takes longer than ${limits.milliseconds / 1_000} s to read`));
  }, limits.milliseconds);
  const onError = (cause: Error & { code?: string }): void => {
    const isMemory = cause.code === "ERR_WORKER_OUT_OF_MEMORY";
    const message = isMemory ? `takes more than ${limits.heapMegabytes} MB to read` : "crashed the reader";
    reject(new StoppedReading(isMemory ? "too_much_memory" : "unreadable", message, { cause }));
  };
  const onExit = (): void => reject(new StoppedReading("unreadable", "crashed the reader"));
  worker.once("message", resolve).once("error", onError).once("exit", onExit);
  const bytes = new Uint8Array(task.bytes);
  worker.postMessage({ ...task, bytes }, [bytes.buffer]);
  return promise.finally(() => {
    clearInterval(watch);
    clearTimeout(timer);
    worker.off("message", resolve).off("error", onError).off("exit", onExit);
  });
}
