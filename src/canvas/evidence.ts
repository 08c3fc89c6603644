import type { Paper } from "../documents/paper.ts";
import type { Signal } from "../documents/signal.ts";
import type { PaperFilters } from "../engine/port.ts";
import { PublicError } from "../errors.ts";
import type { FusedHit } from "../retrieval/fusion.ts";
import type { Degradation, Library } from "../retrieval/library.ts";
import { fusedSearch } from "../retrieval/search.ts";
import { contentTerms, questionStems } from "../retrieval/terms.ts";
import { requirePaperId } from "../retrieval/views.ts";
import { readAround, type Around } from "./around.ts";
import { boundFilters, type Focus } from "./focus.ts";
import { cosine } from "./similarity.ts";
import type { EvidencePaper } from "./summarizer.ts";
import { foldTwins, type Folded } from "./twins.ts";

export interface EvidenceRequest {
  query: string;
  mode: "corpus" | "paper" | "workspace";
  /** In paper mode: the paper that the question is about, in any spelling of its id. */
  paper_id?: string;
  filters: PaperFilters;
  /** How many papers with an abstract to read. */
  match_count: number;
  /** What steers and bounds the evidence. */
  focus?: Focus;
  /** Only these signals count; left out: every signal about the papers. */
  signal_ids?: readonly string[];
}

/** What was found for a question. */
export interface Evidence {
  papers: EvidencePaper[];
  /** How many papers ranked among them, or nearer, have no abstract that could be read. */
  without_abstract: number;
  /** Papers that would have been evidence, had they not been retracted. */
  retracted: Paper[];
  /** Other versions of these papers. */
  folded: Folded[];
  /** Every signal about those papers, newest first; those about a folded version as about the paper that stands for it. */
  signals: Signal[];
  vector: Float32Array | null;
  /** Words of the question (as it spells them) that stand in no paper of the evidence. */
  missing: string[];
  /** Share of the question's words that stand in some paper of the evidence, 0 to 1. */
  coverage: number;
  /** The best cosine between question and library; null where only words were compared. */
  bestCosine: number | null;
  degraded: Degradation[];
}

const DEPTH = 200;
/** How far down the ranking papers with an abstract are looked for, as a multiple of how many are wanted. */
const REACH = 8;
const SIGNALS_READ = 500;
/** What a paper's nearness to a thesis, or to the paper that is asked about, counts beside its nearness to the question. */
const THESIS_SHARE = 0.25;
const AROUND_SHARE = 0.5;
/** Added for a paper of which a signal says that it cites, or is named together with, the paper that is asked about. */
const CONNECTED = 0.25;

/**
 * Finds the papers that bear on a question, with their signals. Papers with an abstract are preferred, as there is something to read. One
 * round trip for the search, one for papers, one for signals; in paper mode two more. Throws `not_found` for an unknown `paper_id`.
 */
export async function gatherEvidence(library: Library, request: EvidenceRequest, signal?: AbortSignal): Promise<Evidence> {
  const anchorId = request.mode === "paper" ? await anchorOf(library, request.paper_id, signal) : null;
  const filters = request.focus ? await boundFilters(library, request.filters, request.focus, signal) : request.filters;
  if (filters === null) return NOTHING;
  const search = (query: string) =>
    fusedSearch(library, "papers", library.engine.papers, { query, retrieval: "hybrid", filters, depth: DEPTH }, signal);
  const thesis = request.focus?.thesis ?? null;
  const [found, around, steered] = await Promise.all([
    search(request.query),
    anchorId === null ? undefined : readAround(library, anchorId, filters, signal),
    thesis === null ? undefined : search(thesis),
  ]);
  const hits = combined(found.hits, around, steered?.hits)
    .filter((hit) => hit.id !== anchorId)
    .slice(0, REACH * request.match_count);
  const ids = hits.map((hit) => hit.id);
  const [documents, cosines] = await Promise.all([
    library.engine.papers.get(ids, { signal }),
    around && found.vector ? cosinesOf(library, [around.paper.paper_id, ...ids], found.vector, signal) : undefined,
  ]);
  const candidates = hits.flatMap((hit): EvidencePaper[] => {
    const paper = documents.get(hit.id);
    const near = cosines?.get(hit.id) ?? hit.semantic?.score ?? null;
    return paper ? [{ paper, score: hit.score, cosine: near, anchor: false, ...relationOf(hit.id, around) }] : [];
  });
  const anchor = around && { paper: around.paper, score: 1, cosine: cosines?.get(around.paper.paper_id) ?? null, anchor: true };
  const { papers: ranked, folded } = foldTwins(anchor ? [anchor, ...candidates] : candidates);
  const chosen = choosePapers(ranked, request.match_count);
  const used = [...chosen.papers.map(({ paper }) => paper), ...chosen.retracted];
  const twins = folded.filter(({ into }) => used.some((paper) => paper.paper_id === into));
  return {
    ...chosen,
    folded: twins,
    signals: await signalsAbout(library, used, twins, request.signal_ids, signal),
    vector: found.vector,
    ...coverageOf(request.query, chosen.papers),
    bestCosine: found.bestCosine,
    degraded: found.degraded,
  };
}

