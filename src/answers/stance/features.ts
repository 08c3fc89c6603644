import { areOpposite } from "./antonyms.ts";
import { nothingFoundAt, sentenceCues } from "./cues.ts";
import { clauseAround, WORD_WEIGHTS, type Directed, type StanceText } from "./stance-text.ts";
import { sum } from "../../shared/sum.ts";

/*
 * What is measured of a claim beside a sentence. Every feature compares the two: none tells a claim by its own wording. The numbers here were chosen by hand, not measured apart; the stance
 * model learned with them, so whoever changes one trains it again (`npm run bench -- stance DATA --train`).
 */

/** A sentence that has this share of a claim says it or the opposite in so many words. */
const CLEAR = 0.7;
/** How many content words after and before “no effect” it is taken to speak of. */
const NOTHING_AFTER = 8;
const NOTHING_BEFORE = 5;
/** Where features that count stop growing: words shared, words missing, words missing that name something, words of the sentence, words denied, words that have their opposite. */
const MAX_COUNTED = { shared: 8, missing: 6, missingNamed: 3, length: 40, denied: 3, opposite: 2 } as const;
/** Two words of direction are surely about the same where the feature of their pair, 0 to 1, is greater. */
const SURE = 0.5;

/** What says whether a sentence speaks to a claim at all, by name. */
export function relevanceFeatures(claim: StanceText, sentence: StanceText): Record<string, number> {
  const cues = sentenceCues(sentence.text);
  const total = sum(claim.subject.values());
  const shared = [...claim.subject].filter(([stem]) => sentence.subject.has(stem));
  const coverage = total === 0 ? 0 : sum(shared.map(([, weight]) => weight)) / total;
  const missing = [...claim.subject].filter(([stem]) => !sentence.subject.has(stem));
  const stems = [...claim.subject.keys()];
  const covered = (part: readonly string[]) =>
    part.length === 0 ? coverage : part.filter((stem) => sentence.subject.has(stem)).length / part.length;
  const half = Math.ceil(stems.length / 2);
  const polarity = polarities(claim, sentence);
  return {
    coverage,
    squaredCoverage: coverage ** 2,
    thinnerHalf: Math.min(covered(stems.slice(0, half)), covered(stems.slice(half))),
    shared: upTo(MAX_COUNTED.shared, shared.length),
    missingNamed: upTo(MAX_COUNTED.missingNamed, missing.filter(([, weight]) => weight === WORD_WEIGHTS.named).length),
    missing: upTo(MAX_COUNTED.missing, missing.length),
    sharedDensity: sentence.subject.size === 0 ? 0 : shared.length / sentence.subject.size,
    length: upTo(MAX_COUNTED.length, sentence.terms.length),
    result: Number(cues.result),
    resultCoverage: Number(cues.result) * coverage,
    purpose: Number(cues.purpose),
    hedge: Number(cues.hedge),
    limit: Number(cues.limit),
    asks: Number(cues.asks),
    figures: Number(cues.figures),
    nothingFound: Number(cues.nothingFound) * coverage,
    directionShared: Math.max(polarity.wayAgree, polarity.wayConflict, polarity.oneDenies, polarity.bothDeny),
    relationShared: polarity.related,
    directed: Number(sentence.directions.length > 0) * coverage,
    figureShared: Number([...claim.figures].some((figure) => sentence.figures.has(figure))),
  };
}

