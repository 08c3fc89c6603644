import type { Signal } from "../documents/signal.ts";
import type { CitationBook } from "./citation-book.ts";
import { groupCount, measure, type Ground, type Measured } from "./dimensions.ts";
import {
  DEMAND_WEIGHTS,
  DIMENSION_WEIGHTS,
  ENOUGH,
  READINESS_EXPONENTS,
  VERDICTS,
  type DimensionName,
} from "./judgment-constants.ts";

const VERDICT_NAMES = ["build_now", "prototype", "watch", "too_early", "insufficient_evidence", "blocked"] as const;
export type Verdict = (typeof VERDICT_NAMES)[number];

export interface Dimension {
  name: DimensionName;
  /** 0 to 1; null where nothing is known, which is not zero. */
  score: number | null;
  weight: number;
  /** 80 % interval of the score. */
  interval: [number, number];
  rationale: string;
  formula: string;
  citations: number[];
}

export interface Judgment {
  verdict: Verdict;
  /** Why this verdict and no other, with its numbers. */
  reason: string;
  /** 0 to 1: coverage times one minus the width of readiness' interval. */
  confidence: number;
  /** 0 to 1: the weight of the dimensions about which something is known. */
  coverage: number;
  /** Lower bound, middle, upper bound, 0 to 1. */
  readiness: [number, number, number];
  /** 0 to 1; null where nothing of it is known. */
  demand: number | null;
  dimensions: Dimension[];
}

const SIGNALS_CITED_PER_DIMENSION = 4;

/** Judges papers by the signals that bear on them; what each dimension rests on is cited in `book`. Pure but for the book. */
export function judge(ground: Ground, book: CitationBook): Judgment {
  const measured = measure(ground);
  const { verdict, reason, ...numbers } = decide(ground, measured);
  return {
    verdict,
    reason,
    ...numbers,
    dimensions: measured.map((dimension) => ({
      name: dimension.name,
      score: dimension.score === null ? null : rounded(dimension.score),
      weight: DIMENSION_WEIGHTS[dimension.name],
      interval: [rounded(dimension.interval[0]), rounded(dimension.interval[1])],
      rationale: dimension.rationale,
      formula: dimension.formula,
      citations: spread(dimension.signals).map((signal) => book.signal(signal)),
    })),
  };
}

type Decision = Omit<Judgment, "dimensions">;

function decide({ papers, signals }: Ground, measured: Measured[]): Decision {
  const byName = Object.fromEntries(measured.map((dimension) => [dimension.name, dimension])) as Record<DimensionName, Measured>;
  const coverage = measured.reduce((sum, { name, score }) => sum + (score === null ? 0 : DIMENSION_WEIGHTS[name]), 0);
  const readiness = [0, 1, 2].map((bound) => readinessAt(byName, bound as 0 | 1 | 2)) as [number, number, number];
  const demand = demandOf(byName);
  const [r10, r50, r90] = readiness;
  const numbers = {
    coverage: rounded(coverage),
    confidence: rounded(coverage * (1 - (r90 - r10))),
    readiness: [rounded(r10), rounded(r50), rounded(r90)] as [number, number, number],
    demand: demand === null ? null : rounded(demand),
  };
  const says = (verdict: Verdict, reason: string): Decision => ({ verdict, reason, ...numbers });

  if (papers.length > 0 && papers.every((paper) => paper.retracted))
    return says("blocked", "Every paper that it rests on was retracted.");
  const kinds = new Set(signals.map((signal) => signal.kind)).size;
  const groups = groupCount(papers);
  const lacking = [
    ...(coverage < ENOUGH.coverage ? [`coverage is ${numbers.coverage}, below ${ENOUGH.coverage}`] : []),
    ...(kinds < ENOUGH.sourceKinds ? [`${kinds} kinds of signals are known, fewer than ${ENOUGH.sourceKinds}`] : []),
    ...(groups < ENOUGH.groups ? [`${groups} independent group of authors, fewer than ${ENOUGH.groups}`] : []),
  ];
  if (lacking.length > 0) return says("insufficient_evidence", `Too little is known to decide: ${lacking.join("; ")}.`);
  const middle = `readiness ${numbers.readiness[1]} (at least ${numbers.readiness[0]}), demand ${numbers.demand ?? "unknown"}`;
  const { build_now: build, prototype, watch } = VERDICTS;
  if (r10 >= build.r10 && demand !== null && demand >= build.d50) return says("build_now", `Ready and wanted: ${middle}.`);
  if (r50 >= prototype.r50 && (byName.artifacts.score ?? 0) >= prototype.artifacts) {
    return says("prototype", `Ready enough to try, with artifacts at hand: ${middle}.`);
  }
  if ((demand !== null && demand >= watch.d50) || ((byName.momentum.score ?? 0) >= watch.momentum && r50 >= watch.r50)) {
    return says("watch", `Wanted, not ready: ${middle}.`);
  }
  return says("too_early", `Neither ready nor wanted yet: ${middle}.`);
}

/** evidence^.4 · artifacts^.35 · mean(health, feasibility)^.25, at the lower bound (0), the middle (1) or the upper bound (2). */
function readinessAt(byName: Record<DimensionName, Measured>, bound: 0 | 1 | 2): number {
  const at = ({ score, interval }: Measured) => (bound === 0 ? interval[0] : bound === 2 ? interval[1] : (score ?? 0.5));
  const upkeep = (at(byName.health) + at(byName.feasibility)) / 2;
  return (
    at(byName.evidence) ** READINESS_EXPONENTS.evidence *
    at(byName.artifacts) ** READINESS_EXPONENTS.artifacts *
    upkeep ** READINESS_EXPONENTS.upkeep
  );
}

function demandOf(byName: Record<DimensionName, Measured>): number | null {
  const known = (["momentum", "adoption", "pull"] as const).filter((name) => byName[name].score !== null);
  const weight = known.reduce((sum, name) => sum + DEMAND_WEIGHTS[name], 0);
  return weight === 0 ? null : known.reduce((sum, name) => sum + DEMAND_WEIGHTS[name] * (byName[name].score ?? 0), 0) / weight;
}

/** A few signals that show what a dimension rests on: those against first, then one of each kind, newest first. */
function spread(signals: readonly Signal[]): Signal[] {
  const order = [...signals].sort((a, b) =>
    a.observed_at < b.observed_at ? 1 : a.observed_at > b.observed_at ? -1 : a.signal_id < b.signal_id ? -1 : 1,
  );
  const against = order.filter((signal) => signal.polarity === "against");
  const firstOfKind = order.filter((signal, index) => order.findIndex((other) => other.kind === signal.kind) === index);
  return [...new Set([...against, ...firstOfKind, ...order])].slice(0, SIGNALS_CITED_PER_DIMENSION);
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
