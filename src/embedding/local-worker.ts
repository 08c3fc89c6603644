import { parentPort, workerData } from "node:worker_threads";
import { openInference } from "./inference.ts";
import { NativeGuard } from "./native-guard.ts";

/** The thread behind `local-pool.ts`: one model, one text after the other. */
export interface WorkerInput {
  folder: string;
  maxTokens: number;
  dimensions: number;
}
export type WorkerTask = "close" | { id: number; text: string };
export type WorkerReply = "ready" | { id: number; vector: Float32Array<ArrayBuffer> } | { id: number; failure: string };

const { folder, maxTokens, dimensions, guard: memory } = workerData as WorkerInput & { guard: SharedArrayBuffer };
const guard = new NativeGuard(memory);
const inference = await guard.run(async () => {
  const inference = await openInference(folder, maxTokens, dimensions);
  await inference.embed("warm up");
  return inference;
});

parentPort!.on("message", (task: WorkerTask) => {
  if (task === "close") {
    // The thread ends by itself once the text in work is done.
    parentPort!.close();
    return;
  }
  const { id, text } = task;
  guard
    .run(() => inference.embed(text))
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
