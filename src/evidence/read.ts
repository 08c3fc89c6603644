import type { Paper } from "../documents/paper.ts";
import type { FusedHit } from "../retrieval/fusion.ts";
import type { Library } from "../retrieval/library.ts";
import type { Around } from "./neighbors.ts";
import { byRelevance, type SubjectTerm } from "./relevance.ts";
import { cosine } from "./similarity.ts";
import { foldTwins, type Folded } from "./twins.ts";
import { saidBy, type EvidencePaper } from "./evidence-paper.ts";

export interface ReadPapers {
  papers: EvidencePaper[];
  /** How many papers ranked among them, or nearer, have no abstract that could be read. */
  without_abstract: number;
  /** The first of these, which speak by their titles alone. */
  titled?: EvidencePaper[];
  /** Papers that would have been evidence, had they not been retracted. */
  retracted: Paper[];
  /** Other versions of these papers. */
  folded: Folded[];
  /** Further papers with an abstract that were read on the way to these, the nearest first, and their other versions. */
  beyond?: { papers: EvidencePaper[]; folded: Folded[] };
}

/** How far down the ranking is read, as a multiple of how many papers are wanted: at first; then for more with an abstract; then for any. */
const READS = [2, 8, 50] as const;
/** Fewer than this with an abstract make nobody's answer: the last read is for them. */
const MIN_READABLE = 5;

/** So many papers without an abstract are kept to be named by their titles. */
const TITLED = 20;

/** So many of the first candidates are put in the order of their relevance; the weights were learned on as many. */
const RERANKED = 30;

/** How many hits of a ranking are mostly enough for so many papers. */
export function reach(count: number): number {
  return READS[1] * count;
}

/**
 * The first `count` papers of a ranking that have an abstract, the paper that is asked about before them; where none has, the first ones. Mostly
 * the first read has them.
 */
export async function readPapers(
  library: Library,
  hits: readonly FusedHit[],
  {
    around,
    vector,
    count,
    subject,
  }: {
    around: Around | undefined;
    vector: Float32Array | null;
    count: number;
    /** What the question is about; left out where papers are to keep the order of the search. */
    subject?: readonly SubjectTerm[];
  },
  signal?: AbortSignal,
): Promise<ReadPapers> {
  const candidates = around ? [anchorOf(around, vector)] : [];
  const versions = (around?.versions ?? []).map((version): Folded => ({ paper: version, into: around!.paper.paper_id }));
  const others = hits.filter((hit) => !versions.some(({ paper }) => paper.paper_id === hit.id));
  const ordered = () => [...byRelevance(candidates.slice(0, RERANKED), subject ?? []), ...candidates.slice(RERANKED)];
  let read = chosen(ordered(), count);
  let from = 0;
  for (const times of READS) {
    const part = others.slice(from, times * count);
    if (part.length > 0) candidates.push(...(await candidatesOf(library, part, around, vector, signal)));
    from = times * count;
    read = chosen(ordered(), count);
    const readable = read.papers.filter((item) => saidBy(item) !== null).length;
    if (readable >= (times === READS[0] ? count : MIN_READABLE)) break;
  }
  return { ...read, folded: [...versions, ...read.folded] };
}

/** If one version was retracted, the paper was. */
function anchorOf({ paper: asked, versions, vector: own }: Around, vector: Float32Array | null): EvidencePaper {
  const paper = versions.some((version) => version.retracted) ? { ...asked, retracted: true } : asked;
  return { paper, score: 1, cosine: own && vector ? cosine(own, vector) : null, anchor: true };
}

/** The cosines of papers that were found by their words alone, near to a paper, or by another vector than the question's, are looked up: bearing on the question is a matter of meaning. */
async function candidatesOf(
  library: Library,
  hits: readonly FusedHit[],
  around: Around | undefined,
  vector: Float32Array | null,
  signal?: AbortSignal,
): Promise<EvidencePaper[]> {
  const ids = hits.map((hit) => hit.id);
  const searchVector = vector === null ? undefined : library.embedder.searchVector?.(vector);
  const withoutCosine = around || searchVector ? ids : hits.filter((hit) => hit.semantic === null).map((hit) => hit.id);
  const places = hits.flatMap(({ passage }) => passage?.id ?? []);
  const [documents, passages, vectors] = await Promise.all([
    library.engine.papers.get(ids, { signal }),
    places.length === 0 ? undefined : library.engine.passages.get(places, { signal }),
    vector && withoutCosine.length > 0 ? library.engine.papers.vectors(withoutCosine, { signal }) : undefined,
  ]);
  return hits.flatMap((hit): EvidencePaper[] => {
    const paper = documents.get(hit.id);
    const own = vectors?.get(hit.id);
    const near = own && vector ? cosine(own, vector) : (hit.semantic?.score ?? null);
    const passage = hit.passage && passages?.get(hit.passage.id);
    const searched = own && searchVector ? { nearness: cosine(own, searchVector) } : {};
    const found = { score: hit.score, cosine: near, ...searched, anchor: false, ...relationOf(hit.id, around) };
    return paper ? [{ paper, ...found, ...(passage ? { passage } : {}) }] : [];
  });
}

function relationOf(id: string, around: Around | undefined): Pick<EvidencePaper, "relation"> {
  if (around?.cites.has(id)) return { relation: "cites" };
  return around?.shares.has(id) ? { relation: "named_together" } : {};
}

/** From the ranking: the first papers with an abstract, the retracted ones passed on the way, and how many had nothing to read. */
function chosen(candidates: readonly EvidencePaper[], count: number): ReadPapers {
  const { papers: ranked, folded } = foldTwins(candidates);
  const papers: EvidencePaper[] = [];
  const retracted: Paper[] = [];
  const blind: EvidencePaper[] = [];
  for (const candidate of ranked) {
    if (papers.length === count) break;
    if (candidate.paper.retracted) retracted.push(candidate.paper);
    if (candidate.paper.retracted && !candidate.anchor) continue;
    if (saidBy(candidate) === null && !candidate.anchor) blind.push(candidate);
    else papers.push(candidate);
  }
  const read = papers.length > 0 ? papers : blind.slice(0, count);
  const behind = papers.length < count ? [] : ranked.slice(ranked.indexOf(papers.at(-1)!) + 1);
  const beyond = behind.filter((item) => !item.paper.retracted && saidBy(item) !== null);
  const used = new Set([...read.map(({ paper }) => paper), ...retracted].map((paper) => paper.paper_id));
  return {
    papers: read,
    retracted,
    without_abstract:
      papers.length > 0 ? blind.length + papers.filter((item) => saidBy(item) === null).length : Math.min(blind.length, count),
    titled: blind.slice(0, TITLED),
    folded: folded.filter(({ into }) => used.has(into)),
    beyond: { papers: beyond, folded: folded.filter(({ into }) => beyond.some(({ paper }) => paper.paper_id === into)) },
  };
}
