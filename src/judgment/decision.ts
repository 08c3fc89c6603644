import type { Signal } from "../documents/signal.ts";
import { groupCount } from "./author-groups.ts";
import { ENOUGH, minimumsFor, VERDICTS } from "./constants.ts";
import type { Contribution } from "./contribution.ts";
import type { Figures } from "./figures.ts";
import { standing, type Ground } from "./ground.ts";
import type { Measured } from "./measure.ts";
import { rounded } from "../shared/rounding.ts";
import { shown } from "./shown.ts";
import { GROUPS } from "./groups.ts";
import { RECORD_RULES } from "./record-rules.ts";
import { rankedVerdict, type Ranked, type Verdict } from "./verdict.ts";

export interface Decision {
  verdict: Verdict;
  /** Why this verdict and no other, with its numbers. */
  reason: string;
}

/** The verdict with its reason: what blocks comes first, then whether enough is known, then the figures. Pure. */
export function decide(ground: Ground, measured: readonly Measured[], figures: Figures, coverage: number): Decision {
  const blocked = blockedBy(ground);
  if (blocked !== null) return { verdict: "blocked", reason: blocked };
  const lacking = tooLittle(ground, measured, coverage);
  if (lacking.length > 0)
    return { verdict: "insufficient_evidence", reason: `Too little is known to decide: ${lacking.join("; ")}.` };
  const verdict = rankedVerdict(figures);
  return { verdict, reason: reasonOf(verdict, figures) };
}

function blockedBy(ground: Ground): string | null {
  const { signals } = ground;
  const papers = standing(ground);
  if (papers.length > 0 && papers.every((paper) => paper.retracted)) {
    const said = signals.find((signal) => signal.kind === "retraction");
    return [
      papers.length === 1 ? "The paper was retracted." : "All papers it is based on were retracted.",
      ...(said ? [said.statement] : []),
    ].join(" ");
  }
  const license = signals.find(forbidsUse);
  const free = signals.some((signal) => signal.kind === "code" && signal.polarity === "supports");
  return license && !free ? `Its license forbids use: ${license.statement}` : null;
}

/** A license that forbids use is a signal against code, data or a model whose unit is `license`. */
function forbidsUse({ kind, polarity, unit }: Signal): boolean {
  return ["code", "dataset", "model"].includes(kind) && polarity === "against" && /^licen[cs]e$/iu.test(unit ?? "");
}

function tooLittle(ground: Ground, measured: readonly Measured[], coverage: number): string[] {
  const contributions = measured.flatMap((dimension) => dimension.contributions);
  const groups = groupCount(standing(ground));
  const kinds = kindCount(contributions) + (groups > 1 ? 1 : 0);
  const parties = groups + partyCount(contributions);
  return [
    ...(rounded(coverage, 2) < ENOUGH.coverage ? [`coverage is ${rounded(coverage, 2)} (minimum ${ENOUGH.coverage})`] : []),
    ...(kinds < ENOUGH.kinds ? [`${kinds} ${kinds === 1 ? "kind" : "kinds"} of facts known (minimum ${ENOUGH.kinds})`] : []),
    ...(parties < ENOUGH.parties
      ? [`${parties} independent ${parties === 1 ? "party" : "parties"} (minimum ${ENOUGH.parties})`]
      : []),
  ];
}

/** How many kinds of facts are known. That several groups of authors work on something is one; that a paper has a date is none. */
function kindCount(contributions: readonly Contribution[]): number {
  const told = contributions.filter(({ group }) => group !== RECORD_RULES.recency.group);
  return new Set(told.map(({ signal, group }) => signal?.kind ?? group)).size;
}

/** Who, besides the authors, says something without depending on one another: those who reviewed, awarded, cited, used or paid. */
function partyCount(contributions: readonly Contribution[]): number {
  return new Set(contributions.flatMap(({ group }) => GROUPS[group].party ?? [])).size;
}

/** What the verdict says, with the figures that led to it and those that kept a better one away. */
function reasonOf(verdict: Ranked, figures: Figures): string {
  const { demand, momentum } = figures;
  const [r10, r50] = figures.readiness;
  const ready = `readiness ${shown(r50)} (lower bound ${shown(r10)})`;
  const wanted = demand === null ? "demand unknown" : `demand ${shown(demand[1])}`;
  switch (verdict) {
    case "build_now":
      return `Ready and in demand: ${ready}, ${wanted}.`;
    case "prototype":
      return `Ready enough to prototype, with code, data or models to start from: ${ready}, ${wanted}.`;
    case "watch": {
      const gain =
        (demand?.[1] ?? 0) >= VERDICTS.watch.d50
          ? `In demand (${wanted})`
          : `Gaining attention (momentum ${shown(momentum ?? 0)})`;
      return `${gain}, but not ready to prototype: ${notReady(figures)}.`;
    }
    case "too_early":
      return `Not ready to prototype: ${notReady(figures)}. ${demand === null ? "Demand is unknown." : `Too little demand: ${shown(demand[1])} (minimum ${VERDICTS.watch.d50}).`}`;
  }
}

function notReady({ readiness: [, r50], artifacts, paperCount }: Figures): string {
  if (artifacts === null) return "no code, data or model is known";
  if (r50 < VERDICTS.prototype.r50) return `readiness ${shown(r50)} (minimum ${VERDICTS.prototype.r50})`;
  const lacking =
    paperCount > 1
      ? `too few of the ${paperCount} papers come with their own code, data or models`
      : "no code, data or model is known to be the authors' own";
  return `${lacking} (artifacts ${shown(artifacts)}, minimum ${minimumsFor(paperCount).artifacts})`;
}
