import type { Judgment } from "./judge.ts";
import { verdictWords } from "./verdict.ts";

/** A judgment in a few sentences: readiness and demand, the nearest other verdict, which sources decide, and the unknown that matters most. */
export function judgmentWords(judgment: Omit<Judgment, "dimensions" | "formula">): string[] {
  const { readiness, demand, demand_interval: between, coverage, confidence } = judgment;
  const wanted = demand === null ? "demand unknown" : `demand ${demand} (${between?.join("–")})`;
  return [
    `Readiness ${readiness[1]} (${readiness[0]}–${readiness[2]}), ${wanted}, coverage ${coverage}, confidence ${confidence}.`,
    ...(judgment.margin
      ? [`Closest other verdict: ${verdictWords(judgment.margin.to)}, ${judgment.margin.by} away (${judgment.margin.says}).`]
      : []),
    ...stabilityWords(judgment.stability),
    ...(judgment.unknown_that_matters_most ? [judgment.unknown_that_matters_most.says] : []),
  ];
}

/** How many of the sources that decide are named. */
const NAMED = 3;

function stabilityWords(stability: Judgment["stability"]): string[] {
  if (stability === null) return [];
  const { share, sources, changes } = stability;
  if (share === null) return ["The verdict rests on a single source."];
  if (changes.length === 0) return [`Removing any one of its ${sources} sources leaves the verdict unchanged.`];
  const named = changes.slice(0, NAMED).map(({ without, verdict }) => `${verdictWords(verdict)} without ${without}`);
  const others = changes.length - NAMED;
  const more = others > 0 ? `, and ${others} other ${others === 1 ? "source also changes" : "sources also change"} it` : "";
  return [
    `Removing any one source leaves the verdict unchanged in ${sources - changes.length} of ${sources} cases; it becomes ${named.join(", ")}${more}.`,
  ];
}
