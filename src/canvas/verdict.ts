import type { Measured } from "./dimensions.ts";
import { DEMAND_WEIGHTS, READINESS_EXPONENTS, VERDICTS, type DimensionName } from "./judgment-constants.ts";

export type Verdict = "build_now" | "prototype" | "watch" | "too_early" | "insufficient_evidence" | "blocked";
type Ranked = "build_now" | "prototype" | "watch" | "too_early";

/** The figures that the verdict is read from, 0 to 1. */
export interface Figures {
  /** Lower bound, middle, upper bound. */
  readiness: [number, number, number];
  /** Likewise; null where nothing of it is known. */
  demand: [number, number, number] | null;
  artifacts: number | null;
  momentum: number | null;
}

type ByName = Record<DimensionName, Measured>;

/** Pure. An unknown dimension enters with the uniform prior: .1, .5, .9. */
export function figuresOf(measured: readonly Measured[]): Figures {
  const byName = Object.fromEntries(measured.map((dimension) => [dimension.name, dimension])) as ByName;
  const bounds = <Value>(value: (bound: 0 | 1 | 2) => Value): [Value, Value, Value] => [value(0), value(1), value(2)];
  const known = (["momentum", "adoption", "pull"] as const).some((name) => byName[name].score !== null);
  return {
    readiness: bounds((bound) => readinessAt(byName, bound)),
    demand: known ? bounds((bound) => demandAt(byName, bound)) : null,
    artifacts: byName.artifacts.score,
    momentum: byName.momentum.score,
  };
}

/** A dimension at the lower bound (0), the middle (1) or the upper bound (2). */
export function at({ score, interval }: Pick<Measured, "score" | "interval">, bound: 0 | 1 | 2): number {
  return bound === 0 ? interval[0] : bound === 2 ? interval[1] : (score ?? 0.5);
}

/** evidence^.4 · artifacts^.35 · mean(health, feasibility)^.25 */
function readinessAt(byName: ByName, bound: 0 | 1 | 2): number {
  const upkeep = (at(byName.health, bound) + at(byName.feasibility, bound)) / 2;
  return (
    at(byName.evidence, bound) ** READINESS_EXPONENTS.evidence *
    at(byName.artifacts, bound) ** READINESS_EXPONENTS.artifacts *
    upkeep ** READINESS_EXPONENTS.upkeep
  );
}

/** .35 momentum + .45 adoption + .2 pull */
function demandAt(byName: ByName, bound: 0 | 1 | 2): number {
  return (Object.keys(DEMAND_WEIGHTS) as (keyof typeof DEMAND_WEIGHTS)[]).reduce(
    (sum, name) => sum + DEMAND_WEIGHTS[name] * at(byName[name], bound),
    0,
  );
}

interface Condition {
  figure: string;
  value: number;
  least: number;
}

interface Way {
  verdict: Ranked;
  /** All of them have to hold. */
  conditions: Condition[];
}

/** The ways to each verdict, the best first. */
function ways({ readiness: [r10, r50], demand, artifacts, momentum }: Figures): Way[] {
  const { build_now: build, prototype, watch } = VERDICTS;
  const d50 = demand?.[1] ?? 0;
  return [
    {
      verdict: "build_now",
      conditions: [condition("lower bound of readiness", r10, build.r10), condition("demand", d50, build.d50)],
    },
    {
      verdict: "prototype",
      conditions: [condition("readiness", r50, prototype.r50), condition("artifacts", artifacts ?? 0, prototype.artifacts)],
    },
    { verdict: "watch", conditions: [condition("demand", d50, watch.d50)] },
    {
      verdict: "watch",
      conditions: [condition("momentum", momentum ?? 0, watch.momentum), condition("readiness", r50, watch.r50)],
    },
    { verdict: "too_early", conditions: [] },
  ];
}

function condition(figure: string, value: number, least: number): Condition {
  return { figure, value, least };
}

function holds({ conditions }: Way): boolean {
  return conditions.every(({ value, least }) => value >= least);
}

/** The verdict that the figures alone lead to: the first of whose ways all conditions hold. */
export function rankedVerdict(figures: Figures): Ranked {
  return ways(figures).find(holds)!.verdict;
}

export interface Margin {
  /** The other verdict that is nearest. */
  to: Verdict;
  /** How far the figure that is furthest away has to move, 0 to 1. */
  by: number;
  /** In words, with the figures. */
  says: string;
}

/** The nearest other verdict, up or down, and how far off it is. */
export function marginOf(figures: Figures): Margin {
  const all = ways(figures);
  const taken = all.findIndex(holds);
  const verdict = all[taken].verdict;
  const better = all.slice(0, taken).filter((way) => way.verdict !== verdict);
  const up: Margin[] = better.map((way) => {
    const missing = way.conditions.filter(({ value, least }) => value < least);
    return {
      to: way.verdict,
      by: Math.max(...missing.map(({ value, least }) => least - value)),
      says: `${way.verdict} needs ${missing.map(({ figure, value, least }) => `${figure} ${least}, not ${justBelow(value, least)}`).join(" and ")}`,
    };
  });
  const slack = Math.max(
    ...all
      .filter((way) => way.verdict === verdict)
      .map(({ conditions }) => Math.min(...conditions.map(({ value, least }) => value - least))),
  );
  const below = all.find((way, index) => index > taken && way.verdict !== verdict && holds(way));
  const down: Margin[] = below
    ? [{ to: below.verdict, by: slack, says: `it falls to ${below.verdict} once a figure is ${visible(slack)} lower` }]
    : [];
  const nearest = [...up, ...down].sort((a, b) => a.by - b.by)[0];
  return { ...nearest, by: Math.round(nearest.by * 100) / 100 };
}

/** A distance with as many digits as it takes to see it. */
function visible(value: number): string {
  return String([100, 1_000, 10_000].map((unit) => Math.round(value * unit) / unit).find((rounded) => rounded > 0) ?? 0);
}

/** A figure that is too low, with as many digits as it takes to see it. */
function justBelow(value: number, least: number): string {
  return (
    [100, 1_000, 10_000]
      .map((unit) => Math.round(value * unit) / unit)
      .find((rounded) => rounded < least)
      ?.toString() ?? "just less"
  );
}
