import { firstOf } from "../documents/first-of.ts";
import { parseName } from "../documents/names.ts";
import { foldText } from "../documents/text.ts";
import { placeOfTitle, type GivenAuthors, type RunningText } from "./given.ts";
import { keysOf } from "./titles.ts";
import { isOneEdit } from "../retrieval/nearest-names.ts";

/** How the authors of a reference compare with those of a record. */
export interface AuthorComparison {
  /** The share of the names given that the record has, 0 to 1. */
  share: number;
  /** What is off, in a few words; null where nothing is. */
  problem: string | null;
}

/**
 * Compares names, not spellings: initials, particles, order of family and given name, diacritics and a single wrong letter make no difference. Names that the
 * record lacks, another first author and another order do. Null where either side names nobody, or an organization stands for all.
 */
export function compareAuthors(given: GivenAuthors | null, authors: readonly string[], title: string): AuthorComparison | null {
  if (given === null || authors.length === 0) return null;
  const known = personsOf(authors);
  return "names" in given ? compareNames(given.names.slice(0, MAX_NAMES).map(person), known) : compareText(given, known, title);
}

/** Names of a reference that are compared; longer lists are compared by their beginning. */
const MAX_NAMES = 100;
/** And so many of a record, whose order they must have. */
const MAX_AUTHORS = 300;

/** A name with its words, folded. */
interface Person {
  name: string;
  family: string[];
  given: string[];
  all: string[];
  initials: ReadonlySet<string>;
  /** Its words in alphabetical order. */
  sorted: string;
}

const known = new WeakMap<readonly string[], Person[]>();

/** The authors of a record, read once however often it is compared. Lists hold two names as one at times. */
function personsOf(authors: readonly string[]): Person[] {
  const read =
    known.get(authors) ??
    authors
      .slice(0, MAX_AUTHORS)
      .flatMap((author) => author.split(/ and /u))
      .map(person);
  known.set(authors, read);
  return read;
}

function compareNames(names: readonly Person[], authors: readonly Person[]): AuthorComparison | null {
  if (names.every(({ given, all }) => given.length === 0 && all.length !== 1)) return null;
  const places = placesOf(names, authors);
  const share = places.filter((place) => place !== undefined).length / names.length;
  return { share, problem: problemOf(names, places, authors) };
}

/** Where each name stands among the authors: equal spellings are placed before similar ones. */
function placesOf(names: readonly Person[], authors: readonly Person[]): (number | undefined)[] {
  const free = new Set(authors.keys());
  const places = new Map<number, number>();
  for (const isSame of [(a: string, b: string) => a === b, isSameWord]) {
    for (const [index, name] of names.entries()) {
      const place = places.has(index) ? undefined : [...free].find((one) => isSameName(name, authors[one]!, isSame));
      if (place === undefined) continue;
      free.delete(place);
      places.set(index, place);
    }
  }
  return [...names.keys()].map((index) => places.get(index));
}

function problemOf(names: readonly Person[], places: readonly (number | undefined)[], authors: readonly Person[]): string | null {
  const strangers = names.filter((_, index) => places[index] === undefined);
  if (strangers.length > 0)
    return `not among the authors: ${firstOf(
      strangers.map(({ name }) => name),
      MAX_LISTED,
    )}`;
  if (places[0] !== 0) return `the first author is ${authors[0]!.name}`;
  if (places.some((place, index) => index > 0 && place! < places[index - 1]!)) return "in another order";
  return null;
}

type SameWord = (a: string, b: string) => boolean;

/** Whether two spellings may name one person. */
function isSameName(one: Person, other: Person, isSame: SameWord): boolean {
  if (one.family.length === 0 || other.family.length === 0) return false;
  return one.sorted === other.sorted || (sameFamily(one, other, isSame) && sameInitials(one, other));
}

function sameFamily(one: Person, other: Person, isSame: SameWord): boolean {
  const within = (family: readonly string[], words: readonly string[]) =>
    family.every((word) => words.some((candidate) => isSame(word, candidate)));
  return within(one.family, other.all) || within(other.family, one.all);
}

function sameInitials(one: Person, other: Person): boolean {
  const [first, otherFirst] = [one.given[0]?.[0], other.given[0]?.[0]];
  if (first === undefined || otherFirst === undefined) return true;
  return other.initials.has(first) || one.initials.has(otherFirst);
}

