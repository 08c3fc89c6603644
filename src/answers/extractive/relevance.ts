import { CUES, cuesOf } from "./cues.ts";
import { linear, type Features, type LinearWeights } from "./linear.ts";
import { outcome, type Roles } from "./roles.ts";
import weights from "./sentence-relevance.json" with { type: "json" };

/** What is known of a sentence that may answer a question; shares are 0 to 1. */
export interface Candidate {
  text: string;
  roles: Roles;
  /** 0 for the first sentence of its abstract, 1 for the last. */
  position: number;
  /** BM25 with the question, as a share of the best candidate's. */
  words: number;
  /** Share of the question's words that it holds, weighted by their rarity among the candidates. */
  coverage: number;
  /** The same of the sentence with its paper's title and the rest of its abstract. */
  paperCoverage: number;
  /** The paper's score, scaled over the papers of the candidates. */
  document: number;
  /** Cosine between question and sentence; null where it was not embedded. */
  cosine: number | null;
  /** How far the cosine lies below the best candidate's. */
  cosineGap: number;
  /** The share of the likelihood of the best outcome of its abstract, see `outcome`. */
  outcomeShare: number;
}

const MODELS: { words: LinearWeights; meaning: LinearWeights } = weights;

/** How well a sentence answers a question, as a likelihood: by words alone where it was not embedded. Trained by `models/sentences/train.py`. */
export function relevance(candidate: Candidate, question: QuestionCues): number {
  const model = candidate.cosine === null ? MODELS.words : MODELS.meaning;
  return 1 / (1 + Math.exp(-linear(model, relevanceFeatures(candidate, question))));
}

export interface QuestionCues {
  /** Asks for an amount. */
  amount: boolean;
  /** Asks what there is or how something is done, rather than whether or how well: what a paper proposes answers it. */
  asksForWork: boolean;
  negated: boolean;
}

const AMOUNT =
  /\bhow (?:much|many|often|large|fast|accurate(?:ly)?|big|long|high|well)\b|\b(?:what|which) (?:percentage|share|proportion|fraction|accuracy|score|gain|size|rate)\b/iu;
const WORK =
  /^(?:which|what)(?: [\w-]+){0,5} (?:methods?|approach(?:es)?|techniques?|models?|datasets?|data sets?|corp(?:us|ora)|benchmarks?|tools?|papers?|systems?|studies|research|work|literature|resources|metrics|ways)\b|\b(?:is|are) there (?:an?|any)\b|^how (?:is|are|can|to|do (?:we|you|people|researchers|they))\b|\b(?:papers?|research|work|studies|literature) (?:on|about|that)\b/iu;
const KINDS_OF_WORK: ReadonlySet<string> = new Set(["which_exist", "artifact", "how_done"]);

/** What a question asks for, told by its kind where that is known, else by its words. */
export function questionCues(question: string, kind?: string): QuestionCues {
  return {
    amount: kind === undefined ? AMOUNT.test(question) : kind === "how_much",
    asksForWork: kind === undefined ? WORK.test(question) : KINDS_OF_WORK.has(kind),
    negated: CUES.negated.test(question),
  };
}

/*
 * Bounds of features, chosen by hand, not measured apart. The models learned with them, so whoever changes one trains them again.
 */

/** A sentence with more of the question's words, by rarity, has nearly all of them. */
const FULL_COVERAGE = 0.8;
/** Where the feature of length is 0: 16 words, as a logarithm to base 2. It only moves the model's constant. */
const MIDDLE_LENGTH = 4;
/** A sentence of more words is long. */
const LONG = 45;

/** What the model of relevance looks at. */
export function relevanceFeatures(candidate: Candidate, question: QuestionCues): Features {
  const { roles, text } = candidate;
  const words = text.split(" ").length;
  const cues = cuesOf(text);
  return {
    words: candidate.words,
    coverage: candidate.coverage,
    full_coverage: candidate.coverage > FULL_COVERAGE ? 1 : 0,
    paper_coverage: candidate.paperCoverage,
    document: candidate.document,
    top_document: candidate.document === 1 ? 1 : 0,
    cosine: candidate.cosine ?? 0,
    cosine_gap: candidate.cosineGap,
    ...Object.fromEntries(Object.entries(roles).map(([role, share]) => [`role_${role}`, share])),
    outcome_share: candidate.outcomeShare,
    position: candidate.position,
    length: Math.log2(words) - MIDDLE_LENGTH,
    long: words > LONG ? 1 : 0,
    leans: cues.has("leans") ? 1 : 0,
    turns: cues.has("turns") ? 1 : 0,
    figures: cues.has("digits") ? 1 : 0,
    measured: cues.has("percent") || cues.has("statistic") || cues.has("decimal") ? 1 : 0,
    comparison: cues.has("outperforms") || cues.has("changes") ? 1 : 0,
    negated: cues.has("negated") ? 1 : 0,
    both_negated: question.negated && cues.has("negated") ? 1 : 0,
    amount_measured: question.amount && cues.has("digits") ? 1 : 0,
    work_aim: question.asksForWork ? roles.aim : 0,
    work_method: question.asksForWork ? roles.method : 0,
    work_outcome: question.asksForWork ? outcome(roles) : 0,
  };
}
