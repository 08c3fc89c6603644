import {
  ASKS_DEFINITION,
  asksMeasure,
  bringsAsked,
  definesSubject,
  kindOfData,
  namesMeasure,
  namesOneMeasure,
  STATE_OF_THE_ART,
  tellsFailure,
  statesAmount,
  tellsAmountAsked,
} from "../extractive/demands.ts";
import { countedUnit } from "../extractive/figures.ts";
import { CUES, tellsLimit } from "../extractive/cues.ts";
import type { ReadQuestion } from "../question/schema.ts";

/** A quote, and the title of its paper. */
export interface FactQuote {
  paper: { paper_id: string; title: string };
  text: string;
  /** Whether the paper's code is on record. */
  hasCode?: boolean;
}

interface AvailabilityQuote {
  paper: { paper_id: string; title: string; abstract: string | null };
  text: string;
  /** Whether the paper's code is on record. */
  hasCode?: boolean;
}

interface Asked {
  /** Whether a quote tells what this kind of question asks for. */
  tells: (quote: FactQuote) => boolean;
  /** Whether it may be one that does, in other words; without it, `tells`. */
  mayTell?: (quote: FactQuote) => boolean;
  /** What one such paper does, and what several do. */
  words: readonly [one: string, many: string];
  /** Why an answer without any such quote is none; null where words may tell it without. */
  missing: string | null;
  /** Whether words tell surely enough to count the papers that do. */
  counts?: boolean;
  /** Whether no fixed words tell it. */
  inAnyWords?: boolean;
}

const CAUSE =
  /\bsince (?:the(?! (?:\d|advent|introduction|release|beginning|start|early|late|first))|a|an|they|it|this|these|there|most|many|all|each|no|not|\p{L}+ (?:is|are|was|were|do|does|did|can|cannot|has|have|lacks?)\b)|\b(?:because|due to|owing to|caus\w+|reasons?|attribut\w+|explain\w*|stems? from|arises? from|results? from|lead(?:s|ing)? to|result(?:s|ing)? in|driven by|prone to|susceptible to|rel(?:y|ies|ying) (?:\w+ )?on|exploit\w*|overfit\w*|memori[sz]\w*|spurious|shortcuts?|superficial|factors?|contribut\w+ to|responsible for|(?:make|makes|made|making|renders?|rendering) (?:(?!less\b)[\w-]+ ){1,5}(?:difficult|hard|harder|challenging|impossible|ambiguous)(?!\s+(?:questions?|examples?|cases?|negatives?|tasks?|tests?|sets?|problems?|samples?|instances?)\b))\b/iu;
const WHY =
  /^why\b|[,;:.–—]\s+(?:and\s+)?why\s+(?:is|are|do|does|did|can|has|have|should)\b|(?:^|[,;:.–—?]\s+|\b(?:know|tell me|find out)\s+)(?:and\s+)?what\s+(?:explains|causes|(?:is|are)\s+the\s+(?:causes?|reasons?))\b/iu;
/** That the paper made a tool, by what tools do: “we develop a cross-lingual parser”. */
const MADE_TOOL =
  /\b(?:present|introduc|releas|creat|buil[dt]|develop|publish|provid|describ|propos|offer|implement)\w*\b[^.;:]{0,60}?\b(?:parsers?|taggers?|aligners?|analy[sz]ers?|tokeni[sz]ers?|lemmati[sz]ers?|stemmers?|recogni[sz]ers?|editors?|pipelines?|platforms?|suites?|demos?|plug-?ins?|apps?|APIs?)\b/iu;

const BROUGHT = { dataset: "data", code: "software", model: "models" } as const;

const FIGURE: Asked = {
  tells: ({ text }) => statesAmount(text),
  words: ["gives a figure", "give a figure"],
  missing: null,
};

/** It is asked for what can be had: “open corpora”, “tools with code available”. */
const ASKS_AVAILABLE =
  /\bopen(?:ly)?(?=[ -](?:source|access|licen[cs]|corpor|data|models?|weights|tools?|resources?))|\bpublic(?:ly)?(?= (?:available|released|data|corpor|code|tools?|models?|benchmarks?|resources?|test))|\bavailable\b|\bfree(?:ly)?(?= (?:available|downloadable|to use|data|corpor|tools?|models?))|\bdownload\w*|\bready-(?:to-use|made)\b|^off-the-shelf\b|\breleased\b|\bwith code\b|\b(?:I|we|you|one|people|anyone) (?:can|could) (?:just |already |actually |simply )?(?:use|run|download|install|try)\b|\buse right now\b/iu;
