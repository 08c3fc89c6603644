import { DIMENSION_WEIGHTS, UNKNOWN, type DimensionName } from "./constants.ts";
import { figuresOf } from "./figures.ts";
import type { Score } from "./measure.ts";
import { rankedVerdict, verdictWords, type Ranked, type Verdict } from "./verdict.ts";

export interface DecisiveUnknown {
  dimension: DimensionName;
  says: string;
}

const SAME_VERDICT = "; a high or low score would not change the verdict.";

/** Whether knowing it could make a difference to the verdict or to whether there is one. */
export function isDecisive({ says }: DecisiveUnknown): boolean {
  return !says.endsWith(SAME_VERDICT);
}

/** Of the unknown dimensions the one that could move the verdict on so many papers most: by verdict where it could change it, else by weight. Null where all are known. */
export function decisiveUnknown(measured: readonly Score[], paperCount: number, decided: Verdict): DecisiveUnknown | null {
  const unknown = measured
    .filter(({ score }) => score === null)
    .map(({ name }) => name)
    .sort((a, b) => DIMENSION_WEIGHTS[b] - DIMENSION_WEIGHTS[a]);
  const [heaviest] = unknown;
  if (heaviest === undefined) return null;
  if (decided === "insufficient_evidence" || decided === "blocked")
    return {
      dimension: heaviest,
      says: `Nothing is known about ${heaviest}, which makes up ${DIMENSION_WEIGHTS[heaviest]} of the coverage.`,
    };
  const verdictWith = (name: DimensionName, value: number): Ranked =>
    rankedVerdict(
      figuresOf(
        measured.map((score) => (score.name === name ? { ...score, score: value, interval: [value, value] } : score)),
        paperCount,
      ),
    );
  const outcomes = unknown.map((name) => ({
    name,
    bad: verdictWith(name, UNKNOWN.low),
    good: verdictWith(name, UNKNOWN.high),
  }));
  const deciding = outcomes.find(({ bad, good }) => bad !== good);
  return deciding
    ? {
        dimension: deciding.name,
        says: `Nothing is known about ${deciding.name}: with a high score (${UNKNOWN.high}), the verdict would be ${verdictWords(deciding.good)}; with a low one (${UNKNOWN.low}), ${verdictWords(deciding.bad)}.`,
      }
    : { dimension: heaviest, says: `Nothing is known about ${heaviest}${SAME_VERDICT}` };
}
