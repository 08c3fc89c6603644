import { DEMAND_WEIGHTS, READINESS_EXPONENTS, UNKNOWN, type DimensionName } from "./constants.ts";
import type { Score } from "./measure.ts";
import { shown } from "./shown.ts";

/** The figures that the verdict is read from, 0 to 1. */
export interface Figures {
  /** Lower bound, middle, upper bound. */
  readiness: [number, number, number];
  /** Likewise; null where nothing of it is known. */
  demand: [number, number, number] | null;
  artifacts: number | null;
  momentum: number | null;
  /** How many papers are judged together. */
  paperCount: number;
}

/** Lower bound, middle or upper bound. */
type Bound = 0 | 1 | 2;
/** A dimension's value, or its value in print. */
type Of<Value> = (name: DimensionName) => Value;

const DEMAND = Object.keys(DEMAND_WEIGHTS) as (keyof typeof DEMAND_WEIGHTS)[];

/** Readiness and demand of the measured dimensions of so many papers; an unknown one enters with the uniform prior. Pure. */
export function figuresOf(measured: readonly Score[], paperCount: number): Figures {
  const byName = named(measured);
  const bounds = (value: (of: Of<number>) => number): [number, number, number] => {
    const at = (bound: Bound) => value((name) => valueAt(byName[name], bound));
    return [at(0), at(1), at(2)];
  };
  return {
    readiness: bounds(readiness),
    demand: DEMAND.some((name) => byName[name].score !== null) ? bounds(demand) : null,
    artifacts: byName.artifacts.score,
    momentum: byName.momentum.score,
    paperCount,
  };
}

function readiness(of: Of<number>): number {
  const { evidence, artifacts, upkeep } = READINESS_EXPONENTS;
  return of("evidence") ** evidence * of("artifacts") ** artifacts * ((of("health") + of("feasibility")) / 2) ** upkeep;
}

function demand(of: Of<number>): number {
  return DEMAND.reduce((sum, name) => sum + DEMAND_WEIGHTS[name] * of(name), 0);
}

/** Readiness and demand as they are computed, with names or numbers for the dimensions: `evidence^0.4 · …`. */
export function formulas(of: Of<string>): { readiness: string; demand: string } {
  const { evidence, artifacts, upkeep } = READINESS_EXPONENTS;
  return {
    readiness: `${of("evidence")}^${evidence} · ${of("artifacts")}^${artifacts} · mean(${of("health")}, ${of("feasibility")})^${upkeep}`,
    demand: DEMAND.map((name) => `${DEMAND_WEIGHTS[name]} · ${of(name)}`).join(" + "),
  };
}

/** Readiness and demand with the numbers in them. */
export function formulaOf(measured: readonly Score[], figures: Figures): string {
  const byName = named(measured);
  const printed = formulas((name) => shown(valueAt(byName[name], 1)));
  return [
    `readiness = ${printed.readiness} = ${shown(figures.readiness[1])}`,
    figures.demand === null ? "demand unknown" : `demand = ${printed.demand} = ${shown(figures.demand[1])}`,
    `unknown dimensions count as ${UNKNOWN.middle}`,
  ].join("; ");
}

function valueAt({ score, interval }: Score, bound: Bound): number {
  if (bound === 1) return score ?? UNKNOWN.middle;
  return bound === 0 ? interval[0] : interval[1];
}

function named(measured: readonly Score[]): Record<DimensionName, Score> {
  return Object.fromEntries(measured.map((dimension) => [dimension.name, dimension])) as Record<DimensionName, Score>;
}
