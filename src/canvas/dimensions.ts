import type { Paper } from "../documents/paper.ts";
import type { Signal } from "../documents/signal.ts";
import { betaQuantile } from "./beta.ts";
import { groupCount } from "./groups.ts";
import { AMOUNTS, CAPS, DIMENSIONS, FAILED_REPRODUCTION_FACTOR, INTERVAL, type DimensionName } from "./judgment-constants.ts";
import { partOf, type Part } from "./parts.ts";
import { NOT_KNOWN, rationale, type Sum } from "./rationale.ts";
import { isOpinion, statedParts } from "./stated.ts";

/** What is judged: papers, and the signals that bear on them. */
export interface Ground {
  papers: readonly Paper[];
  signals: readonly Signal[];
  /** Papers that are versions of another of them, by their ids: both are one subject. */
  versions?: ReadonlyMap<string, string>;
}

/** A dimension before it is cited: a null score means unknown, which is not zero. */
export interface Measured {
  name: DimensionName;
  score: number | null;
  /** 80 % interval of the score; of an unknown one, that of the uniform prior. */
  interval: [number, number];
  rationale: string;
  formula: string;
  parts: Part[];
}

/** The same ground with each paper and signal once, in the order of their ids. */
export function canonicalGround({ papers, signals, versions }: Ground): Ground {
  return {
    papers: inOrder(papers, (paper) => paper.paper_id),
    signals: inOrder(signals, (signal) => signal.signal_id),
    ...(versions ? { versions } : {}),
  };
}

/** The papers of a ground without the versions that others of them stand for. */
export function standing({ papers, versions }: Ground): Paper[] {
  return papers.filter((paper) => !versions?.has(paper.paper_id));
}

function inOrder<Item>(items: readonly Item[], id: (item: Item) => string): Item[] {
  return [...new Map(items.map((item) => [id(item), item])).values()].sort((a, b) => (id(a) < id(b) ? -1 : 1));
}

/** Everything on a canonical ground that says something. Pure. */
export function partsOf({ papers, signals, versions = new Map() }: Ground): Part[] {
  const known = new Map(papers.map((paper) => [paper.paper_id, paper]));
  const told = signals.flatMap((signal) => partOf(signal, known) ?? []);
  const parts = [...told, ...publications(papers), ...statedParts(papers)];
  const opinions = new Set(papers.filter(isOpinion).map((paper) => paper.paper_id));
  const weighed = parts.map((part) =>
    part.dimension === "artifacts" && opinions.has(part.subject)
      ? { ...part, amount: 0, figure: "beside an opinion paper" }
      : part,
  );
  return weighed.map((part) => ({ ...part, subject: versions.get(part.subject) ?? part.subject }));
}

/**
 * What was turned down in one place and taken in another counts as taken; the rejection stays to be seen, and weighs nothing. Nor does a low percentile
 * of what was accepted: lists differ in whether they hold the rejected.
 */
export function withoutOutweighed(parts: readonly Part[]): Part[] {
  const accepted = new Set(
    parts.flatMap(({ group, amount, subject }) => (group === "acceptance" && amount > 0 ? [subject] : [])),
  );
  return parts.map((part) =>
    (part.group === "acceptance" || isPercentile(part)) && part.amount < 0 && accepted.has(part.subject)
      ? { ...part, amount: 0 }
      : part,
  );
}

function isPercentile({ group, signal }: Part): boolean {
  return group === "review" && /percentile/iu.test(signal?.unit ?? "");
}

/** Measures every dimension by its parts. `papers`: whose authors count as groups. Pure. */
export function measure(parts: readonly Part[], papers: readonly Paper[]): Measured[] {
  const weighed = withoutOutweighed(parts);
  return DIMENSIONS.map((name) => {
    const own = weighed.filter((part) => part.dimension === name);
    if (own.length === 0) return unknown(name);
    return known(name, name === "evidence" && groupCount(papers) > 1 ? [...own, SEVERAL_GROUPS] : own);
  });
}

