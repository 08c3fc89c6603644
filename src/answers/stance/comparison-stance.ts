import { tellsOutcome } from "../extractive/cues.ts";
import { isDenied, OUTCOME_DENIAL_REACH } from "../../text/negation.ts";
import { contentTerms } from "../../text/terms.ts";
import { abbreviationIn } from "../../text/written-otherwise.ts";

const BAD_AMOUNTS =
  "(?:[\\w-]+\\s+){0,2}(?:errors?|loss(?:es)?|perplexit\\w+|costs?|latency|hallucinations?|bias|time|memory|noise|risk|mortality|compute|parameters)";
const WINS = new RegExp(
  `\\b(?:outperform\\w*|surpass\\w*|beats?|exceed\\w*|superior\\s+to|ahead\\s+of|prefer(?:red|able)\\s+(?:to|over)|improv\\w+\\s+(?:over|upon|on)|dominat\\w*|wins?(?!\\s+rates?)|won|overtak\\w*|(?:lower|less|fewer|smaller)\\s+${BAD_AMOUNTS}|better|stronger|faster|cheaper|higher|more\\s+(?:accurate|robust|effective|efficient|reliable|stable|faithful|consistent))\\b`,
  "giu",
);
/** “loses quality faster than BM25”: the word that praises belongs to one that does not. */
const GETS_WORSE =
  "(?:los(?:es?|ing)|degrad\\w*|deteriorat\\w*|declin\\w*|drops?|forgets?|fails?)(?:\\s+[\\p{L}-]+){0,2}?\\s+(?:faster|more\\s+\\w+ly|more\\s+often)";
const LOSES = new RegExp(
  `\\b(?:${GETS_WORSE}|underperform\\w*|outperformed\\s+by|surpassed\\s+by|beaten\\s+by|exceeded\\s+by|(?:lag\\w*\\s+(?:far\\s+)?)?behind|los(?:es?|t)\\s+to|trail\\w*|inferior\\s+to|falls?\\s+short\\s+of|(?:higher|more|larger|greater)\\s+${BAD_AMOUNTS}|worse|weaker|slower|lower|less\\s+(?:accurate|robust|effective|efficient|reliable|stable|faithful|consistent))\\b`,
  "giu",
);
/** What may stand between “than” and a name. */
const PLAIN =
  "(?:(?:the|a|an|its|their|all|other|standard|existing|conventional|traditional|vanilla|previous|common|strong|typical|usual)\\s+)*";
const REFERENCE = new RegExp(
  `\\b(?:than|compared\\s+(?:to|with)|unlike|over|relative\\s+to|against|versus|vs\\.?|in\\s+contrast\\s+to)\\s+${PLAIN}$`,
  "iu",
);
const BEHIND_THAN = new RegExp(`\\bthan\\s+${PLAIN}$`, "iu");
const CONDITION = /\bwithout\s+(?:(?:any|further|additional|extra)\s+)?[\p{L}-]+/giu;
/** The confidence given to a side that word order puts ahead: set by hand, above what the models mostly reach. */
export const BY_ORDER = 0.9;

/**
 * Which of two sides a sentence puts ahead: 1 the first, -1 the second, 0 where it names not both or says neither. By word order: who
 * stands before “outperforms” and who after it, turned by a passive, by “worse” and by a denial (“does not outperform”).
 */
export function favoredSide(sides: readonly [string, string], sentence: string): -1 | 0 | 1 {
  return Math.sign(votesOf(sides, sentence).reduce((total, vote) => total + vote, 0)) as -1 | 0 | 1;
}

/** Whether a sentence puts a side ahead anywhere, be it each of them in something else. */
export function tellsSides(sides: readonly [string, string], sentence: string): boolean {
  return votesOf(sides, sentence).length > 0;
}

