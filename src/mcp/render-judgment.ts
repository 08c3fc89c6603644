import type { Judgment } from "../canvas/judgment.ts";
import type { Citation } from "../canvas/types.ts";
import { dotted, id, link, marks, paperName, plain } from "./render.ts";

/** The verdict, why, and each dimension with its score. */
export function judgmentLines(
  judgment: Omit<Judgment, "dimensions"> & { dimensions: Omit<Judgment["dimensions"][number], "formula">[] },
  longest: number,
): string[] {
  return [
    `## Judgment: ${judgment.verdict}`,
    plain(judgment.reason, longest),
    `Confidence ${judgment.confidence}, coverage ${judgment.coverage}, readiness ${judgment.readiness.join(" / ")}, demand ${judgment.demand ?? "unknown"}.`,
    ...judgment.dimensions.map(
      ({ name, score, weight, rationale, citations }) =>
        `- ${name}: ${score ?? "unknown"} (weight ${weight}) ${plain(rationale, longest)} ${marks(citations)}`,
    ),
  ];
}

/** The numbered list that the marks in a text point to. */
export function citationLines(citations: readonly Citation[], longest: number): string[] {
  if (citations.length === 0) return [];
  return [
    "## Citations",
    ...citations.map((citation) =>
      dotted(
        `[${citation.number}] ${citation.kind}: ${paperName(citation, longest)}`,
        `${citation.field} ${citation.start}–${citation.end}: “${plain(citation.quote, longest)}”`,
        link(citation.url),
        id(citation.id),
      ),
    ),
  ];
}
