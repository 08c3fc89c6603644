import type { Judgment } from "./judgment.ts";

/** The figures of a judgment in a sentence each: readiness and demand, the nearest other verdict, what it hangs on, what is not known. */
export function judgmentWords(judgment: Omit<Judgment, "dimensions" | "formula">): string[] {
  const { readiness, demand, demand_interval: between, coverage, confidence } = judgment;
  const wanted = demand === null ? "demand unknown" : `demand ${demand} (${between?.join("–")})`;
  return [
    `Readiness ${readiness[1]} (${readiness[0]}–${readiness[2]}), ${wanted}, coverage ${coverage}, confidence ${confidence}.`,
    ...(judgment.margin
      ? [`Nearest other verdict: ${judgment.margin.to}, ${judgment.margin.by} away (${judgment.margin.says}).`]
      : []),
    ...stabilityWords(judgment.stability),
    ...(judgment.unknown_that_matters_most ? [judgment.unknown_that_matters_most.says] : []),
  ];
}

/** The most sources that are named. */
const NAMED = 3;

function stabilityWords(stability: Judgment["stability"]): string[] {
  if (stability === null) return [];
  const { share, sources, changes } = stability;
  if (share === null) return ["It rests on a single source, so nothing can be left out."];
  if (changes.length === 0) return [`It stays the same whichever of its ${sources} sources is left out.`];
  const named = changes.slice(0, NAMED).map(({ without, verdict }) => `${verdict} without ${without}`);
  const more = changes.length > NAMED ? ` and ${changes.length - NAMED} more` : "";
  return [
    `Leaving one of its ${sources} sources out keeps it in ${sources - changes.length}; it becomes ${named.join(", ")}${more}.`,
  ];
}
