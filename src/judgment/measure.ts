import { betaQuantile } from "./beta.ts";
import { DIMENSIONS, FAILED_REPRODUCTION_FACTOR, INTERVAL, UNKNOWN, type DimensionName } from "./constants.ts";
import type { Contribution } from "./contribution.ts";
import { notKnown, rationale } from "./rationale.ts";
import { shown } from "./shown.ts";
import { acrossOf, GROUPS, type Group } from "./groups.ts";
import { RECORD_RULES } from "./record-rules.ts";
import { countsOf, saidBy, shareOfPapers, type Sum, type Tally } from "./tally.ts";

/** A dimension's score alone: null means unknown, which is not zero. */
export interface Score {
  name: DimensionName;
  score: number | null;
  /** Interval of the score, from the quantile `INTERVAL.low` to `INTERVAL.high`; of an unknown one, that of the uniform prior. */
  interval: [number, number];
}

/** A dimension before it is cited. */
export interface Measured extends Score {
  /** Whether more is known than the dates of the papers. */
  known: boolean;
  rationale: string;
  formula: string;
  contributions: Contribution[];
}

/** Measures every dimension of a set of papers. Pure. */
export function measure(tally: Tally): Measured[] {
  return scores(tally).map((score) => {
    const { name } = score;
    const own = tally.contributions.filter(({ group }) => GROUPS[group].dimension === name);
    if (score.score === null)
      return { ...score, known: false, rationale: notKnown(name), formula: "unknown: the uniform prior", contributions: [] };
    return {
      ...score,
      known: own.some(({ group }) => group !== RECORD_RULES.recency.group),
      rationale: rationale(sums(name, tally, 0), sums(name, tally, 1), own, tally.paperCount),
      formula: formulaOf(score, tally),
      contributions: own.filter(({ signal, quote }) => signal ?? quote),
    };
  });
}

/** The scores of a set of papers, or of the set `without` one of them; as `measure`, but without words. */
export function scores(tally: Tally, without?: string): Score[] {
  return DIMENSIONS.map((name) => {
    const known = tally.known.get(name)!;
    const left = without !== undefined && known.has(without) ? known.size - 1 : known.size;
    if (left === 0) return { name, score: null, interval: [UNKNOWN.low, UNKNOWN.high] };
    const [s, f] = strength(name, tally, without);
    const factor = name === "evidence" ? failureFactor(tally, without) : 1;
    return {
      name,
      score: (factor * (1 + s)) / (2 + s + f),
      interval: [factor * betaQuantile(s, f, INTERVAL.low), factor * betaQuantile(s, f, INTERVAL.high)],
    };
  });
}

/** What counts for a dimension and against it, in successes and failures of a Beta distribution that starts uniform. */
function strength(name: DimensionName, tally: Tally, without?: string): [s: number, f: number] {
  let [s, f] = [0, 0];
  for (const group of groupsOf(name, tally)) {
    const [inFavor, against] = saidBy(group, tally, without);
    s += inFavor;
    f += against;
  }
  return [s, f];
}

/** Failed reproductions halve the evidence of the papers that they are about. */
function failureFactor(tally: Tally, without?: string): number {
  return 1 - (1 - FAILED_REPRODUCTION_FACTOR) * shareOfPapers(tally.failed, tally, without);
}

function groupsOf(name: DimensionName, { shares }: Tally): Group[] {
  return [...shares.keys()].filter((group) => GROUPS[group].dimension === name);
}

function sums(name: DimensionName, tally: Tally, side: 0 | 1): Sum[] {
  return groupsOf(name, tally)
    .map((group) => ({ group, amount: saidBy(group, tally)[side], count: countsOf(group, tally)[side] }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.amount - a.amount || (a.group < b.group ? -1 : 1));
}

function formulaOf({ name, score }: Score, tally: Tally): string {
  const factor = name === "evidence" ? failureFactor(tally) : 1;
  const terms = ([0, 1] as const).map((side) => {
    const list = sums(name, tally, side);
    return list.length === 0 ? "0" : list.map(({ group, amount }) => `${shown(amount)} ${group}`).join(" + ");
  });
  const failed = factor === 1 ? "" : `${shown(factor)} (a reproduction failed) × `;
  const averaged = tally.paperCount > 1 && groupsOf(name, tally).some((group) => acrossOf(group) === "average");
  const over = averaged ? `, averaged over ${tally.paperCount} papers` : "";
  return `${failed}(1 + s)/(2 + s + f) = ${shown(score!)} with s = ${terms[0]}, f = ${terms[1]}${over}`;
}
