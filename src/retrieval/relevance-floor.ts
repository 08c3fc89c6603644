import type { Paper } from "../documents/paper.ts";
import { passageText, type Passage } from "../documents/passage.ts";
import type { Embedder } from "../embedding/port.ts";
import { rarity } from "../text/rarity.ts";
import { contentTerms, questionStems } from "../text/terms.ts";
import type { FusedHit } from "./fusion.ts";

/** Unless the nearest paper lies by the same margin above the threshold, one of the papers read must have this share of the query's words, by their rarity. */
const COVERED = 0.5;
/** A passage with this share of the query's words, headings and title counted, is on its subject whatever its paper's abstract is about. */
const IN_ONE_PASSAGE = 0.75;
/** A paper with this share of the words of a query of few words is found by them alone. */
const NAMED = 0.99;
const FEW_WORDS = 3;

export interface Read {
  text: string;
  /** The first papers of the ranking. */
  papers: readonly Pick<Paper, "paper_id" | "title" | "abstract">[];
  /** The passages by which papers were found. */
  passages?: readonly Pick<Passage, "paper_id" | "title" | "section" | "kind" | "content">[];
  /** The best cosine of the semantic leg; null: only words were compared, which tells nothing of relevance. */
  bestCosine: number | null;
}

/**
 * Which hits are relevant: those whose cosine is at most the embedder's margin below its threshold, provided that anything in the library is; those of which one passage has
 * most of the query's words; and those read that have all words of a short query. With the bundled model's margin .99 of the papers graded to be on a question's very subject
 * pass, .98 of those partly on it, .94 of those that LitSearch's questions want (docs/search.md). Null where this cannot be told.
 */
export function relevantHits(
  hits: readonly FusedHit[],
  { text, papers, passages = [], bestCosine }: Read,
  { answerThreshold, supportMargin }: Pick<Embedder, "answerThreshold" | "supportMargin">,
): ReadonlySet<string> | null {
  if (bestCosine === null) return null;
  const shareOf = coverageBy(text);
  const shares = new Map(papers.map(({ paper_id, title, abstract }) => [paper_id, shareOf(`${title} ${abstract ?? ""}`)]));
  const inPassage = new Set(
    passages.filter((passage) => shareOf(passageText(passage) ?? "") >= IN_ONE_PASSAGE).map(({ paper_id }) => paper_id),
  );
  const best = Math.max(0, ...shares.values());
  const isNear = bestCosine >= answerThreshold + supportMargin || (bestCosine >= answerThreshold && best >= COVERED);
  const isShort = questionStems(text).length <= FEW_WORDS;
  const isRelevant = ({ id, semantic }: FusedHit) =>
    (isNear && semantic !== null && semantic.score >= answerThreshold - supportMargin) ||
    inPassage.has(id) ||
    (isShort && (shares.get(id) ?? 0) >= NAMED);
  return new Set(hits.filter(isRelevant).map(({ id }) => id));
}

/** Tells which share of the query's words a text has, by their rarity. */
function coverageBy(query: string): (text: string) => number {
  const weights = new Map(questionStems(query).map((stem) => [stem, rarity(stem)]));
  const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
  return (text) => {
    const held = new Set(contentTerms(text).map(({ stem }) => stem));
    const own = [...weights].reduce((sum, [stem, weight]) => sum + (held.has(stem) ? weight : 0), 0);
    return total === 0 ? 0 : own / total;
  };
}
