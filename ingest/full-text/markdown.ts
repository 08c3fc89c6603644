import { cleanText } from "../../src/documents/text.ts";
import { textBuilder, type TextBuilder } from "./builder.ts";
import { numberedHeading } from "./headings.ts";
import { isReferenceHeading, outline } from "./outline.ts";
import { plainParts } from "./plain-parts.ts";
import { decodedText, type FullTextReader } from "./port.ts";
import { foundReferences, withoutAddresses } from "./text-references.ts";

/** Markdown, with the metadata between `---` at its head where it has them: `title`, `authors`, `doi`, `year`, `date`, `venue`, `license`. */
export const markdown: FullTextReader = {
  name: "markdown",
  extensions: [".md", ".markdown"],
  fits: () => false,

  async read({ name, bytes }) {
    const { fields, body } = frontMatter(decodedText(bytes));
    const parts = plainParts(body);
    const [first] = parts;
    const ownTitle = first?.kind === "heading" && first.depth === 1 ? first.text : null;
    const rest = ownTitle === null ? parts : parts.slice(1);
    const builder = textBuilder();
    addParts(rest, builder, ownTitle === null ? 0 : 1);
    const abstract = rest.findIndex((part) => part.kind === "heading" && /^(?:\d+\.?\s+)?abstract$/iu.test(part.text));
    const said = rest.slice(abstract + 1);
    const end = said.findIndex(({ kind }) => kind === "heading");
    return [
      builder.build({
        format: "markdown",
        file: name,
        ids: [
          { scheme: "doi", value: fields.doi },
          { scheme: "arxiv", value: fields.arxiv },
        ],
        title: fields.title ?? ownTitle,
        authors: (fields.authors ?? fields.author ?? "").split(/\s*[;,]\s*(?:and\s+)?|\s+and\s+/u),
        abstract:
          abstract === -1
            ? (fields.abstract ?? null)
            : said
                .slice(0, end === -1 ? said.length : end)
                .map(({ text }) => text)
                .join(" "),
        year: Number(/^\d{4}/u.exec(fields.year ?? fields.date ?? "")?.[0]) || null,
        publishedAt: fields.date ?? null,
        venue: fields.venue ?? fields.journal ?? null,
        licence: fields.license ?? fields.licence ?? null,
      }),
    ];
  },
};

/** Adds headings and passages, then the entries of the list of references. */
export function addParts(parts: ReturnType<typeof plainParts>, builder: TextBuilder, shift: number): void {
  const isList = (index: number): boolean => parts[index]?.kind === "heading" && isReferenceHeading(parts[index].text);
  const start = parts.findLastIndex((_, index) => isList(index));
  const behind = parts.findIndex((part, index) => start !== -1 && index > start && part.kind === "heading");
  const end = behind === -1 ? parts.length : behind;
  const inList = (index: number): boolean => start !== -1 && index >= start && index < end;
  const references = foundReferences(
    parts.filter((_, index) => inList(index) && index > start).map(({ text }) => cleanText(text)),
  );
  const sections = outline(builder);
  let isFirst = true;
  for (const [index, part] of parts.entries()) {
    if (inList(index)) continue;
    if (part.kind === "heading") {
      const { number, title, depth } = numberedHeading(part.text);
      const isAbstract = /^abstract$/iu.test(title);
      sections.open(
        title,
        depth ?? Math.max(1, part.depth - shift),
        isAbstract ? { part: "front" } : { first: isFirst },
        number ?? undefined,
      );
      if (!isAbstract) isFirst = false;
      continue;
    }
    const kind = part.kind === "table_row" ? "table" : part.kind === "caption" ? "caption" : sections.current().kind;
    builder.add(sections.current(), references.mark(withoutAddresses(part.text)), { form: part.kind, kind, label: part.label });
  }
  for (const entry of references.entries) builder.reference(entry);
}

function frontMatter(text: string): { fields: Record<string, string | undefined>; body: string } {
  const [whole, head] = /^---\r?\n([\s\S]{0,20000}?)\r?\n---\r?\n/u.exec(text) ?? [];
  if (whole === undefined || head === undefined) return { fields: {}, body: text };
  const fields: Record<string, string> = {};
  let list: string | null = null;
  for (const line of head.split(/\r?\n/u)) {
    const [, name, value] = /^([\w-]+):\s*(.*)$/u.exec(line) ?? [];
    const [, item] = /^\s*-\s+(?:name:\s*)?(.+)$/u.exec(line) ?? [];
    if (name !== undefined) {
      list = name.toLowerCase();
      fields[list] = (value ?? "").replace(/^["'[]|["'\]]$/gu, "");
    } else if (item !== undefined && list !== null)
      fields[list] = [fields[list], item.replace(/^["']|["']$/gu, "")].filter(Boolean).join("; ");
  }
  return { fields, body: text.slice(whole.length) };
}
