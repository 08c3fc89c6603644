import type { Paper } from "../documents/paper.ts";
import type { Signal } from "../documents/signal.ts";
import { ageAt, atAge, citationPace, wasOldWhenLoaded } from "./citation-pace.ts";
import { CITATIONS, HALF, SHARES } from "./constants.ts";
import { isNamedAfter } from "./whose-code.ts";

/** How much of a rule's full amount a signal is worth. */
export interface Told {
  /** Above 0 for, below 0 against, 0 inconclusive; 1 is the full amount. */
  level: number;
  /** What stands behind it, in words: a number, or whose statement it is. */
  figure?: string;
  /** What it is about, where it is not what the rule says. */
  subject?: string;
}

/** Reads a signal; `papers` are those judged, by id. Null where the signal says nothing. `says` is what the documentation prints. */
export interface Level {
  says: string;
  of(signal: Signal, papers: ReadonlyMap<string, Paper>): Told | null;
}

/** For where the signal supports, against where it is against, inconclusive where it is neutral. */
export const BY_POLARITY: Level = { says: "±, by polarity", of: (signal) => ({ level: sign(signal) }) };

/** As `BY_POLARITY`, but a neutral signal says nothing: a page about a project is neither money nor people. */
export const UNLESS_NEUTRAL: Level = {
  says: "±, by polarity; nothing if neutral",
  of: (signal) => (sign(signal) === 0 ? null : { level: sign(signal) }),
};

/** The authors corrected themselves: never an argument for the paper. */
export const AGAINST_OR_NOTHING: Level = {
  says: "− if it is against",
  of: (signal) => ({ level: Math.min(0, sign(signal)) }),
};

export const ALWAYS_AGAINST: Level = { says: "−, whatever its polarity", of: () => ({ level: -1 }) };

export const ALWAYS_FOR: Level = { says: "+", of: () => ({ level: 1 }) };

/** From -1 (the worst) over 0 (the middle of its scale) to 1, by the scale that the unit names: `mean rating of 10`, `percentile`. */
export const BY_REVIEW: Level = {
  says: "±, by the distance from the middle of its scale",
  of({ value, unit }) {
    if (value === null || unit === null) return null;
    if (/percentile/iu.test(unit)) return { level: centered(value / 100) };
    const scale = Number(/\bof (\d+)\b/u.exec(unit)?.[1] ?? Number.NaN);
    return Number.isNaN(scale) || scale < 2 ? null : { level: centered((value - 1) / (scale - 1)) };
  },
};

/** Code or a model. Where nobody says that it is the authors', a part of the amount: there is something to look at. */
export const BY_OWNER: Level = {
  says: `±, by polarity; if neutral ${SHARES.stated} of it if the repository is named after an author or the paper, else ${SHARES.linked}`,
  of(signal, papers) {
    if (sign(signal) !== 0) return { level: sign(signal) };
    const named = signal.paper_ids.some((id) => papers.has(id) && isNamedAfter(signal, papers.get(id)!));
    return named
      ? { level: SHARES.stated, figure: "the authors' own, judging by its name" }
      : { level: SHARES.linked, figure: "not stated to be the authors' own" };
  },
};

/** One citing paper, where only such pairs are known. */
export const BY_RECENT_POLARITY: Level = {
  says: `±, by polarity; nothing if it was over ${CITATIONS.recentYears} years old when loaded`,
  of: (signal) => (wasOldWhenLoaded(signal) ? null : { level: sign(signal) }),
};

/** Citations against those to be expected: (r-1)/(r+1) of r = (count+3)/(expected+3), from -1 over 0 (as expected) to 1. */
export const BY_PACE: Level = {
  says: `±, (r − 1)/(r + 1), r = (count + ${CITATIONS.shrinkage})/(expected + ${CITATIONS.shrinkage}); nothing if it was over ${CITATIONS.recentYears} years old when loaded`,
  of(signal, papers) {
    if (wasOldWhenLoaded(signal)) return null;
    const pace = citationPace(signal, papers);
    if (pace === null) return null;
    const ratio = (pace.count + CITATIONS.shrinkage) / (pace.expected + CITATIONS.shrinkage);
    return { level: (ratio - 1) / (ratio + 1), figure: pace.says, subject: pace.paper_id };
  },
};

const OLDEST_STARS = HALF.starsAtAge.at(-1)![1];

/** Few stars say nothing, unless somebody calls them an argument against. A young paper's repository needs fewer. */
export const BY_STARS: Level = {
  says: `+, 2 s(stars, h) − 1, with at most ${HALF.starsCap} stars; nothing below h = ${HALF.starsAtAge.map(([age, stars]) => `${stars} at ${age}`).join(", ")} years of the paper`,
  of(signal, papers) {
    const paper = signal.paper_ids.map((id) => papers.get(id)).find((found) => found !== undefined);
    const age = paper ? ageAt(paper, signal.observed_at) : null;
    const half = age === null ? OLDEST_STARS : atAge(HALF.starsAtAge, age);
    return muchOrNothing(signal, Math.min(HALF.starsCap, signal.value ?? 0), half);
  },
};

/** Likewise downloads a month. */
export const BY_DOWNLOADS: Level = {
  says: `+, 2 s(downloads, ${HALF.downloads}) − 1, with at most ${HALF.downloadsCap} downloads; nothing below ${HALF.downloads}`,
  of: (signal) => muchOrNothing(signal, Math.min(HALF.downloadsCap, signal.value ?? 0), HALF.downloads),
};

function muchOrNothing(signal: Signal, value: number, half: number): Told | null {
  const level = centered(saturation(value, half));
  return sign(signal) >= 0 && level <= 0 ? null : { level };
}

/** Use by others: half as much again by its number, where it has one; half as much less where the number is 0. */
export const BY_USE: Level = {
  says: `±, by polarity, times ½ + s(number, ${HALF.use}), or 1 without a number`,
  of: (signal) => ({ level: sign(signal) * (0.5 + (signal.value === null ? 0.5 : saturation(signal.value, HALF.use))) }),
};

/** A year without a commit is the middle, two years the worst. */
export const BY_DAYS_SINCE: Level = {
  says: `±, from +1 today to −1 after ${2 * HALF.daysSinceCommit} days`,
  of: ({ value }) => ({ level: centered(1 - value! / (2 * HALF.daysSinceCommit)) }),
};

export const BY_ACTIVITY: Level = {
  says: `+ s(number, ${HALF.activity}); −1 if it is 0`,
  of: ({ value }) => ({ level: value! > 0 ? saturation(value!, HALF.activity) : -1 }),
};

/** v against the value at which it counts one half: ln(1+v)/(ln(1+v)+ln(1+half)), 0 to 1. */
export function saturation(value: number, half: number): number {
  const grown = Math.log1p(Math.max(0, value));
  return grown / (grown + Math.log1p(half));
}

function sign({ polarity }: Signal): -1 | 0 | 1 {
  return polarity === "supports" ? 1 : polarity === "against" ? -1 : 0;
}

/** A share from 0 to 1 as a level from -1 to 1. */
function centered(share: number): number {
  return 2 * Math.min(1, Math.max(0, share)) - 1;
}
