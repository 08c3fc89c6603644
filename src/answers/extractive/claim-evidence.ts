import { sum } from "../../shared/sum.ts";
import { stanceChances } from "../stance/stance.ts";
import { stanceText } from "../stance/stance-text.ts";
import type { RankedPassage } from "./ranked-passages.ts";

/**
 * What makes a sentence evidence on a claim, for it or against it, with weights that add up to 1 but for what scales them to the grades of questions: logistic regression over pairs of sentences of one claim, of which
 * people marked one as evidence (SciFact, 253 claims for tuning). Of the other 252 a marked sentence comes first for .663 instead of .635, among five for .889 instead of .897; in two folds of those it learned from for .62 instead of .61.
 */
const WEIGHTS = { grade: 0.325, relevance: 0.25, speaks: 0.16, says: 0.15, cosine: 0.165, result: 0.07 } as const;

/** How good evidence on a claim a sentence is that was read together with it, 0 to 1, given the share of an outright answer that trees predict of it. Pure. */
export function claimEvidence(
  { text, relevance, roles, reading, candidate }: RankedPassage,
  grade: number,
  claim: string,
): number {
  const features: Record<keyof typeof WEIGHTS, number> = {
    grade,
    relevance,
    speaks: stanceChances(stanceText(claim), stanceText(text)).relevance,
    says: reading?.says ?? 0,
    cosine: Math.max(0, candidate.cosine ?? 0),
    result: roles.result,
  };
  return Math.min(1, sum(Object.entries(WEIGHTS).map(([name, weight]) => weight * features[name as keyof typeof WEIGHTS])));
}
