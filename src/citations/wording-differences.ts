import { directionWords } from "../text/direction.ts";
import { DENYING_PREFIXES, negations, SOFT_DENIAL } from "../text/negation.ts";
import { contentTerms, type Term } from "../text/terms.ts";
import { figures } from "./figures.ts";
import type { WordingDifference } from "./citation.ts";

/*
 * What a claim says otherwise than the sentences it cites, as far as words show it. This is no judgment of meaning: it finds some
 * distortions, and raises a flag where a faithful paraphrase chose other words. docs/decisions.md has how often either happens.
 */

/** A claim that shares a smaller part of its words with what it cites says something else, or says it in words of its own. */
const FEW_SHARED_WORDS = 0.25;

/** `cited`: the sentences that a claim cites; `known`: further texts whose terms need no quote (the question, titles of what is cited). */
export function wordingDifferences(claim: string, cited: readonly string[], known: readonly string[]): WordingDifference[] {
  const differences: WordingDifference[] = [];
  if (sharedWords(claim, cited) < FEW_SHARED_WORDS || foreignTerms(claim, [...cited, ...known]).length > 0)
    differences.push("term_not_quoted");
  if (negationDiffers(claim, cited)) differences.push("negation_differs");
  if (directionDiffers(claim, cited)) differences.push("direction_differs");
  if (figuresReordered(claim, cited)) differences.push("figures_reordered");
  return differences;
}

/** The share of a claim's content words (by their stems) that stand in the cited sentences, 0 to 1. */
export function sharedWords(claim: string, cited: readonly string[]): number {
  const held = new Set(cited.flatMap((text) => contentTerms(text).map((term) => term.stem)));
  const own = [...new Set(contentTerms(claim).map((term) => term.stem))];
  return own.length === 0 ? 0 : own.filter((stem) => held.has(stem)).length / own.length;
}

/** Names and technical terms of a claim (capitals within a sentence, digits beside letters) that stand in none of the texts. */
export function foreignTerms(claim: string, texts: readonly string[]): Term[] {
  const held = new Set(texts.flatMap((text) => contentTerms(text).map((term) => term.stem)));
  return contentTerms(claim).filter((term) => {
    const word = claim.slice(term.start, term.end);
    const named = term.start === 0 ? /\p{L}.*[\p{Lu}\d]/u.test(word) : /\p{Lu}/u.test(word) || /\p{L}\d|\d\p{L}/u.test(word);
    return named && !held.has(term.stem);
  });
}

/** How many content words after a negation it is taken to deny; `without` denies what it lacks, not what is said of it. */
const DENIED_WORDS = { without: 1, other: 4 } as const;

const NEGATIVE_PREFIX = new RegExp(`^(?:${DENYING_PREFIXES})(?=\\p{L}{4})`, "u");
/** A denial is of the first content word after it; so many of the others make up for that one. */
const OTHER_DENIED_WORDS = 2;

/** Whether the claim denies what the cited sentences say and nowhere deny, or says what they deny wherever they speak of it. */
function negationDiffers(claim: string, cited: readonly string[]): boolean {
  const own = denialsOf(claim);
  const theirs = cited.map(denialsOf);
  const said = new Set(theirs.flatMap(({ free }) => [...free]));
  const denied = new Set(theirs.flatMap(({ denials, soft }) => [...denials.flat(), ...soft]));
  const deniedByClaimAlone = own.denials.some((scope) => isMeant(scope, said) && !scope.some((stem) => denied.has(stem)));
  const deniedThereAlone = theirs.some(({ denials }) =>
    denials.some(
      (scope) =>
        isMeant(scope, own.free) &&
        !scope.some((stem) => own.denials.some((other) => other.includes(stem))) &&
        !scope.slice(0, 1).some((stem) => own.soft.has(stem) || said.has(stem)),
    ),
  );
  return deniedByClaimAlone || deniedThereAlone;
}

/** Whether a text has what a denial is of. */
function isMeant(scope: readonly string[], stems: ReadonlySet<string>): boolean {
  const [first, ...others] = scope;
  return (first !== undefined && stems.has(first)) || others.filter((stem) => stems.has(stem)).length >= OTHER_DENIED_WORDS;
}

