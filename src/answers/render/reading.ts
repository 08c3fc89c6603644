import { joined } from "../../text/list.ts";
import { comparedFor } from "../stance/speaks.ts";
import type { ReadQuestion } from "../question/schema.ts";

const KINDS: Record<ReadQuestion["kind"], string> = {
  does_it: "a yes-or-no question about",
  how_well: "a “how well” question about",
  how_much: "a “how much” question about",
  which_exist: "a list of what exists on",
  artifact: "code, data or models for",
  record: "records for",
  comparison: "a comparison of",
  how_done: "how something is done:",
  what_is: "what is known about",
  state_limits: "the current state and limits of",
  readiness: "the readiness of",
};

/** How a question was understood, in a phrase that a person can correct. */
export function readingOf({ kind, subject, sides, artifact, record, constraints }: ReadQuestion): string {
  const { years, venues = [], languages = [], size, without = [], negative_results: negative } = constraints;
  const what = record?.replaceAll("_", " ");
  const compared = comparedFor({ sides, subject }).map(({ text }) => text);
  const task = compared.length === 0 ? "" : ` for ${quoted(compared)}`;
  const about = sides
    ? `${sides.map((side) => `“${side}”`).join(" and ")}${task}`
    : quoted(subject.terms.map(({ text }) => text));
  const { also = [] } = subject;
  const limits = [
    ...(also.length > 0 ? [`also called ${quoted(also.map(({ text }) => text))}`] : []),
    ...(years ? [yearsOf(years)] : []),
    ...(venues.length > 0 ? [`at ${joined(venues)}`] : []),
    ...(languages.length > 0 ? [`in ${joined(languages)}`] : []),
    ...(size ? [size.text] : []),
    ...(without.length > 0 ? [`without ${joined(without)}`] : []),
    ...(negative ? ["negative results"] : []),
  ];
  const start = record === undefined ? KINDS[kind] : `records of ${what} for`;
  const isOpen = subject.text === "" && !sides;
  const asked = isOpen ? start.replace(/(?: (?:about|for|of|on)|:)$/u, "") : `${start} ${about}`;
  const named = artifact === undefined ? asked : `${asked} (${artifact})`;
  return limits.length === 0 ? named : `${named}${isOpen && record !== undefined ? " " : "; "}${limits.join("; ")}`;
}

/** Phrases that do not stand side by side in the question: “event extraction”, “newswire”. */
function quoted(phrases: readonly string[]): string {
  return phrases.map((phrase) => `“${phrase}”`).join(", ");
}

function yearsOf({ from, to }: { from: number | null; to: number | null }): string {
  if (from !== null && to !== null) return from === to ? `in ${from}` : `${from}–${to}`;
  return from === null ? `up to ${to}` : `since ${from}`;
}
