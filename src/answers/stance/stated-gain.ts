import { isDenied, negations, OUTCOME_DENIAL_REACH } from "../../text/negation.ts";
import { contentTerms } from "../../text/terms.ts";
import { cuesOf, type Cue } from "../extractive/cues.ts";
import type { ReadQuestion } from "../question/schema.ts";
import { askedGain, placesOf, sharedWith, type AskedGain } from "./asked-gain.ts";
import { BEFORE_REFERENCE, NO_FINDING, PARTLY, PREDICATES, TAKEN_AWAY } from "./gain-words.ts";
import type { Stance } from "./stance.ts";

/**
 * Shares by rarity, chosen on the tuning half of the graded questions (docs/decisions.md, 72): a sentence names so much of what is to bring the effect about, or its title does where it speaks of its own method; with its title it
 * names so much of what the effect is on, and of all that is asked where that is one setting.
 */
const NAMED = { means: 0.6, title: 0.6, object: 0.75, setting: 0.75 } as const;

/**
 * What a sentence states of the effect that a yes-or-no question asks about: `supports` where what is asked about has it, `against` where it has none or the opposite, `none` where the sentence
 * states neither: it speaks of something else, holds it back (“may”, “but”), announces it, or tells what others found. By rules; pure.
 */
export function statedGain(question: string, read: ReadQuestion, sentence: string, title: string): Stance["stance"] {
  const asked = askedGain(question, read);
  if (asked === null || isAnnouncement(sentence) || NO_FINDING.test(sentence)) return "none";
  if (PARTLY.test(sentence) || TAKEN_AWAY.test(sentence)) return "none";
  const both = `${title} ${sentence}`;
  if (sharedWith(asked.object, both) < NAMED.object) return "none";
  if (asked.setting && sharedWith(read.subject.terms, both) < NAMED.setting) return "none";
  const ways = new Set(
    effects(asked, sentence)
      .filter((effect) => isAsked(asked, effect, sentence, title))
      .map(({ way }) => way),
  );
  return ways.size !== 1 ? "none" : ways.has("yes") ? "supports" : "against";
}

/** What a sentence says happens, and where: UTF-16 units, end exclusive. */
interface Effect {
  way: "yes" | "no";
  at: number;
  end: number;
}

/** Words of the effect asked about, and of its opposite. */
const WORDS = {
  improves: [PREDICATES.good, PREDICATES.bad],
  worsens: [PREDICATES.bad, PREDICATES.good],
  increases: [PREDICATES.up, PREDICATES.down],
  reduces: [PREDICATES.down, PREDICATES.up],
} as const;

function effects({ direction, object }: AskedGain, sentence: string): Effect[] {
  // Of more or less it must be said of what.
  const ofAmount = direction === "increases" || direction === "reduces";
  if (ofAmount && placesOf(object, sentence).length === 0) return [];
  // What fails to help need not hurt.
  const noHelp = (text: string) => direction === "worsens" && /^fail|ineffective$/iu.test(text);
  const [asked, opposite] = WORDS[direction].map((words) =>
    [...sentence.matchAll(words)]
      .filter(([text]) => !noHelp(text))
      .map((match) => {
        const at = match.index;
        const within = negations(match[0]).length > 0 && !/^fail/iu.test(match[0]);
        return { at, end: at + match[0].length, denied: within !== isDenied(sentence, at, OUTCOME_DENIAL_REACH) };
      }),
  );
  return [
    ...asked!.map(({ at, end, denied }): Effect => ({ at, end, way: denied ? "no" : "yes" })),
    // What does not hurt need not help.
    ...opposite!.filter(({ denied }) => !denied).map(({ at, end }): Effect => ({ at, end, way: "no" })),
  ];
}

const SHOWN: readonly Cue[] = ["we_find", "results_show"];
const FINDING: readonly Cue[] = [...SHOWN, "conclude", "percent", "statistic", "decimal", "present_finding"];

function hasCue(sentence: string, wanted: readonly Cue[]): boolean {
  const cues = cuesOf(sentence);
  return wanted.some((cue) => cues.has(cue));
}

/** What is proposed or presented, without a word on what came of it. */
function isAnnouncement(sentence: string): boolean {
  return hasCue(sentence, ["we_propose", "in_this_paper"]) && !hasCue(sentence, SHOWN);
}

/** “to improve X, we …”; “…, which improves Y”. */
const PURPOSE =
  /(?<!\b(?:able|helps?|helped|leads?|led))\s(?:to|for|of|towards?)\s+(?:\p{L}+ly\s+|further\s+)*$|^to\s+(?:\p{L}+ly\s+|further\s+)*$/iu;
const ASIDE = /\b(?:which|who|thereby|thus)\s+(?:\p{L}+ly\s+|further\s+)*$/iu;
/** A finding where an experiment shows it. */
const CAN = /\bcan\s+(?:\p{L}+ly\s+|further\s+|even\s+|also\s+)*$/iu;

