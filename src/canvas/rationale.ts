import type { DimensionName } from "./judgment-constants.ts";
import type { Part } from "./parts.ts";

/** What the parts of a group say together, for or against. */
export interface Sum {
  group: string;
  /** Up to the group's cap. */
  amount: number;
  uncapped: number;
  /** How many subjects they are about. */
  count: number;
}

/** What speaks for and against a dimension, in words. `parts`: all of the dimension, not empty. */
export function rationale(inFavour: Sum[], against: Sum[], parts: readonly Part[]): string {
  const said = [
    ...(inFavour.length > 0 ? [`For: ${inFavour.map((sum) => counted(sum, saying(parts, 1))).join(", ")}`] : []),
    ...(against.length > 0 ? [`against: ${against.map((sum) => counted(sum, saying(parts, -1), AGAINST)).join(", ")}`] : []),
  ];
  const text = said.length > 0 ? said.join("; ") : `Known, and says neither yes nor no: ${neither(parts)}`;
  return `${text[0].toUpperCase()}${text.slice(1)}.`;
}

/** The parts for (1) or against (-1), by how much they say. */
function saying(parts: readonly Part[], sign: 1 | -1): Part[] {
  return parts.filter(({ amount }) => amount * sign > 0).map((part) => ({ ...part, amount: part.amount * sign }));
}

function neither(parts: readonly Part[]): string {
  const groups = [...new Set(parts.map((part) => part.group))];
  return groups
    .map((group) =>
      counted({ group, count: new Set(parts.flatMap((part) => (part.group === group ? [part.subject] : []))).size }, parts),
    )
    .join(", ");
}

const NAMES: Readonly<Record<string, [one: string, more: string]>> = {
  acceptance: ["accepted or published paper", "accepted or published papers"],
  review: ["paper by its reviews", "papers by their reviews"],
  award: ["award", "awards"],
  reproduction: ["reproduction", "reproductions"],
  erratum: ["erratum", "errata"],
  retraction: ["retraction", "retractions"],
  code: ["paper with code", "papers with code"],
  dataset: ["paper with data sets", "papers with data sets"],
  model: ["paper with models", "papers with models"],
  citations: ["paper by how often it is cited", "papers by how often they are cited"],
  "cited by": ["citing paper", "citing papers"],
  use: ["account of its use", "accounts of its use"],
  stars: ["repository by its stars", "repositories by their stars"],
  patent: ["patent", "patents"],
  standard: ["standard", "standards"],
  data: ["paper linked to data sets", "papers linked to data sets"],
  compute: ["statement on what it runs on", "statements on what it runs on"],
  product: ["product", "products"],
};

/** Where the same kind of fact is called otherwise when it speaks against something. */
const AGAINST: typeof NAMES = {
  acceptance: ["rejected or withdrawn paper", "rejected or withdrawn papers"],
  reproduction: ["failed reproduction", "failed reproductions"],
};

function counted({ group, count }: Pick<Sum, "group" | "count">, parts: readonly Part[], names: typeof NAMES = {}): string {
  if (group === "groups") return "independent groups of authors";
  const [one, more] = names[group] ?? NAMES[group] ?? [`${group} signal`, `${group} signals`];
  return `${count} ${count === 1 ? one : more}${greatest(group, parts)}`;
}

const WITH_NUMBERS = new Set(["stars", "use"]);

/** The greatest number behind a group that counts by numbers, ` (152 stars)`. */
function greatest(group: string, parts: readonly Part[]): string {
  const own = parts.filter((part) => part.group === group);
  const [{ figure }] = [...own].sort((a, b) => b.amount - a.amount || ((a.figure ?? "") < (b.figure ?? "") ? -1 : 1));
  if (figure !== undefined)
    return new Set(own.map((part) => part.subject)).size === 1 ? ` (${figure})` : ` (the strongest: ${figure})`;
  const measured = parts
    .flatMap((part) => (part.group === group && part.signal?.value ? [part.signal] : []))
    .sort((a, b) => b.value! - a.value!);
  if (!WITH_NUMBERS.has(group) || measured.length === 0) return "";
  const [{ value, unit }] = measured;
  return ` (${measured.length > 1 ? "at most " : ""}${Math.round(value!)} ${unit ?? ""})`.replace(" )", ")");
}

/** What is missing where a dimension is unknown. */
export const NOT_KNOWN: Record<DimensionName, string> = {
  evidence: "No venue, review, award, reproduction, erratum or retraction is known.",
  artifacts: "No code, data set or model of its own is known; none may exist, or none was looked for.",
  adoption: "No use by others is known (dependents, downloads, patents, standards, many stars).",
  momentum: "No count of citations is known that was recent when it was loaded.",
  health: "No signal tells how well the software is kept (commits, releases, contributors).",
  feasibility: "Nothing says what it takes to run (hardware, training, data).",
  pull: "No funding, post, product or news is known.",
};
