import type { Signal } from "../documents/signal.ts";
import type { CitationBook } from "./citation-book.ts";
import { canonicalGround, measure, partsOf, standing, type Ground, type Measured } from "./dimensions.ts";
import { groupCount } from "./groups.ts";
import { DIMENSION_WEIGHTS, ENOUGH, VERDICTS, type DimensionName } from "./judgment-constants.ts";
import type { Part } from "./parts.ts";
import { decisiveUnknown, leaveOneOut, type DecisiveUnknown, type Stability } from "./stability.ts";
import { at, figuresOf, marginOf, rankedVerdict, type Figures, type Margin, type Verdict } from "./verdict.ts";

export type { Verdict };

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
  /** Lower and upper bound of demand. */
  demand_interval: [number, number] | null;
  /** Readiness and demand with the numbers in them. */
  formula: string;
  /** How far the nearest other verdict is; null where too little is known for any, or it is blocked. */
  margin: Margin | null;
  /** Null likewise. */
  stability: Stability | null;
  unknown_that_matters_most: DecisiveUnknown | null;
  dimensions: Dimension[];
}

const CITED_PER_DIMENSION = 4;

/**
 * Judges papers by the signals that bear on them, for a question, for one paper or for a topic alike; what each dimension rests on is
 * cited in `book`. Neither order nor repetition of papers and signals changes a judgment. Pure but for the book.
 */
export function judge(given: Ground, book: CitationBook): Judgment {
  const ground = canonicalGround(given);
  const parts = partsOf(ground);
  const measured = measure(parts, standing(ground));
  const figures = figuresOf(measured);
  const coverage = coverageOf(measured);
  const { verdict, reason } = decide(ground, measured, figures, coverage);
  const ranked = verdict !== "blocked" && verdict !== "insufficient_evidence";
  const [r10, r50, r90] = figures.readiness;
  return {
    verdict,
    reason,
    confidence: rounded(coverage * (1 - (r90 - r10))),
    coverage: rounded(coverage),
    readiness: [rounded(r10), rounded(r50), rounded(r90)],
    demand: figures.demand && rounded(figures.demand[1]),
    demand_interval: figures.demand && [rounded(figures.demand[0]), rounded(figures.demand[2])],
    formula: formulaOf(measured, figures),
    margin: ranked ? marginOf(figures) : null,
    stability: ranked ? leaveOneOut(ground, parts, verdict) : null,
    unknown_that_matters_most: decisiveUnknown(measured, verdict),
    dimensions: measured.map((dimension) => ({
      name: dimension.name,
      score: dimension.score === null ? null : rounded(dimension.score),
      weight: DIMENSION_WEIGHTS[dimension.name],
      interval: [rounded(dimension.interval[0]), rounded(dimension.interval[1])],
      rationale: dimension.rationale,
      formula: dimension.formula,
      citations: cited(dimension.parts).map((part) => citationOf(part, book)),
    })),
  };
}

/** Readiness and demand alone, for ranking many papers. Pure. */
export function figuresOfGround(given: Ground): Figures & { measured: Measured[] } {
  const ground = canonicalGround(given);
  const measured = measure(partsOf(ground), standing(ground));
  return { ...figuresOf(measured), measured };
}

/** The weight of the dimensions about which something is known, 0 to 1. */
function coverageOf(measured: readonly Measured[]): number {
  return measured.reduce((sum, { name, score }) => sum + (score === null ? 0 : DIMENSION_WEIGHTS[name]), 0);
}

function decide(
  ground: Ground,
  measured: readonly Measured[],
  figures: Figures,
  coverage: number,
): { verdict: Verdict; reason: string } {
  const { signals } = ground;
  const papers = standing(ground);
  if (papers.length > 0 && papers.every((paper) => paper.retracted))
    return { verdict: "blocked", reason: retractionReason(signals) };
  const licences = signals.filter(isLicenceProblem);
  if (licences.length > 0 && !signals.some((signal) => signal.kind === "code" && signal.polarity === "supports"))
    return { verdict: "blocked", reason: `Its licence stands in the way: ${licences[0].statement}` };

  const parts = measured.flatMap((dimension) => dimension.parts);
  const kinds = new Set(parts.map((part) => part.signal?.kind ?? part.group)).size;
  const parties = partiesOf(papers.length === 0 ? 0 : groupCount(papers), parts);
  const lacking = [
    ...(rounded(coverage) < ENOUGH.coverage ? [`coverage is ${rounded(coverage)}, below ${ENOUGH.coverage}`] : []),
    ...(kinds < ENOUGH.kinds ? [`${kinds} ${kinds === 1 ? "kind" : "kinds"} of facts known, fewer than ${ENOUGH.kinds}`] : []),
    ...(parties < ENOUGH.parties
      ? [`${parties} independent ${parties === 1 ? "party" : "parties"}, fewer than ${ENOUGH.parties}`]
      : []),
  ];
  if (lacking.length > 0)
    return { verdict: "insufficient_evidence", reason: `Too little is known to decide: ${lacking.join("; ")}.` };

  const verdict = rankedVerdict(figures);
  return { verdict, reason: reasonOf(verdict, figures) };
}