function person(name: string): Person {
  const parsed = parseName(name);
  const literal = "literal" in parsed;
  const family = wordsOf(literal ? name : parsed.family);
  const given = literal ? [] : givenWords(parsed.given);
  const particle = literal ? [] : wordsOf(parsed["non-dropping-particle"] ?? "");
  const all = [...given, ...particle, ...family];
  return { name, family, given, all, initials: new Set(all.map((word) => word[0]!)), sorted: [...all].sort().join(" ") };
}

/** Initials may be written together: “Vaswani, AB”. */
function givenWords(given: string): string[] {
  return /^\p{Lu}{2,3}$/u.test(given) ? given.toLowerCase().split("") : wordsOf(given);
}

function wordsOf(text: string): string[] {
  return foldText(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

const LONG_WORD = 5;

/** Equal; or with ue for ü; or of five letters and more, one edit apart. */
function isSameWord(a: string, b: string): boolean {
  if (a === b) return true;
  if (Math.min(a.length, b.length) < LONG_WORD - 1) return false;
  const spelled = (word: string) => word.replace(/ae|oe|ue/gu, (pair) => pair[0]!);
  return spelled(a) === spelled(b) || (Math.min(a.length, b.length) >= LONG_WORD && isOneEdit(a, b));
}

const NO_NAMES = new Set(
  "and et al others eds ed editor editors by with in von van de der den del della di da la le jr sr ii iii iv the und y".split(
    " ",
  ),
);

/** Names in running text: the words before the title, whichever way they are written, must be words of the authors' names. */
function compareText(text: RunningText, authors: readonly Person[], title: string): AuthorComparison | null {
  const start = placeOfTitle(text, keysOf(title).whole.split(" ").slice(0, TITLE_BEGINNING));
  if (start <= 0) return null;
  const names = namesIn(text.text.slice(0, text.words[start]!.at));
  const listed = names.length === 0 ? null : compareNames(names.slice(0, MAX_NAMES).map(person), authors);
  if (listed?.share === 1) return listed;
  const before = text.words.slice(0, start).map(({ word }) => word);
  const named = before.filter((word) => word.length > 1 && !/^\d+[a-z]?$/u.test(word) && !NO_NAMES.has(word));
  if (named.length === 0) return null;
  const words = new Set(authors.flatMap(({ all }) => all));
  const isKnown = (word: string) => words.has(word) || words.has(word[0]!) || [...words].some((one) => isSameWord(word, one));
  const strangers = named.slice(0, MAX_NAMES).filter((word) => !isKnown(word));
  const share = 1 - strangers.length / named.length;
  if (strangers.length > 0) return { share, problem: `not among the authors: ${firstOf(strangers, MAX_LISTED)}` };
  const places = familyPlaces(named, authors);
  if (places[0] === -1) return { share, problem: `the first author is ${authors[0]!.name}` };
  const found = places.filter((place) => place !== null && place !== -1);
  if (found.some((place, index) => index > 0 && place! < found[index - 1]!)) return { share, problem: "in another order" };
  return { share, problem: null };
}

/** Where the family name of each author stands among the words, -1 where it does not; null for one that cannot tell: an initial, or shared by two. */
function familyPlaces(words: readonly string[], authors: readonly Person[]): (number | null)[] {
  const families = authors.slice(0, MAX_NAMES).map(({ family }) => family.at(-1) ?? "");
  return families.map((family) => {
    if (family.length < 2 || families.indexOf(family) !== families.lastIndexOf(family)) return null;
    const place = words.indexOf(family);
    return place === -1 ? words.findIndex((word) => isSameWord(word, family)) : place;
  });
}

/** The names in a text, where commas and “and” part them: `Ada Lovelace, A. Turing and …` or `Lovelace, A., Turing, A., & …`. */
function namesIn(text: string): string[] {
  const chunks = text
    .replace(/\(?(?:19|20)\d\d[a-z]?\)?|\bet al\b\.?|\bothers\b|[“”"„«‘*_]/gu, " ")
    .split(/[,;:]|\band\b|&/u)
    .map((chunk) => chunk.replace(/^[\s.]+|\s+[\s.]*$/gu, ""))
    .filter((chunk) => /\p{L}/u.test(chunk));
  const isInitials = (chunk: string) => /^(?:\p{Lu}\.?[\s-]*){1,4}$/u.test(chunk);
  return chunks.flatMap((chunk, index) => {
    if (isInitials(chunk) && index > 0) return [];
    const next = chunks[index + 1];
    return [next !== undefined && isInitials(next) ? `${chunk}, ${next}` : chunk.replace(/(?<=\p{L}{2})\.$/u, "")];
  });
}

/** So many words find the place of a title, also where the rest of it is spelled differently. */
const TITLE_BEGINNING = 4;
const MAX_LISTED = 3;
