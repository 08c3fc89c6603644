import { paperText, type Paper } from "../documents/paper.ts";
import { inTime, isPaused } from "../reranking/in-time.ts";
import type { FusedHit } from "./fusion.ts";
import type { Degradation, Library } from "./library.ts";

/** So many of the first hits are read again by the reranker. */
const RERANKED = 50;
const PATIENCE = { maxMs: 1_500, share: 0.5, pauseMs: 10_000 } as const;
/** Characters of a paper that are sent; what cross-encoders read of it is less. */
const MAX_TEXT_LENGTH = 4_000;
const MAX_QUERY_LENGTH = 2_000;

/** What of a paper the reranker is told, and its id. */
const COMPARED = ["paper_id", "title", "abstract"] as const;

const NOT_RERANKED: Degradation = {
  part: "reranker",
  reason: "The reranker did not respond correctly; results keep their search order.",
};

/** The same for hits whose papers are still to be read. */
export function rerankedHits(library: Library, query: string, hits: FusedHit[], signal?: AbortSignal): ReturnType<typeof rerank> {
  const read = async (ids: readonly string[]) => [...(await library.engine.papers.fields(ids, COMPARED, { signal })).values()];
  return rerank(library, query, hits, read, signal);
}

/**
 * Puts the first hits in the order of the configured reranker; without one they stay. Each place keeps the score that the search gave to it, so that scores
 * still fall from hit to hit. A reranker that is late, away or answers with anything but a number a text changes nothing, and that is said.
 */
export async function rerank(
  { reranker }: Library,
  query: string,
  hits: FusedHit[],
  read: (ids: readonly string[]) => Promise<Pick<Paper, (typeof COMPARED)[number]>[]>,
  signal?: AbortSignal,
): Promise<{ hits: FusedHit[]; degraded: Degradation[] }> {
  if (!reranker || hits.length < 2 || query.trim() === "") return { hits, degraded: [] };
  if (isPaused(reranker)) return { hits, degraded: [NOT_RERANKED] };
  const first = hits.slice(0, RERANKED);
  const papers = new Map((await read(first.map(({ id }) => id))).map((paper) => [paper.paper_id, paper]));
  const known = first.filter(({ id }) => papers.has(id));
  const texts = known.map(({ id }) => paperText(papers.get(id)!).slice(0, MAX_TEXT_LENGTH));
  const scores = await inTime(
    reranker,
    (ended) => reranker.scores(query.slice(0, MAX_QUERY_LENGTH), texts, ended),
    PATIENCE,
    signal,
  );
  if (scores === null) return { hits, degraded: [NOT_RERANKED] };
  const order = [...known.keys()].sort((a, b) => scores[b]! - scores[a]! || a - b);
  const ordered = order.map((place, index) => ({ ...known[place]!, score: known[index]!.score }));
  return { hits: [...ordered, ...first.filter(({ id }) => !papers.has(id)), ...hits.slice(RERANKED)], degraded: [] };
}