const NOTHING: Evidence = {
  papers: [],
  without_abstract: 0,
  retracted: [],
  folded: [],
  signals: [],
  vector: null,
  missing: [],
  coverage: 0,
  bestCosine: null,
  degraded: [],
};

/** The hits of the question, moved by what is near to a thesis or to the paper asked about; best first, ties by id. */
function combined(hits: readonly FusedHit[], around: Around | undefined, steered: readonly FusedHit[] | undefined): FusedHit[] {
  if (!around && !steered) return [...hits];
  const all = new Map<string, FusedHit>(hits.map((hit) => [hit.id, hit]));
  const mix = (others: readonly FusedHit[], share: number) => {
    const scores = new Map(others.map((hit) => [hit.id, hit.score]));
    for (const hit of others) if (!all.has(hit.id)) all.set(hit.id, { id: hit.id, score: 0, lexical: null, semantic: null });
    for (const [id, hit] of all) all.set(id, { ...hit, score: (1 - share) * hit.score + share * (scores.get(id) ?? 0) });
  };
  if (steered) mix(steered, THESIS_SHARE);
  if (around) {
    mix(around.near, AROUND_SHARE);
    for (const id of [...around.cites, ...around.shares]) {
      const hit = all.get(id) ?? { id, score: 0, lexical: null, semantic: null };
      all.set(id, { ...hit, score: Math.min(1, hit.score + CONNECTED) });
    }
  }
  return [...all.values()].sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
}

function relationOf(id: string, around: Around | undefined): Pick<EvidencePaper, "relation"> {
  if (around?.cites.has(id)) return { relation: "cites" };
  return around?.shares.has(id) ? { relation: "named_together" } : {};
}

async function cosinesOf(
  library: Library,
  ids: readonly string[],
  vector: Float32Array,
  signal?: AbortSignal,
): Promise<Map<string, number>> {
  const vectors = await library.engine.papers.vectors(ids, { signal });
  return new Map([...vectors].map(([id, other]) => [id, cosine(vector, other)]));
}

/** From the ranking: the first papers with an abstract, the retracted ones passed on the way, and how many had nothing to read. */
function choosePapers(
  candidates: readonly EvidencePaper[],
  count: number,
): Pick<Evidence, "papers" | "retracted" | "without_abstract"> {
  const papers: EvidencePaper[] = [];
  const retracted: Paper[] = [];
  const blind: EvidencePaper[] = [];
  for (const candidate of candidates) {
    if (papers.length === count) break;
    if (candidate.paper.retracted) retracted.push(candidate.paper);
    if (candidate.paper.retracted && !candidate.anchor) continue;
    if (candidate.paper.abstract === null && !candidate.anchor) blind.push(candidate);
    else papers.push(candidate);
  }
  return papers.length > 0
    ? { papers, retracted, without_abstract: blind.length + papers.filter(({ paper }) => paper.abstract === null).length }
    : { papers: blind.slice(0, count), retracted, without_abstract: Math.min(blind.length, count) };
}

async function signalsAbout(
  library: Library,
  papers: readonly Paper[],
  twins: readonly Folded[],
  only: readonly string[] | undefined,
  signal?: AbortSignal,
): Promise<Signal[]> {
  if (papers.length === 0) return [];
  const ids = [...papers, ...twins.map(({ paper }) => paper)].map((paper) => paper.paper_id);
  const filters = { paper_ids: ids, ...(only && only.length > 0 ? { signal_ids: [...only] } : {}) };
  const { documents } = await library.engine.signals.list({ filters, sort: "newest", limit: SIGNALS_READ }, { signal });
  const standsFor = new Map(twins.map(({ paper, into }) => [paper.paper_id, into]));
  if (standsFor.size === 0) return documents;
  return documents.map((item) => ({ ...item, paper_ids: [...new Set(item.paper_ids.map((id) => standsFor.get(id) ?? id))] }));
}

async function anchorOf(library: Library, paperId: string | undefined, signal?: AbortSignal): Promise<string> {
  if (paperId === undefined) {
    throw new PublicError("invalid_argument", {
      field: "paper_id",
      message: "Mode paper needs a paper_id.",
      allowed: "a paper_id from a search result",
    });
  }
  return requirePaperId(library, paperId, signal);
}

function coverageOf(question: string, papers: readonly EvidencePaper[]): Pick<Evidence, "missing" | "coverage"> {
  const held = new Set(
    papers.flatMap(({ paper }) => contentTerms(`${paper.title} ${paper.abstract ?? ""}`).map((term) => term.stem)),
  );
  const stems = questionStems(question);
  const missing = stems.filter((stem) => !held.has(stem));
  const spelling = new Map(contentTerms(question).map((term) => [term.stem, question.slice(term.start, term.end)]));
  return {
    missing: missing.map((stem) => spelling.get(stem) ?? stem),
    coverage: stems.length === 0 ? 0 : 1 - missing.length / stems.length,
  };
}
