import { exceptedLanguages, isAboutOnly, isAboutOthers, languagesAsked, pairOf } from "../question/languages.ts";
import type { ReadQuestion } from "../question/schema.ts";
import { isThirdAhead, namedSides } from "../stance/comparison-stance.ts";
import { contentTerms } from "../../text/terms.ts";
import { doneWithout, exceptedThings } from "../question/negation.ts";
import { bringsThing, CUES, isTitleOf, SAYS, tellsLimit, tellsOutcome, THINGS } from "./cues.ts";
import { countedUnit, figureAsked, tellsFigure, tellsNumberOf } from "./figures.ts";
import type { RankedPassage } from "./ranked-passages.ts";

type Sentence = Pick<RankedPassage, "text" | "paper" | "roles">;
type Asked = Pick<ReadQuestion, "kind" | "artifact" | "sides" | "constraints">;

/*
 * What a kind of question demands of a sentence before it may answer. Trees learned from a few hundred questions follow likeness where a kind is rare; these
 * are the demands that graders of answers named. The shares of its grade that a sentence keeps without what is demanded, from here to `FOREIGN`, were chosen by reading answers, and those of failures
 * and degrees corrected by the sentences of 4,124 graded questions (docs/decisions.md, 99).
 */

/** No figure where an amount is asked for; figures, and none of what is asked: sizes of data, numbers of experiments. */
const NO_FIGURE = 0.7;
const OTHER_FIGURE = 0.8;
/** No figure of it where it is asked how well something works. */
const NO_DEGREE = 0.8;
/** A sentence about neither of the two things compared; about one of them, and its title not about the other. */
const NO_SIDE = 0.35;
const ONE_SIDE = 0.5;
/** A third thing is better than both: that says nothing of the two. */
const THIRD_AHEAD = 0.5;
/** It names both, and says neither that one is ahead nor that they are alike. */
const NO_OUTCOME = 0.65;
/** Limits are asked for, and a sentence tells none; or only praises what the paper proposes. */
const NO_LIMIT = 0.75;
const PRAISE = 0.4;
/** What fails is asked for, and nothing in the sentence fails. */
const NO_FAILURE = 0.4;
/** How something is done, or what it is, is not told by that the paper's own way is best. */
const BEST_ALONE = 0.75;
/** A list wants what a paper brings: not that it beats others, and of data, code or models none that neither sentence nor title names. */
const BEATS_OTHERS = 0.6;
const NO_THING = 0.35;
/** It names another kind of data than the question does; it is about the very language that the question excepts. */
const OTHER_KIND = 0.35;
const EXCEPTED = 0.3;
/** The same of a sentence that was read; chosen by reading answers, not measured apart. */
const EXCEPTED_READ = 0.5;
/** It names data, code or models, but as what it used; its title is of none either. */
const USED_ALONE = 0.45;
/** Its title names the thing, and the sentence says something else of it. */
const TITLE_ALONE = 0.8;
/** Methods are asked for that bring something about (“reduce bias”), and the sentence says nothing of that. */
const NO_EFFECT = 0.6;
/** Ways of doing something are asked for, and the sentence names none: it tells what others lack, or how well it went. */
const NO_WAY = 0.6;
/** It is asked how something is prevented or solved, and the sentence only says that it is wrong. */
const PROBLEM_ALONE = 0.5;
/** It is asked how something is measured, and the sentence names nothing that measures. */
const NO_MEASURE = 0.7;
/** A definition is asked for, and the sentence gives none. */
const NO_DEFINITION = 0.5;
/** Findings are asked for, and the sentence says what was to be found out. */
const AIM = 0.6;
/** It is of other versions of what is asked about: GPT-3 where GPT-4 is. */
const OTHER_VERSION = 0.3;
/** It is about other languages than the question names. */
const OTHER_LANGUAGE = 0.3;
/** The same of a sentence that was read: 153 such sentences were graded .73 of what trees predicted that did not know of it; those that do learned it from few. */
const OTHER_LANGUAGE_READ = 0.7;
/** The sentence is in another language than the question. */
const FOREIGN = 0.15;

const AMOUNT =
  /\b(?:half|twice|double[sd]?|triple[sd]?|quarter|thirds?|dozens?|hundreds?|thousands?|millions?|billions?|orders?[- ]of[- ]magnitude)\b/iu;