/** What says which way a sentence speaks to a claim: above 0 against it in `…Against` features, for it in `…For`. */
export function polarityFeatures(claim: StanceText, sentence: StanceText): Record<string, number> {
  const cues = sentenceCues(sentence.text);
  const total = sum(claim.subject.values());
  const coverage =
    total === 0 ? 0 : sum([...claim.subject].filter(([stem]) => sentence.subject.has(stem)).map(([, weight]) => weight)) / total;
  const direction = polarities(claim, sentence);
  const both = [...claim.subject.keys()].filter((stem) => sentence.subject.has(stem));
  const deniedThere = both.filter((stem) => sentence.denied.has(stem) && !claim.denied.has(stem)).length;
  const deniedHere = both.filter((stem) => claim.denied.has(stem) && !sentence.denied.has(stem)).length;
  const deniedInBoth = both.filter((stem) => claim.denied.has(stem) && sentence.denied.has(stem)).length;
  const ownStems = [...claim.free];
  const opposite = ownStems.filter(
    (stem) => !sentence.free.has(stem) && [...sentence.free].some((other) => !claim.free.has(other) && areOpposite(stem, other)),
  ).length;
  const claimDenies = claim.nothingFound || claim.denied.size > 0;
  const order = orderOf(claim, sentence);
  return {
    anyAgree: direction.anyAgree,
    anyConflict: direction.anyConflict,
    anyNet: Math.sign(direction.anyConflict - direction.anyAgree),
    wayAgree: direction.wayAgree,
    wayConflict: direction.wayConflict,
    bothDeny: direction.bothDeny,
    oneDenies: direction.oneDenies,
    related: direction.related,
    sameWordAgree: direction.sameWordAgree,
    sameWordConflict: direction.sameWordConflict,
    wayNet: direction.wayConflict + direction.oneDenies - direction.wayAgree - direction.bothDeny,
    sureConflict: Number(direction.wayConflict + direction.oneDenies > SURE && direction.wayAgree + direction.bothDeny === 0),
    sureAgree: Number(direction.wayAgree + direction.bothDeny > SURE && direction.wayConflict + direction.oneDenies === 0),
    claimUpOnlyDown: Number(direction.claimSign > 0 && direction.sentenceSigns === -1),
    claimDownOnlyUp: Number(direction.claimSign < 0 && direction.sentenceSigns === 1),
    sameSigns: Number(direction.claimSign !== 0 && direction.claimSign === direction.sentenceSigns),
    deniedThere: upTo(MAX_COUNTED.denied, deniedThere),
    deniedHere: upTo(MAX_COUNTED.denied, deniedHere),
    deniedInBoth: upTo(MAX_COUNTED.denied, deniedInBoth),
    opposite: upTo(MAX_COUNTED.opposite, opposite),
    nothingFoundThere: claimDenies ? 0 : nothingAbout(claim, sentence),
    nothingFoundHere: Number(claimDenies && !sentence.nothingFound && sentence.denied.size === 0),
    nothingFoundBoth: claimDenies ? nothingAbout(claim, sentence) : 0,
    alikeThere: Number(cues.alike && !sentenceCues(claim.text).alike && claim.directions.length > 0),
    limitThere: Number(cues.limit && !claimDenies && !sentenceCues(claim.text).limit),
    swappedOrder: Number(order === -1),
    sameOrder: Number(order === 1),
    figureMissing: Number(
      claim.figures.size > 0 && sentence.figures.size > 0 && [...claim.figures].every((figure) => !sentence.figures.has(figure)),
    ),
    figureShared: Number([...claim.figures].some((figure) => sentence.figures.has(figure))),
    coverage,
    clearConflict: Number(coverage >= CLEAR && direction.wayConflict + direction.oneDenies > 0 && direction.anyAgree === 0),
    clearAgree: Number(coverage >= CLEAR && direction.wayAgree + direction.bothDeny > 0 && direction.anyConflict === 0),
  };
}

/** A count as a share of the most that counts, 0 to 1. */
function upTo(most: number, count: number): number {
  return Math.min(count, most) / most;
}

interface Polarities {
  /** Of any word of direction of the claim; the next ones of what it says happens. */
  anyAgree: number;
  anyConflict: number;
  wayAgree: number;
  wayConflict: number;
  bothDeny: number;
  oneDenies: number;
  related: number;
  sameWordAgree: number;
  sameWordConflict: number;
  claimSign: number;
  sentenceSigns: number;
}

/** What counts as one thing said of the same: words of direction that have so much of their surroundings in common. */
const SAME_OBJECT = 0.25;
/** Beyond this much in common nothing more counts. */
const MAX_IN_COMMON = 2;
/** How much what two words of direction have in common counts: the same word, both of a way, or one or both of relation alone. */
const ALIKE = { sameWord: 1.3, ways: 1, relation: 0.6 } as const;
/** Words that begin with so many of the same letters are the same. */
const SAME_LETTERS = 4;

