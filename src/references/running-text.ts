import { cleanText } from "../documents/text.ts";
import { idsInText, oneLine, runningText, yearIn, type GivenReference } from "./given.ts";

const MAX_TITLES = 6;
const MAX_TITLE_LENGTH = 400;
const YEAR = /(?<![\d–-])(?:19|20)\d\d[a-z]?(?![\d–-])/gu;
/** The end of a sentence; an initial (`A.`) and usual abbreviations end none. */
const SENTENCE_END =
  /(?<=[\p{Ll}\p{N}\p{Lo})\]’”"]{2}|[\p{Lu}]{2}|\s\p{N})(?<!\b(?:al|eds?|vol|no|pp|proc|conf|int|trans|jr|sr|vs|dept|univ|st))[.?!]\s+(?=[\p{Lu}\p{N}“"‘'(\p{Lo}[])/giu;

/**
 * A reference in running text, in whatever style. Its title is not cut out here: every stretch that may be it is kept, and the library tells which one
 * is. Marks of Markdown (links, emphasis) and quotation marks count as hints.
 */
export function readRunningText(source: string, key: string | null): Omit<GivenReference, "number"> {
  const marked: string[] = [];
  const hint = (text: string) => {
    if (/\p{L}\P{L}+\p{L}/u.test(text)) marked.push(text);
    return ` ${text} `;
  };
  const unlinked = source
    .replace(
      /!?\[([^\][]*)\]\(\s*<?([^\s()<>]*(?:\([^\s()]*\)[^\s()<>]*)*)>?(?:\s+"[^"]*")?\s*\)/gu,
      (_, text: string, url: string) => `${hint(text)} ${url} `,
    )
    .replace(/<(https?:[^<>\s]+)>/gu, " $1 ");
  const { ids, rest } = idsInText(unlinked);
  const unmarked = rest
    .replace(/(\*\*|__)(?=\S)(.+?)(?<=\S)\1/gu, (_, _mark: string, text: string) => hint(text))
    .replace(/(?<![\w*])([*_])(?=\S)([^*_]+?)(?<=\S)\1(?![\w*])/gu, (_, _mark: string, text: string) => hint(text))
    .replace(/`/gu, "")
    .replace(/\bdoi:?\s*(?=[.,;]|\s|$)/giu, " ");
  const text = cleanText(unmarked);
  const titles = titlesIn(
    text,
    marked.map((one) => cleanText(one)),
  );
  const stated = titles.some((title, index) => words(title) >= (index === 0 && titles.length === 1 ? 5 : 3));
  return {
    key,
    text: oneLine(source),
    problem: titles.length === 0 && ids.length === 0 ? "has neither a title nor an ID" : null,
    titles,
    hasTitle: stated,
    authors: runningText(text),
    year: statedYear(text),
    ids,
  };
}

/** The stretches that may be the title, most likely first. */
function titlesIn(text: string, marked: readonly string[]): string[] {
  const quoted = [...text.matchAll(/[“"„«]([^“”"„«»]{8,}?)[,.]?[”"“»]/gu)].map((match) => match[1]!);
  const [lead = "", afterYear = ""] = splitAtFirstYear(text);
  const following = afterYear === "" ? [] : afterYear.split(SENTENCE_END);
  const sentences = text.split(SENTENCE_END);
  const behindAuthors = lead === "" ? [] : [afterLastComma(lead)];
  const inOrder = [
    ...quoted,
    following[0],
    sentences[1],
    marked[0],
    ...(sentences.length === 1 ? sentences : []),
    following.length > 1 ? `${following[0]} ${following[1]}` : undefined,
    sentences.length > 2 ? `${sentences[1]} ${sentences[2]}` : undefined,
    ...marked.slice(1),
    sentences[2],
    sentences[0],
    ...behindAuthors,
  ];
  const trimmed = inOrder.flatMap((one) => (one === undefined ? [] : [trimmedTitle(one)]));
  return [...new Set(trimmed)].filter((one) => words(one) >= 2 && one.length <= MAX_TITLE_LENGTH).slice(0, MAX_TITLES);
}

/** The text before and after the first year that stands by itself, as in `Author (2017). Title` and `Author. 2017. Title`. */
function splitAtFirstYear(text: string): [string, string] | [] {
  const match = /[(,.\s]\s*(?:19|20)\d\d[a-z]?(?:,[^)]{1,30})?\s*(?:\)\s*[.,:]?|[.,:])\s+/u.exec(text);
  return match === null ? [] : [text.slice(0, match.index), text.slice(match.index + match[0].length)];
}

function afterLastComma(text: string): string {
  return text.slice(text.lastIndexOf(",") + 1);
}

function trimmedTitle(text: string): string {
  return text
    .replace(/^[\s“"„«‘'(),.;:–-]+|[\s”"“»’'(),.;:–-]+$/gu, "")
    .replace(/,?\s+\(?(?:19|20)\d\d\)?$/u, "")
    .trim();
}

function words(text: string): number {
  return text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
}

/** The year of a reference: in parentheses or between points where one is, else the last one. */
function statedYear(text: string): number | null {
  const [inParentheses] = /\((?:19|20)\d\d[a-z]?\)/u.exec(text) ?? [];
  const [betweenPoints] = /(?<=[.,]\s)(?:19|20)\d\d[a-z]?(?=\.\s)/u.exec(text) ?? [];
  return yearIn(inParentheses) ?? yearIn(betweenPoints) ?? yearIn(text.match(YEAR)?.at(-1));
}
