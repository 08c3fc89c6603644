import type { Paper } from "../documents/paper.ts";
import { foldText } from "../documents/text.ts";
import { rarity } from "../text/rarity.ts";
import { contentTerms } from "../text/terms.ts";
import { writtenOtherwise, type Otherwise } from "../text/written-otherwise.ts";
import { saidBy, type EvidencePaper } from "./evidence-paper.ts";

/** A term of what a question is about: the stems of its words, in their order. */
export interface SubjectTerm {
  stems: readonly string[];
  /** As the question writes it. */
  text?: string;
  /** It was quoted: its words alone, or another form of them, do not make it (“hubs” is not “hubness”). */
  exact?: boolean;
  /** How much it says beside the other terms, above 0 to 1; 1 where it is left out. */
  weight?: number;
  /** Names that stand for some of its stems: for “Slavic languages” “Czech”, “Polish” and others. */
  members?: { names: readonly string[]; stems: readonly string[] };
}

/** How far a paper agrees with a subject, each 0 to 1. */
export interface Agreement {
  /** Share of the subject's stems that title and abstract have, by their rarity; and that the title has. */
  coverage: number;
  title: number;
  /** Share of neighboring stems of the subject that stand near each other in the paper too. */
  proximity: number;
}

/** Words between two stems that still stand near each other. */
const NEAR = 5;

/** Compares a subject with a paper's title, abstract and the passage that it was found by. Pure. */
export function agreementOf(terms: readonly SubjectTerm[], item: Pick<EvidencePaper, "paper" | "passage">): Agreement {
  return agreement(terms, { title: item.paper.title, abstract: saidBy(item) });
}

/** Compares a subject with a paper's title and abstract. Pure. */
export function agreement(terms: readonly SubjectTerm[], { title, abstract }: Pick<Paper, "title" | "abstract">): Agreement {
  const wanted = terms.flatMap(({ stems }) => stems);
  const weights = weightsOf(terms);
  const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
  const inTitle = ownStems(terms, title);
  // A title ends before the abstract begins: no pair spans the two.
  const all = [...inTitle, "", ...ownStems(terms, abstract ?? "")];
  const share = (held: ReadonlySet<string>) =>
    total === 0 ? 0 : [...weights].reduce((sum, [stem, weight]) => sum + (held.has(stem) ? weight : 0), 0) / total;
  return { coverage: share(new Set(all)), title: share(new Set(inTitle)), proximity: proximity(wanted, all) };
}

/** What each stem of a subject says: its rarity, times the weight of its term; of several the greatest. */
function weightsOf(terms: readonly SubjectTerm[]): Map<string, number> {
  const weights = new Map<string, number>();
  for (const { stems, weight = 1 } of terms)
    for (const stem of stems) weights.set(stem, Math.max(weights.get(stem) ?? 0, weight * rarity(stem)));
  return weights;
}

/** The stems of a text in their order and behind them what it writes otherwise, without those of quoted phrases that it does not have. */
function ownStems(terms: readonly SubjectTerm[], text: string): string[] {
  const families = terms.flatMap(({ members }) => members ?? []);
  const words = contentTerms(text);
  const stems =
    families.length === 0
      ? words.map(({ stem }) => stem)
      : words.flatMap(({ stem, start, end }) => [stem, ...standsFor(families, text.slice(start, end))]);
  const quoted = terms.filter(({ exact }) => exact);
  const others = terms.flatMap((term) => otherwise(term, text, stems));
  const all = others.length === 0 ? stems : [...stems, ...others];
  if (quoted.length === 0) return all;
  const folded = foldText(text);
  const missing = new Set(
    quoted.flatMap(({ text: phrase, stems: own }) => (phrase === undefined || folded.includes(foldText(phrase)) ? [] : own)),
  );
  return all.filter((stem) => !missing.has(stem));
}

const OTHERWISE = new WeakMap<SubjectTerm, Otherwise>();

/** What a text writes of a term in another way. */
function otherwise(term: SubjectTerm, text: string, stems: readonly string[]): readonly string[] {
  if (term.text === undefined || term.exact) return [];
  const known = OTHERWISE.get(term) ?? writtenOtherwise(term.text);
  OTHERWISE.set(term, known);
  return known(text, stems);
}

/** The stems that a name stands for beside its own. */
function standsFor(families: readonly NonNullable<SubjectTerm["members"]>[], name: string): readonly string[] {
  return families.flatMap(({ names, stems }) => (names.includes(name) ? stems : []));
}

