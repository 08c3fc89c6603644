import { sum } from "../../shared/sum.ts";
import { stanceChances } from "../stance/stance.ts";
import { stanceText } from "../stance/stance-text.ts";
import claims from "./claim-evidence.json" with { type: "json" };
import type { RankedPassage } from "./ranked-passages.ts";

/**
 * What makes a sentence evidence on a claim, for it or against it, with weights that add up to 1 but for what scales them to the grades of questions: logistic regression over pairs of sentences of one claim, of which
 * people marked one as evidence (SciFact, 253 claims for tuning, read by a model of claims that had not seen them). Of the 232 other claims with a marked sentence among those read one comes first for .733 instead of .651 by the grade alone, among five for .961 instead of .914. `models/sentences/train.py claims` fits them.
 */
const WEIGHTS = claims.weights;

/** How good evidence on a claim a sentence is that was read together with it, 0 to 1, given the share of an outright answer that trees predict of it. Pure. */
export function claimEvidence(passage: RankedPassage, grade: number, claim: string): number {
  const features = claimFeatures(passage, grade, claim);
  return Math.min(1, sum(CLAIM_FEATURES.map((name) => WEIGHTS[name] * features[name])));
}

export const CLAIM_FEATURES = ["grade", "relevance", "speaks", "says", "cosine", "result"] as const;

/** What speaks for a sentence as evidence on a claim, each 0 to 1; `grade` as above. Pure. */
export function claimFeatures(
  { text, relevance, roles, reading, candidate }: RankedPassage,
  grade: number,
  claim: string,
): Record<(typeof CLAIM_FEATURES)[number], number> {
  return {
    grade,
    relevance,
    speaks: stanceChances(stanceText(claim), stanceText(text)).relevance,
    says: reading?.says ?? 0,
    cosine: Math.max(0, candidate.cosine ?? 0),
    result: roles.result,
  };
}
