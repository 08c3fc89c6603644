import { dotted, id, link, marks, plain } from "../../documents/markdown.ts";
import type { CanvasAnswer } from "../schema.ts";
import type { Detail, Line, Section } from "./line.ts";
import { answerSections } from "./sections.ts";

/** A sentence is shown whole, whatever else must be cut; only a quote may be longer. */
const MAX_SENTENCE_LENGTH = 600;
/** Of what else carries meaning, so much at least. */
const MAX_OTHER_LENGTH = 240;

/** An answer in Markdown, lines of it; `maxLength`: the most characters of a text that may be cut; `baseUrl`: as of `answerSections`. */
export function answerMarkdown(canvas: CanvasAnswer, maxLength: number, detail: Detail, baseUrl?: string): string[] {
  const sections = answerSections(canvas, detail, baseUrl);
  return sections.flatMap((section, index) => [...(index === 0 ? [] : [""]), ...sectionLines(section, index, maxLength)]);
}

function sectionLines({ title, lines }: Section, index: number, maxLength: number): string[] {
  const addresses = lines.flatMap(({ source }) =>
    source && link(source.url) !== "" ? [`[${source.number}]: ${link(source.url)}`] : [],
  );
  return [
    `${index === 0 ? "#" : "##"} ${title}`,
    ...lines.map((line) => lineText(line, maxLength)),
    ...(addresses.length === 0 ? [] : ["", ...addresses]),
  ];
}

function lineText({ as, text, citations = [], notes = [], whole, source, id: record }: Line, maxLength: number): string {
  const minLength = whole ? MAX_SENTENCE_LENGTH : as === "source" ? 0 : MAX_OTHER_LENGTH;
  const words = [plain(text, Math.max(maxLength, minLength)), marks(citations)].filter(Boolean).join(" ");
  const quote = source?.quote ? `“${plain(source.quote, Math.max(maxLength, MAX_OTHER_LENGTH))}”` : "";
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
