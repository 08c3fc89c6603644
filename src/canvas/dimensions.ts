import type { Paper } from "../documents/paper.ts";
import type { Signal } from "../documents/signal.ts";
import type { SignalKind } from "../documents/signal-kinds.ts";
import { betaQuantile } from "./beta.ts";
import { CITATION_SHRINKAGE, DIMENSIONS, EVIDENCE_ITEMS, HALF, INTERVAL, type DimensionName } from "./judgment-constants.ts";
import { joined } from "./wording.ts";

/** What is judged: papers, and the signals that bear on them, each once. */
export interface Ground {
  papers: readonly Paper[];
  signals: readonly Signal[];
}

/** A dimension before it is cited: null scores mean unknown, which is not zero. */
export interface Measured {
  name: DimensionName;
  score: number | null;
  /** 80 % interval of the score; of an unknown one, that of the uniform prior. */
  interval: [number, number];
  rationale: string;
  formula: string;
  signals: Signal[];
}

/** Measures every dimension on the ground given. Pure; neither order nor repetition of signals changes the result. */
export function measure({ papers, signals }: Ground): Measured[] {
  const unique = [...new Map(signals.map((signal) => [signal.signal_id, signal])).values()].sort((a, b) =>
    a.signal_id < b.signal_id ? -1 : 1,
  );
  const of = (...kinds: SignalKind[]) => unique.filter((signal) => kinds.includes(signal.kind));
  const measures: Record<DimensionName, () => Measured> = {
    evidence: () => evidence(papers, of("award", "acceptance", "review", "reproduction", "erratum", "retraction")),
    artifacts: () => artifacts(of("code", "dataset", "model")),
    adoption: () => adoption(of("adoption", "product", "patent", "standard")),
    momentum: () => momentum(of("citation")),
    health: () => unknown("health", "No signal tells how well the software is kept (last commit, releases, contributors)."),
    feasibility: () => unknown("feasibility", "No signal tells what it costs to run (compute, data, licence fees)."),
    pull: () => pull(of("funding", "hiring", "product", "news")),
  };
  return DIMENSIONS.map((name) => measures[name]());
}

/** v against the value at which it counts one half: ln(1+v)/(ln(1+v)+ln(1+half)), 0 to 1. */
export function saturation(value: number, half: number): number {
  const grown = Math.log1p(Math.max(0, value));
  return grown / (grown + Math.log1p(half));
}

function evidence(papers: readonly Paper[], signals: Signal[]): Measured {
  const items = signals.flatMap((signal) => {
    const score = evidenceItem(signal);
    return score === null ? [] : [{ signal, score }];
  });
  if (items.length === 0)
    return unknown("evidence", "No review, acceptance, award, reproduction, erratum or retraction is known.");
  const groups = groupCount(papers);
  const groupItem = groups >= 2 ? EVIDENCE_ITEMS.severalGroups : EVIDENCE_ITEMS.oneGroup;
  const scores = [...items.map((item) => item.score), groupItem];
  const failed = signals.filter((signal) => signal.kind === "reproduction" && signal.polarity === "against");
  const factor = EVIDENCE_ITEMS.failedReproductionFactor ** Math.min(1, failed.length);
  return known("evidence", scores, factor, {
    rationale: `${tally(signals)}; ${groups === 1 ? "one group of authors" : `${groups} independent groups of authors`}.`,
    formula: `mean(${scores.map(shown).join(", ")})${factor === 1 ? "" : ` × ${factor} for a failed reproduction`}`,
    signals,
  });
}

function evidenceItem(signal: Signal): number | null {
  const against = signal.polarity === "against";
  switch (signal.kind) {
    case "award":
      return EVIDENCE_ITEMS.award;
    case "acceptance":
      return against ? EVIDENCE_ITEMS.rejected : EVIDENCE_ITEMS.accepted;
    case "reproduction":
      return against ? null : EVIDENCE_ITEMS.reproduced;
    case "erratum":
      return EVIDENCE_ITEMS.erratum;
    case "review":
      return reviewScore(signal);
    default:
      return null;
  }
}

/** A rating as a share of its scale: `rating of 10`, `percentile`; null where the unit names no scale. */
function reviewScore({ value, unit }: Signal): number | null {
  if (value === null || unit === null) return null;
  if (/percentile/iu.test(unit)) return Math.min(1, Math.max(0, value / 100));
  const scale = Number(/\bof (\d+)\b/u.exec(unit)?.[1] ?? Number.NaN);
  return Number.isNaN(scale) || scale < 2 ? null : Math.min(1, Math.max(0, (value - 1) / (scale - 1)));
}

function artifacts(signals: Signal[]): Measured {
  if (signals.length === 0)
    return unknown("artifacts", "No code, data set or model is known; none may exist, or none was looked for.");
  const withKind = (kind: SignalKind) =>
    new Set(signals.filter((signal) => signal.kind === kind).flatMap((signal) => signal.paper_ids)).size;
  const code = withKind("code");
  const other = new Set(signals.filter((signal) => signal.kind !== "code").flatMap((signal) => signal.paper_ids)).size;
  const parts = [
    ...(code > 0 ? [`code of ${code} ${code === 1 ? "paper" : "papers"}`] : []),
    ...(other > 0 ? [`data sets or models of ${other}`] : []),
  ];
  const scores = [
    ...(code > 0 ? [0.5 + 0.5 * saturation(code, HALF.artifacts)] : []),
    ...(other > 0 ? [saturation(other, HALF.artifacts)] : []),
  ];
  return known("artifacts", scores, 1, {
    rationale: `Known: ${joined(parts)}.`,
    formula: `mean(${[
      ...(code > 0 ? [`0.5 + 0.5·s(${code}, ${HALF.artifacts})`] : []),
      ...(other > 0 ? [`s(${other}, ${HALF.artifacts})`] : []),
    ].join(", ")}), s(v, h) = ln(1+v)/(ln(1+v)+ln(1+h))`,
    signals,
  });
}

