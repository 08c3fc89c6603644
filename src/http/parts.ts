import type { IndexStatus } from "../engine/port.ts";
import { PublicError } from "../errors.ts";
import type { Library } from "../retrieval/library.ts";
import { testWrite } from "../records/test-write.ts";
import { storageFault, type StorageFault } from "../shared/storage-fault.ts";
import { withDeadline } from "../shared/deadline.ts";

export type Part = "engine" | "records" | "embedder";

/** What the parts answered when they were last looked at. */
export interface PartsState {
  /** `ok`; `partial` for an engine of which some part does not answer; `full` or `read_only` for records that are read and not written; or the code of the error that stands in the way. */
  parts: Record<Part, string>;
  /** The live indices; none where the engine, or a part of it, is away. */
  indices: IndexStatus[];
}

/** How long one look at the parts is good for: whoever asks must not become a load. */
const LOOK_LIFETIME_MS = 1_000;
const EMBEDDER_LOOK_LIFETIME_MS = 30_000;
const WRITE_LOOK_LIFETIME_MS = 10_000;
const LOOK_TIMEOUT_MS = 2_000;

/** Looks at what questions are answered from. Resolves within about two seconds, whatever is away. */
export function partsOf(library: Library): () => Promise<PartsState> {
  const lookAtEngine = remembered(LOOK_LIFETIME_MS, () => looked((signal) => engineState(library, signal)));
  const lookAtIndices = remembered(LOOK_LIFETIME_MS, () =>
    looked((signal) => library.engine.status({ signal, timeoutMs: LOOK_TIMEOUT_MS })),
  );
  const lookAtRecords = remembered(LOOK_LIFETIME_MS, () =>
    looked((signal) => library.records.get("secret", "readiness", signal)),
  );
  const lookAtWrites = remembered(WRITE_LOOK_LIFETIME_MS, () => looked((signal) => writeState(library, signal)));
  const lookAtEmbedder = remembered(EMBEDDER_LOOK_LIFETIME_MS, () =>
    looked((signal) => library.embedder.embedQuery("ready", signal)),
  );
  return async () => {
    const [engine, indices, records, writes, embedder] = await Promise.all([
      lookAtEngine(),
      lookAtIndices(),
      lookAtRecords(),
      lookAtWrites(),
      lookAtEmbedder(),
    ]);
    return {
      parts: {
        engine: engine.result ?? engine.state,
        records: records.state === "ok" ? (writes.result ?? "read_only") : records.state,
        embedder: embedder.state,
      },
      indices: indices.result ?? [],
    };
  };
}

/** Whether the records take writes, and if not, why. */
async function writeState({ records }: Library, signal: AbortSignal): Promise<"ok" | StorageFault> {
  try {
    await testWrite(records, signal);
    return "ok";
  } catch (error) {
    return storageFault(error) ?? "read_only";
  }
}

/** Searches the papers as a question does: an index is well where it is read, whatever it says of itself. */
async function engineState({ engine }: Library, signal: AbortSignal): Promise<"ok" | "partial" | "index_missing"> {
  const call = { signal, timeoutMs: LOOK_TIMEOUT_MS };
  const [identities, { partial }] = await Promise.all([
    engine.identity(call),
    engine.papers.search({ text: "ready", filters: {}, depth: 1 }, call),
  ]);
  const isLoaded = identities.some(({ target, generation }) => target === "papers" && generation !== null);
  return isLoaded ? (partial ? "partial" : "ok") : "index_missing";
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
