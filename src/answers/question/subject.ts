import { contentTerms } from "../../text/terms.ts";
import { CUT } from "./cut.ts";
import type { SubjectTerm } from "./schema.ts";
import {
  COMMON_WEIGHT,
  COMMON_WORDS,
  EFFECT_VERBS,
  FUNCTION_WORDS,
  INCIDENTAL_WORDS,
  LEADING_VERBS,
  MAIN_VERBS,
  TRADE_NOUNS,
  VERBS_OR_NOUNS,
} from "./words.ts";

/** A word with its inner hyphens, dots and slashes (“text-to-SQL”, “GPT-4.1”), and the signs that end some names (“C++”). */
const WORD = /[\p{L}\p{N}]+(?:[-'’./_][\p{L}\p{N}]+)*(?:\+\+|#)?/gu;
const QUOTE = /^quote(\d)$/iu;
/** “few” belongs to the subject before what there are few of. */
const FEW_OF = /^(?:examples?|labels?|labelled|labeled|samples?|shots?|annotations?|instances|resources|data)$/iu;
/** What is asked about behind a noun (“are they reliable”), and part of the subject before one (“reliable labels”). */
const ATTRIBUTES = /^(?:reliable|accurate|suitable|feasible)$/u;
/** Nouns that are incidental alone, but not behind these words. */
const KEPT_PAIRS: Record<string, RegExp> = {
  paper: /^(?:scientific|academic)$/iu,
  papers: /^(?:scientific|academic)$/iu,
  articles: /^(?:news|wikipedia|scientific|medical|encyclopedia)$/iu,
  article: /^(?:news|wikipedia|scientific|medical|encyclopedia)$/iu,
  results: /^(?:search|retrieval|test|laboratory)$/iu,
  work: /^(?:remote|social|shift|crowd|knowledge|related)$/iu,
  spots: /^blind$/iu,
  spot: /^blind$/iu,
  boosted: /^gradient$/iu,
  boosting: /^gradient$/iu,
  studies: /^(?:user|case|ablation|cohort)$/iu,
  study: /^(?:user|case|ablation|cohort)$/iu,
  effects: /^(?:treatment|causal|random|fixed|placebo)$/iu,
  effect: /^(?:treatment|causal|random|fixed|placebo)$/iu,
  methods: /^(?:kernel|formal|mixed|ensemble)$/iu,
  reports: /^(?:bug|crash|issue|incident|error|case|radiology|clinical)$/iu,
  research: /^(?:user|market|operations|action)$/iu,
  evidence: /^(?:clinical|textual|supporting)$/iu,
  speed: /^(?:reading|typing|walking|inference|training|decoding)$/iu,
};
/** Incidental words that are part of the subject before these. */
const KEPT_BEFORE: Record<string, RegExp> = {
  related: /^works?$/iu,
  turn: /^(?:taking|level|detection|prediction|ends?|changes?)$/iu,
  right: /^(?:branching|dislocation|context|censored|censoring)$/iu,
  influence: /^functions?$/iu,
  impact: /^factors?$/iu,
  evidence: /^(?:retrieval|extraction|selection|sentences?)$/iu,
  common: /^(?:sense|crawl|ground)$/iu,
  paper: /^(?:reviews?|reviewing|recommendation|summari[sz]ation|titles?|assignment)$/iu,
  type: /^(?:inference|prediction|theory|systems?|checking|constraints?)$/iu,
  first: /^(?:language|order|person|names?)$/iu,
  effect: /^sizes?$/iu,
};
/** Names of several words that an “of” holds together. */
const OF_NAMES =
  /^(?:theory of mind|web of science|(?:chain|tree|graph|program)s? of thoughts?|parts? of speech|bags? of words|mixtures? of experts?|out of (?:domain|vocabulary|distribution)|word of mouth|internet of things|figures? of speech|quality of service|degrees? of freedom|proof of concept|field of view|curse of dimensionality|separation of concerns|burden of proof|terms of service|courts? of (?:justice|law|appeal)|freedom of speech|activities of daily|length of stay|level of detail|points? of interest|age of acquisition)$/iu;
/** Praises, asks for what is best, or says how little is enough (“least squares” is a name); nobody's subject. */
const NO_SUBJECT = /\bstate[- ]of[- ]the[- ]art\b|\bat\s+least\b/giu;
/** Behind these the first word that may be one is the verb of the question: “do adapters match …”, “why do parsers ignore …”. */
const ASKS_BY_VERB =
  /^(?:(?:why|how\s+(?:well|much|often|far|accurately|reliably))\s+)?(?:do|does|did|can|could|will|would|should)\s+(?!(?:i|you|we|one|it|they|people|there)\b)|^what\s+makes\s/iu;

/** The weight of a term that stands only in what is said besides the asking (“we are a small newsroom; how …?”), beside 1. */
const ASIDE_WEIGHT = 0.5;

interface Word {
  text: string;
  start: number;
  end: number;
}

/**
 * The terms of a question's subject in order: its noun phrases, without the words that only make it a question. `rest`: the question
 * without its constraints and the words that told its kind, quoted phrases replaced by `quote0`, `quote1` …; `quotes`: these phrases.
 * `setting`: what it is about, said before it; `aside`: what is said besides, whose terms weigh less; `question`: what is asked, as it stands; `always`: terms that belong to it whatever their words.
 */
export function readSubject(
  rest: string,
  {
    quotes,
    always,
    aside = "",
    setting = "",
    question = "",
  }: { quotes: readonly string[]; always: readonly string[]; aside?: string; setting?: string; question?: string },
): SubjectTerm[] {
  const terms: SubjectTerm[] = [];
  const verbs = ASKS_BY_VERB.exec(question)?.[0];
  const asked = [
    ...termsOf(setting, quotes),
    ...termsOf(rest, quotes, verbs === undefined ? null : /^what/iu.test(verbs) ? [MAIN_VERBS] : [MAIN_VERBS, VERBS_OR_NOUNS]),
  ];
  const inAsked = new Set(asked.flatMap(({ stems }) => stems));
  const besides = termsOf(aside, quotes).map((term) =>
    term.exact || asked.length === 0 || term.stems.some((stem) => inAsked.has(stem))
      ? term
      : { ...term, weight: (term.weight ?? 1) * ASIDE_WEIGHT },
  );
  const seen = new Set<string>();
  for (const term of [...besides, ...asked]) {
    const key = term.stems.join(" ");
    if (seen.has(key)) continue;
    seen.add(key);
    terms.push(term);
  }
  const known = new Set(terms.flatMap((term) => term.stems));
  for (const text of always) {
    const stems = [...new Set(contentTerms(text).map(({ stem }) => stem))];
    if (stems.length > 0 && stems.every((stem) => !known.has(stem))) terms.unshift({ text, stems });
  }
  return terms;
}

/** The phrases of a text as terms, in its order. `verbs`: where it asks by a verb, what that may be, the surest kind first; the verb is a term of its own, which says little. */
function termsOf(said: string, quotes: readonly string[], verbs: readonly ReadonlySet<string>[] | null = null): SubjectTerm[] {
  const text = said.replace(NO_SUBJECT, CUT);
  const all = wordsOf(text);
  const verb = verbs === null ? undefined : mainVerb(all, verbs);
  return phrases(text, all, verb).flatMap((words): SubjectTerm[] => {
    const [first] = words;
    if (!first) return [];
    // A question may itself say “quote7” where nothing was quoted.
    const quoted = quotes[Number(QUOTE.exec(first.text)?.[1])];
    const exact = quoted !== undefined;
    const phrase = quoted ?? text.slice(first.start, words.at(-1)?.end);
    const stems = [...new Set(contentTerms(phrase).map(({ stem }) => stem))];
    if (stems.length === 0) return [];
    const common = !exact && (first === verb || words.every((word) => COMMON_WORDS.has(word.text.toLowerCase())));
    return [{ text: phrase, stems, ...(common ? { weight: COMMON_WEIGHT } : {}), ...(exact ? { exact } : {}) }];
  });
}

function wordsOf(text: string): Word[] {
  return [...text.matchAll(WORD)].map((match) => ({ text: match[0], start: match.index, end: match.index + match[0].length }));
}

/** The verb by which something is asked of what stands before it: the first of the surest kind of which there is one. None beside a verb of effects, which ends phrases itself. */
function mainVerb(words: readonly Word[], verbs: readonly ReadonlySet<string>[]): Word | undefined {
  const after = words.slice(1);
  const firstOf = (kind: ReadonlySet<string>) => after.find(({ text }) => kind.has(text.toLowerCase()));
  if (firstOf(EFFECT_VERBS) !== undefined) return undefined;
  return verbs.map(firstOf).find((word) => word !== undefined);
}

/** The runs of words of a text that may be a phrase of the subject; the verb is one alone. */
function phrases(text: string, words: readonly Word[], verb?: Word): Word[][] {
  const found: Word[][] = [];
  let run: Word[] = [];
  const close = () => {
    if (run.length > 0 && !run.every((word) => TRADE_NOUNS.has(word.text.toLowerCase()))) found.push(run);
    run = [];
  };
  for (const [index, word] of words.entries()) {
    const before = words[index - 1];
    if (before && text.slice(before.end, word.start).trim() !== "") close();
    if (QUOTE.test(word.text) || word === verb) {
      close();
      // “require” says nothing of a subject; “memorize” says a little.
      if (word === verb && INCIDENTAL_WORDS.has(word.text.toLowerCase())) continue;
      run.push(word);
      close();
    } else if (!belongs(word.text, run.at(-1)?.text, words[index + 1]?.text)) close();
    else {
      run.push(word);
      if (run.length === 1 && LEADING_VERBS.has(word.text.toLowerCase())) close();
    }
  }
  close();
  return found;
}

function belongs(word: string, before: string | undefined, after: string | undefined): boolean {
  const small = word.toLowerCase();
  if (small === "few") return after !== undefined && FEW_OF.test(after);
  if (small === "of" && OF_NAMES.test(`${before} of ${after}`)) return true;
  // “IT”, “US” and “WHO” in capitals are names.
  if (FUNCTION_WORDS.has(small))
    return word.length > 1 && /^\p{Lu}+$/u.test(word) && !/^(?:OR|AND|NOT|IS|IN|ON|OF|THE|A)$/u.test(word);
  if (ATTRIBUTES.test(small) && after !== undefined && !FUNCTION_WORDS.has(after.toLowerCase())) return true;
  if (INCIDENTAL_WORDS.has(small))
    return KEPT_PAIRS[small]?.test(before ?? "") === true || KEPT_BEFORE[small]?.test(after ?? "") === true;
  return true;
}
