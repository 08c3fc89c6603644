import type { Judgment } from "../../judgment/judge.ts";
import { INTERVAL_PERCENT } from "../../judgment/shown.ts";
import { judgmentWords } from "../../judgment/words.ts";
import { verdictWords } from "../../judgment/verdict.ts";
import { dotted, id, link, marks, paperName, plain } from "../../documents/markdown.ts";
import type { Citation } from "../../citations/citation.ts";

/** What a concise result shows of a judgment: all but the formulas. */
export type ShownJudgment = Omit<Judgment, "dimensions" | "formula"> & {
  formula?: string;
  dimensions: (Omit<Judgment["dimensions"][number], "formula"> & { formula?: string })[];
};

/** Of a sentence that says how a verdict came about, so much at least. */
const SENTENCE_SHOWN = 200;

/** A judgment without its formulas. */
export function withoutFormulas({ formula: _whole, dimensions, ...judgment }: Judgment): ShownJudgment {
  return { ...judgment, dimensions: dimensions.map(({ formula: _formula, ...dimension }) => dimension) };
}

/** The verdict, why, each dimension with its score in a table, and how sure all this is. */
export function judgmentLines(judgment: ShownJudgment, maxLength: number): string[] {
  const formulas = [
    judgment.formula,
    ...judgment.dimensions.map(({ name, score, formula }) => score !== null && formula && `${name}: ${formula}`),
  ];
  return [
    `## Judgment: ${verdictWords(judgment.verdict)}`,
    plain(judgment.reason, Math.max(maxLength, SENTENCE_SHOWN)),
    "",
    `| dimension | score (${INTERVAL_PERCENT}%) | weight | from |`,
    "|---|---|---|---|",
    ...judgment.dimensions.map(({ name, score, interval, weight, rationale, citations }) => {
      const figure = score === null ? "unknown" : `${barOf(score)} ${score} (${interval.join("–")})`;
      return `| ${[name, figure, weight, [plain(rationale, maxLength), marks(citations)].filter(Boolean).join(" ")].join(" | ")} |`;
    }),
    "",
    ...judgmentWords(judgment).map((words) => plain(words, Math.max(maxLength, SENTENCE_SHOWN))),
    ...formulas.flatMap((formula) => (formula ? [`- ${plain(formula, maxLength)}`] : [])),
  ];
}

/** `█████···`: a score from 0 to 1 in eighths. */
function barOf(score: number): string {
  return "█".repeat(Math.round(score * 8)).padEnd(8, "·");
}

/** Of a quote that is shown nowhere else, so much at least. */
const QUOTE_SHOWN = 200;

/** The field that a quote is from; of a full text, the section and the page. */
export function placeOf({
  field,
  section = [],
  page = null,
}: {
  field: string;
  section?: readonly string[];
  page?: number | null;
}): string {
  const heading = section.at(-1);
  return field === "text"
    ? [
        heading === undefined ? "full text" : `section “${plain(heading, MAX_HEADING_LENGTH)}”`,
        page === null ? "" : `page ${page}`,
      ]
        .filter(Boolean)
        .join(", ")
    : field;
}

const MAX_HEADING_LENGTH = 80;

/**
 * The numbered list that the marks in a text point to, and the addresses that make those marks links. `unseen`: those whose quotes the text
 * does not show itself.
 */
export function citationLines(citations: readonly Citation[], maxLength: number, unseen: readonly number[] = []): string[] {
  if (citations.length === 0) return [];
  const addresses = citations.flatMap(({ number, url }) => (link(url) === "" ? [] : [`[${number}]: ${link(url)}`]));
  return [
    "## Citations",
    ...citations.map((citation) => {
      const quote = plain(citation.quote, unseen.includes(citation.number) ? Math.max(maxLength, QUOTE_SHOWN) : maxLength);
      const place = `${placeOf(citation)} ${citation.start}–${citation.end}: “${quote}”`;
      const first = citations.find((other) => other.id === citation.id) ?? citation;
      if (first !== citation) return `- ${dotted(`[${citation.number}] the same as [${first.number}]`, place)}`;
      return `- ${dotted(`[${citation.number}] ${citation.kind === "signal" ? "signal" : "paper"}: ${paperName(citation, maxLength)}`, place, id(citation.id))}`;
    }),
    "",
    ...addresses,
  ];
}
