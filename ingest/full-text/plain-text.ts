import { kindOfHeading } from "../../src/documents/section-kinds.ts";
import { textBuilder } from "./builder.ts";
import { numberedHeading } from "./headings.ts";
import { addParts } from "./markdown.ts";
import { isReferenceHeading } from "./outline.ts";
import { joined, type PlainPart } from "./plain-parts.ts";
import { decodedText, type FullTextReader } from "./port.ts";

const MAX_TITLE_LENGTH = 300;
const MAX_HEADING_LENGTH = 100;

/** Plain text: paragraphs between blank lines; lines by themselves that are numbered, in capitals, or the name of a section are headings; a short first line is the title. */
export const plainText: FullTextReader = {
  name: "text",
  extensions: [".txt", ".text"],
  fits: () => false,

  async read({ name, bytes }) {
    const blocks = decodedText(bytes)
      .split(/(?:\r\n|[\n\r\f\u2028\u2029])[^\S\n\r]*(?:\r\n|[\n\r\f\u2028\u2029])+/u)
      .map((block) =>
        block
          .split(/\r\n|[\n\r\f\u2028\u2029]/u)
          .map((line) => line.trim())
          .filter((line) => line !== ""),
      )
      .filter((lines) => lines.length > 0);
    const title =
      blocks[0]?.length === 1 && blocks[0][0]!.length <= MAX_TITLE_LENGTH && !isHeading(blocks[0][0]!) ? blocks[0][0]! : null;
    const parts = (title === null ? blocks : blocks.slice(1)).flatMap(partsOf);
    const abstract = parts.findIndex((part) => part.kind === "heading" && /^abstract$/iu.test(part.text));
    const builder = textBuilder();
    addParts(parts, builder, 0);
    const said = abstract === -1 ? null : parts[abstract + 1];
    return [
      builder.build({
        format: "text",
        file: name,
        ids: [],
        title,
        authors: [],
        abstract: said?.kind === "paragraph" ? said.text : null,
      }),
    ];
  },
};

/** A block's lines as one paragraph, behind its first line where that is a heading; in a list each entry is one. */
function partsOf(lines: readonly string[]): PlainPart[] {
  const [first = ""] = lines;
  const part = (kind: PlainPart["kind"], text: string): PlainPart => ({ kind, text, depth: 1, label: null });
  if (isHeading(first)) return [part("heading", first), ...(lines.length > 1 ? partsOf(lines.slice(1)) : [])];
  const groups: string[][] = [];
  for (const line of lines) {
    if (groups.length === 0 || /^(?:\[\d{1,4}\]|\d{1,3}[.)]|[-*•])\s+\S/u.test(line)) groups.push([line]);
    else groups.at(-1)!.push(line);
  }
  return groups.map((group) => part(/^[-*•]\s/u.test(group[0]!) ? "list_item" : "paragraph", group.reduce(joined)));
}

function isHeading(line: string): boolean {
  if (line.length > MAX_HEADING_LENGTH || /[.,;:!?]$/u.test(line) || !/\p{L}{3}/u.test(line)) return false;
  const { number, title } = numberedHeading(line);
  const isCapitals = title === title.toUpperCase() && /\p{Lu}{3}/u.test(title);
  if (number !== null) return /^\p{Lu}/u.test(title) && title.split(" ").length <= 12;
  return (
    isReferenceHeading(line) ||
    isCapitals ||
    (kindOfHeading(line) !== null && line.split(" ").length <= 5 && /^\p{Lu}/u.test(line))
  );
}
