import type { Engine, GenerationNames } from "../engine/port.ts";
import { PublicError } from "../errors.ts";
import { fixIdentity, forgetIdentity, liveStatus, type Library } from "./library.ts";

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
  const names = await liveNames(library, signal);
  if (names === null) return library;
  const known = pins.get(library.engine);
  if (known?.names.papers === names.papers && known.names.signals === names.signals) return { ...library, engine: known.engine };
  const engine: Engine = { ...library.engine, ...library.engine.at(names) };
  pinnedEngines.add(engine);
  fixIdentity(engine, await Promise.all([liveStatus(library, "papers", signal), liveStatus(library, "signals", signal)]));
  pins.set(library.engine, { names, engine });
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

async function liveNames(library: Library, signal: AbortSignal | undefined): Promise<GenerationNames | null> {
  try {
    const [papers, signals] = await Promise.all([liveStatus(library, "papers", signal), liveStatus(library, "signals", signal)]);
    return { papers: papers.generation!, signals: signals.generation! };
  } catch (error) {
    if (error instanceof PublicError) return null;
    throw error;
  }
}