/** Figures that are no amount: years, citations, and those within names. */
const NO_AMOUNT = /\b(?:19|20)\d\d[a-z]?\b|\b\p{L}[\p{L}-]*-?\d[\w.]*|\b\d-?(?:gram|shot|D)\b/giu;

/** Whether a sentence states an amount: a figure that is no year and no part of a name, or a word such as “half”. */
export function statesAmount(text: string): boolean {
  return AMOUNT.test(text) || CUES.digits.test(text.replace(NO_AMOUNT, " "));
}

/** Whether a sentence states the amount that a question asks for: of things that it names, a number of them. */
export function tellsAmountAsked(text: string, question: string): boolean {
  const unit = countedUnit(question);
  return unit === null ? tellsFigure(text, figureAsked(question)) : tellsNumberOf(unit, text);
}

/** A question for the state of the art, which limits are only a part of. */
export const STATE_OF_THE_ART = /\b(?:state[- ]of[- ]the[- ]art|sota|state|status|how far|progress)\b/iu;
/** A question for a definition; what is known of something, or how it is tied to something else, is none. */
export const ASKS_DEFINITION =
  /^what(?:['’]s| is| are)\b(?! (?:already )?(?:known|understood)\b(?! by\b)| behind\b| the (?:\w+ )?(?:relation|link|connection|correlation|reason|cause|source|effect|impact|influence)\w*\b| the (?:\w+ ){0,2}(?:best|top|leading|state[- ]of)\b)/iu;

/** The models know much of what is demanded: of 873 questions that they had not seen the first sentence answers .613 with the whole of it, .623 with its root. */
const SOFTENED = 0.5;

/**
 * The share, 0 to 1, that a sentence's grade keeps: all of it where it meets what the kind of question demands. Half of that, on a logarithmic scale, where it is chosen to be read together with the question
 * (`toBeRead`). Pure.
 */
export function demandsMet(sentence: Sentence, asked: Asked, question: string, { toBeRead = false } = {}): number {
  const failure = asked.constraints.negative_results && !tellsFailure(sentence.text) ? NO_FAILURE : 1;
  // What a yes or no wants a reader tells best: .585 of the first sentences answer where it alone decides, .553 with these.
  const own = toBeRead && asked.kind === "does_it" ? 1 : ofKind(sentence, asked, question);
  const other = isOfOtherLanguage(sentence, asked, question) ? OTHER_LANGUAGE : 1;
  return (ofAnother(sentence, question) * failure * other * own) ** (toBeRead ? SOFTENED : 1);
}

/**
 * The share that the grade of a sentence keeps that was read together with the question: the trees weigh what is demanded themselves, but for what too few of the graded sentences show: other languages and
 * versions, and what the question excepts. Pure.
 */
export function keptIfRead(sentence: Sentence, asked: Asked, question: string): number {
  const other = isOfOtherLanguage(sentence, asked, question) ? OTHER_LANGUAGE_READ : 1;
  const excepted = isOfExcepted(sentence, question) || usesAvoided(sentence.text, asked, question) ? EXCEPTED_READ : 1;
  return ofAnother(sentence, question) ** SOFTENED * other * excepted;
}

const USES =
  /\b(?:leverag\w+|us(?:es?|ed|ing)|utili[sz]\w+|exploit\w*|rel(?:y|ies|ying)\s+on|based\s+on|requir(?:es?|ing)|access(?:es)?\s+to|analy[sz](?:es?|ing)|stor(?:es?|ing)|replay\w*)\s+(?<what>(?:[\p{L}\p{N}'’-]+\s+){0,4}[\p{L}\p{N}'’-]+)/giu;
/** In the same sentence, up to what is used: it is not used, or others use it, which are beaten. */
const NOT_OWN =
  /\b(?:without|no|not|never|nor|neither|none|zero|less|unlike|instead|rather|than|existing|previous|prior|other|most|many|while|although|whereas|non|pseudo|outperform\w*|surpass\w*|beats?|exceed\w*|compar\w+)\b|n['’]t\b/iu;
/** What is to be kept is no means to do without: “without a loss in accuracy”. */
const NO_MEANS = /\b(?:loss|los(?:es?|ing)|drops?|degrad\w*|harm\w*|hurt\w*|sacrific\w*)\b/iu;
/** What any paper has. */
const OF_ANY: ReadonlySet<string> = new Set(["model", "data", "dataset", "system", "method"]);

/** Whether a sentence says that something is done with the very thing that the question wants to do without: “leverages the internal states of LLMs”. All words of the thing that say something must stand within a few words. */
function usesAvoided(text: string, { constraints }: Asked, question: string): boolean {
  if (constraints.without === undefined) return false;
  const avoided = doneWithout(question, constraints.without).filter((what) => !NO_MEANS.test(what));
  const things = avoided.map((what) => contentTerms(what).flatMap(({ stem }) => (OF_ANY.has(stem) ? [] : stem)));
  return things.some(
    (stems) =>
      stems.length > 0 &&
      [...text.matchAll(USES)].some(({ groups, index }) => {
        const terms = contentTerms(groups!.what!);
        const last = terms.findLast(({ stem }) => stems.includes(stem));
        const isNamed = last !== undefined && stems.every((own) => terms.some(({ stem }) => stem === own));
        return isNamed && !NOT_OWN.test(`${text.slice(0, index)} ${groups!.what!.slice(0, last.start)}`);
      }),
  );
}

/** It says itself that it goes further: “a corpus besides weather forecasts”. */
const GOES_BEYOND = /\b(?:besides|beyond|instead\s+of|other\s+than|rather\s+than|unlike|not\s+(?:only|just))\b/iu;
/** What a sentence is held against, or does without, it is not about. */
const HELD_AGAINST =
  /\b(?:without|than|over|compared\s+(?:to|with)|outperform\w*)\s+(?:[\p{L}\p{N}-]+\s+){0,2}?[\p{L}\p{N}-]+/giu;
/** From this share of its stems on, the first among them, a thing of several words is named. */
const NAMES_EXCEPTED = 0.5;

/** Whether a sentence behind its title is about the very thing, or the only language, that the question excepts: “data beyond weather forecasts”, “corpora not in English”. */
function isOfExcepted(sentence: Pick<Sentence, "text" | "paper">, question: string): boolean {
  if (isAboutOnly(exceptedLanguages(question), `${sentence.paper.paper.title} ${sentence.text}`)) return true;
  return isAboutThings(exceptedThings(question), sentence);
}

/** Whether a sentence behind its title is about one of these things, and nothing beyond: that it mentions a thing of one word says little, unless it brings data of it or its title has it. Pure. */
export function isAboutThings(
  things: readonly string[],
  { text, paper }: { text: string; paper: { paper: { title: string } } },
): boolean {
  const { title } = paper.paper;
  if (things.length === 0 || GOES_BEYOND.test(`${title} ${text}`)) return false;
  const inTitle = stemsWithParts(title);
  const said = inTitle.union(stemsWithParts(text.replace(HELD_AGAINST, " ")));
  return things.some((what) => {
    const own = [...new Set(contentTerms(what).map(({ stem }) => stem))];
    const where = own.length === 1 && !bringsThing(text, "dataset") ? inTitle : said;
    return own.length > 0 && where.has(own[0]!) && own.filter((stem) => where.has(stem)).length >= NAMES_EXCEPTED * own.length;
  });
}

/** A name that runs its parts together holds them: “RWTH-PHOENIX-Weather”, “TVGWeather”. */
function stemsWithParts(text: string): Set<string> {
  const apart = text.replace(/(?<=\p{Lu}|\p{Ll})(?=\p{Lu}\p{Ll})/gu, " ");
  return new Set(contentTerms(`${text} ${apart}`).map(({ stem }) => stem));
}

function ofAnother({ text, paper }: Sentence, question: string): number {
  const foreign = isForeign(text) && !isForeign(question) ? FOREIGN : 1;
  return foreign * (isOfOtherVersion(`${paper.paper.title} ${text}`, question) ? OTHER_VERSION : 1);
}

/** Whether a sentence behind its title is about other languages than the question names. */
export function isOfOtherLanguage(
  { text, paper }: Pick<Sentence, "text" | "paper">,
  { constraints }: Asked,
  question: string,
): boolean {
  const languages = languagesAsked(constraints.languages ?? [], question);
  return languages.length > 0 && isAboutOthers(languages, `${paper.paper.title} ${text}`, pairOf(question));
}

/** A name with a number or several: “GPT-4”, “Llama 2 and 3”; years and counts of shots and layers are none. */
const VERSION = /(?<![\p{L}\p{N}])(?<family>\p{Lu}\p{L}*)[- ]?(?<number>\d(?:\.\d+)?)(?![\p{L}\p{N}]|\.\d)/gu;

/** Whether a text is of other versions of what a question names by its version, and of that one nowhere. */
function isOfOtherVersion(text: string, question: string): boolean {
  const asked = [...question.matchAll(VERSION)].map(({ groups }) => ({ family: groups!.family!, number: groups!.number! }));
  return (
    asked.length > 0 &&
    asked.every(({ family, number }) => {
      const named = new RegExp(
        `(?<![\\p{L}\\p{N}])${family}s?[- ]?(?<numbers>\\d(?:\\.\\d+)?(?:\\s*(?:,|/|&|and|or|to)\\s*\\d(?:\\.\\d+)?){0,4})(?![\\p{L}\\p{N}]|\\.\\d)`,
        "giu",
      );
      const numbers = [...text.matchAll(named)].flatMap(({ groups }) => groups!.numbers!.match(/\d(?:\.\d+)?/gu) ?? []);
      return numbers.length > 0 && !numbers.includes(number);
    })
  );
}

function ofKind(sentence: Sentence, { kind, artifact, sides }: Asked, question: string): number {
  const { text, roles } = sentence;
  const { title } = sentence.paper.paper;
  const finding = roles.aim >= LIKELY ? AIM : 1;
  switch (kind) {
    case "does_it":
      return finding;
    case "how_well":
      return finding * (tellsFigure(text, figureAsked(question)) ? 1 : NO_DEGREE);
    case "how_much":
      return finding * (tellsAmountAsked(text, question) ? 1 : statesAmount(text) ? OTHER_FIGURE : NO_FIGURE);
    case "comparison":
      return finding * (sides === undefined ? 1 : ofSides(sides, text, title));
    case "state_limits":
      if (tellsLimit(text) || STATE_OF_THE_ART.test(question)) return 1;
      return tellsOfOwn(text) ? PRAISE : NO_LIMIT;
    case "how_done":
      if (asksMeasure(question)) return namesMeasure(`${title} ${text}`) ? 1 : NO_MEASURE;
      if (tellsWay(text)) return 1;
      return (SAYS.boasts.test(text) ? BEST_ALONE : 1) * (ASKS_REMEDY.test(question) && tellsLimit(text) ? PROBLEM_ALONE : 1);
    case "what_is":
      return (
        (ASKS_DEFINITION.test(question) && !definesSubject(text) ? NO_DEFINITION : 1) * (SAYS.boasts.test(text) ? BEST_ALONE : 1)
      );
    case "which_exist":
    case "artifact":
      return (
        ofThing(sentence, artifact, question) *
        (SAYS.boasts.test(text) && !SAYS.presents.test(text) ? BEATS_OTHERS : 1) *
        (ASKS_WAYS.test(question) && !tellsWay(text) ? NO_WAY : 1) *
        ofEffect(`${title} ${text}`, question)
      );
    default:
      return 1;
  }
}

const ASKS_WAYS =
  /^(?:(?:which|what|list|name|are there)\b[^?]{0,40}?|(?:\w+\s+){0,2})\b(?:methods?|approaches|techniques|strategies|ways|algorithms|mitigations|remedies)\b/iu;
const ASKS_REMEDY =
  /\b(?:kept? from|avoid\w*|prevent\w*|mitigat\w*|reduc\w*|fix\w*|solv\w*|overcom\w*|stop\w*|alleviat\w*|handl\w*|deal\w* with|cope\w* with|address\w*|without breaking)\b/iu;

/** Whether a sentence names a way of doing something: what it proposes, or by what means. */
function tellsWay(text: string): boolean {
  return SAYS.presents.test(text) || SAYS.by_means.test(text);
}

function tellsOfOwn(text: string): boolean {
  return SAYS.boasts.test(text) || CUES.named_ours.test(text);
}

/** Whether a passage or its paper's title brings data, code or a model, rather than that others' were used. */
export function bringsAsked(
  { text, paper }: { text: string; paper: { paper: { title: string } } },
  artifact: NonNullable<Asked["artifact"]>,
): boolean {
  return bringsThing(text, artifact) || isTitleOf(paper.paper.title, artifact);
}

function ofThing({ text, paper }: Sentence, artifact: Asked["artifact"], question: string): number {
  const { title } = paper.paper;
  const kept =
    (isKindAsked(`${title} ${text}`, question) ? 1 : OTHER_KIND) *
    (isAboutOnly(exceptedLanguages(question), `${title} ${text}`) ? EXCEPTED : 1);
  return kept * ofArtifact({ text, paper }, artifact);
}

function ofArtifact({ text, paper }: Pick<Sentence, "text" | "paper">, artifact: Asked["artifact"]): number {
  if (artifact === undefined || bringsThing(text, artifact)) return 1;
  if (isTitleOf(paper.paper.title, artifact)) return TITLE_ALONE;
  return THINGS[artifact].test(`${paper.paper.title} ${text}`) ? USED_ALONE : NO_THING;
}

/** Kinds of data that a question names, and how texts name them. */
const KINDS: readonly { name: string; asked: RegExp; said: RegExp }[] = [
  {
    name: "a treebank",
    asked: /\btreebanks?\b/iu,
    said: /treebank|\b(?:universal dependencies|UD|dependency (?:corp|annotat|bank)\w*)\b/iu,
  },
  {
    name: "a lexicon",
    asked: /\b(?:lexicons?|dictionar(?:y|ies)|word ?lists?)\b/iu,
    said: /lexic|dictionar|thesaur|word ?list|wordnet/iu,
  },
  { name: "a wordnet", asked: /\bword ?nets?\b/iu, said: /word ?net|\bsynsets?\b/iu },
  {
    name: "parallel data",
    asked: /\b(?:parallel (?:corpora|corpus|data\w*|texts?)|bitexts?)\b/iu,
    said: /parallel|bitext|\b(?:aligned|bilingual|translated|interpreted)\b/iu,
  },
  {
    name: "a knowledge graph or base",
    asked: /\bknowledge (?:bases?|graphs?)\b/iu,
    said: /[Kk]nowledge (?:[Bb]ases?|[Gg]raphs?)\b|\bK[BG]s?\b|[Oo]ntolog|Wikidata/u,
  },
  { name: "an ontology", asked: /\bontolog(?:y|ies)\b/iu, said: /ontolog|taxonom/iu },
];

/** Where what is listed ends in a question, and what it is listed for begins. */
const LISTED_FOR = /\b(?:for|when|without|with|that|to|if|from|on|using|in)\b/iu;
const OF_WAYS = /\b(?:methods?|approaches|techniques|ways|strategies|algorithms|parsers|taggers|models|systems|tools)\b/iu;

/** The kind of data that a list is asked of, by name; null where the question lists something else, or none of those that texts tell apart. */
export function kindOfData(question: string): { name: string; said: RegExp } | null {
  const [head = ""] = question.split(LISTED_FOR, 1);
  return OF_WAYS.test(head) ? null : (KINDS.find(({ asked }) => asked.test(head)) ?? null);
}

function isKindAsked(text: string, question: string): boolean {
  return kindOfData(question)?.said.test(text) ?? true;
}

/** The effects whose methods are told by words of their own; that something “improves” is said of everything. */
const BRINGING_ABOUT = /\b(?:reduc\w+|lower\w*|decreas\w+|mitigat\w+|alleviat\w+|prevent\w*|lessen\w*|cut\w*)\b/iu;
const REDUCED =
  /\b(?:reduc\w+|lower\w*|decreas\w+|mitigat\w+|alleviat\w+|prevent\w*|lessen\w*|cut\w*|remov\w+|eliminat\w+|minimi[sz]\w+|avoid\w*|less|fewer|suppress\w*|correct\w*|(?:de-?(?:bias|nois|tox)\w*))\b|\bde-?bias\w*|-debias\b/iu;

function ofEffect(text: string, question: string): number {
  return BRINGING_ABOUT.test(question) && !REDUCED.test(text) ? NO_EFFECT : 1;
}

const ASKS_MEASURE =
  /(?:^|[,;:–—]\s+(?:(?:so|and|but|then)\s+)?)(?:how|in (?:what|which) ways?|by (?:what|which))\b.*\b(?:measur|evaluat|assess|quantif|scor|judg|test|benchmark)\w*\b/iu;
const MEASURE =
  /\b(?:metrics?|measur(?:e|es|ed|ing|ement|ements)|scor(?:e|es|ing)|evaluat(?:e|es|ing|ion|ions|ors?)|benchmarks?|test (?:sets?|suites?|beds?)|challenge sets?|questionnaires?|ratings?|judg(?:e?ments?|ing)|correlat\w+|probing|probes?|protocols?|quantif\w+|index|indices)\b/iu;

/** Whether a question asks how something is measured, rather than done. */
export function asksMeasure(question: string): boolean {
  return ASKS_MEASURE.test(question);
}

/** Whether a text names something that measures: a metric, a test set, ratings. */
export function namesMeasure(text: string): boolean {
  return MEASURE.test(text);
}

/** The name of a measure has capitals within; those of fields and tasks are none. */
const OWN_NAME =
  /(?<![\p{L}\d-])(?!(?:LLM|NLP|MT|NMT|AI|ST|ASR|QA|NLG|LM)s?(?![\p{L}\d]))[\p{L}\d-]{0,30}\p{Lu}[\p{L}\d-]{0,30}\p{Lu}/u;
const MEASURED = /\b(?:evaluat|assess|measur|scor|rat(?:ed|ing)|report|judg)\w*/iu;
/** Statistics, what is counted, and who or what it is measured by. */
const KIND_OF_MEASURE =
  /\b(?:kappa|alpha|precision|recall|accurac\w+|correlation|perplexity|agreement|likert|(?:error|success|win)\s+rates?|f-?(?:1|scores?|measures?)|ratio|distance|similarity|entropy|entailment|counts?|counting|percentage|proportion|lagging|annotat\w+|judges|human|experts?|(?:test|challenge) sets?|guidelines|by hand)\b/iu;

/** Whether a sentence names by which measure, rather than that something was measured. */
export function namesOneMeasure(text: string): boolean {
  if (MEASURE.test(text) && SAYS.presents.test(text)) return true;
  return (MEASURE.test(text) || MEASURED.test(text)) && (OWN_NAME.test(text) || KIND_OF_MEASURE.test(text));
}

/** From here on a sentence is taken to have a role: likelier than all others together. */
const LIKELY = 0.5;
const DEFINES =
  /\b(?:is|are) (?:\w+ly )?(?:the|a|an)\b|\b(?:refers?|aims?|seeks?) to\b|\b(?:is|are) (?:defined|the task|concerned)\b|\bconsists? (?:of|in)\b/iu;

/** Whether a sentence says what something is, or what it aims to do. */
export function definesSubject(text: string): boolean {
  return DEFINES.test(text);
}

/** Words of French, German, Spanish, Portuguese and Italian that hold sentences together; two of them do not meet in English. */
const OF_OTHER_LANGUAGES =
  /(?<!\p{L})(?:les|des|une|nous|est|dans|que|pour|avec|cette|sont|und|der|die|das|ist|nicht|wir|eine|mit|von|los|las|una|para|con|del|por|como|uma|dos|della|che|sono|per|nel)(?!\p{L})/giu;
/** Chosen by reading sentences, not measured apart. */
const FOREIGN_WORDS = 2;

function isForeign(text: string): boolean {
  return new Set(text.toLowerCase().match(OF_OTHER_LANGUAGES)).size >= FOREIGN_WORDS;
}

function ofSides(sides: readonly [string, string], text: string, title: string): number {
  const named = namedSides(sides, text);
  const inTitle = namedSides(sides, title);
  const held = named.filter((own, side) => own || inTitle[side]).length;
  if (isThirdAhead(sides, text)) return THIRD_AHEAD;
  if (held === 2) return tellsOutcome(text) ? 1 : NO_OUTCOME;
  return held === 1 ? ONE_SIDE : NO_SIDE;
}

const FAILURE =
  /\b(?:no|not|never|neither|nor|little|hardly|without)\b|n['’]t\b|\b(?:fail\w*|hurts?|harm\w*|degrad\w*|deteriorat\w*|worse\w*|declin\w*|drop\w*|los(?:es?|ing|t)|negative(?:ly)?|underperform\w*|limited|cannot|in(?:ability|effective|sufficient\w*|consisten\w*|correct\w*|ferior)|unable|un(?:successful|reliab|stable|faithful)\w*|marginal(?:ly)?|negligible|insignificant|diminish\w*|struggl\w*|poor\w*|weak\w*|lags?|behind|fall(?:s|ing)? short|suffer\w*|difficult\w*|wrong\w*|mis(?:label|classif|lead|interpret|judg|read|translat)\w*|bias\w*|sensitiv\w*|brittle\w*|vulnerab\w*|fragil\w*|gaps?|shortcoming\w*|drawback\w*|over-?estimat\w*|collaps\w*|break\w*|confus\w*|spurious\w*|shortcut\w*|overfit\w*|ignor\w*|less)\b/iu;
/** Whether a sentence says that something fails, or changes nothing. */
export function tellsFailure(text: string): boolean {
  return FAILURE.test(text);
}
