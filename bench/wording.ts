import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { sharedWords, wordingDifferences } from "../src/citations/wording-differences.ts";
import { rounded } from "../src/shared/rounding.ts";

interface MarkedClaim {
  claim: string;
  label: "SUPPORT" | "CONTRADICT";
  /** Sentences that people marked as evidence for or against it. */
  sentences: string[];
}

/** How many claims away the stranger is whose evidence a claim is set beside. */
const STRANGER = 31;

/**
 * How often each flag on a model's wording falls on claims that their evidence supports, and on claims that it contradicts; and which share of
 * words claims have in common with their own evidence and with a stranger's: `npm run bench -- wording EVIDENCE.jsonl` (SciFact's claims).
 */
export async function run([file]: string[]): Promise<void> {
  if (!file) throw new Error("usage: npm run bench -- wording EVIDENCE.jsonl");
  const claims = readFileSync(resolve(file), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as MarkedClaim);
  for (const label of ["SUPPORT", "CONTRADICT"] as const) {
    const of = claims.filter((claim) => claim.label === label);
    const flags = of.flatMap(({ claim, sentences }) => wordingDifferences(claim, sentences, []));
    const counts = [...new Set(flags)].map((flag) => [flag, share(flags.filter((other) => other === flag).length, of.length)]);
    console.log(label, of.length, Object.fromEntries(counts));
  }
  const supported = claims.filter((claim) => claim.label === "SUPPORT");
  const own = supported.map(({ claim, sentences }) => sharedWords(claim, sentences));
  const strangers = claims.map(({ claim }, index) => sharedWords(claim, claims[(index + STRANGER) % claims.length]!.sentences));
  for (const least of [0.1, 0.25]) {
    const below = (shares: readonly number[]) => share(shares.filter((value) => value < least).length, shares.length);
    console.log(`below ${least} of the words in common: own evidence ${below(own)}, a stranger's ${below(strangers)}`);
  }
}

function share(count: number, of: number): number {
  return rounded(count / of, 3);
}