/** A text says that something can be had. */
const CAN_BE_HAD =
  /\b(?:we|is|are|be|been|were|have|and|will)\s+(?:\w+ly\s+)?releas(?:e[sd]?|ing)\b|\bopen[- ]?sourc\w+|\bopen[- ](?:access|licen[cs]\w+)|\b(?:public|free|open)ly\s+(?:available|accessible|released|shared|downloadable)|\b(?:is|are|be|made)\s+(?:\w+ly\s+)?(?:available|accessible|downloadable|public)\b|\bavailable\s+(?:at|from|on|online|under|for\s+(?:download|research))|\bhttps?:|\bgithub\b|\bpublic(?:ly)?\s+(?:available|release|corpus|dataset|resource)/iu;

/**
 * Of a question for what can be had, of how many of the papers quoted that is known: “For 3 of the 5 papers quoted data, code or a model is said to be available, in the abstract or on record.” Null of any other question. Pure.
 */
export function availabilitySentence(
  { kind }: Pick<ReadQuestion, "kind">,
  question: string,
  quotes: readonly AvailabilityQuote[],
): string | null {
  if (kind !== "artifact" && (kind !== "which_exist" || !ASKS_AVAILABLE.test(question))) return null;
  const papers = papersOf(quotes);
  const known = papersOf(
    quotes.filter(
      ({ paper, text, hasCode }) =>
        hasCode === true ||
        CAN_BE_HAD.test(`${paper.title} ${paper.abstract ?? ""} ${text}`.replace(LACKS_DATA, " ").replace(NOT_TO_BE_HAD, " ")),
    ),
  );
  const what = "data, code or a model is said to be available, in the abstract or on record.";
  if (known === 0)
    return `Where data, code or a model is to be had is told neither in the ${papers === 1 ? "abstract of the one paper" : `abstracts of the ${papers} papers`} quoted nor on record.`;
  if (papers === 1) return `For the one paper quoted ${what}`;
  const all = papers === 2 ? "both" : `all ${papers}`;
  return `For ${known === papers ? all : `${known} of the ${papers}`} papers quoted ${what}`;
}

/** “Neither annotated nor parallel corpora are available.” */
const LACKS_DATA =
  /\b(?:neither|no|not(?!\s+(?:only|just)\b)|without|lack(?:s|ing)?(?:\s+of)?|absence\s+of|scarc\w+)\b[^.;,]{0,60}?\b(?:corpora|corpus|data\s?sets?|data|bitexts?|resources?|treebanks?|lexicons?)\b[^.;,]{0,40}\b(?:available|exists?)\b|\b(?:lack(?:s|ing)?|absence|scarcity)\s+of\s+(?:[\p{L}-]+\s+){0,3}(?:corpora|corpus|data\s?sets?|data|bitexts?|resources?|treebanks?|lexicons?)\b/giu;

/** “… so we release the first corpus”, “no lexicon was available, so we created one”. */
const BRINGS_IT =
  /\b(?:we|this (?:paper|work))\b[^.;]{0,40}?\b(?:present|introduc|releas|creat|buil[dt]|construct|collect|compil|provid|publish)\w*\b[^.;]{0,60}?\b(?:corpora|corpus|data\s?sets?|data|bitexts?|resources?|treebanks?|lexicons?|one|them)\b/iu;

/** “The corpus is not publicly available”, “no parser is available”. */
const NOT_TO_BE_HAD =
  /\b(?:not|cannot|never)\s+(?:yet\s+|be\s+|been\s+|made\s+|\w+ly\s+)*(?:available|released|accessible|public)\b|\bno\s+(?:[\p{L}-]+\s+){1,3}(?:is|are|was|were)\s+(?:\w+ly\s+)*(?:available|released)\b/giu;

/** Whether a sentence says that such data is lacking, and brings none. */
function lacksData(text: string): boolean {
  return text.replace(LACKS_DATA, " ") !== text && !BRINGS_IT.test(text);
}

