import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { ConfigError } from "../config.ts";
import { PublicError } from "../errors.ts";
import { InferenceError, InferencePool, PoolUnavailable } from "../onnx/pool.ts";
import { BUNDLED_MODEL, readModelFolder } from "./model-folder.ts";
import type { Embedder, EmbeddingRefusal } from "./port.ts";
import { EMPTY_TEXT, embeddingText, isBlank } from "./text.ts";

export interface LocalEmbedderOptions {
  /** A folder laid out as `models/README.md` says; default: the bundled model. */
  modelDir?: string | null;
  /** Worker threads, each with its own copy of the model (about 100 MB of memory). Default: one a core, at most 4. */
  threads?: number;
}

const MAX_THREADS_UNASKED = 4;

/**
 * The embedder that runs in this process, on threads of its own. Throws `ConfigError` where a model's file is missing, altered or
 * not as `models/README.md` says.
 */
export async function openLocalEmbedder(options: LocalEmbedderOptions = {}): Promise<Embedder> {
  const { folder, card, space, searchVector } = await readModelFolder(
    options.modelDir ? resolve(options.modelDir) : BUNDLED_MODEL,
  );
  const threads = options.threads ?? Math.min(availableParallelism(), MAX_THREADS_UNASKED);
  const { file, maxTokens, pooling, dimensions } = card;
  const task = { kind: "embedding", pooling, dimensions, kept: space.dimensions } as const;
  const pool = await InferencePool.open({ folder, file, maxTokens, task }, threads).catch((error: unknown) => {
    throw new ConfigError(`EMBEDDER: the local model cannot be loaded: ${(error as Error).message}`, { cause: error });
  });

  return {
    kind: "local",
    space,
    fusionWeight: card.fusionWeight,
    answerThreshold: card.answerThreshold,
    supportMargin: card.supportMargin,
    searchVector,

    async embedQuery(text, signal) {
      signal?.throwIfAborted();
      const query = embeddingText(text);
      if (isBlank(query)) throw new PublicError("invalid_argument", { field: "query", message: "The query is empty." });
      const vector = await pool.run(card.queryPrefix + query, { urgent: true }).catch(unavailable);
      signal?.throwIfAborted();
      return vector;
    },

    async embedTexts(texts, signal) {
      signal?.throwIfAborted();
      const results = Array.from<Float32Array | EmbeddingRefusal>({ length: texts.length });
      let next = 0;
      const lane = async () => {
        while (next < texts.length) {
          const index = next++;
          results[index] = await vectorOrRefusal(pool, card.textPrefix, texts[index]!);
          signal?.throwIfAborted();
        }
      };
      const lanes = Array.from({ length: Math.min(pool.capacity, texts.length) }, lane);
      await Promise.all(lanes).finally(() => {
        next = texts.length;
      });
      return results;
    },

    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  };
}

function unavailable(error: unknown): never {
  const isPools = error instanceof InferenceError || error instanceof PoolUnavailable;
  throw isPools ? new PublicError("embedder_unavailable", { cause: error }) : error;
}

async function vectorOrRefusal(pool: InferencePool, prefix: string, text: string): Promise<Float32Array | EmbeddingRefusal> {
  const prepared = embeddingText(text);
  if (isBlank(prepared)) return { refused: EMPTY_TEXT };
  try {
    return await pool.run(prefix + prepared, { urgent: false });
  } catch (error) {
    if (error instanceof InferenceError) return { refused: "the model could not process this text" };
    return unavailable(error);
  }
}
