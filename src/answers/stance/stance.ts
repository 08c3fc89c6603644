import { linear, type LinearWeights } from "../extractive/linear.ts";
import { logistic } from "../../shared/logistic.ts";
import { readComparison } from "../question/comparison.ts";
import type { ReadQuestion } from "../question/schema.ts";
import { BY_ORDER, favoredSide } from "./comparison-stance.ts";
import { polarityFeatures, relevanceFeatures } from "./features.ts";
import { stanceText, type StanceText } from "./stance-text.ts";
import model from "./stance-model.json" with { type: "json" };

export interface Stance {
  stance: "supports" | "against" | "none";
  /** Of what is said, or of the likelier way where nothing is; 0 to 1. */
  confidence: number;
}

export interface StanceModel {
  relevance: LinearWeights;
  polarity: LinearWeights;
  /** The lowest probabilities at which something is said. */
  minimum: { relevance: number; supports: number; against: number };
}

/**
 * What a sentence says to a claim or to a question that asks for a yes or no. The question's own text is better than its reading, which
 * has lost the order of its words. `supports` is a yes; of a comparison, that the first side does better. `none` where the sentence says
 * nothing to it, and where that is not sure enough.
 */
export function stanceOf(claim: ReadQuestion | string, sentence: string, weights: StanceModel = model): Stance {
  const { text, sides } = claimOf(claim);
  const favored = sides === undefined ? 0 : favoredSide(sides, sentence) * (favoredSide(sides, text) || 1);
  if (favored !== 0) return { stance: favored > 0 ? "supports" : "against", confidence: BY_ORDER };
  const { relevance, against } = stanceChances(stanceText(text), stanceText(sentence), weights);
  const { minimum } = weights;
  const confidence = relevance * Math.max(against, 1 - against);
  if (relevance < minimum.relevance) return { stance: "none", confidence };
  if (against >= minimum.against) return { stance: "against", confidence };
  if (1 - against >= minimum.supports) return { stance: "supports", confidence };
  return { stance: "none", confidence };
}

/** How likely a sentence says anything to a claim, and how likely, if so, the opposite; 0 to 1 each. */
export function stanceChances(
  claim: StanceText,
  sentence: StanceText,
  weights: Pick<StanceModel, "relevance" | "polarity"> = model,
): { relevance: number; against: number } {
  return {
    relevance: logistic(linear(weights.relevance, relevanceFeatures(claim, sentence))),
    against: logistic(linear(weights.polarity, polarityFeatures(claim, sentence))),
  };
}

/** A claim or question as one text with its sides, where it compares two. */
export function claimOf(claim: ReadQuestion | string): { text: string; sides: [string, string] | undefined } {
  if (typeof claim === "string") return { text: claim, sides: readComparison(claim)?.sides };
  const { sides, subject, outcome, constraints } = claim;
  const terms = subject.terms.map((term) => term.text);
  if (sides) return { text: `${sides[0]} is better than ${sides[1]} ${subject.text}`, sides };
  const denied = constraints.negative_results ? "does not" : "";
  const without = constraints.without?.map((what) => `without ${what}`) ?? [];
  const words = [terms[0] ?? "", denied, outcome?.text ?? "", ...terms.slice(1), ...without];
  return { text: words.filter((word) => word !== "").join(" "), sides: undefined };
}
