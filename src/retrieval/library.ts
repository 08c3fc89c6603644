import type { Embedder } from "../embedding/port.ts";
import type { Engine, IndexIdentity, Target } from "../engine/port.ts";
import { PublicError } from "../errors.ts";
import type { LanguageModel } from "../language-model/port.ts";
import type { Records } from "../records/port.ts";
import type { Reranker, SentenceReader } from "../reranking/port.ts";
import { timeLeft, withDeadline } from "../shared/deadline.ts";

/** What questions are answered from: the parts that `compose` put together. */
export interface Library {
  engine: Engine;
  embedder: Embedder;
  records: Records;
  /** True where passages of full texts have vectors, so that papers and evidence are found by these too. */
  embedsPassages?: boolean;
  /** Writes answers from evidence, where one is configured; without it answers are quotes. */
  languageModel?: LanguageModel;
  /** Puts the first papers found in a better order, where one is configured. */
  reranker?: Reranker;
  /** Reads the best sentences of an answer again, each together with the question. */
  sentenceReader?: SentenceReader;
}

/** A part of an answer that is missing or weaker than it should be. */
export interface Degradation {
  part: "semantic" | "engine" | "summarizer" | "signals" | "records" | "reranker";
  reason: string;
}

const EMBEDDER_AWAY: Degradation = {
  part: "semantic",
  reason: "The embedding model is not responding; searched by keywords only.",
};
/** Of what is left of a call the embedding of its question takes so much at most; the search comes after it. */
const EMBEDDING_SHARE = 0.4;
const MAX_EMBEDDING_MS = 2_000;
const IDENTITY_LIFETIME_MS = 5_000;
/** Where the engine does not tell it, what was known before stands for so long: a search that cannot be answered says so by itself. */
const STALE_IDENTITY_MS = 60_000;
/** How long a call waits for news of the live generations, in milliseconds, where it can go on without. */
const RENEWAL_MS = 150;
const identities = new WeakMap<Engine, { at: number; identity: Promise<IndexIdentity[]> }>();

/** Which generation of a target is live and how it was made, as `liveIdentities` knows it. Throws `index_missing` where the target has none. */
export async function liveStatus(library: Library, target: Target, signal?: AbortSignal): Promise<IndexIdentity> {
  const status = (await liveIdentities(library, signal)).find((index) => index.target === target);
  if (!status || status.generation === null) throw new PublicError("index_missing");
  return status;
}

/** Which generation of each target is live and how it was made, at most five seconds old where the engine answers. */
export async function liveIdentities({ engine }: Library, signal?: AbortSignal): Promise<IndexIdentity[]> {
  signal?.throwIfAborted();
  const known = identities.get(engine);
  const age = known === undefined ? Infinity : Date.now() - known.at;
  return known !== undefined && age <= IDENTITY_LIFETIME_MS ? known.identity : renewed(engine, known?.identity, age);
}

/** Of an engine that reads the same generations for good. */
export function fixIdentity(engine: Engine, identity: IndexIdentity[]): void {
  identities.set(engine, { at: Infinity, identity: Promise.resolve(identity) });
}

/** Has the next caller ask the engine. */
export function forgetIdentity(engine: Engine): void {
  identities.delete(engine);
}

/** Asked once for all callers of the moment, so that it belongs to none of their requests. */
function renewed(engine: Engine, before: Promise<IndexIdentity[]> | undefined, age: number): Promise<IndexIdentity[]> {
  const asked = engine.identity();
  const identity = before !== undefined && age <= STALE_IDENTITY_MS ? soon(asked, before) : asked;
  identities.set(engine, { at: Date.now(), identity });
  identity.catch(() => identities.delete(engine));
  return identity;
}

/** What is answered, or what was known before where that takes long or fails. */
function soon<Value>(asked: Promise<Value>, before: Promise<Value>): Promise<Value> {
  return withDeadline(RENEWAL_MS, () => asked).catch(() => before);
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
  const left = timeLeft(options.signal);
  const maxMs = Math.min(MAX_EMBEDDING_MS, EMBEDDING_SHARE * left);
  try {
    const embed = (signal: AbortSignal) => library.embedder.embedQuery(question, signal);
    const late = () => new PublicError("embedder_unavailable");
    return { vector: await withDeadline(maxMs, embed, { signal: options.signal, late }) };
  } catch (error) {
    if (options.strict || !(error instanceof PublicError)) throw error;
    return { degraded: EMBEDDER_AWAY };
  }
}
