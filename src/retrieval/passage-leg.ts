import type { PaperFilters } from "../engine/filters.ts";
import type { RankedHit, SearchRequest } from "../engine/searches.ts";
import { isEngineSilent } from "../errors.ts";
import { hasPassages } from "./full-text.ts";
import type { Degradation, Library } from "./library.ts";
import { passing } from "./named-papers.ts";

/** A paper by the best of its passages. */
export interface PassageHit {
  paper_id: string;
  passage_id: string;
  score: number;
}

/** Papers by their best passages, best first. */
export interface PassageLeg {
  /** By words. */
  hits: PassageHit[];
  /** By meaning, scores are cosines; empty where passages have no vectors. */
  near: PassageHit[];
  /** True where more passages match than were looked at. */
  isCut: boolean;
  degraded: Degradation[];
}

/** So many passages are looked at: a paper that the words fit has several of them among the first. */
const DEPTH = 500;

const AWAY: Degradation = {
  part: "engine",
  reason: "Full texts could not be searched; papers were found by title and abstract alone.",
};

/**
 * Papers whose full texts hold a query's words or, where passages have vectors, are near its vector, each by its best passage. Null, at no cost, where the index has no full texts, or nothing is
 * asked of them. One round trip; one more for filters beyond years and ids.
 */
export async function passageLeg(
  library: Library,
  {
    text = "",
    vector,
    filters,
    timeoutMs,
  }: Pick<SearchRequest<PaperFilters>, "text" | "vector" | "filters"> & { timeoutMs?: number },
  signal?: AbortSignal,
): Promise<PassageLeg | null> {
  try {
    const compared = library.embedsPassages ? vector : undefined;
    if ((text.trim() === "" && compared === undefined) || !(await hasPassages(library))) return null;
    const { year_from, year_to, paper_ids, ...rest } = filters;
    const own = { year_from, year_to, paper_ids };
    const asked = { ...(text.trim() === "" ? {} : { text }), ...(compared === undefined ? {} : { vector: compared }) };
    const request = { ...asked, filters: own, depth: DEPTH };
    const { lexical, semantic, partial } = await library.engine.passages.search(request, { signal, timeoutMs });
    const hits = bestOfPapers(lexical?.hits ?? []);
    const near = bestOfPapers(semantic?.hits ?? []);
    const ids = [...new Set([...hits, ...near].map(({ paper_id }) => paper_id))];
    const passed = new Set(await passing(library, ids, rest, signal));
    return {
      hits: hits.filter(({ paper_id }) => passed.has(paper_id)),
      near: near.filter(({ paper_id }) => passed.has(paper_id)),
      isCut: (lexical?.hits.length ?? 0) >= DEPTH,
      degraded: partial ? [AWAY] : [],
    };
  } catch (error) {
    if (!isEngineSilent(error)) throw error;
    return { hits: [], near: [], isCut: false, degraded: [AWAY] };
  }
}

function bestOfPapers(hits: readonly RankedHit[]): PassageHit[] {
  const best = new Map<string, PassageHit>();
  for (const { id, score, paper_id } of hits) {
    if (paper_id !== undefined && !best.has(paper_id)) best.set(paper_id, { paper_id, passage_id: id, score });
  }
  return [...best.values()];
}
