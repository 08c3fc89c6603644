import { CUT } from "./cut.ts";
import { readLanguages } from "./languages.ts";

const NOT = "(?:not|n['’]?t)";
/** A noun phrase ends where one of these words begins something else. */
const ENDS =
  "for|in|on|to|at|with|that|which|when|where|while|by|from|and|or|but|as|if|is|are|was|were|be|do|does|can|help|helps|work|works|improve|improves|generali[sz]es?|outperforms?|performs?|keeps?|reach(?:es)?|achieves?|about|during|across|over|under|using|without|than|between";
const PHRASE = `(?<what>(?:(?!(?:${ENDS})\\b)[\\p{L}\\p{N}][\\p{L}\\p{N}'’./+-]*)(?:\\s+(?!(?:${ENDS})\\b)[\\p{L}\\p{N}][\\p{L}\\p{N}'’./+-]*){0,4})`;
const LEAD =
  "(?:(?:any|the|a|an|using|access to|relying on|requiring|needing|having|use of|need for|much|additional|extra|explicit|of|on)\\s+)*";
/** “Data sets beyond weather forecasts” leave these out; “beyond a certain size”, “beyond their context” tell how far. */
const BEYOND =
  "(?<=(?:[;,]|\\b(?:data\\s?sets?|corpora|corpus|tools?|benchmarks?))\\s+)(?:beyond|besides)(?!\\s+(?:(?:an?\\s+)?(?:certain|few|billion|million|thousand|hundred)|their|its|one|two|three|chance|version|saturation|what|how|that|this|\\d))";
/** “Without a large loss in accuracy” tells how well it is to work, not what is done without. */
const MERE_LOSS = "(?:[\\w-]+\\s+){0,3}?(?:loss|degradation|drop|decrease|penalty)\\s+(?:in|of)\\b";
/** What one may lack. */
const MEANS =
  "(?:data|labels?|annotations?|corp(?:us|ora)|treebanks?|references?|supervision|examples?|history|access|training|transcripts?|dictionar(?:y|ies)|lexicons?|resources?|ground\\s+truth|feedback|rewards?|internet|network|gpus?)\\b";
const WITHOUT = [
  new RegExp(
    `\\b(?:(?:when|where|if|because|since|as)\\s+)?(?:you|we|i|one)\\s+(?:(?:are|am|is)\\s+not\\s+allowed\\s+to\\s+(?:keep|use|store|access|share|see)|(?:cannot|can['’]t|can\\s+not)\\s+(?:keep|store|access|share))(?!\\s+track)\\s+${LEAD}${PHRASE}`,
    "iu",
  ),
  new RegExp(
    `(?<!\\bor\\s)\\b(?:without|with\\s+no(?!\\s+(?:more|fewer|less|longer|improvements?|benefits?|effects?|gains?|advantages?)\\b))(?!\\s+${MERE_LOSS})\\s+${LEAD}${PHRASE}`,
    "iu",
  ),
  new RegExp(
    `\\b(?:(?:that|which|who)\\s+)?(?:do|does|did)(?:\\s+|(?=n))${NOT}\\s+(?:use|need|require|rely|depend|involve|assume|employ)\\s+${LEAD}${PHRASE}`,
    "iu",
  ),
  new RegExp(
    `\\b(?:not\\s+using|other\\s+than|except(?:\\s+for)?|excluding|${BEYOND}|no\\s+need\\s+for)\\s+${LEAD}${PHRASE}`,
    "iu",
  ),
  // “… when there is no labelled data”, “… that need no outliers and no retraining”; that there is no answer is what such a question is about.
  new RegExp(
    `\\b(?:(?:when|where|if)\\s+there\\s+(?:is|are)(?=\\s+no\\s+(?:[\\w-]+\\s+){0,4}?${MEANS})|(?:(?:that|which)\\s+)?(?:needs?|requires?)|(?:that|which)\\s+uses?)\\s+no(?!\\s+(?:more|fewer|less|longer)\\b)\\s+${LEAD}${PHRASE}(?:,?\\s+(?:and|or|nor)\\s+no\\s+${LEAD}${PHRASE.replace("<what>", "<also>")})?`,
    "iu",
  ),
];

/** “Other than math and symbolic reasoning” leaves out both. */
const BOTH_EXCEPTED = new RegExp(
  `\\b(?:other\\s+than|except(?:\\s+for)?|excluding)\\s+${LEAD}${PHRASE}\\s+(?:and|or)\\s+${PHRASE.replace("<what>", "<also>")}(?=\\s*(?:$|[?.;,]))`,
  "iu",
);

