import type { PaperFilters } from "../engine/filters.ts";
import { fuse, type FusedHit } from "../retrieval/fusion.ts";
import { questionVector, type Library } from "../retrieval/library.ts";
import { fusedPaperSearch } from "../retrieval/paper-search.ts";
import { searchVectorOf, type FusedSearch } from "../retrieval/search.ts";
import type { Evidence } from "./evidence.ts";
import { cosine } from "./similarity.ts";
import { joined } from "../text/list.ts";

/** What a question is asked within: its thesis steers the search, and what is saved comes first in the evidence. */
export interface Focus {
  workspace_id: string;
  name: string;
  version: number;
  thesis: string | null;
  /** Papers that are saved, and those that saved signals are about. */
  paper_ids: readonly string[];
  signal_ids: readonly string[];
}

/** What bounded an answer, as it was then. */
export interface Bound extends Pick<Focus, "workspace_id" | "name" | "version" | "thesis"> {
  /** Of the saved papers and signals, those that were read. */
  paper_ids: string[];
  signal_ids: string[];
  sentence: string;
}

/**
 * Searches with question and thesis together, once in the library and once among what is saved, and looks at the best `reach` of each. Saved
 * papers relevant to the question come first, then the others. The thesis only steers: cosines are those of the question alone.
 */
export async function focusedSearch(
  library: Library,
  focus: Focus,
  request: { query: string; filters: PaperFilters; depth: number; reach: number },
  signal?: AbortSignal,
): Promise<FusedSearch> {
  const { query, filters, depth, reach } = request;
  const steered = focus.thesis === null ? query : `${query} ${focus.thesis}`;
  const search = { query: steered, retrieval: "hybrid", filters, depth } as const;
  const found = await fusedPaperSearch(library, search, signal);
  const saved = focus.paper_ids.filter((id) => filters.paper_ids?.includes(id) ?? true);
  const among = await searchAmong(library, saved, { text: steered, vector: found.vector, filters, depth }, signal);
  const vector = focus.thesis === null ? found.vector : await vectorOf(library, query, signal);
  const asked = (hits: FusedHit[]) => withCosines(library, hits.slice(0, reach), vector, signal);
  const [savedHits, otherHits] = focus.thesis === null ? [among, found.hits] : [await asked(among), await asked(found.hits)];
  const isRelevant = (hit: FusedHit) =>
    vector === null || (hit.semantic?.score ?? -1) >= library.embedder.answerThreshold - library.embedder.supportMargin;
  const first = savedHits.filter(isRelevant);
  const hits = [...first, ...otherHits.filter((hit) => !first.some(({ id }) => id === hit.id))];
  const bestCosine = vector === null ? null : Math.max(-1, ...hits.flatMap((hit) => hit.semantic?.score ?? []));
  return { ...found, hits, vector, bestCosine };
}

/** What the focus gave to the evidence, and a sentence that says so. */
export function boundOf(focus: Focus, { papers, folded, signals }: Pick<Evidence, "papers" | "folded" | "signals">): Bound {
  const [paperIds, signalIds] = [new Set(focus.paper_ids), new Set(focus.signal_ids)];
  const saved = papers.map(({ paper }) =>
    [paper.paper_id, ...versionsOf(paper.paper_id, folded)].filter((id) => paperIds.has(id)),
  );
  const read = saved.flat();
  const further = saved.filter((ids) => ids.length === 0).length;
  const used = signals.map((item) => item.signal_id).filter((id) => signalIds.has(id));
  const parts = [
    `${read.length} of its ${paperIds.size} papers${read.length === 0 ? "" : ", read first"}`,
    `${used.length} of its ${signalIds.size} signals`,
    `${further} other papers closest to the question${focus.thesis === null ? "" : " and the thesis"}`,
  ];
  return {
    workspace_id: focus.workspace_id,
    name: focus.name,
    version: focus.version,
    thesis: focus.thesis,
    paper_ids: read,
    signal_ids: used,
    sentence: `From the workspace “${focus.name}”: ${joined(parts)}.`,
  };
}

function versionsOf(id: string, folded: Evidence["folded"]): string[] {
  return folded.filter(({ into }) => into === id).map(({ paper }) => paper.paper_id);
}

async function searchAmong(
  library: Library,
  ids: readonly string[],
  request: { text: string; vector: Float32Array | null; filters: PaperFilters; depth: number },
  signal?: AbortSignal,
): Promise<FusedHit[]> {
  if (ids.length === 0) return [];
  const { text, vector, filters, depth } = request;
  const response = await library.engine.papers.search(
    {
      text,
      vector: vector === null ? undefined : searchVectorOf(library, "papers", vector),
      filters: { ...filters, paper_ids: [...ids] },
      depth,
    },
    { signal },
  );
  return fuse(response.lexical, response.semantic, library.embedder.fusionWeight);
}

async function vectorOf(library: Library, query: string, signal?: AbortSignal): Promise<Float32Array | null> {
  const result = await questionVector(library, "papers", query, { strict: false, signal });
  return "vector" in result ? result.vector : null;
}

/** The hits with the cosine between question and paper in place of what the search measured; without a vector there is none. */
async function withCosines(
  library: Library,
  hits: readonly FusedHit[],
  question: Float32Array | null,
  signal?: AbortSignal,
): Promise<FusedHit[]> {
  const ids = hits.map((hit) => hit.id);
  const vectors = question === null ? new Map<string, Float32Array>() : await library.engine.papers.vectors(ids, { signal });
  return hits.map((hit, index) => {
    const own = vectors.get(hit.id);
    return { ...hit, semantic: question && own ? { rank: index + 1, score: cosine(question, own) } : null };
  });
}
