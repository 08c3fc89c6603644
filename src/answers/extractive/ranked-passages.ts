import type { Embedder } from "../../embedding/port.ts";
import { passageSeen } from "../../documents/passage.ts";
import { cosine } from "../../evidence/similarity.ts";
import { contentTerms, questionStems } from "../../text/terms.ts";
import type { Passage, SummaryRequest } from "../summarizer.ts";
import { bm25, rarity } from "./bm25.ts";
import { quotablePassages, type QuotablePassage } from "./passages.ts";
import { questionCues, relevance, type Candidate } from "./relevance.ts";
import { outcome, type Roles } from "./roles.ts";
import { sentenceVectors } from "../../embedding/sentence-vectors.ts";
import type { Reading } from "../../reranking/port.ts";
import { pairs } from "../../shared/pairs.ts";

/** How many candidates are embedded, the best by everything else; an embedding costs 2 ms and more on a busy machine. */
const EMBEDDED = 28;
/** As many where a full text is read as a whole. */
const EMBEDDED_OF_WHOLE = 40;
/** The most together with the sentences that were embedded to choose their passages. */
const EMBEDDED_WITH_PASSAGES = 56;
/** Of one paper at first, so that each gets its turn. */
const OF_ONE_PAPER = 3;

export interface RankedPassage extends Passage {
  /** How likely it answers the question, 0 to 1. */
  relevance: number;
  /** Of an entry of a list, how well it answers, as a share of an outright answer, whatever its paper's agreement with the subject; else `relevance` says so. */
  expected?: number;
  roles: Roles;
  /** What that was told by. */
  candidate: Candidate;
  /** Null where it was not embedded. */
  vector: Float32Array | null;
  /** What a model made of it that read it together with the question; null where none did. */
  reading: Reading | null;
}

/**
 * The sentences that can be quoted for a question, the most relevant first, those of the paper that it is about before all others; ties in the order of
 * papers and abstracts. Without a question's vector only words are compared. `choose`: which of them are embedded, by default 28 to 40. Throws `embedder_unavailable`.
 */
export async function rankedPassages(
  request: Pick<SummaryRequest, "question" | "vector" | "papers" | "kind">,
  embedder: Pick<Embedder, "embedTexts">,
  { signal, choose }: { signal?: AbortSignal | undefined; choose?: LateChoice | undefined } = {},
): Promise<RankedPassage[]> {
  const cues = questionCues(request.question, request.kind);
  const found = await candidates(request, embedder, choose ?? firstOf(embeddedFor(request.papers)), signal);
  return found
    .map(({ passage, candidate, vector }) => ({
      ...passage,
      relevance: relevance(candidate, cues),
      candidate,
      vector,
      reading: null,
    }))
    .sort(
      (a, b) =>
        Number(b.paper.anchor) - Number(a.paper.anchor) ||
        Number(b.vector !== null) - Number(a.vector !== null) ||
        b.relevance - a.relevance,
    );
}

/** How many sentences are embedded whose vectors are not known yet. */
function embeddedFor(papers: SummaryRequest["papers"]): number {
  const compared = papers.reduce((sum, paper) => sum + (paper.compared?.length ?? 0), 0);
  if (compared > 0) return Math.min(EMBEDDED, Math.max(0, EMBEDDED_WITH_PASSAGES - compared));
  return papers.some(({ paper }) => passageSeen(paper) !== null) ? EMBEDDED_OF_WHOLE : EMBEDDED;
}

/** A sentence that can be quoted, with what its words tell. */
export interface Worded {
  passage: QuotablePassage;
  candidate: Candidate;
}

/** Which sentences are worth an embedding, of all, the best by words alone first; those whose vector is known have it besides. */
export type Choice = <Item extends Worded>(items: readonly Item[]) => readonly Item[];
/** The same where it takes reading them. */
type LateChoice = <Item extends Worded>(items: readonly Item[]) => readonly Item[] | Promise<readonly Item[]>;

interface Found extends Worded {
  vector: Float32Array | null;
}

/** The first so many whose vector is not known. */
export function firstOf(maximum: number): Choice {
  return (items) => items.filter((item) => !isKnown(item)).slice(0, maximum);
}

