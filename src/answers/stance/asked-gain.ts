import { agreement } from "../../evidence/relevance.ts";
import { isDenied, OUTCOME_DENIAL_REACH } from "../../text/negation.ts";
import { rarity } from "../../text/rarity.ts";
import { contentStems, contentTerms } from "../../text/terms.ts";
import { abbreviationIn } from "../../text/written-otherwise.ts";
import type { Outcome, ReadQuestion, SubjectTerm } from "../question/schema.ts";

/** What a question asks whether something does: “Does dropout improve parsing?” asks of dropout whether it improves parsing. */
export interface AskedGain {
  /** What is to bring the effect about. */
  means: readonly SubjectTerm[];
  /** What the effect is to be on. */
  object: readonly SubjectTerm[];
  direction: Exclude<Outcome["direction"], "changes">;
  /** It is asked for one setting (“still”, “when”, “over”), which a quote must name too. */
  setting: boolean;
}

/** “Does parsing benefit from dropout?”, “Is parsing improved by dropout?”: the means stand behind. */
const BEHIND = /^\s+(?:\p{L}+ly\s+)?(?:by|from|with|through|using|when\s+using)\b/iu;
const SETTING = /\b(?:still|already|once|when|if|even|beyond|under|after|again|over)\b/iu;
/** One of several things is asked for, or a bound: no single statement tells. */
const CHOICE =
  /\b(?:always|every|all|any|universally|consistently|best|most|enough|necessary|or|only|alone|than|instead|versus|vs|compared|without|too)\b/iu;

/** More speed is told by less time. */
const OF_SPEED = /\b(?:speed\w*|accelerat\w*|faster|slow\w*|quick\w*)\b/iu;

/** What a yes-or-no question asks, split at its effect; null where it names none, not both the means and what the effect is on, or a choice. Pure. */
export function askedGain(question: string, { kind, sides, outcome, subject, constraints }: ReadQuestion): AskedGain | null {
  if (kind !== "does_it" || sides !== undefined || outcome === undefined || outcome.direction === "changes") return null;
  if (constraints.negative_results || constraints.without !== undefined || CHOICE.test(question)) return null;
  const at = new RegExp(`(?<![\\p{L}\\p{N}-])${outcome.text}(?![\\p{L}\\p{N}-])`, "iu").exec(question);
  // “Does X not improve Y?” is a claim of its own.
  if (at === null || isDenied(question, at.index, OUTCOME_DENIAL_REACH) || OF_SPEED.test(outcome.text)) return null;
  const after = question.slice(at.index + at[0].length);
  const [first, second] = [question.slice(0, at.index), after].map((part) =>
    subject.terms.filter(({ text }) => part.toLowerCase().includes(text.toLowerCase())),
  );
  if (!first?.length || !second?.length) return null;
  const turned = BEHIND.test(after);
  return {
    means: turned ? second : first,
    object: turned ? first : second,
    direction: outcome.direction,
    setting: SETTING.test(question),
  };
}

/** A word of several parts. */
export const COMPOUND = /[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)+/gu;

/** Share of the stems of terms that a text has, by their rarity, 0 to 1; 0 where it lacks a compound of them: “post-editing” is not “pre-editing”. */
export function sharedWith(terms: readonly SubjectTerm[], text: string): number {
  const compounds = terms
    .filter((term) => abbreviationIn(text, term.text) === null)
    .flatMap((term) => term.text.match(COMPOUND) ?? [])
    .map(contentStems);
  const said = contentStems(text);
  const lacks = (compound: string[]) =>
    !` ${said.join(" ")} `.includes(` ${compound.join(" ")} `) && !said.join("").includes(compound.join(""));
  return compounds.some(lacks) ? 0 : agreement(terms, { title: text, abstract: null }).coverage;
}

/** A stem that is at least half as rare as the rarest of its terms names them. */
const TELLING = 0.5;

/** Where a text names one of the rarer stems of terms: UTF-16 units, in order. */
export function placesOf(terms: readonly SubjectTerm[], text: string): number[] {
  const stems = terms.flatMap((term) => term.stems);
  const maxRarity = Math.max(...stems.map(rarity));
  const telling = new Set(stems.filter((stem) => rarity(stem) >= TELLING * maxRarity));
  return contentTerms(text)
    .filter(({ stem }) => telling.has(stem))
    .map(({ start }) => start);
}
