import type { Embedder } from "../embedding/port.ts";
import type { Engine, IndexStatus, Target } from "../engine/port.ts";
import { PublicError } from "../errors.ts";
import type { LanguageModel } from "../language-model/port.ts";
import type { Records } from "../records/port.ts";

/** What questions are answered from: the parts that `compose` put together. */
export interface Library {
  engine: Engine;
  embedder: Embedder;
  records: Records;
  /** Writes answers from evidence, where one is configured; without it answers are quotes. */
  languageModel?: LanguageModel;
}

/** A part of an answer that is missing or weaker than it should be. */
export interface Degradation {
  part: "semantic" | "engine" | "summarizer" | "signals";
  reason: string;
}

const EMBEDDER_AWAY: Degradation = {
  part: "semantic",
  reason: "The embedding model is not responding; searched by keywords only.",
};
const STATUS_LIFETIME_MS = 5_000;
const statuses = new WeakMap<Engine, { at: number; status: Promise<IndexStatus[]> }>();

/** The index status, at most five seconds old. Throws `index_missing` where the target has no generation. */
export async function liveStatus(library: Library, target: Target, signal?: AbortSignal): Promise<IndexStatus> {
  let known = statuses.get(library.engine);
  if (!known || Date.now() - known.at > STATUS_LIFETIME_MS) {
    known = { at: Date.now(), status: library.engine.status({ signal }) };
    statuses.set(library.engine, known);
    known.status.catch(() => statuses.delete(library.engine));
  }
  const status = (await known.status).find((index) => index.target === target);
  if (!status || status.generation === null) throw new PublicError("index_missing");
  return status;
}

/**
 * The question's vector, or why there is none: another model filled the index, or the embedder is away. `strict` turns the reason
 * into an error, for a caller who asked for semantic search alone.
 */
export async function questionVector(
  library: Library,
  target: Target,
  question: string,
  options: { strict: boolean; signal?: AbortSignal },
): Promise<{ vector: Float32Array } | { degraded: Degradation }> {
  const { space } = await liveStatus(library, target, options.signal);
  if (library.embedder.space.dimensions === 0) {
    if (options.strict) throw new PublicError("embedder_unavailable");
    return { degraded: EMBEDDER_AWAY };
  }
  if (space?.model !== library.embedder.space.model || space.dimensions !== library.embedder.space.dimensions) {
    if (options.strict) throw new PublicError("embedding_mismatch");
    return {
      degraded: { part: "semantic", reason: "The index was built with a different embedding model; searched by keywords only." },
    };
  }
  try {
    return { vector: await library.embedder.embedQuery(question, options.signal) };
  } catch (error) {
    if (options.strict || !(error instanceof PublicError)) throw error;
    return { degraded: EMBEDDER_AWAY };
  }
}