/** For each word of a sentence that puts a side ahead: 1 the first, -1 the second. */
function votesOf([first, second]: readonly [string, string], sentence: string): number[] {
  const places = sidePlaces([withoutPrefixes(first), withoutPrefixes(second)], withoutPrefixes(sentence));
  if (places === null || areNamedTogether(places, sentence)) return [];
  // “Higher accuracy than A while faster than B”: of a third thing.
  if (places.every((at) => REFERENCE.test(sentence.slice(0, at)))) return [];
  const found = [
    ...Array.from(sentence.matchAll(LOSES), (match) => ({ at: match.index, end: match.index + match[0].length, way: -1 })),
    ...Array.from(sentence.matchAll(WINS), (match) => ({ at: match.index, end: match.index + match[0].length, way: 1 })),
  ];
  // “outperformed by” counts and its “outperformed” does not, nor the “lower” of “lower error”.
  const said = found.filter(
    (word) => !found.some((other) => other.at <= word.at && other.end >= word.end && other.end - other.at > word.end - word.at),
  );
  // “DPR without training is less effective” denies nothing.
  const withoutConditions = sentence.replace(CONDITION, (condition) => " ".repeat(condition.length));
  const votes = said.flatMap(({ at, way }) => {
    if (areBothBeaten([first, second], sentence.slice(at))) return [];
    const subject =
      subjectOf(
        places,
        sentence,
        at,
        said.map((word) => word.at),
      ) ?? subjectOfThan([first, second], sentence.slice(at));
    if (subject === null) return [];
    const denied = isDenied(withoutConditions, at, OUTCOME_DENIAL_REACH);
    // “not worse” puts nobody ahead.
    if (denied && way < 0) return [];
    return [{ at, vote: way * (denied ? -1 : 1) * (subject === 0 ? 1 : -1) }];
  });
  const main = CONCEDED.exec(sentence)?.[0].length ?? 0;
  const ofMain = votes.filter(({ at }) => at >= main);
  return (ofMain.length > 0 ? ofMain : votes).map(({ vote }) => vote);
}

/** “They generalize worse than A”, where both sides stand before: of which side that is said; null where no “than” tells. */
function subjectOfThan([first, second]: readonly [string, string], rest: string): 0 | 1 | null {
  const isBehindThan = (side: string, other: string) => {
    const at = placeOf(namesOf(withoutPrefixes(side), withoutPrefixes(other)), withoutPrefixes(rest));
    return at !== -1 && BEHIND_THAN.test(rest.slice(0, at));
  };
  const behind = [isBehindThan(first, second), isBehindThan(second, first)];
  if (behind[0] === behind[1]) return null;
  return behind[0] ? 1 : 0;
}

/** “While B often trains faster, it generalizes worse”: what is conceded is not what is said. */
const CONCEDED = /^(?:while|although|though|even though|albeit)\b.*?,(?=\s+(?:they|it|these|this)\b)/iu;

/** “Compared with LoRA and full fine-tuning”: both stand behind what is held against them. */
function areNamedTogether(places: readonly [number, number], sentence: string): boolean {
  const [from, to] = [Math.min(...places), Math.max(...places)];
  return (
    REFERENCE.test(sentence.slice(0, from)) &&
    /^[^,;.]{1,40}\s(?:and|or|as\s+well\s+as)\s+(?:(?:the|an?)\s+)?(?:\p{L}+-)?$/iu.test(sentence.slice(from, to))
  );
}

/**
 * The same for a sentence that names one side alone, as what it compares with (“far less effective than BM25”), in a paper whose title names the other: its subject
 * stands for that one.
 */
export function favoredSideByTitle(sides: readonly [string, string], sentence: string, title: string): -1 | 0 | 1 {
  const named = namedSides(sides, sentence);
  const inTitle = namedSides(sides, title);
  const reference = named[0] ? 0 : 1;
  if (named[0] === named[1] || inTitle[reference] || !inTitle[1 - reference]) return 0;
  const at = placeOf(
    namesOf(withoutPrefixes(sides[reference]), withoutPrefixes(sides[1 - reference]!)),
    withoutPrefixes(sentence),
  );
  if (at === -1 || !(REFERENCE.test(sentence.slice(0, at)) || BEATEN.test(sentence.slice(0, at)))) return 0;
  return favoredSide(sides, `${sides[1 - reference]!}: ${sentence}`);
}

