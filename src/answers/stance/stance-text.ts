import { directionWords, type DirectionWord } from "../../text/direction.ts";
import { isDenied, negations } from "../../text/negation.ts";
import { contentTerms, type Term } from "../../text/terms.ts";
import { COMMON_WORDS, INCIDENTAL_WORDS } from "../question/words.ts";
import { sentenceCues } from "./cues.ts";

/** A text as it is compared. */
export interface StanceText {
  text: string;
  terms: readonly Term[];
  /** Its content words but those of direction, by stem, with how much each says. */
  subject: Map<string, number>;
  directions: Directed[];
  denied: Set<string>;
  free: Set<string>;
  figures: Set<string>;
  nothingFound: boolean;
  /** Stems before and after “than”. */
  than: { before: Set<string>; after: Set<string> } | null;
}

/** A word of direction as it stands in its text. */
export interface Directed {
  kind: DirectionWord["kind"];
  /** Which way; 0 for a word of relation. */
  way: -1 | 0 | 1;
  /** False where it is denied, or says itself that there is nothing. */
  holds: boolean;
  stem: string;
  /** Content words around it, with how near each is, 0 to 1. */
  near: Map<string, number>;
  /** Stands where a sentence says what happens (“increases”, “is higher”), not before a noun as what it is. */
  predicate: boolean;
}

/* The numbers here were chosen by hand, not measured apart; the stance model learned with them, so whoever changes one trains it again (`npm run bench -- stance DATA --train`). */

/** How many content words on either side of a word of direction it is taken to be about. */
const NEAR = 5;
/** What stands before a word of direction is less surely what it is about. */
const BEFORE = 0.6;
/** How many words may stand between a denial and the word of direction that it denies. One more than `OUTCOME_DENIAL_REACH`: the stance model learned from texts that were read so. */
const DIRECTION_DENIAL_REACH = 4;
/** How many content words after a negation it reaches. */
const REACH = 4;

/** How much a content word says, by what it is. */
export const WORD_WEIGHTS = { incidental: 0.2, common: 0.6, plain: 1, named: 1.5 };

const TURNS_ON_EACH_OTHER = /\bthan\b|\bcompared\s+(?:to|with)\b|\bversus\b|\bvs\.?(?=\s)|\brelative\s+to\b/iu;

/** Reads a claim, a question or a sentence. */
export function stanceText(text: string): StanceText {
  const terms = contentTerms(text);
  const words = directionWords(text, ["amount", "worth", "cause", "relation"]);
  const isDirection = (term: Term) => words.some(({ start, end }) => term.start >= start && term.end <= end);
  const subject = new Map<string, number>();
  for (const term of terms)
    if (!isDirection(term)) subject.set(term.stem, weightOf(text.slice(term.start, term.end), term.start === 0));
  const denied = deniedStems(text, terms);
  const split = TURNS_ON_EACH_OTHER.exec(text);
  const stemsOf = (of: readonly Term[]) => new Set(of.filter((term) => subject.has(term.stem)).map((term) => term.stem));
  return {
    text,
    terms,
    subject,
    directions: words.map((word) => directed(text, word, terms, subject)),
    denied,
    free: new Set(terms.filter((term) => !denied.has(term.stem)).map((term) => term.stem)),
    figures: new Set(Array.from(text.matchAll(/(?<![\p{L}\d-])\d+(?:[.,·]\d+)*(?![\p{L}\d-])/gu), ([figure]) => figure)),
    nothingFound: sentenceCues(text).nothingFound,
    than:
      split === null
        ? null
        : {
            before: stemsOf(terms.filter((term) => term.end <= split.index)),
            after: stemsOf(terms.filter((term) => term.start >= split.index + split[0].length)),
          },
  };
}

function directed(text: string, word: DirectionWord, terms: readonly Term[], subject: ReadonlyMap<string, number>): Directed {
  const denied = isDenied(text, word.start, DIRECTION_DENIAL_REACH);
  const clause = clauseAround(text, word.start);
  const near = new Map<string, number>();
  const put = (side: readonly Term[], share: number) => {
    const within = side.filter((term) => subject.has(term.stem) && term.start >= clause.start && term.end <= clause.end);
    for (const [gap, { stem }] of within.slice(0, NEAR).entries())
      near.set(stem, Math.max(near.get(stem) ?? 0, share / Math.sqrt(gap + 1)));
  };
  put(
    terms.filter((term) => term.start >= word.end),
    1,
  );
  put(terms.filter((term) => term.end <= word.start).toReversed(), BEFORE);
  const [before, form] = [text.slice(0, word.start), text.slice(word.start, word.end).toLowerCase()];
  return {
    kind: word.kind,
    way: word.kind === "relation" ? 0 : word.sign,
    holds: word.kind === "relation" ? denied !== word.sign > 0 : !denied,
    stem: terms.find((term) => term.start >= word.start)?.stem ?? "",
    near,
    predicate:
      /\S/u.test(before) &&
      (/(?:[^s]s|er|more|less)$/u.test(form) ||
        /\b(?:is|are|was|were|be|been|has|have|does|do|did|can|could|may|to|not|in|with|significantly|n['’]t)\s+(?:\w+ly\s+)?$/iu.test(
          before,
        )),
  };
}

const CLAUSE_BREAK = /;|:|\b(?:whereas|while|but|although|though|however|despite)\b/giu;

/** The clause that holds this place of a text. */
export function clauseAround(text: string, at: number): { start: number; end: number } {
  const breaks = Array.from(text.matchAll(CLAUSE_BREAK), (match) => match.index);
  return { start: breaks.findLast((place) => place < at) ?? 0, end: breaks.find((place) => place > at) ?? text.length };
}

/** The stems that stand behind a negation, within its clause. */
function deniedStems(text: string, terms: readonly Term[]): Set<string> {
  return new Set(
    negations(text).flatMap(({ word, start, end }) => {
      const clauseEnd = start + text.slice(start).search(/[,;:.!?](?:\s|$)|$/u);
      const scope = terms.filter((term) => term.start >= end && term.start < clauseEnd);
      return scope.slice(0, word === "without" ? 1 : REACH).map((term) => term.stem);
    }),
  );
}

function weightOf(word: string, first: boolean): number {
  const lower = word.toLowerCase();
  if (INCIDENTAL_WORDS.has(lower)) return WORD_WEIGHTS.incidental;
  if (COMMON_WORDS.has(lower)) return WORD_WEIGHTS.common;
  return (first ? /.\p{Lu}|\d/u : /\p{Lu}|\d/u).test(word) ? WORD_WEIGHTS.named : WORD_WEIGHTS.plain;
}