const SEVERAL_GROUPS: Part = {
  dimension: "evidence",
  group: "groups",
  amount: AMOUNTS.groups,
  subject: "",
};

/** Venues that nobody reviews for, or of which it is not known. */
const UNREVIEWED = /submission|workshop|arxiv|preprint|rxiv|ssrn|openreview|repository/iu;

/** What is quoted of a title that is longer. */
const LONGEST_TITLE = 300;

function publications(papers: readonly Paper[]): Part[] {
  return papers
    .filter(({ venue, retracted }) => venue !== null && !retracted && !UNREVIEWED.test(venue))
    .map((paper) => ({
      dimension: "evidence",
      group: "acceptance",
      amount: AMOUNTS.publication,
      subject: paper.paper_id,
      quote: { paper, field: "title", start: 0, end: Math.min(paper.title.length, LONGEST_TITLE) },
    }));
}

/** (1 + s)/(2 + s + f): the mean of a Beta distribution that starts uniform, with s for and f against. */
function known(name: DimensionName, parts: Part[]): Measured {
  const [inFavour, against] = [sums(parts, 1), sums(parts, -1)];
  const [s, f] = [total(inFavour), total(against)];
  const failed = parts.some((part) => part.group === "reproduction" && part.amount < 0);
  const factor = failed ? FAILED_REPRODUCTION_FACTOR : 1;
  const score = (factor * (1 + s)) / (2 + s + f);
  const terms = (list: Sum[]) => (list.length === 0 ? "0" : list.map((sum) => `${shown(sum.amount)} ${sum.group}`).join(" + "));
  return {
    name,
    score,
    interval: [factor * betaQuantile(s, f, INTERVAL.low), factor * betaQuantile(s, f, INTERVAL.high)],
    rationale: rationale(inFavour, against, parts),
    formula: `${factor === 1 ? "" : `${factor} (a reproduction failed) × `}(1 + s)/(2 + s + f) = ${shown(score)} with s = ${terms(inFavour)}, f = ${terms(against)}`,
    parts: parts.filter((part) => part.signal ?? part.quote),
  };
}

/**
 * What the parts of each group say for (`sign` 1) or against (-1), the strongest about each subject, up to the group's cap. Reviews of one paper
 * are weighed against one another: a mean rating above the middle and a low percentile are two views of the same scores.
 */
export function sums(parts: readonly Part[], sign: 1 | -1): Sum[] {
  const [said, contrary] = [strongest(parts, sign), strongest(parts, -sign as 1 | -1)];
  return [...said]
    .map(([group, bySubject]) => {
      const net = (subject: string, amount: number) =>
        amount - (group === "review" ? (contrary.get(group)?.get(subject) ?? 0) : 0);
      const amounts = [...bySubject].map(([subject, amount]) => net(subject, amount)).filter((amount) => amount > 0);
      amounts.sort((a, b) => b - a);
      const uncapped = amounts.reduce((sum, amount) => sum + amount, 0);
      return { group, amount: Math.min(CAPS[group], uncapped), uncapped, count: amounts.length };
    })
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.amount - a.amount || (a.group < b.group ? -1 : 1));
}

/** By group and subject the greatest amount for (1) or against (-1). */
function strongest(parts: readonly Part[], sign: 1 | -1): Map<string, Map<string, number>> {
  const groups = new Map<string, Map<string, number>>();
  for (const { group, subject, amount } of parts) {
    if (amount * sign <= 0) continue;
    const bySubject = groups.get(group) ?? new Map<string, number>();
    bySubject.set(subject, Math.max(bySubject.get(subject) ?? 0, amount * sign));
    groups.set(group, bySubject);
  }
  return groups;
}

function total(list: readonly { amount: number }[]): number {
  return list.reduce((sum, { amount }) => sum + amount, 0);
}

function unknown(name: DimensionName): Measured {
  return {
    name,
    score: null,
    interval: [INTERVAL.low, INTERVAL.high],
    rationale: NOT_KNOWN[name],
    formula: "unknown: the uniform prior",
    parts: [],
  };
}

function shown(value: number): string {
  return String(Math.round(value * 100) / 100);
}