/** Behind these stands what is beaten: “clearly outperforms competing hash join proposals”. */
const BEATEN =
  /\b(?:outperform\w*|surpass\w*|beats?|exceed\w*)\s+(?:(?!(?:with|without|before|after|on|in|by|of|for|from|to|using|trained|when|than|as)\b)[\p{L}-]+\s+){0,3}$/iu;
const BEATS =
  /\b(?:outperform\w*|surpass\w*|beat(?:s|ing)?|exceed\w*|superior\s+to|improv\w+\s+(?:over|upon|on)|compar\w+\s+(?:to|with|against)\s+(?:[\p{L}-]+\s+){0,3}baselines?)\b/giu;
const ALIKE = /\b(?:on\s+(?:a\s+)?par|equal\w*|similar\w*|comparable|alike|ties?|tied)\b/iu;
/** Between two sides that are held against each other. */
const APART = /\b(?:than|over|versus|vs|compar\w+|unlike|while|whereas|but|against|to)\b/iu;

/** Whether a sentence puts a third thing ahead of both sides: “it outperforms existing methods, including PPO and DPO”, “compared to baselines like PPO, DPO”. */
export function isThirdAhead(sides: readonly [string, string], sentence: string): boolean {
  if (ALIKE.test(sentence) || favoredSide(sides, sentence) !== 0) return false;
  const beats = [...sentence.matchAll(BEATS)];
  if (beats.some(({ index }) => areBothBeaten(sides, sentence.slice(index)))) return true;
  const [first, second] = sides;
  const places = sidePlaces([withoutPrefixes(first), withoutPrefixes(second)], withoutPrefixes(sentence));
  if (places === null || APART.test(sentence.slice(Math.min(...places), Math.max(...places)))) return false;
  const [verb] = beats;
  return verb !== undefined && places.every((at) => at > verb.index);
}

const BEGINS_TO_BEAT = /^(?:outperform|surpass|beat|exceed)/iu;
/** Two names in one breath: “PPO and ”. */
const IN_ONE_BREATH =
  /^[^\s,;.]+(?:\s(?!(?:on|in|by|for|with|at|from|over|under|when|while|as|to|that|and|or)\b)[^\s,;.]+){0,3}\s(?:and|or|as\s+well\s+as)\s+(?:(?:the|an?)\s+)?$/iu;
/** “both PPO and newly proposed methods such as ”. */
const AFTER_BOTH = /\bboth\s+(?:(?:the|an?)\s+)?$/iu;
/** Behind the second name it goes on with what that does: “DPO beats PPO and DPO is cheaper”. */
const GOES_ON = /^\S+(?:\s\S+)?\s(?:is|are|was|were|has|have|had|does|do|can)\b/iu;

/** “… of PPO are unnecessary, and our way outperforms both PPO and DPO”: of what begins with such a verb, whether both sides stand behind it as what is beaten, though one may be named before, too. */
function areBothBeaten([first, second]: readonly [string, string], rest: string): boolean {
  if (!BEGINS_TO_BEAT.test(rest)) return false;
  const text = withoutPrefixes(rest);
  const places = sidePlaces([withoutPrefixes(first), withoutPrefixes(second)], text);
  if (places === null) return false;
  const [from, to] = [Math.min(...places), Math.max(...places)];
  const [before, between] = [text.slice(0, from), text.slice(from, to)];
  if (!BEATEN.test(before) || APART.test(between) || GOES_ON.test(text.slice(to))) return false;
  return IN_ONE_BREATH.test(between) || (AFTER_BOTH.test(before) && /^[^,;.]{1,80}\b(?:and|or)\b/iu.test(between));
}

