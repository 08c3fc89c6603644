import { parentPort, workerData } from "node:worker_threads";
import { openInference } from "./inference.ts";
import type { InferenceOptions, Input } from "./task.ts";
import { NativeGuard } from "./native-guard.ts";
import { computeBehindEventLoop } from "../shared/computing-threads.ts";

/** The thread behind `pool.ts`: one model, one input after the other. */
export type WorkerTask = "close" | { id: number; input: Input };
export type WorkerReply = "ready" | { id: number; vector: Float32Array<ArrayBuffer> } | { id: number; failure: string };

const { guard: memory, ...options } = workerData as InferenceOptions & { guard: SharedArrayBuffer };
computeBehindEventLoop();
const guard = new NativeGuard(memory);
const inference = await guard.run(async () => {
  const inference = await openInference(options);
  await inference.run(options.task.kind === "relevance" ? ["warm", "up"] : "warm up");
  return inference;
});

parentPort!.on("message", (task: WorkerTask) => {
  if (task === "close") {
    // The thread ends by itself once the input in work is done.
    parentPort!.close();
    return;
  }
  const { id, input } = task;
  guard
    .run(() => inference.run(input))
    .then(
      (vector) => reply({ id, vector: vector as Float32Array<ArrayBuffer> }),
      (error: unknown) => reply({ id, failure: error instanceof Error ? error.message : String(error) }),
    );
});
reply("ready");

function reply(message: WorkerReply): void {
  const transfer = typeof message === "object" && "vector" in message ? [message.vector.buffer] : [];
  parentPort!.postMessage(message, transfer);
}
