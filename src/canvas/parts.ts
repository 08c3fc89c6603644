import type { Paper } from "../documents/paper.ts";
import type { Signal } from "../documents/signal.ts";
import { AMOUNTS, CITATIONS, HALF, type DimensionName } from "./judgment-constants.ts";
import { bearsTheMarkOf } from "./whose-code.ts";
import { citationPace, wasOldWhenLoaded } from "./citation-pace.ts";

/** What one source says for or against a dimension. */
export interface Part {
  dimension: DimensionName;
  /** Parts of a group share a cap, see `CAPS`. */
  group: string;
  /** Above 0 for, below 0 against, 0 neither: known, and says nothing. */
  amount: number;
  /** Of parts of one group about one subject only the strongest for and the strongest against count. */
  subject: string;
  /** What stands behind it, in words: a number, whose word it is. */
  figure?: string;
  /** What the part rests on. */
  signal?: Signal;
  quote?: { paper: Paper; field: "title" | "abstract"; start: number; end: number };
}

/**
 * What a signal says; null where it says nothing of any dimension. The polarity bounds the sign: a supporting signal never counts
 * against, an opposing one never for, whatever their numbers.
 */
export function partOf(signal: Signal, papers: ReadonlyMap<string, Paper>): Part | null {
  const about = signal.paper_ids.filter((id) => papers.has(id)).join(" ") || [...signal.topics].sort().join(" ");
  const part = (dimension: DimensionName, group: string, amount: number, subject = about): Part => ({
    dimension,
    group,
    amount: bounded(amount, signal),
    subject,
    signal,
  });
  const event = signedBy(signal);
  const upkeep = upkeepOf(signal);
  if (upkeep !== null) return part("health", upkeep.group, upkeep.level * AMOUNTS.upkeep);
  switch (signal.kind) {
    case "acceptance":
      return part("evidence", "acceptance", event * AMOUNTS.acceptance);
    case "review": {
      const level = reviewLevel(signal);
      return level === null ? null : part("evidence", "review", level * AMOUNTS.review);
    }
    case "award":
      return part("evidence", "award", event * AMOUNTS.award, signal.signal_id);
    case "reproduction":
      return part("evidence", "reproduction", event * AMOUNTS.reproduction, signal.signal_id);
    case "erratum":
      return part("evidence", "erratum", Math.min(0, event) * AMOUNTS.erratum, signal.signal_id);
    case "retraction":
      return part("evidence", "retraction", -AMOUNTS.retraction);
    case "dataset":
      // A link that does not say that the paper brought the data: it was tried on data that others can get.
      if (signal.polarity === "neutral") return part("feasibility", "data", AMOUNTS.data);
      return part("artifacts", "dataset", event * AMOUNTS.dataset);
    case "code":
    case "model":
      return event === 0
        ? { ...part("artifacts", signal.kind, 0), ...unclaimed(signal, AMOUNTS[signal.kind], papers) }
        : part("artifacts", signal.kind, event * AMOUNTS[signal.kind]);
    case "citation": {
      if (wasOldWhenLoaded(signal)) return null;
      if (signal.value === null) return part("momentum", "cited by", event * AMOUNTS.citedBy, signal.signal_id);
      const pace = citationPace(signal, papers);
      if (pace === null) return null;
      return { ...part("momentum", "citations", paceLevel(pace) * AMOUNTS.citations, pace.paper_id), figure: pace.says };
    }
    case "adoption":
      if (isStars(signal))
        return event >= 0 && starsLevel(signal.value) <= 0
          ? null
          : part("adoption", "stars", starsLevel(signal.value) * AMOUNTS.stars);
      return part("adoption", "use", event * AMOUNTS.use * (0.5 + useLevel(signal.value)), signal.signal_id);
    case "patent":
    case "standard":
      return part("adoption", signal.kind, event * AMOUNTS[signal.kind], signal.signal_id);
    case "product":
    case "funding":
    case "hiring":
    case "news":
      // A page about a project is neither money nor people.
      return event === 0 ? null : part("pull", signal.kind, event * AMOUNTS.pull, signal.signal_id);
  }
}

/** Code or a model that nobody says to be the authors': somebody's, and there to be looked at. */
function unclaimed(signal: Signal, full: number, papers: ReadonlyMap<string, Paper>): Pick<Part, "amount" | "figure"> {
  const marked = signal.paper_ids.some((id) => papers.has(id) && bearsTheMarkOf(signal, papers.get(id)!));
  return marked
    ? { amount: AMOUNTS.stated * full, figure: "the authors' by its name" }
    : { amount: AMOUNTS.linked * full, figure: "not said to be the authors'" };
}

/** v against the value at which it counts one half: ln(1+v)/(ln(1+v)+ln(1+half)), 0 to 1. */
export function saturation(value: number, half: number): number {
  const grown = Math.log1p(Math.max(0, value));
  return grown / (grown + Math.log1p(half));
}

/** Citations against those to be expected: (r-1)/(r+1) of r = (count+3)/(expected+3), from -1 over 0 (as expected) to 1. */
function paceLevel({ count, expected }: { count: number; expected: number }): number {
  const ratio = (count + CITATIONS.shrinkage) / (expected + CITATIONS.shrinkage);
  return (ratio - 1) / (ratio + 1);
}

function signedBy({ polarity }: Signal): -1 | 0 | 1 {
  return polarity === "supports" ? 1 : polarity === "against" ? -1 : 0;
}

function bounded(amount: number, { polarity, kind }: Signal): number {
  if (kind === "retraction") return amount;
  if (polarity === "supports") return Math.max(0, amount);
  return polarity === "against" ? Math.min(0, amount) : amount;
}

/** From -1 (the worst) over 0 (the middle of its scale) to 1, by the scale that the unit names: `mean rating of 10`, `percentile`; null without one. */
function reviewLevel({ value, unit }: Signal): number | null {
  if (value === null || unit === null) return null;
  if (/percentile/iu.test(unit)) return level(value / 100);
  const scale = Number(/\bof (\d+)\b/u.exec(unit)?.[1] ?? Number.NaN);
  return Number.isNaN(scale) || scale < 2 ? null : level((value - 1) / (scale - 1));
}

function level(share: number): number {
  return 2 * Math.min(1, Math.max(0, share)) - 1;
}

function isStars({ kind, unit }: Pick<Signal, "kind" | "unit">): boolean {
  return kind === "adoption" && /\bstars?\b/iu.test(unit ?? "");
}

function starsLevel(value: number | null): number {
  return level(saturation(Math.min(HALF.starsCap, value ?? 0), HALF.stars));
}

function useLevel(value: number | null): number {
  return value === null ? 0.5 : saturation(value, HALF.use);
}

const DAYS_OF_A_YEAR = 365;

/** Commits, releases, contributors, or days since the last commit, of software that a signal counts. */
function upkeepOf({ kind, value, unit }: Signal): { group: "commits" | "releases" | "contributors"; level: number } | null {
  if (!["code", "model", "adoption"].includes(kind) || unit === null || value === null) return null;
  if (/\bdays since\b/iu.test(unit)) return { group: "commits", level: level(1 - value / (2 * DAYS_OF_A_YEAR)) };
  const group = (["commits", "releases", "contributors"] as const).find((name) => unit.toLowerCase().includes(name));
  return group === undefined ? null : { group, level: value > 0 ? saturation(value, 1) : -1 };
}