/** Whether a sentence, with its paper's title, may say how two sides stand to each other: it names both and an outcome, or one that does something the most, and puts no third thing ahead of them. */
export function comparesDirectly(sides: readonly [string, string], sentence: string, title: string): boolean {
  const [named, inTitle] = [namedSides(sides, sentence), namedSides(sides, title)];
  const isSaid = (side: 0 | 1) => named[side] || inTitle[side] || hints(sides[side], sides[1 - side]!, sentence);
  if (!named.includes(true) || isThirdAhead(sides, sentence)) return false;
  return SUPERLATIVE.test(sentence) || (isSaid(0) && isSaid(1) && (tellsOutcome(sentence) || HOLDS_TOGETHER.test(sentence)));
}

const HOLDS_TOGETHER = /\b(?:compar\w+|competitive|on\s+par|match(?:es|ing)?|rivals?|superior|inferior|against|versus|vs)\b/iu;
/** “Improves performance the most”: more than the others do, of which the other side may be one. */
const SUPERLATIVE = /\bthe\s+(?:most|least)(?=\s*(?:$|[.,;)]))/iu;

/** “non-autoregressive” is a word of its own, not one more word beside “autoregressive”, and a word error rate names no words; written so, with places as they were. */
function withoutPrefixes(text: string): string {
  return text.replace(/\bnon-(?=\p{L})/giu, "nonx").replace(/\bwords?(?=[- ]error)/giu, (word) => "x".repeat(word.length));
}

/** From so many letters on a stem tells a word that begins with it: “columnar” of “column stores”. */
const TELLING_STEM = 5;

/** Whether a text has words that begin as half of a side's own do. */
function hints(side: string, other: string, text: string): boolean {
  const stems = namesOf(side, other).flatMap((name) => name.stems);
  const long = stems.filter((stem) => stem.length >= TELLING_STEM);
  const said = contentTerms(text).map(({ stem }) => stem);
  const met = long.filter((stem) => said.some((word) => word.startsWith(stem)));
  return long.length > 0 && met.length >= Math.ceil(stems.length / 2);
}

/** What a paper says of its own way, which its title names. */
const OF_OWN =
  /\b(?:our|the\s+proposed|this)\s+(?:[\p{L}-]+\s+){0,2}(?:method|approach|model|algorithm|framework|technique|system)\b/iu;

/** The sides that no quote names. A side in a paper's title is named where a quote of the paper names the other (“comparable to its autoregressive counterpart”), or speaks of its own way. Pure. */
export function sidesMissing(
  sides: readonly [string, string],
  quotes: readonly { text: string; paper: { title: string } }[],
): string[] {
  const named = quotes.map(({ text, paper }) => ({ text: namedSides(sides, text), title: namedSides(sides, paper.title) }));
  return sides.filter(
    (name, side) =>
      !named.some(
        ({ text, title }, index) => text[side] || (title[side] && (text[1 - side] || OF_OWN.test(quotes[index]!.text))),
      ) && !quotes.some(({ text }) => hints(name, sides[1 - side]!, text)),
  );
}

/** Which of the two sides a sentence names. */
export function namedSides(sides: readonly [string, string], sentence: string): [boolean, boolean] {
  const [first, second] = [withoutPrefixes(sides[0]), withoutPrefixes(sides[1])];
  const text = withoutPrefixes(sentence);
  const isNamed = (side: string, other: string) =>
    placeOf(namesOf(side, other, { orShared: true }), text) !== -1 || abbreviationIn(sentence, side) !== null;
  return [isNamed(first, second), isNamed(second, first)];
}

/** What a side is called: stems of which a text needs half, or those of a compound (“encoder-decoder”), which a text has side by side. */
interface Name {
  stems: readonly string[];
  together: boolean;
}

/** From so many words on a name begins with what narrows it. */
const LONG_NAME = 3;
/** Before a name: it is another one. */
const OTHERWISE_NARROWED =
  /\b(?!(?:several|additional|typical|final|general|basic|public)[ -])(?:deep|recurrent|convolutional|feed-?forward|spiking|recursive|statistical|bayesian|small|tiny|n-gram|masked|LSTM|capsule|siamese|\p{L}+(?:al|ic|ive))[ -]$/iu;

