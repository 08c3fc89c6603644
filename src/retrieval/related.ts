import type { PaperFilters } from "../engine/filters.ts";
import type { RankedList } from "../engine/searches.ts";
import { PublicError } from "../errors.ts";
import { checkFilterValues } from "./filter-values.ts";
import { foundPaper, READ_FIELDS, type FoundPaper } from "./found-paper.ts";
import { fuse } from "./fusion.ts";
import { liveStatus, type Degradation, type Library } from "./library.ts";
import { isCut } from "./fusion.ts";
import type { SourceContext } from "./source-context.ts";
import { questionStems } from "../text/terms.ts";
import { requirePaperId } from "./views.ts";

export interface RelatedRequest {
  /** Any spelling of any id of the paper. */
  paper_id: string;
  limit: number;
  filters: PaperFilters;
}

export interface RelatedResult {
  /** The paper whose neighbors these are. */
  paper: { paper_id: string; title: string };
  papers: FoundPaper[];
  total: { value: number; relation: "eq" | "gte" };
  applied_filters: PaperFilters;
  degraded: Degradation[];
  source_context: SourceContext;
}

const DEPTH = 200;

/**
 * The papers nearest to one paper: by its stored vector and by the words of its title, fused as a search is; the paper itself is left
 * out. Compares stored vectors alone, so it needs no embedder. Throws `not_found`.
 */
export async function relatedPapers(library: Library, request: RelatedRequest, signal?: AbortSignal): Promise<RelatedResult> {
  const { papers } = library.engine;
  const { filters, limit } = request;
  const { generation } = await liveStatus(library, "papers", signal);
  const id = await requirePaperId(library, request.paper_id, signal);
  const [documents, vectors] = await Promise.all([
    papers.get([id], { signal }),
    papers.vectors([id], { signal }),
    checkFilterValues(library, filters, signal),
  ]);
  const paper = documents.get(id);
  if (!paper) throw new PublicError("not_found", { field: "paper_id", message: "No paper in the library has this ID." });

  const response = await papers.search({ text: paper.title, vector: vectors.get(id), filters, depth: DEPTH + 1 }, { signal });
  const [lexical, semantic] = [without(response.lexical, id), without(response.semantic, id)];
  const hits = fuse(lexical, semantic, library.embedder.fusionWeight);
  const page = hits.slice(0, limit);
  const found = await papers.fields(
    page.map((hit) => hit.id),
    READ_FIELDS,
    { signal },
  );
  const stems = new Set(questionStems(paper.title));
  const shown = page.flatMap((hit, index) => {
    const document = found.get(hit.id);
    return document ? [foundPaper(document, hit, index + 1, stems, "concise")] : [];
  });
  return {
    paper: { paper_id: id, title: paper.title },
    papers: shown,
    total: { value: hits.length, relation: isCut(lexical) || (semantic?.hits.length ?? 0) >= DEPTH ? "gte" : "eq" },
    applied_filters: filters,
    degraded: [
      ...(vectors.has(id)
        ? []
        : [{ part: "semantic" as const, reason: "The paper has no embedding; compared by the words of its title." }]),
      ...(response.partial
        ? [{ part: "engine" as const, reason: "Part of the index did not respond; results may be incomplete." }]
        : []),
    ],
    source_context: {
      version: 1,
      query: paper.title,
      mode: "search",
      generation: generation ?? "",
      paper_ids: shown.map((other) => other.paper_id),
      signal_ids: [],
      time_scope: null,
    },
  };
}

/** A ranked list as if the document were not in the index. */
function without(list: RankedList | null, id: string): RankedList | null {
  if (list === null) return null;
  const hits = list.hits.filter((hit) => hit.id !== id);
  const removed = list.hits.length - hits.length;
  return { hits, total: { ...list.total, value: list.total.value - removed } };
}
