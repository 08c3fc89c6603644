import type { PaperFilters } from "../engine/filters.ts";
import type { Facet, MatchFacetsRequest, MatchField } from "../engine/port.ts";
import { isEngineSilent } from "../errors.ts";
import type { Degradation, Library } from "./library.ts";
import type { Retrieval } from "./search.ts";
import { sum } from "../shared/sum.ts";
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
 * Counts the papers that match a search and pass its filters: all that have all words of its subject in title or abstract, or, where fewer have than were found to be relevant, those. By meaning every paper
 * matches somehow, so that of a search by meaning alone the relevant ones count too. `relevant`: their ids, as far as the search looked. No document is read. Null where the engine, or a part of it,
 * does not answer: counts are whole or none.
 */
export async function matchFacets(
  library: Library,
  { text, retrieval, filters }: CountedSearch,
  relevant: () => Promise<readonly string[]>,
  signal?: AbortSignal,
): Promise<PaperFacets | null> {
  const { papers } = library.engine;
  const count = (matching: Pick<MatchFacetsRequest<PaperFilters>, "text" | "filters">) =>
    papers.matchFacets({ ...matching, limit: FACET_VALUES }, { signal });
  try {
    if (text === "") return told(await count({ filters }));
    const byWords = retrieval === "semantic" ? null : await count({ text: subjectOf(text), filters });
    const found = await relevant();
    if (byWords !== null && countedBy(byWords) >= found.length) return told(byWords);
    return told(await count({ filters: { paper_ids: [...found] } }));
  } catch (error) {
    if (isEngineSilent(error)) return null;
    throw error;
  }
}

/** Every paper is retracted or not. */
function countedBy({ retracted }: PaperFacets): number {
  return sum(retracted.map(({ count }) => count));
}

function told(facets: PaperFacets): PaperFacets {
  return { ...facets, has_code: onlyTrue(facets.has_code), retracted: onlyTrue(facets.retracted) };
}

function onlyTrue(facet: Facet[]): Facet[] {
  return facet.filter(({ value }) => value === "true");
}

/** Said beside a search whose matches could not be counted. */
export const NOT_COUNTED: Degradation = {
  part: "engine",
  reason: "The matching papers could not be counted by year, venue and so on.",
};