/** The stem of a word that makes another thing of what it narrows: “neural collaborative filtering” is held against collaborative filtering. */
const NEURAL = "neural";

/**
 * Whether a long name may be told without the word that narrows it: two of its words side by side, and narrowed by nothing else. “Deep neural networks” are no graph neural networks, and the “Transformer models” of a
 * language pair no large language models.
 */
function standsForLong(stems: readonly string[], terms: readonly { stem: string; start: number }[], text: string): boolean {
  if (stems[0] === NEURAL) return false;
  const at = terms.findIndex(({ stem }, index) => stems.includes(stem) && stems.includes(terms[index + 1]?.stem ?? ""));
  return at !== -1 && !OTHERWISE_NARROWED.test(text.slice(0, terms[at]!.start));
}

/** Where a text first has one of these names; -1 where it has none. */
function placeOf(names: readonly Name[], text: string): number {
  const terms = contentTerms(text);
  const all = new Set(terms.map((term) => term.stem));
  const places = names.map(({ stems, together }) => {
    if (stems.length === 0) return -1;
    if (together) return terms.find((_, at) => stems.every((stem, index) => terms[at + index]?.stem === stem))?.start ?? -1;
    const held = stems.filter((stem) => all.has(stem)).length;
    if (stems.length >= LONG_NAME && !all.has(stems[0]!) && !standsForLong(stems, terms, text)) return -1;
    // “The proposed model”, “the subword-level one” are no place of “character-level models”.
    const first = (own: readonly string[]) => terms.find(({ stem }) => own.includes(stem))?.start;
    const telling = stems.filter((stem) => !OF_ANY.has(stem));
    return held < Math.ceil(stems.length / 2) ? -1 : (first(telling) ?? first(stems) ?? -1);
  });
  const found = places.filter((at) => at !== -1);
  return found.length === 0 ? -1 : Math.min(...found);
}

/** “metrics like COMET or BLEURT”, “FiD-style generative readers”, “classifiers, generation”: what is named, and examples of it. */
const EXAMPLES = /[\s,]+(?:like|such as|e\.g\.,?|including|for example)\s+|[-\s]style[d]?\s+|,\s+/iu;
/** Names that stand side by side: “BLEU and chrF”. */
const BETWEEN_NAMES = /\s*(?:,|\/|\b(?:and|or)\b)\s*/iu;
const NAME = /\p{L}*(?:\p{Lu}|\d)/u;
/** What says nothing of the thing itself. */
const FILLERS = /\b(?:alone|only|itself|themselves|approach(?:es)?|methods?|techniques?)\b/giu;

/** A word that stands before the thing that it tells apart: “extractive”, “cascaded”, “graph-based”. */
const MODIFIER = /^(?:\p{L}+(?:-\p{L}+)+|\p{L}{2,}(?:ed|ive|al|ic|ar|ous|(?<!m)ent))$/iu;

/** Of “extractive or abstractive summarization”, “abstractive”: what follows belongs to both sides, and who names it names neither. */
function withoutSharedHead(side: string, other: string): string {
  const [first = "", ...head] = side.split(/\s+/u);
  return head.length > 0 && MODIFIER.test(first) && MODIFIER.test(other) ? first : side;
}