function proximity(wanted: readonly string[], all: readonly string[]): number {
  if (wanted.length < 2) return 0;
  const places = Map.groupBy(all.keys(), (index) => all[index]);
  const pairs = wanted.slice(1).map((stem, index) => [wanted[index], stem] as const);
  const near = pairs.filter(([a, b]) =>
    (places.get(a) ?? []).some((from) => (places.get(b) ?? []).some((to) => Math.abs(from - to) <= NEAR)),
  );
  return near.length / pairs.length;
}

/**
 * Weights of how much a paper lies below the best of those looked at, in each respect: a logistic regression over pairs of the first thirty papers for LitSearch's questions and for 400 that were written in
 * other words than the abstract of the paper wanted (docs/decisions.md, 107). How many of the subject's words the title has tells nothing more.
 */
const WEIGHTS = { score: 4.9, nearness: 5.6, coverage: 3.2, proximity: 1.8 } as const;

/**
 * Papers in the order of how far they agree with the question's subject in words and meaning, the one asked about first. Their `score` becomes a share of
 * the best one's agreement.
 */
export function byRelevance(papers: readonly EvidencePaper[], terms: readonly SubjectTerm[]): EvidencePaper[] {
  if (terms.length === 0) return [...papers];
  const worths = papers.map((item) => {
    const own = { score: item.score, nearness: Math.max(0, nearnessOf(item) ?? 0), ...agreementOf(terms, item) };
    return NAMES.reduce((sum, name) => sum + WEIGHTS[name] * own[name], 0);
  });
  const best = Math.max(1e-9, ...worths);
  return papers
    .map((item, index) => ({ ...item, score: item.anchor ? item.score : worths[index]! / best }))
    .sort((a, b) => Number(b.anchor) - Number(a.anchor) || b.score - a.score);
}

const NAMES = Object.keys(WEIGHTS) as (keyof typeof WEIGHTS)[];

/**
 * A paper is about the subject where it has this share of the subject's words that the best one has, or is this near to the best one in meaning: of the papers that
 * people marked as wanted for 166 questions .97 were, of the others among the first twenty .75, before `least`. Near in meaning with less than `least` of the best one's share is something else in similar
 * words: half of twelve quotes of such papers, of 64 questions, were off the subject; LitSearch quotes a wanted paper first for .386 instead of .367, anywhere for .458 instead of .464.
 */
const ABOUT = { coverage: 0.75, cosine: 0.1, minCoverage: 0.55 } as const;

/** So many of the papers nearest to what the question is searched by are about it in whatever words: of 200 questions in other words than the paper wanted .62 have it among five. */
const NEAREST = 5;
/** Fewer papers than this are filled up with those that have at least this share of the best one's coverage. */
const MIN_PAPERS = 5;
const PARTLY = 0.55;

/** How near a paper is to the question in meaning. */
function nearnessOf({ nearness, cosine }: EvidencePaper): number | null {
  return nearness ?? cosine;
}

/** Leaves out papers that only incidental words brought up; never the one asked about, nor those that have one of the `also` whole, which are other names for the subject. */
export function aboutSubject(
  papers: readonly EvidencePaper[],
  terms: readonly SubjectTerm[],
  also: readonly SubjectTerm[] = [],
): EvidencePaper[] {
  if (terms.length === 0) return [...papers];
  const named = papers.filter((item) => also.some((term) => agreementOf([term], item).coverage === 1));
  const kept = new Set([...aboutByWords(papers, terms), ...nearestOf(papers), ...named]);
  return papers.filter((item) => kept.has(item));
}

function nearestOf(papers: readonly EvidencePaper[]): EvidencePaper[] {
  const near = papers.flatMap((item) => (item.nearness === undefined ? [] : [{ item, nearness: item.nearness }]));
  return near
    .toSorted((a, b) => b.nearness - a.nearness)
    .slice(0, NEAREST)
    .map(({ item }) => item);
}

function aboutByWords(papers: readonly EvidencePaper[], terms: readonly SubjectTerm[]): EvidencePaper[] {
  const coverages = papers.map((item) => agreementOf(terms, item).coverage);
  const best = Math.max(0, ...coverages);
  const near = papers.map(nearnessOf);
  const nearest = Math.max(-1, ...near.map((own) => own ?? -1));
  const quoted = terms.filter(({ exact }) => exact);
  const isAbout = (item: EvidencePaper, index: number) =>
    item.anchor ||
    coverages[index]! >= ABOUT.coverage * best ||
    (near[index] !== null && near[index]! >= nearest - ABOUT.cosine && coverages[index]! >= ABOUT.minCoverage * best) ||
    (quoted.length > 0 && agreementOf(quoted, item).coverage === 1);
  const about = papers.filter(isAbout);
  if (about.length >= MIN_PAPERS) return about;
  const partly = papers.filter((item, index) => isAbout(item, index) || coverages[index]! >= PARTLY * best);
  return partly.slice(0, Math.max(MIN_PAPERS, about.length));
}