/** Whether a sentence was embedded already, to choose its passage. */
function isKnown({ passage }: Worded): boolean {
  return passage.paper.compared?.includes(passage.text) ?? false;
}

/** What is known of every sentence that can be quoted; those that were compared already, and of the others the chosen ones, have a vector. */
export async function candidates(
  { question, vector, papers, kind }: Pick<SummaryRequest, "question" | "vector" | "papers" | "kind">,
  embedder: Pick<Embedder, "embedTexts">,
  choose: LateChoice,
  signal?: AbortSignal,
): Promise<Found[]> {
  const passages = quotablePassages(papers);
  const cues = questionCues(question, kind);
  const ordered = pairs(passages, wordCandidates(passages, question))
    .map(([passage, candidate]) => ({
      passage,
      candidate,
      worth: (passage.paper.anchor ? 1 : 0) + relevance(candidate, cues),
    }))
    .sort((a, b) => b.worth - a.worth);
  const found = eachInTurn(ordered);
  const chosen = vector === null ? [] : [...new Set([...found.filter(isKnown), ...(await choose(found))])];
  const vectors = await sentenceVectors(
    embedder,
    chosen.map(({ passage }) => passage.text),
    signal,
  );
  const vectorOf = new Map(pairs(chosen, vectors));
  const near = new Map(chosen.map((item, index) => [item, vectors[index] && vector ? cosine(vectors[index], vector) : null]));
  const best = Math.max(0, ...[...near.values()].map((value) => value ?? 0));
  return found.map((item): Found => {
    const { passage, candidate } = item;
    const value = near.get(item) ?? null;
    const compared = { ...candidate, cosine: value, cosineGap: value === null ? 0 : best - value };
    return { passage, candidate: compared, vector: vectorOf.get(item) ?? null };
  });
}

/** The same items, those beyond the first few of a paper behind all others; the paper that is asked about is not limited. */
function eachInTurn<Item extends { passage: QuotablePassage }>(ordered: readonly Item[]): Item[] {
  const counts = new Map<string, number>();
  const [first, later] = [[] as Item[], [] as Item[]];
  for (const item of ordered) {
    const { paper } = item.passage;
    const id = paper.paper.paper_id;
    const count = counts.get(id) ?? 0;
    counts.set(id, count + 1);
    (count < OF_ONE_PAPER || paper.anchor ? first : later).push(item);
  }
  return [...first, ...later];
}

function wordCandidates(passages: readonly QuotablePassage[], question: string): Candidate[] {
  const stems = passages.map(({ text }) => contentTerms(text).map((term) => term.stem));
  const asked = questionStems(question);
  const rarities = pairs(asked, rarity(stems, asked));
  const total = rarities.reduce((sum, [, rare]) => sum + rare, 0);
  const share = (held: ReadonlySet<string>) =>
    total === 0 ? 0 : rarities.reduce((sum, [stem, rare]) => sum + (held.has(stem) ? rare : 0), 0) / total;
  const words = bm25(stems, asked);
  const maximum = Math.max(...words, 1e-9);
  const scoreOf = ({ anchor, score }: QuotablePassage["paper"]): number => (anchor ? 1 : score);
  const scores = passages.map(({ paper }) => scoreOf(paper));
  const [low, high] = [Math.min(...scores), Math.max(...scores)];
  const inPaper = new Map(
    [...new Set(passages.map(({ paper }) => paper))].map((paper) => [
      paper,
      share(new Set(contentTerms(`${paper.paper.title} ${paper.paper.abstract ?? ""}`).map((term) => term.stem))),
    ]),
  );
  return pairs(passages, pairs(stems, words)).map(([{ text, roles, position, paper, bestOutcome }, [held, score]]) => ({
    text,
    roles,
    position,
    words: score / maximum,
    coverage: share(new Set(held)),
    paperCoverage: inPaper.get(paper)!,
    document: high > low ? (scoreOf(paper) - low) / (high - low) : 1,
    cosine: null,
    cosineGap: 0,
    outcomeShare: outcome(roles) / Math.max(bestOutcome, 1e-9),
  }));
}
