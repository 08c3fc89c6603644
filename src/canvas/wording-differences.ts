import { contentTerms, type Term } from "../retrieval/terms.ts";
import { figures } from "./citations.ts";

/*
 * What a claim says otherwise than the sentences it cites, as far as words show it. This is no judgment of meaning: it finds some
 * distortions, and raises a flag where a faithful paraphrase chose other words. docs/decisions.md has how often either happens.
 */

export type WordingDifference = "term_not_quoted" | "negation_differs" | "direction_differs" | "figures_reordered";

/** A claim that shares a smaller part of its words with what it cites says something else, or says it in words of its own. */
const FEW_SHARED_WORDS = 0.25;

/** `cited`: the sentences that a claim cites; `known`: further texts whose terms need no quote (the question, titles of what is cited). */
export function wordingDifferences(claim: string, cited: readonly string[], known: readonly string[]): WordingDifference[] {
  const differences: WordingDifference[] = [];
  if (sharedWords(claim, cited) < FEW_SHARED_WORDS || foreignTerms(claim, [...cited, ...known]).length > 0)
    differences.push("term_not_quoted");
  if (negationDiffers(claim, cited)) differences.push("negation_differs");
  if (directionDiffers(claim, cited)) differences.push("direction_differs");
  if (figuresReordered(claim, cited)) differences.push("figures_reordered");
  return differences;
}

/** The share of a claim's content words (by their stems) that stand in the cited sentences, 0 to 1. */
export function sharedWords(claim: string, cited: readonly string[]): number {
  const held = new Set(cited.flatMap((text) => contentTerms(text).map((term) => term.stem)));
  const own = [...new Set(contentTerms(claim).map((term) => term.stem))];
  return own.length === 0 ? 0 : own.filter((stem) => held.has(stem)).length / own.length;
}

/** Names and technical terms of a claim (capitals within a sentence, digits beside letters) that stand in none of the texts. */
function foreignTerms(claim: string, texts: readonly string[]): Term[] {
  const held = new Set(texts.flatMap((text) => contentTerms(text).map((term) => term.stem)));
  return contentTerms(claim).filter((term) => {
    const word = claim.slice(term.start, term.end);
    const named = term.start === 0 ? /\p{L}.*[\p{Lu}\d]/u.test(word) : /\p{Lu}/u.test(word) || /\p{L}\d|\d\p{L}/u.test(word);
    return named && !held.has(term.stem);
  });
}

const NEGATION = /\b(?:not|no|never|neither|nor|none|nothing|without|cannot|fails? to|failed to|unable|hardly)\b|n['’]t\b/giu;
/** These deny nothing, or not all. */
const NO_DENIAL = /^(?:no|not|nothing)\s+(?:only|just|merely|necessarily|solely|longer|every|all|always|but)\b/iu;
/** How many content words after a negation it is taken to deny; `without` denies what it lacks, not what is said of it. */
const DENIED_WORDS = { without: 1, other: 4 } as const;

/** Whether a word that both use is denied by the claim and nowhere in the cited sentences, or denied there wherever it stands and not by the claim. */
function negationDiffers(claim: string, cited: readonly string[]): boolean {
  const own = deniedStems(claim);
  const theirs = cited.map(deniedStems);
  const stands = (stem: string) => theirs.filter(({ all }) => all.has(stem));
  const deniedByClaimAlone = [...own.denied].some((stem) => {
    const places = stands(stem);
    return places.length > 0 && places.every(({ denied }) => !denied.has(stem));
  });
  const deniedThereAlone = [...own.all].some((stem) => {
    const places = stands(stem);
    return !own.denied.has(stem) && places.length > 0 && places.every(({ denied, free }) => denied.has(stem) && !free.has(stem));
  });
  return deniedByClaimAlone || deniedThereAlone;
}

/** The stems of a text: all, those that stand behind a negation, and those that stand (also) elsewhere. */
function deniedStems(text: string): { all: Set<string>; denied: Set<string>; free: Set<string> } {
  const terms = contentTerms(text);
  const denied = new Set<Term>();
  for (const match of text.matchAll(NEGATION)) {
    if (NO_DENIAL.test(text.slice(match.index))) continue;
    const clauseEnd = match.index + text.slice(match.index).search(/[,;:.!?](?:\s|$)|$/u);
    const scope = terms.filter((term) => term.start >= match.index + match[0].length && term.start < clauseEnd);
    const reach = match[0].toLowerCase() === "without" ? DENIED_WORDS.without : DENIED_WORDS.other;
    for (const term of scope.slice(0, reach)) denied.add(term);
  }
  return {
    all: new Set(terms.map((term) => term.stem)),
    denied: new Set([...denied].map((term) => term.stem)),
    free: new Set(terms.filter((term) => !denied.has(term)).map((term) => term.stem)),
  };
}

const UP =
  /\b(?:increas\w*|improv\w*|gain(?:s|ed|ing)?|higher|better|best|outperform\w*|exceed\w*|ris(?:e|es|ing|en)|rose|more|larger|greater|faster|beat(?:s|en|ing)?|surpass\w*|boost\w*|stronger|strengthen\w*|enhanc\w*|superior|ahead|raises?|raised)\b/giu;
const DOWN =
  /\b(?:decreas\w*|reduc\w*|lower(?:s|ed|ing)?|worse\w*|worst|drop(?:s|ped|ping)?|declin\w*|fall(?:s|ing|en)?|fell|degrad\w*|hurt(?:s|ing)?|less|fewer|smaller|slower|trail(?:s|ed|ing)?|behind|underperform\w*|weaker|weaken\w*|inferior|harm(?:s|ed|ing|ful)?|los(?:e|es|ing|t))\b/giu;

/** Whether the claim speaks only of more, or only of less, and the cited sentences only of the opposite. */
function directionDiffers(claim: string, cited: readonly string[]): boolean {
  const own = directionsOf([claim]);
  const theirs = directionsOf(cited);
  return (own.up && !own.down && theirs.down && !theirs.up) || (own.down && !own.up && theirs.up && !theirs.down);
}

function directionsOf(texts: readonly string[]): { up: boolean; down: boolean } {
  return { up: texts.some((text) => text.search(UP) !== -1), down: texts.some((text) => text.search(DOWN) !== -1) };
}

/** Whether two figures that stand in a cited sentence, each once, come in the claim in the other order. */
function figuresReordered(claim: string, cited: readonly string[]): boolean {
  const own = once(figures(claim));
  return cited.some((text) => {
    const places = once(figures(text));
    const order = own.filter((figure) => places.includes(figure)).map((figure) => places.indexOf(figure));
    return order.some((place, index) => index > 0 && place < order[index - 1]);
  });
}

function once(values: readonly string[]): string[] {
  return values.filter((value) => values.indexOf(value) === values.lastIndexOf(value));
}
