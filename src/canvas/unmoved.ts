import type { Paper } from "../documents/paper.ts";
import { standing, sums, withoutOutweighed, type Ground } from "./dimensions.ts";
import { groupCount } from "./groups.ts";
import { CAPS } from "./judgment-constants.ts";
import type { Part } from "./parts.ts";

/**
 * The papers, by the ids of those that stand for their versions, without which every figure would be the same: whatever is said of one alone, its group
 * reaches its cap without it. They need not be tried one by one, which is what makes the judgment of a topic of thousands of papers affordable. Linear.
 */
export function unmovedBy(ground: Ground, given: readonly Part[]): Set<string> {
  const papers = standing(ground);
  if (groupCount(papers) < LEAST_GROUPS) return new Set();
  const parts = withoutOutweighed(given);
  const own = Map.groupBy(parts, (part) => onlyPaper(part, ground));
  const tallies = Map.groupBy(parts, nameOf);
  const capped = new Map([...tallies].map(([name, members]) => [name, tallyOf(members)]));
  const moves = (paper: Paper) =>
    [...Map.groupBy(own.get(paper.paper_id) ?? [], nameOf)].some(([name, mine]) => !staysCapped(capped.get(name)!, mine));
  return new Set(papers.flatMap((paper) => (moves(paper) ? [] : [paper.paper_id])));
}

/** So that without any one paper there are still several. */
const LEAST_GROUPS = 3;

function nameOf({ dimension, group }: Part): string {
  return `${dimension} ${group}`;
}

interface Tally {
  cap: number;
  inFavour: number;
  against: number;
}

function tallyOf(parts: readonly Part[]): Tally {
  const [inFavour, against] = ([1, -1] as const).map((sign) => sums(parts, sign)[0]?.uncapped ?? 0);
  return { cap: CAPS[parts[0].group], inFavour, against };
}

function staysCapped({ cap, inFavour, against }: Tally, mine: readonly Part[]): boolean {
  if (mine.some(({ group, amount }) => group === "reproduction" && amount < 0)) return false;
  const [most, least] = ([1, -1] as const).map((sign) => mine.reduce((sum, { amount }) => sum + Math.max(0, amount * sign), 0));
  const holds = (total: number, part: number) => total - part >= cap;
  return inFavour + against > 0 && (most === 0 || holds(inFavour, most)) && (least === 0 || holds(against, least));
}

/** The paper that a part is about alone; undefined where it is about several, or none. */
function onlyPaper({ signal, quote }: Part, { versions }: Ground): string | undefined {
  const ids = (signal?.paper_ids ?? (quote ? [quote.paper.paper_id] : [])).map((id) => versions?.get(id) ?? id);
  return ids.length > 0 && ids.every((id) => id === ids[0]) ? ids[0] : undefined;
}
