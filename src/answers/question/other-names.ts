import { contentTerms } from "../../text/terms.ts";
import type { SubjectTerm } from "./schema.ts";

/** Behind everything else of a question: “… without any change? (flaky tests, test flakiness)”. */
const IN_PARENTHESES = /\s*\((?<names>[^()]{3,120})\)\s*(?<end>[?.!]*)\s*$/u;
/** What begins like this narrows a question, or gives an example: “(no GPU)”, “(e.g. Finnish)”, “(in 2023)”, “(one page)”. */
const NO_NAME =
  /^(?:e\.?g|i\.?e|no|not|without|only|just|in|for|on|with|under|from|by|like|such|especially|preferably|including|excluding|except|if|when|where|is|are|we|i|my|our|the|a|an|one|two|any|some|all|please|thanks|optional|ideally|also|and|or|but|maybe|low|few|less|more|free)\b(?![-*])|(?<![\p{L}-])\d/iu;
const MAX_NAMES = 4;
/** Words of a name. */
const MAX_WORDS = 5;

/**
 * Names under which a field files what a question describes, given behind it in parentheses, and the question without them. They find papers and tell what a sentence may speak of; no paper must have them. Nothing where the parentheses hold
 * anything but short names. Pure.
 */
export function readOtherNames(text: string): { also: SubjectTerm[]; rest: string } {
  const found = IN_PARENTHESES.exec(text);
  const names = (found?.groups?.names ?? "").split(/[,;/]/u).map((name) => name.trim());
  const isName = (name: string) => name !== "" && name.split(/\s+/u).length <= MAX_WORDS && !NO_NAME.test(name);
  const rest = found === null ? text : `${text.slice(0, found.index)}${found.groups!.end ?? ""}`.trim();
  if (found === null || rest === "" || names.length > MAX_NAMES || !names.every(isName)) return { also: [], rest: text };
  const also = names
    .map((name) => ({ text: name, stems: [...new Set(contentTerms(name).map(({ stem }) => stem))] }))
    .filter(({ stems }) => stems.length > 0);
  return also.length === 0 ? { also, rest: text } : { also, rest };
}
