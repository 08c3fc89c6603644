import type { Call, Engine, IndexStatus, Target } from "../engine/port.ts";
import { ERRORS, PublicError } from "../errors.ts";
import type { Library } from "../retrieval/library.ts";
import { testWrite } from "../records/test-write.ts";
import { storageFault, type StorageFault } from "../shared/storage-fault.ts";
import { withDeadline } from "../shared/deadline.ts";
import { rememberedFor } from "../shared/remembered-for.ts";

export type Part = "engine" | "records" | "embedder";

/** What the parts answered when they were last looked at. */
export interface PartsState {
  /** `ok`; `partial` for an engine of which some part does not answer; `low` for records whose disk is nearly full; `full` or `read_only` for records that are read and not written; or the code of the error that stands in the way. */
  parts: Record<Part, string>;
  /** Why a part is not well, and what to do, where more can be said than its state; no host, path or secret. */
  reasons: Partial<Record<Part, string>>;
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
        engine: engine.result?.state ?? engine.state,
        records: records.state === "ok" ? (writes.result ?? "read_only") : records.state,
        embedder: embedder.state,
      },
      reasons: {
        ...reason("engine", engine.result?.reason ?? engine.reason),
        ...reason("records", records.reason),
        ...reason("embedder", embedder.reason),
      },
      indices: indices.result ?? [],
    };
  };
}

function reason(part: Part, said: string | undefined): PartsState["reasons"] {
  return said === undefined ? {} : { [part]: said };
}

/** Whether the records take writes, and if not, why. */
async function writeState({ records }: Library, signal: AbortSignal): Promise<"ok" | "low" | StorageFault> {
  try {
    const [, room] = await Promise.all([testWrite(records, signal), records.room(signal)]);
    return room?.isLow ? "low" : "ok";
  } catch (error) {
    return storageFault(error) ?? "read_only";
  }
}

interface EngineState {
  state: "ok" | "partial" | "index_missing";
  reason?: string;
}

/**
 * Searches each index as questions do: an index is well where it is read, whatever it says of itself. Without papers nothing is answered; without signals or passages
 * what needs them is missing.
 */
async function engineState({ engine }: Library, signal: AbortSignal): Promise<EngineState> {
  const call = { signal, timeoutMs: LOOK_TIMEOUT_MS };
  const [identities, papers, signals, passages] = await Promise.all([
    engine.identity(call).catch((error: unknown) => explained(engine, error, call)),
    readState(engine, "papers", call),
    readState(engine, "signals", call),
    readState(engine, "passages", call),
  ]);
  const isLoaded = (wanted: Target) => identities.some(({ target, generation }) => target === wanted && generation !== null);
  if (!isLoaded("papers")) return { state: "index_missing" };
  if (papers instanceof PublicError) throw papers;
  const lacking = [
    ...(papers === "whole" ? [] : ["papers"]),
    ...(signals === "whole" ? [] : ["signals"]),
    // A library without full texts may have no index of passages.
    ...(passages === "whole" || !isLoaded("passages") ? [] : ["passages"]),
  ];
  if (lacking.length === 0) return { state: "ok" };
  return { state: "partial", reason: `The index of ${lacking.join(" and ")} cannot be searched in full.` };
}

async function readState(engine: Engine, target: Target, call: Call): Promise<"whole" | "partial" | PublicError> {
  try {
    const { partial } = await engine[target].search({ text: "ready", filters: {}, depth: 1 }, call);
    return partial ? "partial" : "whole";
  } catch (error) {
    if (error instanceof PublicError) return error;
    throw error;
  }
}

/** Throws why an engine that is away is away, where it can tell more when it is asked for its version. */
async function explained(engine: Engine, error: unknown, call: Call): Promise<never> {
  if (error instanceof PublicError && error.code === "engine_unavailable") await engine.version(call);
  throw error;
}

/** A look whose result, also that it failed, is good for so many milliseconds; callers at the same time share one. */
function lookEvery<Result>(ms: number, look: (signal: AbortSignal) => Promise<Result>): () => Promise<Looked<Result>> {
  const known = rememberedFor({ ms, max: 1 }, () => looked(look));
  return () => known("");
}

interface Looked<Result> {
  state: string;
  result?: Result;
  reason?: string;
}

async function looked<Result>(look: (signal: AbortSignal) => Promise<Result>): Promise<Looked<Result>> {
  try {
    return {
      state: "ok",
      result: await withDeadline(LOOK_TIMEOUT_MS, look, { late: () => new PublicError("deadline_exceeded") }),
    };
  } catch (error) {
    if (!(error instanceof PublicError)) return { state: "internal" };
    const isTold = error.message !== ERRORS[error.code].message;
    return { state: error.code, ...(isTold ? { reason: `${error.message} ${error.hint}` } : {}) };
  }
}
