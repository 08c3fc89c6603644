import { groupCount } from "./author-groups.ts";
import type { Contribution } from "./contribution.ts";
import { withoutOutweighed } from "./contributions.ts";
import { DIMENSIONS, type DimensionName } from "./constants.ts";
import type { Ground } from "./ground.ts";
import { acrossOf, GROUPS, type Group } from "./groups.ts";
import { RECORD_RULES } from "./record-rules.ts";
import { sum } from "../shared/sum.ts";

/** What is said for something, and what against it. */
export type Sides = readonly [inFavor: number, against: number];

/** What a group says of one paper (or, under `TOGETHER`, of several or of none), for and against. */
interface Share {
  sides: Sides;
  /** How many facts are behind each side. */
  counts: Sides;
}

/** All that is known of a set of papers, by group and paper, so that the figures without any one paper cost next to nothing. */
export interface Tally {
  paperCount: number;
  shares: ReadonlyMap<Group, ReadonlyMap<string, Share>>;
  /** For each group the sum over its papers; where it is averaged, each paper's up to the cap. */
  totals: ReadonlyMap<Group, Sides>;
  /** Papers of which each dimension knows something. */
  known: ReadonlyMap<DimensionName, ReadonlySet<string>>;
  /** Papers whose reproduction failed. */
  failed: ReadonlySet<string>;
  /** Groups of authors that share nobody. */
  authorGroups: number;
  contributions: readonly Contribution[];
}

/** What the contributions of a group say together, for or against. */
export interface Sum {
  group: Group;
  amount: number;
  /** How many facts they are. */
  count: number;
}

/** The place of what is said of no single paper. */
const TOGETHER = "";

/** Adds up contributions by group and paper. `papers`: those judged, of which there may be several groups of authors. Pure. */
export function tallyOf(given: readonly Contribution[], papers: Ground["papers"]): Tally {
  const authorGroups = groupCount(papers);
  const contributions = [...withoutOutweighed(given), ...(authorGroups > 1 ? [SEVERAL_GROUPS] : [])];
  const shares = new Map(
    [...Map.groupBy(contributions, ({ group }) => group)].map(([group, own]) => [group, sharesOf(group, own)]),
  );
  const known = new Map(DIMENSIONS.map((name) => [name, new Set<string>()]));
  for (const { group, papers: about } of contributions)
    if (group !== RECORD_RULES.groups.group) for (const id of placesOf(group, about)) known.get(GROUPS[group].dimension)!.add(id);
  const failures = contributions.filter(({ group, amount }) => group === "reproduction" && amount < 0);
  return {
    paperCount: papers.length,
    shares,
    totals: new Map([...shares].map(([group, own]) => [group, totalOf(group, own)])),
    known,
    failed: new Set(failures.flatMap(({ group, papers: about }) => placesOf(group, about))),
    authorGroups,
    contributions,
  };
}

const SEVERAL_GROUPS: Contribution = {
  group: RECORD_RULES.groups.group,
  amount: RECORD_RULES.groups.amount,
  papers: [],
  subject: TOGETHER,
};

/** Where a contribution is counted: with each of its papers where the group is averaged, else with its only paper or with none. */
function placesOf(group: Group, about: readonly string[]): readonly string[] {
  if (about.length === 1 || (about.length > 1 && acrossOf(group) === "average")) return about;
  return [TOGETHER];
}

/**
 * Of one paper the strongest for and the strongest against count, or each signal by itself. Reviews of one paper are weighed against one another: a mean
 * rating above the middle and a low percentile are two views of the same scores.
 */
function sharesOf(group: Group, contributions: readonly Contribution[]): Map<string, Share> {
  const strongest = new Map<string, Map<string, [number, number]>>();
  for (const { amount, papers, subject, signal } of contributions) {
    for (const place of placesOf(group, papers)) {
      const facts = strongest.get(place) ?? new Map<string, [number, number]>();
      const fact = place === TOGETHER || subject === signal?.signal_id ? subject : place;
      const [inFavor, against] = facts.get(fact) ?? [0, 0];
      facts.set(fact, [Math.max(inFavor, amount), Math.max(against, -amount)]);
      strongest.set(place, facts);
    }
  }
  const net = ([a, b]: Sides): Sides => (group === "review" ? [Math.max(0, a - b), Math.max(0, b - a)] : [a, b]);
  return new Map(
    [...strongest].map(([place, facts]) => {
      const sides = [...facts.values()].map(net);
      return [
        place,
        {
          sides: [sum(sides.map(([inFavor]) => inFavor)), sum(sides.map(([, against]) => against))],
          counts: [sides.filter(([inFavor]) => inFavor > 0).length, sides.filter(([, against]) => against > 0).length],
        },
      ];
    }),
  );
}

function totalOf(group: Group, shares: ReadonlyMap<string, Share>): Sides {
  const own = [...shares].filter(([place]) => !isApart(group, place)).map(([, { sides }]) => counting(group, sides));
  return [sum(own.map(([inFavor]) => inFavor)), sum(own.map(([, against]) => against))];
}

/** What is said of no single paper is not averaged with what is said of each. */
function isApart(group: Group, place: string): boolean {
  return acrossOf(group) === "average" && place === TOGETHER;
}

/** What one paper's share counts in the total. */
function counting(group: Group, [inFavor, against]: Sides): Sides {
  const { cap } = GROUPS[group];
  return acrossOf(group) === "average" ? [Math.min(cap, inFavor), Math.min(cap, against)] : [inFavor, against];
}

/** What a group says of the whole set, or of the set `without` one paper, up to its cap. */
export function saidBy(group: Group, { paperCount, shares, totals }: Tally, without?: string): Sides {
  const { cap } = GROUPS[group];
  const across = acrossOf(group);
  const own = without === undefined ? undefined : shares.get(group)?.get(without);
  const left = own ? counting(group, own.sides) : [0, 0];
  const apart = (across === "average" && shares.get(group)?.get(TOGETHER)?.sides) || [0, 0];
  const papers = across === "average" ? Math.max(1, paperCount - (without === undefined ? 0 : 1)) : 1;
  const total = totals.get(group) ?? [0, 0];
  const side = (index: 0 | 1) => Math.min(cap, Math.max(0, total[index] - left[index]) / papers + apart[index]);
  return [side(0), side(1)];
}

/** How many facts a group has on each side. */
export function countsOf(group: Group, { shares }: Tally): Sides {
  const counts = [...(shares.get(group)?.values() ?? [])].map((share) => share.counts);
  return [sum(counts.map(([inFavor]) => inFavor)), sum(counts.map(([, against]) => against))];
}

/** The share of the papers that `some` names, 0 to 1; 1 where it is said of the set as a whole. */
export function shareOfPapers(some: ReadonlySet<string>, { paperCount }: Tally, without?: string): number {
  if (some.has(TOGETHER)) return 1;
  const [named, all] = without === undefined ? [some.size, paperCount] : [some.size - Number(some.has(without)), paperCount - 1];
  return named === 0 ? 0 : Math.min(1, named / Math.max(1, all));
}
