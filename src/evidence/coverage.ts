import { isCommon, rarity } from "../text/rarity.ts";
import { contentTerms } from "../text/terms.ts";
import { saidBy, type EvidencePaper } from "./evidence-paper.ts";
import type { Evidence } from "./evidence.ts";
import type { SubjectTerm } from "./relevance.ts";

/** A term of the subject as the question writes it. */
export interface NamedTerm extends SubjectTerm {
  text: string;
  /** It was quoted, so papers must have all of it. */
  exact?: boolean;
}

/** From here on a word is rare enough that papers about it say it; “handle” or “usable” may be meant in other words. */
const TELLING = 6;

/** Up to so many words a subject names what is asked about and nothing else; a longer one tells a story, of whose words papers need only have the names. */
const NAMES_ONLY = 7;
/** Everyday words that abstracts are too formal for: that no paper says them tells nothing. */
const EVERYDAY = new Set(
  (
    "saw seen went gone came took got gotten told thought bought felt kept knew grew fell ran sat stood spoke wrote ate drank slept woke won lost " +
    "guy folks stuff thing lots bunch kinda actually really maybe anyway okay awesome weird crazy cheap bother bothered trick tricky spot guess screw mess messy"
  )
    .split(" ")
    .flatMap((word) => contentTerms(word).map(({ stem }) => stem)),
);

/** “QuuxBERT”, “GPT-5”. */
const NAME = /\p{Lu}.*\p{Lu}|\p{N}/u;

/**
 * What no paper mentions: words of the subject, unless they are everyday ones or say little, and of a long subject only names; of quoted phrases, those that no paper has whole.
 * Coverage goes by stems.
 */
export function coverageOf(
  terms: readonly NamedTerm[],
  papers: readonly EvidencePaper[],
): Pick<Evidence, "missing" | "coverage"> {
  const held = papers.map(stemsOf);
  const stems = [...new Set(terms.flatMap((term) => term.stems))];
  const mentioned = stems.filter((stem) => held.some((own) => own.has(stem)));
  const names = new Set(terms.flatMap(({ text }) => namesIn(text)));
  const weighty = new Set(terms.filter(({ weight = 1 }) => weight === 1).flatMap((term) => term.stems));
  const tells = (stem: string) =>
    !EVERYDAY.has(stem) &&
    (stems.length > NAMES_ONLY ? names.has(stem) && !isCommon(stem) : rarity(stem) >= TELLING && weighty.has(stem));
  const absent = new Set(stems.filter((stem) => tells(stem) && !mentioned.includes(stem)));
  const missing = terms.flatMap(({ text, stems: own, exact }) => {
    if (exact) return held.some((words) => own.every((stem) => words.has(stem))) ? [] : [text];
    if (own.every((stem) => absent.has(stem))) return [text];
    return contentTerms(text).flatMap(({ stem, start, end }) => (absent.has(stem) ? [text.slice(start, end)] : []));
  });
  return {
    missing: [...new Set(missing)],
    coverage: stems.length === 0 ? 1 : mentioned.length / stems.length,
  };
}

/** The stems of the words of a text that are written as names are. */
function namesIn(text: string): string[] {
  return contentTerms(text).flatMap(({ stem, start, end }) => (NAME.test(text.slice(start, end)) ? [stem] : []));
}

/** Of words that no abstract mentions those that none of these mentions either, such as papers seen through passages of their full texts. Pure. */
export function unmentioned(words: readonly string[], papers: readonly EvidencePaper[]): string[] {
  if (words.length === 0) return [];
  const held = papers.map(stemsOf);
  return words.filter((word) => !held.some((own) => contentTerms(word).every(({ stem }) => own.has(stem))));
}

const HYPHENATED = /\p{L}+(?:[-\u2010\u2011]\p{L}+)+/gu;

/** The stems of what a paper says; a word with hyphens counts as one word too (“up-regulated”: “upregulated”). */
function stemsOf(item: EvidencePaper): Set<string> {
  const text = `${item.paper.title} ${saidBy(item) ?? ""}`;
  const joined = [...text.matchAll(HYPHENATED)].map(([word]) => word.replaceAll(/[^\p{L}]/gu, ""));
  return new Set([...contentTerms(text), ...contentTerms(joined.join(" "))].map(({ stem }) => stem));
}
