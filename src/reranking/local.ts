import { availableParallelism } from "node:os";
import { ConfigError } from "../config.ts";
import { InferencePool } from "../onnx/pool.ts";
import { readRerankerFolder } from "./model-folder.ts";
import { RerankerFailure, type Reranker } from "./port.ts";

const MAX_THREADS_UNASKED = 4;

export interface LocalRerankerOptions {
  /** A folder laid out as `models/README.md` says. */
  modelDir: string;
  /** How errors name the folder; default: the setting that states it. */
  named?: string;
  /** Whether the folder must have checksums. */
  sumsRequired?: boolean;
  /** Worker threads, each with its own copy of the model. Default: one a core, at most 4. */
  threads?: number;
}

/**
 * A cross-encoder that runs in this process, on threads of its own: it reads the query together with a text and returns one number. Throws `ConfigError` where a file of the model is
 * missing, altered or not as `models/README.md` says.
 */
export async function openLocalReranker({ modelDir, named, sumsRequired, threads }: LocalRerankerOptions): Promise<Reranker> {
  const pairs = await openPairModel({ modelDir, named, sumsRequired, threads });
  return {
    model: pairs.model,
    scores: async (query, texts, signal) => (await pairs.read(query, texts, signal)).map(([score]) => score!),
    [Symbol.asyncDispose]: () => pairs[Symbol.asyncDispose](),
  };
}

/** A model that reads a question together with a text. */
export interface PairModel extends AsyncDisposable {
  readonly model: string;
  /** A vector of `numbers` a text, in the order of the texts. Rejects with `RerankerFailure`, and with the signal's reason once that is aborted. */
  read(question: string, texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]>;
}

/** Like `openLocalReranker`, for models that return more than one number. `numbers`: how many, default 1. Throws `ConfigError`. */
export async function openPairModel({
  modelDir,
  named,
  sumsRequired,
  threads,
  numbers = 1,
}: LocalRerankerOptions & { numbers?: number }): Promise<PairModel> {
  const { model, pool } = await opened(
    { modelDir, sumsRequired, numbers },
    threads ?? Math.min(availableParallelism(), MAX_THREADS_UNASKED),
  ).catch((error: unknown) => {
    throw new ConfigError(`${named ?? "RERANKER_MODEL_DIR"}: ${(error as Error).message}`, { cause: error });
  });
  return {
    model,
    async read(question, texts, signal) {
      signal.throwIfAborted();
      // What still waits when the caller leaves is not begun.
      const running = texts.map((text) => pool.run([question, text], { urgent: false, signal }));
      return Promise.all(running).catch((error: unknown) => {
        signal.throwIfAborted();
        throw new RerankerFailure(`the local model failed: ${(error as Error).message}`, { cause: error });
      });
    },
    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  };
}

async function opened(
  { modelDir, sumsRequired, numbers }: Pick<LocalRerankerOptions, "modelDir" | "sumsRequired"> & { numbers: number },
  threads: number,
): Promise<{ model: string; pool: InferencePool }> {
  const { folder, model, file, maxTokens } = await readRerankerFolder(modelDir, { sumsRequired });
  const pool = await InferencePool.open({ folder, file, maxTokens, task: { kind: "relevance", numbers } }, threads);
  return { model, pool };
}