/** The names of one side: the stems of each that the other has not. `orShared`: those of “translating” beside “machine translation”, of which nothing is its own; that tells that a side is named, but not where. */
function namesOf(side: string, other: string, { orShared = false } = {}): Name[] {
  const shared = new Set(contentTerms(other).map((term) => term.stem));
  const whole = withoutSharedHead(side, other);
  const abbreviation = ABBREVIATION.exec(whole)?.[0];
  const alone = abbreviation !== undefined && !other.includes(abbreviation) ? [abbreviation] : [];
  const abbreviated = LANGUAGE_MODELS.test(whole) ? ["LLM", "LLMs", "PLMs"] : [];
  return [...whole.split(EXAMPLES).flatMap(eachName), ...alone, ...abbreviated].map((name): Name => {
    const all = contentTerms(name).map((term) => term.stem);
    if (COMPOUND_ALONE.test(name) && all.length > 1)
      return { stems: orShared && BASED.test(name) ? all.slice(0, -1) : all, together: true };
    const own = withoutModels(ownStems(name, shared));
    if (own.length > 1 && own.at(-1) === MODEL && GENERAL.has(own[0]!)) return { stems: own, together: true };
    const contained = other.toLowerCase().includes(name.toLowerCase());
    return { stems: own.length === 0 && orShared && !contained ? [...new Set(all)] : own, together: false };
  });
}

/** “MQM annotation by translators” is named by “MQM”. */
const ABBREVIATION = /^\p{Lu}{3,}(?=(?:\s+\p{L}+){1,3}\s+(?:by|from)\b)/u;

const LANGUAGE_MODELS = /^(?:(?:large|pre-?trained)\s+)*language models?$/iu;
const MODEL = "model";
/** Stems that many names have, and that tell no place of one. */
const OF_ANY: ReadonlySet<string> = new Set([MODEL, "level", "base"]);
/** Before “models” these tell nothing alone: who speaks of a language speaks of no language models. */
const GENERAL: ReadonlySet<string> = new Set([
  "acoust",
  "diffus",
  "foundat",
  "gener",
  "languag",
  "mixtur",
  "neural",
  "topic",
  "world",
]);

/** Of “subword models”, “subword”: of models there is everywhere. */
function withoutModels(stems: readonly string[]): readonly string[] {
  return stems.length === 2 && stems[1] === MODEL && !GENERAL.has(stems[0]!) ? stems.slice(0, 1) : stems;
}

/** “template-based” is named by “templates” too, though not always as what is compared. */
const BASED = /-(?:based|driven|style|oriented)$/iu;

const COMPOUND_ALONE = /^\p{L}+(?:-\p{L}+)+$/u;

function eachName(text: string): string[] {
  const names = text.split(BETWEEN_NAMES);
  return names.every((name) => NAME.test(name)) ? names : [text];
}

function ownStems(name: string, shared: ReadonlySet<string>): string[] {
  const stems = (text: string) => [...new Set(contentTerms(text).map((term) => term.stem))].filter((stem) => !shared.has(stem));
  const telling = stems(name.replace(FILLERS, " "));
  return telling.length > 0 ? telling : stems(name);
}

/** Where each side is first named; null where one is not. */
function sidePlaces([first, second]: readonly [string, string], sentence: string): [number, number] | null {
  const place = (side: string, other: string) => {
    const at = placeOf(namesOf(side, other), sentence);
    return at === -1 ? (abbreviationIn(sentence, side) ?? -1) : at;
  };
  const places: [number, number] = [place(first, second), place(second, first)];
  return places.includes(-1) || places[0] === places[1] ? null : places;
}

/**
 * Of which side something is said that stands at this place: 0 or 1, or null where the order does not tell. `said`: where something is said; “A works better on long texts, while B works better on short ones” says
 * something of A before it turns to B, “A, while close to B, is cheaper” does not.
 */
function subjectOf(places: readonly [number, number], sentence: string, at: number, said: readonly number[]): 0 | 1 | null {
  const isReference = places.map((place) => REFERENCE.test(sentence.slice(0, place)));
  if (isReference[0] !== isReference[1]) return isReference[0] ? 1 : 0;
  const before = places.map((place) => place < at);
  if (before[0] !== before[1]) return before[0] ? 0 : 1;
  const later = places[0] > places[1] ? 0 : 1;
  const [from, to] = [places[1 - later]!, places[later]];
  const turn = /,\s+(?:while|whereas)\b/iu.exec(sentence.slice(from, to));
  const turns = before[0] && turn !== null && said.some((other) => other > from && other < from + turn.index);
  return turns ? later : null;
}
