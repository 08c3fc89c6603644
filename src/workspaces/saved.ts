import type { Paper } from "../documents/paper.ts";
import type { Signal } from "../documents/signal.ts";
import type { Degradation, Library } from "../retrieval/library.ts";

/** The part of a library that holds its documents: reading what was saved embeds nothing. */
export type Shelf = Pick<Library, "engine">;

/** What an answer says that could not be compared with the library. */
export const LIBRARY_AWAY: Degradation = {
  part: "engine",
  reason: "The library is not responding, so changes since then are unknown.",
};

/** Records of the library as they are now, by the ids under which they were known. */
export interface Documents {
  /** A paper that was merged into another one since is found under its former id too. */
  papers: ReadonlyMap<string, Paper>;
  signals: ReadonlyMap<string, Signal>;
}

/** Reads papers and signals by ids that were kept; what is gone is left out. Throws `engine_unavailable`, `index_missing`. */
export async function documentsOf(
  { engine }: Shelf,
  ids: { papers: readonly string[]; signals: readonly string[] },
  signal?: AbortSignal,
): Promise<Documents> {
  const [paperIds, signalIds] = [[...new Set(ids.papers)], [...new Set(ids.signals)]];
  const [papers, signals] = await Promise.all([
    paperIds.length === 0 ? new Map<string, Paper>() : engine.papers.get(paperIds, { signal }),
    signalIds.length === 0 ? new Map<string, Signal>() : engine.signals.get(signalIds, { signal }),
  ]);
  const gone = paperIds.filter((id) => !papers.has(id));
  return { papers: gone.length === 0 ? papers : new Map([...papers, ...(await merged(engine, gone, signal))]), signals };
}

async function merged(engine: Shelf["engine"], ids: readonly string[], signal?: AbortSignal): Promise<[string, Paper][]> {
  const resolved = await engine.papers.resolve(ids, { signal });
  if (resolved.size === 0) return [];
  const papers = await engine.papers.get([...new Set(resolved.values())], { signal });
  return [...resolved].flatMap(([id, now]) => (papers.has(now) ? [[id, papers.get(now)!] as [string, Paper]] : []));
}
