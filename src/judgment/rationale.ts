import type { DimensionName } from "./constants.ts";
import type { Contribution } from "./contribution.ts";
import { GROUPS, type Group } from "./groups.ts";
import type { Sum } from "./tally.ts";

/** What speaks for and against a dimension, in words. `contributions`: all of the dimension, not empty; `paperCount`: how many papers are judged. */
export function rationale(inFavor: Sum[], against: Sum[], contributions: readonly Contribution[], paperCount: number): string {
  const said = [
    ...(inFavor.length > 0 ? [`For: ${inFavor.map((sum) => counted(sum, saying(contributions, 1))).join(", ")}`] : []),
    ...(against.length > 0 ? [`against: ${against.map((sum) => counted(sum, saying(contributions, -1), true)).join(", ")}`] : []),
  ];
  const text = said.length > 0 ? said.join("; ") : `Known but inconclusive: ${inconclusive(contributions)}`;
  const sentence = `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
  return paperCount > 1 ? `${sentence} (of ${paperCount} papers).` : `${sentence}.`;
}

/** The contributions for (1) or against (-1), by how much they say. */
function saying(contributions: readonly Contribution[], sign: 1 | -1): Contribution[] {
  return contributions
    .filter(({ amount }) => amount * sign > 0)
    .map((contribution) => ({ ...contribution, amount: contribution.amount * sign }));
}

function inconclusive(contributions: readonly Contribution[]): string {
  return [...Map.groupBy(contributions, ({ group }) => group)]
    .map(([group, own]) => counted({ group, count: new Set(own.map(({ subject }) => subject)).size }, own))
    .join(", ");
}

/** `3 papers with code (the strongest: …)`. */
function counted({ group, count }: Pick<Sum, "group" | "count">, own: readonly Contribution[], against = false): string {
  const { words } = GROUPS[group];
  const { one, many } = (against && words.against) || words;
  return group === "groups" ? many : `${count} ${count === 1 ? one : many}${strongestFigure(group, own)}`;
}

/** Groups of which the number of a signal is told, where nothing better stands behind it. */
const WITH_NUMBERS = new Set<Group>(["stars", "use"]);

/** The figure behind the strongest contribution of a group, ` (152 stars)`. */
function strongestFigure(group: Group, contributions: readonly Contribution[]): string {
  const own = contributions.filter((contribution) => contribution.group === group);
  const [strongest] = [...own].sort((a, b) => b.amount - a.amount || ((a.figure ?? "") < (b.figure ?? "") ? -1 : 1));
  if (strongest?.figure !== undefined)
    return new Set(own.map(({ subject }) => subject)).size === 1
      ? ` (${strongest.figure})`
      : ` (the strongest: ${strongest.figure})`;
  const [greatest, ...others] = own
    .flatMap(({ signal }) => (signal?.value ? [{ value: signal.value, unit: signal.unit ?? "" }] : []))
    .sort((a, b) => b.value - a.value);
  if (!WITH_NUMBERS.has(group) || greatest === undefined) return "";
  return ` (${others.length > 0 ? "up to " : ""}${`${Math.round(greatest.value)} ${greatest.unit}`.trim()})`;
}

/** What is missing where a dimension is unknown, from what its groups are called. */
export function notKnown(dimension: DimensionName): string {
  return NOT_KNOWN[dimension](Object.values(GROUPS).flatMap((group) => (group.dimension === dimension && group.missing) || []));
}

const NOT_KNOWN: Record<DimensionName, (missing: readonly string[]) => string> = {
  evidence: (missing) => `No ${alternatives(missing)} on record.`,
  artifacts: (missing) =>
    `No ${alternatives(missing)} from the authors on record: there may be none, or it may not have been loaded.`,
  adoption: (missing) => `No use by others on record (${missing.join(", ")}).`,
  momentum: (missing) => `No ${alternatives(missing)} on record, or only ones that were already old when loaded.`,
  health: (missing) => `Nothing on record about how the software is maintained (${missing.join(", ")}).`,
  feasibility: (missing) => `Nothing on record about what it takes to run (${missing.join(", ")}).`,
  pull: (missing) => `No ${alternatives(missing)} on record.`,
};

/** `code, dataset or model`. */
function alternatives(names: readonly string[]): string {
  return [names.slice(0, -1).join(", "), ...names.slice(-1)].filter(Boolean).join(" or ");
}
