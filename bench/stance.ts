import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { counterEvidenceOf } from "../src/answers/stance/counter.ts";
import { polarityFeatures, relevanceFeatures } from "../src/answers/stance/features.ts";
import { stanceText } from "../src/answers/stance/stance-text.ts";
import { stanceOf, type Stance, type StanceModel } from "../src/answers/stance/stance.ts";
import { fitLogistic } from "./stance/logistic-regression.ts";
import { healthverPairs, lines, pubmedqaPairs, scifactPairs, type MarkedPair } from "./stance/pairs.ts";

const MODEL = join(import.meta.dirname, "../src/answers/stance/stance-model.json");
const OWN_PAIRS = join(import.meta.dirname, "stance/nlp-pairs.jsonl");

/** HealthVer's claims are everyday speech and its evidence often only hints: it counts less than sentences that were marked one by one. */
const RELEVANCE_WEIGHT = { scifact: 1, healthver: 0.3, pubmedqa: 0 };
const POLARITY_WEIGHT = { scifact: 1, healthver: 1, pubmedqa: 1 };
const RELEVANCE_PENALTY = 1;
const POLARITY_PENALTY = 3;
/** Chosen on the tuning halves of SciFact and PubMedQA: among sentences that speak to their claim `against` is right for .80 at least, `supports` for .85. */
const MINIMUM = { relevance: 0.2, supports: 0.74, against: 0.6 };

/**
 * Measures `stanceOf`, or first trains its model on the tuning halves: `npm run bench -- stance DATA [--train]`. DATA holds
 * `collections/scifact`, `stance/healthver-dev.csv` and `answers/pubmedqa-dev.jsonl`. Prints, for each set's half for reporting, how many
 * of what was called `supports` and `against` was right (unmarked sentences of the same abstract count as wrong), how much was found, and
 * the same among the sentences that speak to their claim.
 */
export async function run(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { train: { type: "boolean", default: false } },
  });
  const [data] = positionals;
  if (data === undefined) throw new Error("usage: npm run bench -- stance DATA [--train]");
  const pairs = [...scifactPairs(data), ...healthverPairs(data), ...pubmedqaPairs(data)];
  let weights: StanceModel | undefined;
  if (values.train) {
    weights = train(pairs.filter(({ half }) => half === "tune"));
    writeFileSync(MODEL, `${JSON.stringify(weights, null, 2)}\n`);
  }
  for (const half of ["tune", "report"] as const)
    for (const set of ["scifact", "healthver", "pubmedqa"] as const) {
      const of = pairs.filter((pair) => pair.set === set && pair.half === half);
      const told = of.map((pair) => ({ ...pair, told: stanceOf(pair.claim, pair.sentence, weights) }));
      print(`${set} ${half}, all sentences`, told);
      print(
        `${set} ${half}, sentences that speak to the claim`,
        told.filter(({ stance }) => stance !== "none"),
      );
    }
  for (const half of ["tune", "report"] as const)
    printCounterEvidence(
      half,
      pairs.filter((pair) => pair.set === "scifact" && pair.half === half),
    );
  const own = lines<{ question: string; sentence: string; stance: Stance["stance"] }>(OWN_PAIRS);
  print(
    "own pairs on language technology",
    own.map((pair) => ({ ...pair, told: stanceOf(pair.question, pair.sentence, weights) })),
  );
}

function train(pairs: readonly MarkedPair[]): StanceModel {
  const read = pairs.map((pair) => ({ ...pair, texts: [stanceText(pair.claim), stanceText(pair.sentence)] as const }));
  const relevance = read.map(({ texts, stance, set }) => ({
    features: relevanceFeatures(...texts),
    positive: stance !== "none",
    weight: RELEVANCE_WEIGHT[set],
  }));
  const polarity = read
    .filter(({ stance }) => stance !== "none")
    .map(({ texts, stance, set }) => ({
      features: polarityFeatures(...texts),
      positive: stance === "against",
      weight: POLARITY_WEIGHT[set],
    }));
  return {
    relevance: fitLogistic(relevance, RELEVANCE_PENALTY),
    polarity: fitLogistic(polarity, POLARITY_PENALTY),
    minimum: MINIMUM,
  };
}

/**
 * Of the contradicted claims of SciFact, how many get a marked sentence shown as counter-evidence, and how much of what is shown is such a
 * sentence; only the papers that people judged for a claim are offered, so nothing is lost by a search.
 */
function printCounterEvidence(half: MarkedPair["half"], pairs: readonly MarkedPair[]): void {
  const shown = [...Map.groupBy(pairs, ({ claim }) => claim).entries()].map(([claim, of]) => {
    const passages = of.map((pair) => ({ ...pair, paper_id: pair.paper!, text: pair.sentence }));
    const found = counterEvidenceOf(claim, passages);
    return {
      contradicted: of.some(({ stance }) => stance === "against"),
      shown: found.length,
      right: found.filter(({ passage }) => passage.stance === "against").length,
    };
  });
  const contradicted = shown.filter((claim) => claim.contradicted);
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const [right, all] = [sum(shown.map((claim) => claim.right)), sum(shown.map((claim) => claim.shown))];
  const met = contradicted.filter((claim) => claim.right > 0).length;
  console.log(
    `counter-evidence ${half}: ${right} of ${all} shown are right (${share(right, all)}), for ${met} of ${contradicted.length} contradicted claims (${share(met, contradicted.length)})`,
  );
}

function print(name: string, told: readonly { stance: Stance["stance"]; told: Stance }[]): void {
  const figures = (["supports", "against"] as const).map((stance) => {
    const called = told.filter((pair) => pair.told.stance === stance);
    const right = called.filter((pair) => pair.stance === stance).length;
    const all = told.filter((pair) => pair.stance === stance).length;
    return `${stance} ${right} of ${called.length} right (${share(right, called.length)}), ${share(right, all)} of ${all} found`;
  });
  console.log(`${name}: ${figures.join("; ")}`);
}

function share(count: number, of: number): string {
  return of === 0 ? "–" : (count / of).toFixed(3);
}
