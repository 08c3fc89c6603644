import type { IndexStatus } from "../engine/port.ts";
import { PublicError } from "../errors.ts";
import type { Library } from "../retrieval/library.ts";
import { withDeadline } from "../shared/deadline.ts";

export type Part = "engine" | "records" | "embedder";

/** What the parts answered when they were last looked at. */
export interface PartsState {
  /** `ok`, or the code of the error that stands in the way. */
  parts: Record<Part, string>;
  /** The live indices; none where the engine is away. */
  indices: IndexStatus[];
}

/** How long one look at the parts is good for: whoever asks must not become a load. */
const LOOK_LIFETIME_MS = 1_000;
const EMBEDDER_LOOK_LIFETIME_MS = 30_000;
const LOOK_TIMEOUT_MS = 2_000;

/** Looks at what questions are answered from. Resolves within about two seconds, whatever is away. */
export function partsOf(library: Library): () => Promise<PartsState> {
  const lookAtEngine = remembered(LOOK_LIFETIME_MS, () => looked((signal) => engineState(library, signal)));
  const lookAtRecords = remembered(LOOK_LIFETIME_MS, () =>
    looked((signal) => library.records.get("secret", "readiness", signal)),
  );
  const lookAtEmbedder = remembered(EMBEDDER_LOOK_LIFETIME_MS, () =>
    looked((signal) => library.embedder.embedQuery("ready", signal)),
  );
  return async () => {
    const [engine, records, embedder] = await Promise.all([lookAtEngine(), lookAtRecords(), lookAtEmbedder()]);
    const indices = engine.result ?? [];
    const isLoaded = indices.some((index) => index.target === "papers" && index.generation !== null);
    return {
      parts: {
        engine: engine.state === "ok" && !isLoaded ? "index_missing" : engine.state,
        records: records.state,
        embedder: embedder.state,
      },
      indices,
    };
  };
}

async function engineState(library: Library, signal: AbortSignal): Promise<IndexStatus[]> {
  return library.engine.status({ signal, timeoutMs: LOOK_TIMEOUT_MS });
}

interface Looked<Result> {
  state: string;
  result?: Result;
}

async function looked<Result>(look: (signal: AbortSignal) => Promise<Result>): Promise<Looked<Result>> {
  try {
    return {
      state: "ok",
      result: await withDeadline(LOOK_TIMEOUT_MS, look, { late: () => new PublicError("deadline_exceeded") }),
    };
  } catch (error) {
    return { state: error instanceof PublicError ? error.code : "internal" };
  }
}

/** The work's result for as long as it is fresh; callers at the same time share one run. */
function remembered<Result>(lifetimeMs: number, work: () => Promise<Result>): () => Promise<Result> {
  let last: { at: number; result: Promise<Result> } | null = null;
  return () => {
    if (last === null || performance.now() - last.at > lifetimeMs) last = { at: performance.now(), result: work() };
    return last.result;
  };
}
