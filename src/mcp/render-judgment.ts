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

/** Of a quote that is shown nowhere else, so much at least. */
const QUOTE_SHOWN = 200;

/** The numbered list that the marks in a text point to. `unseen`: those whose quotes the text does not show itself. */
export function citationLines(citations: readonly Citation[], longest: number, unseen: readonly number[] = []): string[] {
  if (citations.length === 0) return [];
  return [
    "## Citations",
    ...citations.map((citation) => {
      const quote = plain(citation.quote, unseen.includes(citation.number) ? Math.max(longest, QUOTE_SHOWN) : longest);
      const place = `${citation.field} ${citation.start}–${citation.end}: “${quote}”`;
      const first = citations.find((other) => other.id === citation.id) ?? citation;
      if (first !== citation) return dotted(`[${citation.number}] the same as [${first.number}]`, place);
      const name = `[${citation.number}] ${citation.kind}: ${paperName(citation, longest)}`;
      return dotted(name, place, link(citation.url), id(citation.id));
    }),
  ];
}
