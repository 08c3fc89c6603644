import { joined } from "../../text/list.ts";
import type { ReadQuestion } from "../question/schema.ts";

const KINDS: Record<ReadQuestion["kind"], string> = {
  does_it: "a yes-or-no question about",
  how_well: "how well it works:",
  how_much: "a question for an amount:",
  which_exist: "a list of what exists on",
  artifact: "what can be downloaded or run for",
  record: "what is on record for",
  comparison: "a comparison:",
  how_done: "how it is done:",
  what_is: "what is known about",
  state_limits: "the state and limits of",
  readiness: "whether it is ready to build on:",
};

/** How a question was understood, in a phrase that a person can correct. */
export function readingOf({ kind, subject, sides, artifact, record, constraints }: ReadQuestion): string {
  const { years, venues = [], languages = [], size, without = [], negative_results: negative } = constraints;
  const what = artifact ?? record?.replaceAll("_", " ");
  const about = sides ? sides.map((side) => `“${side}”`).join(" against ") : `“${subject.text}”`;
  const limits = [
    ...(years ? [yearsOf(years)] : []),
    ...(venues.length > 0 ? [`at ${joined(venues)}`] : []),
    ...(languages.length > 0 ? [`in ${joined(languages)}`] : []),
    ...(size ? [size.text] : []),
    ...(without.length > 0 ? [`without ${joined(without)}`] : []),
    ...(negative ? ["negative results"] : []),
  ];
  return `${KINDS[kind]} ${about}${what === undefined ? "" : ` (${what})`}${limits.length === 0 ? "" : `; ${limits.join("; ")}`}`;
}

function yearsOf({ from, to }: { from: number | null; to: number | null }): string {
  if (from !== null && to !== null) return from === to ? `in ${from}` : `${from}–${to}`;
  return from === null ? `up to ${to}` : `since ${from}`;
}