/** For each word of direction of the claim the one of the sentence that is about the same, and how the two go together, 0 to 1 each. */
function polarities(claim: StanceText, sentence: StanceText): Polarities {
  const found: Polarities = {
    anyAgree: 0,
    anyConflict: 0,
    wayAgree: 0,
    wayConflict: 0,
    bothDeny: 0,
    oneDenies: 0,
    related: 0,
    sameWordAgree: 0,
    sameWordConflict: 0,
    claimSign: signOf(claim),
    sentenceSigns: signOf(sentence),
  };
  const pairs = claim.directions.flatMap((own) => alignedWith(own, claim, sentence) ?? []);
  if (pairs.length === 0) return found;
  for (const { own, other, weight } of pairs) {
    const way = own.way * other.way;
    const key = own.holds === other.holds && way >= 0 ? "anyAgree" : "anyConflict";
    if (way !== 0 || own.holds !== other.holds) found[key] = Math.max(found[key], upTo(MAX_IN_COMMON, weight));
  }
  const main = mainOf(pairs);
  const markMain = (key: keyof Polarities) => (found[key] = upTo(MAX_IN_COMMON, main.weight));
  const { own, other } = main;
  const way = own.way * other.way;
  if (sameWord(own, other)) markMain(own.holds === other.holds && way >= 0 ? "sameWordAgree" : "sameWordConflict");
  if (own.holds !== other.holds) markMain(way < 0 ? "wayAgree" : "oneDenies");
  else if (!own.holds) markMain("bothDeny");
  else if (way === 0) markMain("related");
  else markMain(way > 0 ? "wayAgree" : "wayConflict");
  return found;
}

interface Pair {
  own: Directed;
  other: Directed;
  weight: number;
}

/** The word of direction of a sentence that is about the same as one of the claim; null for none. */
function alignedWith(own: Directed, claim: StanceText, sentence: StanceText): Pair | null {
  let best: Pair | null = null;
  for (const other of sentence.directions) {
    const common = [...own.near.keys()].filter((stem) => other.near.has(stem));
    const bonus = sameWord(own, other) ? ALIKE.sameWord : own.way !== 0 && other.way !== 0 ? ALIKE.ways : ALIKE.relation;
    const weight = sum(common.map((stem) => claim.subject.get(stem)! * own.near.get(stem)! * other.near.get(stem)!)) * bonus;
    if (weight < SAME_OBJECT || weight <= (best?.weight ?? 0)) continue;
    best = { own, other, weight };
  }
  return best;
}

/** What the claim says happens, rather than what it says of its subject. */
function mainOf(pairs: readonly Pair[]): Pair {
  const rank = ({ own }: Pair) => Number(own.predicate) * 2 + Number(own.way !== 0);
  return pairs.reduce((best, pair) => (rank(pair) > rank(best) ? pair : best));
}

function sameWord(a: Directed, b: Directed): boolean {
  return a.stem.slice(0, SAME_LETTERS) === b.stem.slice(0, SAME_LETTERS);
}

/** 1 or -1 where all words of direction go one way, else 0. */
function signOf({ directions }: StanceText): number {
  const signs = new Set(directions.filter(({ way }) => way !== 0).map(({ way, holds }) => (holds ? way : -way)));
  const [sign = 0, ...others] = signs;
  return others.length === 0 ? sign : 0;
}

/** How much of the claim stands where the sentence says that nothing was found, 0 to 1. */
function nothingAbout(claim: StanceText, sentence: StanceText): number {
  const total = sum(claim.subject.values());
  const reached = new Set(
    nothingFoundAt(sentence.text).flatMap((start) => {
      const clause = clauseAround(sentence.text, start);
      const after = sentence.terms.filter((term) => term.start >= start && term.end <= clause.end);
      const before = sentence.terms.filter((term) => term.end <= start && term.start >= clause.start);
      return [...after.slice(0, NOTHING_AFTER), ...before.slice(-NOTHING_BEFORE)].map((term) => term.stem);
    }),
  );
  return total === 0 ? 0 : sum([...claim.subject].filter(([stem]) => reached.has(stem)).map(([, weight]) => weight)) / total;
}

/** Of two comparisons of the same: 1 the same side wins, -1 the other, 0 unknown. */
function orderOf(claim: StanceText, sentence: StanceText): number {
  if (claim.than === null || sentence.than === null) return 0;
  const overlap = (a: Set<string>, b: Set<string>) => [...a].filter((stem) => b.has(stem)).length;
  const straight = overlap(claim.than.before, sentence.than.before) + overlap(claim.than.after, sentence.than.after);
  const crossed = overlap(claim.than.before, sentence.than.after) + overlap(claim.than.after, sentence.than.before);
  const place = Math.sign(straight - crossed);
  const way = signOf(claim) * signOf(sentence);
  return place * way;
}
