import type { Facet, MatchField, PaperFilters } from "../engine/port.ts";
import { isEngineSilent } from "../errors.ts";
import type { Degradation, Library } from "./library.ts";
import type { Retrieval } from "./search.ts";
import { subjectOf } from "./subject.ts";

/** The most frequent values of each field; of truth values only `true` is told. */
export type PaperFacets = Record<MatchField, Facet[]>;

export interface CountedSearch {
  /** What is searched for; empty: whatever passes the filters. */
  text: string;
  retrieval: Retrieval;
  filters: PaperFilters;
}

const FACET_VALUES = 20;

/**
 * Counts all papers that match a search: that have a word of it in title or abstract and pass its filters. By meaning every paper matches somehow, so that of a search by meaning
 * alone those of `found` are counted. No document is read. Null where the engine, or a part of it, does not answer: counts are whole or none.
 */
export async function matchFacets(
  library: Library,
  { text, retrieval, filters }: CountedSearch,
  found: readonly string[],
  signal?: AbortSignal,
): Promise<PaperFacets | null> {
  const matching =
    text === ""
      ? { filters }
      : retrieval === "semantic"
        ? { filters: { paper_ids: [...found] } }
        : { text: subjectOf(text), filters };
  try {
    const facets = await library.engine.papers.matchFacets({ ...matching, limit: FACET_VALUES }, { signal });
    return { ...facets, has_code: onlyTrue(facets.has_code), retracted: onlyTrue(facets.retracted) };
  } catch (error) {
    if (isEngineSilent(error)) return null;
    throw error;
  }
}

function onlyTrue(facet: Facet[]): Facet[] {
  return facet.filter(({ value }) => value === "true");
}

/** Said beside a search whose matches could not be counted. */
export const NOT_COUNTED: Degradation = {
  part: "engine",
  reason: "The matching papers could not be counted by year, venue and so on.",
};
