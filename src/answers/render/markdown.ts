import { dotted, id, link, marks, plain } from "../../documents/markdown.ts";
import type { CanvasAnswer } from "../schema.ts";
import { answerSections, type Detail, type Line, type Section } from "./sections.ts";

/** A sentence is shown whole, whatever else must be cut; only a quote may be longer. */
const LONGEST_SENTENCE = 600;
/** Of what else carries meaning, so much at least. */
const LONGEST_OTHER = 240;

/** An answer in Markdown, lines of it; `longest`: the most characters of a text that may be cut; `baseUrl`: as of `answerSections`. */
export function answerMarkdown(canvas: CanvasAnswer, longest: number, detail: Detail, baseUrl?: string): string[] {
  const sections = answerSections(canvas, detail, baseUrl);
  return sections.flatMap((section, index) => [...(index === 0 ? [] : [""]), ...sectionLines(section, index, longest)]);
}

function sectionLines({ title, lines }: Section, index: number, longest: number): string[] {
  const addresses = lines.flatMap(({ source }) =>
    source && link(source.url) !== "" ? [`[${source.number}]: ${link(source.url)}`] : [],
  );
  return [
    `${index === 0 ? "#" : "##"} ${title}`,
    ...lines.map((line) => lineText(line, longest)),
    ...(addresses.length === 0 ? [] : ["", ...addresses]),
  ];
}

function lineText({ as, text, citations = [], notes = [], whole, source, id: record }: Line, longest: number): string {
  const least = whole ? LONGEST_SENTENCE : as === "source" ? 0 : LONGEST_OTHER;
  const words = [plain(text, Math.max(longest, least)), marks(citations)].filter(Boolean).join(" ");
  const quote = source?.quote ? `“${plain(source.quote, Math.max(longest, LONGEST_OTHER))}”` : "";
  const line = dotted(source ? `[${source.number}] ${words}` : words, ...notes, quote, record && id(record));
  switch (as) {
    case "paragraph":
      return `${line}  `;
    case "subitem":
      return `  - ${line}`;
    default:
      return `- ${line}`;
  }
}