function adoption(signals: Signal[]): Measured {
  if (signals.length === 0) return unknown("adoption", "No use by others is known (dependents, downloads, products, patents).");
  const stars = signals.filter((signal) => /stars?/iu.test(signal.unit ?? ""));
  const mostStars = Math.min(HALF.starsCap, Math.max(0, ...stars.map((signal) => signal.value ?? 0)));
  const use = signals.filter((signal) => !stars.includes(signal));
  const scores = [
    ...(stars.length > 0 ? [saturation(mostStars, HALF.stars)] : []),
    ...(use.length > 0 ? [saturation(use.length, HALF.use)] : []),
  ];
  return known("adoption", scores, 1, {
    rationale: `${tally(signals)}${stars.length > 0 ? `; most stars of a repository: ${Math.round(mostStars)}` : ""}.`,
    formula: `mean(${[...(stars.length > 0 ? [`s(${Math.round(mostStars)}, ${HALF.stars})`] : []), ...(use.length > 0 ? [`s(${use.length}, ${HALF.use})`] : [])].join(", ")})`,
    signals,
  });
}

/** Growth of citations over the last observed stretch against the average before it, both a year: (c+3)/(e+3), then r/(1+r). */
function momentum(signals: Signal[]): Measured {
  const grown = signals.flatMap((signal) => {
    const rate = growth(signal);
    return rate === null ? [] : [{ signal, ...rate }];
  });
  if (grown.length === 0) return unknown("momentum", "No citation count is known at two dates, so growth cannot be told.");
  const scores = grown.map(({ recent, before }) => {
    const ratio = (recent + CITATION_SHRINKAGE) / (before + CITATION_SHRINKAGE);
    return ratio / (1 + ratio);
  });
  const sum = (key: "recent" | "before") => Math.round(grown.reduce((total, item) => total + item[key], 0));
  return known("momentum", scores, 1, {
    rationale: `Citations a year of ${grown.length} ${grown.length === 1 ? "paper" : "papers"}: ${sum("recent")} lately, ${sum("before")} on average before.`,
    formula: `mean of r/(1+r), r = (recent + ${CITATION_SHRINKAGE})/(before + ${CITATION_SHRINKAGE}), a paper each`,
    signals: grown.map((item) => item.signal),
  });
}

const YEAR_MS = 365.25 * 86_400_000;

function growth({ history, observed_at, value }: Signal): { recent: number; before: number } | null {
  const previous = history.filter((observation) => observation.value !== null);
  if (value === null || previous.length < 2) return null;
  const [first, last] = [previous[0], previous.at(-1)!];
  const years = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / YEAR_MS;
  const [older, recent] = [years(first.observed_at, last.observed_at), years(last.observed_at, observed_at)];
  if (older <= 0.05 || recent <= 0.05) return null;
  return { recent: Math.max(0, (value - last.value!) / recent), before: Math.max(0, (last.value! - first.value!) / older) };
}

function pull(signals: Signal[]): Measured {
  if (signals.length === 0) return unknown("pull", "No funding, post, product or news is known.");
  return known("pull", [saturation(signals.length, HALF.pull)], 1, {
    rationale: `${tally(signals)}.`,
    formula: `s(${signals.length}, ${HALF.pull})`,
    signals,
  });
}

function known(
  name: DimensionName,
  scores: number[],
  factor: number,
  shownAs: Pick<Measured, "rationale" | "formula" | "signals">,
): Measured {
  if (scores.length === 0) return unknown(name, shownAs.rationale);
  const total = scores.reduce((sum, score) => sum + score, 0);
  const bound = (p: number) => factor * betaQuantile(total, scores.length - total, p);
  const score = (factor * total) / scores.length;
  return { name, score, interval: [Math.min(score, bound(INTERVAL.low)), Math.max(score, bound(INTERVAL.high))], ...shownAs };
}

function unknown(name: DimensionName, rationale: string): Measured {
  return {
    name,
    score: null,
    interval: [INTERVAL.low, INTERVAL.high],
    rationale,
    formula: "unknown: the uniform prior",
    signals: [],
  };
}

/** Groups of authors that share nobody with one another. */
export function groupCount(papers: readonly Pick<Paper, "authors">[]): number {
  const groups: Set<string>[] = [];
  for (const { authors } of papers) {
    const touching = groups.filter((group) => authors.some((author) => group.has(author)));
    const merged = new Set(authors);
    for (const group of touching) for (const author of group) merged.add(author);
    for (const group of touching) groups.splice(groups.indexOf(group), 1);
    groups.push(merged);
  }
  return groups.length;
}

/** `2 awards, 1 erratum`. */
export function tally(signals: readonly Signal[]): string {
  const counts = new Map<string, number>();
  for (const { kind } of signals) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts].map(([kind, count]) => `${count} ${kind} ${count === 1 ? "signal" : "signals"}`).join(", ");
}

function shown(value: number): string {
  return value.toFixed(2);
}
