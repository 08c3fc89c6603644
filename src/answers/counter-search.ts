import type { PaperFilters } from "../engine/filters.ts";
import type { EvidencePaper } from "../evidence/evidence-paper.ts";
import { passageSeen } from "../documents/passage.ts";
import { agreement } from "../evidence/relevance.ts";
import { fusedSearch } from "../retrieval/search.ts";
import type { Library } from "../retrieval/library.ts";
import type { Passage } from "./summarizer.ts";
import { quotablePassages } from "./extractive/passages.ts";
import type { ReadQuestion } from "./question/schema.ts";
import type { Support } from "./schema.ts";
import { favoredSide } from "./stance/comparison-stance.ts";
import { counterEvidenceOf, counterSearchText } from "./stance/counter.ts";
import { speaksOfComparison } from "./stance/speaks.ts";

/* The numbers here were chosen by reading answers, not measured apart. */

/** How deep the search for the opposite goes, and how many of its papers are read. */
const DEPTH = 50;
const PAPERS_READ = 10;
/** A paper that holds less of the subject's words, by rarity, is about something else. */
const MIN_COVERAGE = 0.6;
/** The most passages that are shown. */
const MAX_SHOWN = 2;

/** From here on a sentence is taken for background or an aim. */
const LIKELY = 0.5;

/** Kinds of questions that state something which papers can contradict. */
const CLAIMING: ReadonlySet<ReadQuestion["kind"]> = new Set(["does_it", "comparison"]);

/** Papers found by searching for the opposite outcome; none for questions that claim nothing. One search and one read. */
export async function searchOpposite(
  library: Library,
  read: ReadQuestion,
  filters: PaperFilters,
  signal?: AbortSignal,
): Promise<EvidencePaper[]> {
  const query = CLAIMING.has(read.kind) ? counterSearchText(read) : "";
  if (query === "") return [];
  const request = { query, retrieval: "hybrid", filters, depth: DEPTH } as const;
  const { hits } = await fusedSearch(library, "papers", library.engine.papers, request, signal);
  const best = hits.slice(0, PAPERS_READ);
  const papers = await library.engine.papers.get(
    best.map(({ id }) => id),
    { signal },
  );
  return best.flatMap(({ id, score }) => {
    const paper = papers.get(id);
    const usable = paper && paper.abstract !== null && !paper.retracted;
    return usable ? [{ paper, score, cosine: null, anchor: false }] : [];
  });
}

/**
 * What the papers and passages read, and those found for the opposite, hold against a yes, or against the side that the answer finds ahead (`direction`); nothing that the answer quotes already. Of a comparison only sentences count
 * that put the other side ahead by their order of words. Pure.
 */
export function contradictingPassages(
  question: string,
  read: ReadQuestion,
  papers: readonly EvidencePaper[],
  { isQuoted, direction = null }: { isQuoted: (passage: Passage) => boolean; direction?: Support["direction"] },
): Passage[] {
  if (!CLAIMING.has(read.kind)) return [];
  const about = papers.filter(({ paper }) => agreement(read.subject.terms, paper).coverage >= MIN_COVERAGE);
  const distinct = [...new Map(about.map((item) => [passageSeen(item.paper)?.passage_id ?? item.paper.paper_id, item])).values()];
  const passages = quotablePassages(distinct).map((passage) => ({ ...passage, paper_id: passage.paper.paper.paper_id }));
  // What is known or sought says nothing against a yes.
  const outcomes = passages.filter(({ roles }) => roles.background + roles.aim < LIKELY);
  const found =
    read.sides === undefined
      ? counterEvidenceOf(question, outcomes).map(({ passage }) => passage)
      : behindOther(question, read, read.sides, direction, passages);
  return found.filter((passage) => !isQuoted(passage)).slice(0, MAX_SHOWN);
}

/** One sentence a paper that puts ahead the side that is not. */
function behindOther<P extends Passage>(
  question: string,
  read: ReadQuestion,
  sides: [string, string],
  direction: Support["direction"],
  passages: readonly P[],
): P[] {
  // What is open is not contradicted.
  if (direction !== "supports" && direction !== "against") return [];
  const ahead = (direction === "against" ? -1 : 1) * (favoredSide(sides, question) || 1);
  const contrary = passages.filter(
    ({ text, paper }) => favoredSide(sides, text) === -ahead && speaksOfComparison(read, text, paper.paper.title),
  );
  return [...new Map(contrary.toReversed().map((passage) => [passage.paper.paper.paper_id, passage])).values()].toReversed();
}