function retractionReason(signals: readonly Signal[]): string {
  const said = signals.find((signal) => signal.kind === "retraction");
  return ["Every paper that it rests on was retracted.", ...(said ? [said.statement] : [])].join(" ");
}

/** What the verdict says, with the figures that led to it and those that kept a better one away. */
function reasonOf(verdict: Verdict, { readiness: [r10, r50], demand, artifacts, momentum }: Figures): string {
  const ready = `readiness ${rounded(r50)}, at least ${rounded(r10)}`;
  const wanted = demand === null ? "demand unknown" : `demand ${rounded(demand[1])}`;
  const { prototype, watch } = VERDICTS;
  const lacking =
    artifacts === null
      ? "no artifacts are known"
      : r50 < prototype.r50
        ? `${ready}, below ${prototype.r50}`
        : `nothing on record to try that is said to be its own (artifacts ${rounded(artifacts)}, below ${prototype.artifacts})`;
  switch (verdict) {
    case "build_now":
      return `Ready and wanted: ${ready}; ${wanted}.`;
    case "prototype":
      return `Ready enough to try, with artifacts at hand: ${ready}; ${wanted}.`;
    case "watch":
      return `${(demand?.[1] ?? 0) >= watch.d50 ? `Wanted (${wanted})` : `Gaining (momentum ${rounded(momentum ?? 0)})`}, not ready to be tried: ${lacking}.`;
    default:
      return `Not ready to be tried (${lacking}), and not shown to be wanted (${wanted}${demand === null ? "" : `, below ${watch.d50}`}).`;
  }
}

/** A licence that forbids use is a signal against code, data or a model whose unit is `license`. */
function isLicenceProblem({ kind, polarity, unit }: Signal): boolean {
  return ["code", "dataset", "model"].includes(kind) && polarity === "against" && /^licen[cs]e$/iu.test(unit ?? "");
}

/** Who says something without depending on one another: groups of authors, and those who reviewed, awarded, cited, used or paid. */
function partiesOf(groups: number, parts: readonly Part[]): number {
  return groups + new Set(parts.flatMap((part) => PARTY_OF_GROUP[part.group] ?? [])).size;
}

const PARTY_OF_GROUP: Readonly<Record<string, string>> = {
  acceptance: "reviewers",
  review: "reviewers",
  award: "jury",
  reproduction: "reproducers",
  citations: "citing authors",
  "cited by": "citing authors",
  use: "users",
  stars: "users",
  patent: "patent office",
  standard: "standard body",
  funding: "funders",
  product: "makers",
  hiring: "employers",
};

function formulaOf(measured: readonly Measured[], { readiness, demand }: Figures): string {
  const value = (name: DimensionName) =>
    shown(
      at(
        measured.find((dimension) => dimension.name === name)!,
        1,
      ),
    );
  return [
    `readiness = ${value("evidence")}^.4 · ${value("artifacts")}^.35 · mean(${value("health")}, ${value("feasibility")})^.25 = ${shown(readiness[1])}`,
    demand === null
      ? "demand unknown"
      : `demand = .35 · ${value("momentum")} + .45 · ${value("adoption")} + .2 · ${value("pull")} = ${shown(demand[1])}`,
    "unknown dimensions enter with .5",
  ].join("; ");
}

/** A few parts that show what a dimension rests on: those against first, then the strongest of each group. */
function cited(parts: readonly Part[]): Part[] {
  const order = [...parts].sort(
    (a, b) => Math.abs(b.amount) - Math.abs(a.amount) || newest(a, b) || (keyOf(a) < keyOf(b) ? -1 : 1),
  );
  const against = order.filter((part) => part.amount < 0);
  const firstOfGroup = [...Map.groupBy(order, (part) => part.group).values()].map(([first]) => first);
  return [...new Set([...against, ...firstOfGroup, ...order])].slice(0, CITED_PER_DIMENSION);
}

function newest(a: Part, b: Part): number {
  const [x, y] = [a.signal?.observed_at ?? "", b.signal?.observed_at ?? ""];
  return x < y ? 1 : x > y ? -1 : 0;
}

function keyOf({ signal, quote }: Part): string {
  return signal?.signal_id ?? `${quote?.paper.paper_id} ${quote?.start}`;
}

/** Cites what a part rests on; returns the number. */
export function citationOf({ signal, quote }: Part, book: CitationBook): number {
  return signal ? book.signal(signal) : book.paper(quote!.paper, quote!.field, quote!);
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}

function shown(value: number): string {
  return String(rounded(value));
}
