import { minimumsFor, VERDICTS } from "./constants.ts";
import type { Figures } from "./figures.ts";

export type Verdict = "build_now" | "prototype" | "watch" | "too_early" | "insufficient_evidence" | "blocked";

/** A verdict as people read it: “insufficient evidence” for `insufficient_evidence`. */
export function verdictWords(verdict: Verdict): string {
  return verdict.replaceAll("_", " ");
}
/** Those that are read from the figures alone. */
export type Ranked = "build_now" | "prototype" | "watch" | "too_early";

export interface Condition {
  figure: "lower bound of readiness" | "readiness" | "demand" | "artifacts" | "momentum";
  value: number;
  minimum: number;
}

export interface Way {
  verdict: Ranked;
  /** All of them have to hold. */
  conditions: Condition[];
}

/** The ways to each verdict, the best first; the last always holds. Pure. */
export function ways({ readiness: [r10, r50], demand, artifacts, momentum, paperCount }: Figures): Way[] {
  const { build_now: build, prototype, watch } = VERDICTS;
  const minimums = minimumsFor(paperCount);
  const d50 = demand?.[1] ?? 0;
  return [
    {
      verdict: "build_now",
      conditions: [
        { figure: "lower bound of readiness", value: r10, minimum: minimums.r10 },
        { figure: "demand", value: d50, minimum: build.d50 },
      ],
    },
    {
      verdict: "prototype",
      conditions: [
        { figure: "readiness", value: r50, minimum: prototype.r50 },
        { figure: "artifacts", value: artifacts ?? 0, minimum: minimums.artifacts },
      ],
    },
    { verdict: "watch", conditions: [{ figure: "demand", value: d50, minimum: watch.d50 }] },
    {
      verdict: "watch",
      conditions: [
        { figure: "momentum", value: momentum ?? 0, minimum: watch.momentum },
        { figure: "readiness", value: r50, minimum: watch.r50 },
      ],
    },
    { verdict: "too_early", conditions: [] },
  ];
}

export function holds({ conditions }: Way): boolean {
  return conditions.every(({ value, minimum }) => value >= minimum);
}

/** The verdict that the figures alone lead to: the first of whose ways all conditions hold. */
export function rankedVerdict(figures: Figures): Ranked {
  return ways(figures).find(holds)!.verdict;
}
