import type { IndexStatus } from "../engine/port.ts";
import { PublicError } from "../errors.ts";
import type { Library } from "../retrieval/library.ts";
import { testWrite } from "../records/test-write.ts";
import { storageFault, type StorageFault } from "../shared/storage-fault.ts";
import { withDeadline } from "../shared/deadline.ts";
import { rememberedFor } from "../shared/remembered-for.ts";

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
  const lookAtEngine = lookEvery(LOOK_LIFETIME_MS, (signal) => engineState(library, signal));
  const lookAtIndices = lookEvery(LOOK_LIFETIME_MS, (signal) => library.engine.status({ signal, timeoutMs: LOOK_TIMEOUT_MS }));
  const lookAtRecords = lookEvery(LOOK_LIFETIME_MS, (signal) => library.records.get("secret", "readiness", signal));
  const lookAtWrites = lookEvery(WRITE_LOOK_LIFETIME_MS, (signal) => writeState(library, signal));
  const lookAtEmbedder = lookEvery(EMBEDDER_LOOK_LIFETIME_MS, (signal) => library.embedder.embedQuery("ready", signal));
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

/** A look whose result, also that it failed, is good for so many milliseconds; callers at the same time share one. */
function lookEvery<Result>(ms: number, look: (signal: AbortSignal) => Promise<Result>): () => Promise<Looked<Result>> {
  const known = rememberedFor({ ms, most: 1 }, () => looked(look));
  return () => known("");
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
