import { TARGETS, type Engine, type GenerationNames, type IndexIdentity, type Target } from "../engine/port.ts";
import { PublicError } from "../errors.ts";
import { fixIdentity, forgetIdentity, liveIdentities, type Library } from "./library.ts";

/** The view of an engine's live generations, and which those are. */
interface Pin {
  names: GenerationNames;
  engine: Engine;
}

const pins = new WeakMap<Engine, Pin>();
const pinnedEngines = new WeakSet<Engine>();

/**
 * The library as its live generations are now: whatever is read through it belongs to one generation of papers and one of signals, also where others are promoted
 * meanwhile. As it was given, where that cannot be told: the engine is away, or nothing is loaded.
 */
export async function pinned(library: Library, signal?: AbortSignal): Promise<Library> {
  if (pinnedEngines.has(library.engine)) return library;
  const live = await liveGenerations(library, signal);
  if (live === null) return library;
  const known = pins.get(library.engine);
  if (known && TARGETS.every((target) => known.names[target] === live.names[target])) return { ...library, engine: known.engine };
  const engine: Engine = { ...library.engine, ...library.engine.at(live.names) };
  pinnedEngines.add(engine);
  fixIdentity(engine, live.identities);
  pins.set(library.engine, { names: live.names, engine });
  return { ...library, engine };
}

/**
 * Runs work that only reads over the pinned library; once more over the newly live generations where those that it began with were removed. Other errors pass through.
 */
export async function overOneGeneration<Result>(
  library: Library,
  signal: AbortSignal | undefined,
  work: (library: Library) => Promise<Result>,
): Promise<Result> {
  const before = await pinned(library, signal);
  try {
    return await work(before);
  } catch (error) {
    if (!(error instanceof PublicError) || error.code !== "index_missing" || before === library) throw error;
    forgetIdentity(library.engine);
    const after = await pinned(library, signal);
    if (after.engine === before.engine) throw error;
    return work(after);
  }
}

/** Null where they cannot be told, or where there are no papers and signals. */
async function liveGenerations(
  library: Library,
  signal: AbortSignal | undefined,
): Promise<{ names: GenerationNames; identities: IndexIdentity[] } | null> {
  try {
    const identities = await liveIdentities(library, signal);
    const nameOf = (wanted: Target) => identities.find(({ target }) => target === wanted)?.generation ?? undefined;
    const [papers, signals, passages] = [nameOf("papers"), nameOf("signals"), nameOf("passages")];
    if (papers === undefined || signals === undefined) return null;
    return { names: { papers, signals, ...(passages === undefined ? {} : { passages }) }, identities };
  } catch (error) {
    if (error instanceof PublicError) return null;
    throw error;
  }
}