/** “Without the popularity bias fooling you”: what must not come about is no means to do without. */
const BEFALLS =
  /\bwithout\s+(?<what>(?:(?!\p{L}+(?:ing|ly)\b)[\p{L}-]+\s+){1,6}?)(?!(?:during|including|following|using|having|regarding)\b)\p{L}{3,}ing\s+(?:you|me|us)\b/iu;

const EXCEPTED = new RegExp(`\\b(?:other\\s+than|except(?:\\s+for)?|excluding|${BEYOND})\\s+${LEAD}${PHRASE}`, "giu");
/** “LLMs used for”, “SQuAD exist”: what is said of the thing. */
const GOES_ON = /\s+(?:used|exists?|supports?|available|means?|produced?|trained|applied|proposed)\b.*$/iu;
/** “Twitter data”: of data there is everywhere. */
const OF_ANY_DATA = /\b(?:data(?:\s?sets?)?|corpora|corpus|texts?|benchmarks?|models?|ones?)\b/giu;

/** What a question leaves out, “weather forecasts” of “any data set beyond weather forecasts”; no languages. Pure. */
export function exceptedThings(question: string): string[] {
  const things = Array.from(question.matchAll(EXCEPTED), ({ groups }) =>
    groups!.what!.replace(GOES_ON, "").replace(OF_ANY_DATA, " ").trim(),
  );
  return things.filter((what) => what !== "" && readLanguages(what).languages.length === 0);
}

const LEFT_OUT = new RegExp(`\\b(?:other\\s+than|except(?:\\s+for)?|excluding|beyond|besides)\\s+${LEAD}(?<what>.*)$`, "iu");

/** Of what a question names as done without or left out (`without`), what is done without. Pure. */
export function doneWithout(question: string, without: readonly string[]): string[] {
  const excepted = exceptedThings(question);
  const leftOut = LEFT_OUT.exec(question.replace(/\bwithout\s.*$/iu, ""))?.groups?.what ?? "";
  const isLeftOut = (what: string) => leftOut.startsWith(what) && !/^[\p{L}\p{N}]/u.test(leftOut.slice(what.length));
  return without.filter((what) => !isLeftOut(what) && !excepted.some((thing) => what.includes(thing)));
}

const EFFECT =
  "(?:help|work|improve|hold|generali[sz]e|replicate|benefit|matter|outperform|beat|transfer|reduce|increase|pay off|scale)";
/** Ways to say that something does not come about; `fail` as a noun (“heart failure”) is none of them. */
const NEGATIVE = [
  /\b(?:negative|null)\s+results?\b/iu,
  new RegExp(
    `\\b(?:(?:do|does|did|is|are|was|were|has|have)(?:\\s+|(?=n)))?${NOT}\\s+(?:really\\s+|actually\\s+|always\\s+)?${EFFECT}(?:s|ed|ing|ful)?\\b`,
    "iu",
  ),
  /\bfails?\b(?!-)(?:\s+to\b)?|\b(?:failed|failing)\b(?=\s*(?:$|[;?]|(?:to|in|for|at|on)\b))(?:\s+to\b)?/iu,
  /\bno\s+(?:improvements?|benefits?|effects?|gains?|advantages?)\b(?!\s+or\b)/iu,
  /\b(?:ineffective|unhelpful|backfires?|stops?\s+working)\b/iu,
];

/** What a question wants done without, whether it asks for what fails, and the question without these words. */
export function readNegation(text: string): { without: string[]; negative: boolean; rest: string } {
  let rest = text.replace(BEFALLS, `${CUT}$<what>${CUT}`);
  const without: string[] = [];
  const both = BOTH_EXCEPTED.exec(rest)?.groups;
  if (both !== undefined) {
    without.push(both.what!, both.also!);
    rest = rest.replace(BOTH_EXCEPTED, CUT);
  }
  for (const pattern of WITHOUT) {
    const found = pattern.exec(rest)?.groups;
    if (found?.what === undefined) continue;
    without.push(found.what, ...(found.also === undefined ? [] : [found.also]));
    rest = rest.replace(pattern, CUT);
  }
  const negative = NEGATIVE.find((pattern) => pattern.test(rest));
  return { without, negative: negative !== undefined, rest: negative === undefined ? rest : rest.replace(negative, CUT) };
}