/** What a text denies, the stems behind each negation in order; the stems that it says without one; those near words that deny softly. */
function denialsOf(text: string): { denials: string[][]; free: Set<string>; soft: Set<string> } {
  const terms = contentTerms(text);
  const scopes: Term[][] = [];
  for (const { word, end } of negations(text)) {
    const scope = scopeAfter(text, terms, end, word === "without" ? DENIED_WORDS.without : DENIED_WORDS.other);
    if (scope.length > 0) scopes.push(scope);
  }
  const denied = new Set(scopes.flat());
  // A claim may deny it in other words; by themselves these raise no flag.
  const soft = [...text.matchAll(SOFT_DENIAL)].flatMap((match) => scopeAfter(text, terms, match.index, DENIED_WORDS.other));
  const prefixed = terms.flatMap((term) => {
    const word = text.slice(term.start, term.end).toLowerCase();
    return NEGATIVE_PREFIX.test(word) ? contentTerms(word.replace(NEGATIVE_PREFIX, "")) : [];
  });
  return {
    denials: scopes.map((scope) => scope.map((term) => term.stem)),
    free: new Set(terms.filter((term) => !denied.has(term)).map((term) => term.stem)),
    soft: new Set([...soft, ...prefixed].map((term) => term.stem)),
  };
}

/** The content words that follow a place, within its clause. */
function scopeAfter(text: string, terms: readonly Term[], from: number, reach: number): Term[] {
  const clauseEnd = from + text.slice(from).search(/[,;:.!?](?:\s|$)|$/u);
  return terms.filter((term) => term.start >= from && term.start < clauseEnd).slice(0, reach);
}

/** Whether the claim speaks only of more, or only of less, and the cited sentences only of the opposite. */
function directionDiffers(claim: string, cited: readonly string[]): boolean {
  const own = directionsOf([claim]);
  const theirs = directionsOf(cited);
  return (own.up && !own.down && theirs.down && !theirs.up) || (own.down && !own.up && theirs.up && !theirs.down);
}

function directionsOf(texts: readonly string[]): { up: boolean; down: boolean } {
  const signs = new Set(texts.flatMap((text) => directionWords(text, ["amount", "worth"]).map(({ sign }) => sign)));
  return { up: signs.has(1), down: signs.has(-1) };
}

/** How many words around a figure say what it is of. */
const FIGURE_CONTEXT = 3;
/** A claim with at least this share of its words from the source repeats it, so that figures in another order are exchanged. */
const REPEATS = 0.8;

/**
 * Whether two figures that stand in a cited sentence, each once, come in the claim in the other order, and stand there beside the words of each other; or
 * beside no words that tell, in a claim that repeats its source.
 */
function figuresReordered(claim: string, cited: readonly string[]): boolean {
  const own = once(figures(claim));
  return cited.some((text) => {
    const places = once(figures(text));
    const shared = own.filter((figure) => places.includes(figure));
    return shared.some((first, index) =>
      shared.slice(index + 1).some((second) => {
        if (places.indexOf(second) > places.indexOf(first)) return false;
        const [a, b, ownA, ownB] = [around(text, first), around(text, second), around(claim, first), around(claim, second)];
        const kept = overlap(ownA, a, b) + overlap(ownB, b, a);
        const exchanged = overlap(ownA, b, a) + overlap(ownB, a, b);
        return exchanged > kept || (exchanged === kept && sharedWords(claim, [text]) >= REPEATS);
      }),
    );
  });
}

/** The stems beside a figure, figures left out. */
function around(text: string, figure: string): Set<string> {
  const at = [...text.matchAll(/\d+(?:[.,]\d+)*/gu)].find((match) => figures(match[0])[0] === figure);
  if (at === undefined) return new Set();
  const words = contentTerms(text).filter(({ stem }) => !/\d/u.test(stem));
  const before = words.filter(({ end }) => end <= at.index).slice(-FIGURE_CONTEXT);
  const after = words.filter(({ start }) => start >= at.index + at[0].length).slice(0, FIGURE_CONTEXT);
  return new Set([...before, ...after].map(({ stem }) => stem));
}

/** How many of the stems are in one set and not in the other. */
function overlap(stems: ReadonlySet<string>, one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  return [...stems].filter((stem) => one.has(stem) && !other.has(stem)).length;
}

function once(values: readonly string[]): string[] {
  return values.filter((value) => values.indexOf(value) === values.lastIndexOf(value));
}

/** Whether a text denies anything, by a negation or in a softer word. */
export function denies(text: string): boolean {
  const { denials, soft } = denialsOf(text);
  return denials.length > 0 || soft.size > 0;
}

/** Whether a text denies what a verb says. “No” before a noun does not count: “at no cost” is as often said without it. */
export function negates(text: string): boolean {
  return /\b(?:not|never|cannot)\b|n['’]t\b/iu.test(text) && denialsOf(text).denials.length > 0;
}