/** Whether an effect is one of what is asked about on what is asked about. */
function isAsked(asked: AskedGain, { way, at, end }: Effect, sentence: string, title: string): boolean {
  const before = sentence.slice(0, at);
  if (PURPOSE.test(before) || ASIDE.test(before) || (CAN.test(before) && !hasCue(sentence, SHOWN))) return false;
  if (isOfElse(asked, sentence.slice(end)) || !isOfAsked(asked, sentence.slice(at))) return false;
  if (sharedWith(asked.means, sentence) >= NAMED.means) return isByMeans(asked, { at, end }, sentence);
  const isOwn = way === "yes" && asked.direction === "improves" && isOfMethod(sentence, before);
  return isOwn && sharedWith(asked.means, title) >= NAMED.title && !isReference(asked, title);
}

/** “benefits from X”, “is improved by X”: what brings it about stands behind. */
const BY = /^\s*(?:[\w-]+\s+){0,4}?(?:from|by|through|via|with|using)\b/iu;

function isByMeans(asked: AskedGain, { at, end }: Pick<Effect, "at" | "end">, sentence: string): boolean {
  const places = placesOf(asked.means, sentence);
  const named = places[0]! < at || (BY.test(sentence.slice(end)) && places.some((place) => place > end));
  const told =
    hasCue(sentence, FINDING) || /\b(?:our|we)\b/iu.test(sentence) || sharedWith(asked.object, sentence) >= NAMED.object;
  return named && told && !isReference(asked, sentence);
}

/** “LoT enhances chain-of-thought prompting”: what is asked about is itself what gains. */
const IMPROVED_ITSELF =
  /(?<=[\p{L}\p{N})’'-]\s)(?:enhanc|improv|boost|strengthen)(?:es?|s|ed|ing)\s+(?:(?!(?:with|by|of|in|on|for|from|to|using|via|through|when|and|or|because|after|once|since|as|while|if|but|that|than|under|at|over|without|whereas|before|during|upon|due|thanks)\b)[\p{L}\d-]+\s+){0,2}$/iu;

/** Whether a text names what is asked about as what something else is compared with, or makes better. */
function isReference({ means }: AskedGain, text: string): boolean {
  return placesOf(means, text).some((place) => {
    const before = text.slice(0, place);
    return BEFORE_REFERENCE.test(before) || IMPROVED_ITSELF.test(before);
  });
}

const OWN =
  /\b(?:ours?|we|(?:the\s+)?proposed|this\s+(?:method|approach|model|technique|strategy|framework|system)|the\s+(?:method|approach|resulting\s+model))\b/iu;
/** “DynaCL also outperforms” */
const NAMED_METHOD = /\b(?:\p{Lu}[\p{L}\d]*\p{Lu}[\p{L}\d-]*)\s+(?:\p{L}+ly\s+|also\s+|can\s+|is\s+able\s+to\s+)*$/u;
const EXPERIMENTS = /^(?:[\p{L}-]+\s+){0,3}(?:experiments?|results?|evaluations?)\b/iu;

/** Whether a sentence tells what its paper's own method does. */
function isOfMethod(sentence: string, before: string): boolean {
  return OWN.test(before) || NAMED_METHOD.test(before) || EXPERIMENTS.test(sentence);
}

const ELSE =
  /^\W*(?:\p{L}+ly\s+|the\s+|its\s+|both\s+|a\s+|an\s+)*(?:efficien\w+|speed|training\s+(?:time|speed)|inference|latency|memory|costs?|interpretab\w+|runtime|robustness|fairness|privacy|stability|diversity|understanding|readers?)\b/iu;

/** Whether what gains is named, and is not what is asked about: “improves its efficiency”. */
function isOfElse({ object }: AskedGain, behind: string): boolean {
  const [words] = ELSE.exec(behind) ?? [];
  return words !== undefined && placesOf(object, words).length === 0;
}

/** What a gain may be told in or over, whatever is asked. */
const GENERAL =
  /\b(?:performances?|accurac\w+|baselines?|results?|scores?|quality|points?|BLEU|COMET|chrF\w*|ROUGE|F-?1|F-score|mAP|MRR|nDCG|WER|CER|AUC|AUROC|EM|precision|recall|perplexity|state[- ]of[- ]the[- ]art|SOTA|methods?|models?|systems?|approach\w*|counterparts?|competitors?|alternatives?|outcomes?|tasks?|benchmarks?|data\s?sets?|metrics?|errors?|effectiveness)\b|%/iu;
const CLAUSE_END = /[;:]|,\s+(?:and|but|which|thus|thereby)\b|\.(?:\s|$)/u;

/** Whether a clause from its effect on names what is asked about, or only how much is gained and over what. */
function isOfAsked({ means, object }: AskedGain, behind: string): boolean {
  const [clause = ""] = behind.split(CLAUSE_END);
  return contentTerms(clause).length === 0 || GENERAL.test(clause) || placesOf([...means, ...object], clause).length > 0;
}