/** What can be told of quotes by their words for this question; null where it asks for a yes or no, for the better of two, or for what words do not tell. */
function askedFor(
  { kind, artifact, constraints }: Pick<ReadQuestion, "kind" | "artifact" | "constraints">,
  question: string,
): Asked | null {
  if (WHY.test(question))
    return inAnyWords(of(({ text }) => CAUSE.test(text), ["names a cause in so many words", "name a cause in so many words"]));
  const unit = kind === "how_much" ? countedUnit(question) : null;
  if (unit !== null) {
    const number = unit === "data" ? "an amount of data" : `a number of ${unit}`;
    return of(({ text }) => tellsAmountAsked(text, question), [`gives ${number}`, `give ${number}`]);
  }
  if (kind === "how_much") return { ...FIGURE, missing: missingWords(FIGURE.words[0]) };
  if (kind === "how_well") return FIGURE;
  if (kind === "state_limits" && !STATE_OF_THE_ART.test(question))
    // Who asks when something fails is told so by “loses quality” and “far less effective” too.
    return inAnyWords(
      of(
        ({ text }) => tellsLimit(text) || (constraints.negative_results === true && tellsFailure(text)),
        ["names a limitation", "name a limitation"],
      ),
    );
  if (kind === "how_done" && asksMeasure(question))
    return {
      ...inAnyWords(of(({ text }) => namesOneMeasure(text), ["names a metric", "name a metric"])),
      mayTell: ({ text, paper }) => namesOneMeasure(text) || namesMeasure(`${paper.title} ${text}`),
    };
  if (kind === "what_is" && ASKS_DEFINITION.test(question))
    return inAnyWords(of(({ text }) => definesSubject(text), ["gives a definition", "give a definition"]));
  const data = kind === "which_exist" || kind === "artifact" ? kindOfData(question) : null;
  if (data !== null)
    return {
      ...of(
        ({ text, paper }) => data.said.test(`${paper.title} ${text}`) && !lacksData(text),
        [`names ${data.name}`, `name ${data.name}`],
      ),
      counts: true,
    };
  if ((kind === "which_exist" || kind === "artifact") && artifact !== undefined) {
    const things = BROUGHT[artifact];
    return of(
      (quote) =>
        CUES.released.test(quote.text) ||
        bringsAsked({ text: quote.text, paper: { paper: quote.paper } }, artifact) ||
        (artifact === "code" && (MADE_TOOL.test(quote.text) || quote.hasCode === true)),
      [`presents ${things} of its own`, `present ${things} of their own`],
    );
  }
  return null;
}

function of(tells: Asked["tells"], words: Asked["words"]): Asked {
  return { tells, words, missing: missingWords(words[0]) };
}

function inAnyWords(asked: Asked): Asked {
  return { ...asked, inAnyWords: true };
}

function missingWords(one: string): string {
  return `No passage quoted ${one.replace(" of its own", "")}. Below is the closest evidence.`;
}

/**
 * That none of the papers quoted tells what is asked for: “None of the 5 papers quoted gives a figure.” Null where one seems to, since its words may be about something else, unless words tell surely
 * that others do not (“2 of the 5 papers quoted name a treebank.”), and where nothing can be told. `wereRead`: a model read the quotes together with the question, and knows better than words whether one tells a cause, limitation, metric or definition. Pure.
 */
export function missingFactsSentence(
  read: ReadQuestion,
  question: string,
  quotes: readonly FactQuote[],
  wereRead = false,
): string | null {
  const asked = askedFor(read, question);
  const papers = papersOf(quotes);
  if (asked === null || papers === 0 || (wereRead && asked.inAnyWords)) return null;
  const telling = papersOf(quotes.filter((quote) => asked.tells(quote)));
  const [one, many] = asked.words;
  if (telling > 0)
    return asked.counts && telling < papers ? `${telling} of the ${papers} papers quoted ${telling === 1 ? one : many}.` : null;
  if (asked.mayTell !== undefined && quotes.some(asked.mayTell)) return null;
  return papers === 1
    ? `The one paper quoted does not ${many.replace("their own", "its own")}.`
    : `None of the ${papers} papers quoted ${one}.`;
}

/** Whether a quote tells in so many words what is asked for: a cause, a limitation, a metric, a definition; a figure may be of anything. Pure. */
export function tellsAsked(read: ReadQuestion, question: string, quotes: readonly FactQuote[]): boolean {
  if (read.kind === "how_much" || read.kind === "how_well") return false;
  return quotes.some((quote) => askedFor(read, question)?.tells(quote) === true);
}

function papersOf(quotes: readonly { paper: { paper_id: string } }[]): number {
  return new Set(quotes.map(({ paper }) => paper.paper_id)).size;
}

/** Why quotes of which none tells what is asked for are no answer; null where one does, or that cannot be told; `wereRead` as in `missingFactsSentence`. Pure. */
export function missingFactsReason(
  read: ReadQuestion,
  question: string,
  quotes: readonly FactQuote[],
  wereRead = false,
): string | null {
  const asked = askedFor(read, question);
  if (asked === null || (wereRead && asked.inAnyWords) || quotes.some(asked.mayTell ?? asked.tells)) return null;
  return asked.missing;
}
