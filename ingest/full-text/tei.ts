import type { FullText } from "../../src/documents/full-text.ts";
import { cleanText } from "../../src/documents/text.ts";
import { childNamed, childrenNamed, localName, type XmlElement } from "../sources/xml-records.ts";
import { textBuilder, type GivenReference, type SaidOfPaper, type TextBuilder } from "./builder.ts";
import { marked, withoutMarks, type MarkedText } from "./markers.ts";
import { isReferenceHeading, outline, type Outline } from "./outline.ts";
import { UnreadableText, type FullTextReader } from "./port.ts";
import { at, attribute, elementsIn, elementsOf, firstWithin, within, wordsOf } from "./xml-texts.ts";

/** TEI as GROBID makes it of PDFs, and OpenAlex hands it out. */
export const tei: FullTextReader = {
  name: "tei",
  extensions: [".tei.xml", ".tei", ".grobid.xml"],
  fits: (head) => /<(?:\w+:)?(?:TEI|teiCorpus)[\s>]/u.test(head),

  async read(file) {
    const texts = await elementsOf(file, "TEI");
    if (texts.length === 0) throw new UnreadableText("wrong_format", "has no <TEI> element");
    return texts.map((text) => textOfTei(text, file.name));
  },
};

const PARAGRAPHS: ReadonlySet<string> = new Set(["p", "ab"]);
const ENTRIES: ReadonlySet<string> = new Set(["biblStruct", "bibl"]);
const AUTHORS: ReadonlySet<string> = new Set(["author"]);

function textOfTei(element: XmlElement, file: string): FullText {
  const builder = textBuilder();
  const header = childNamed(element, "teiHeader") ?? element;
  const abstract = at(header, "profileDesc", "abstract");
  if (abstract) {
    const section = builder.section(["Abstract"], "abstract");
    const paragraphs = [...within(abstract, PARAGRAPHS)];
    for (const one of paragraphs.length === 0 ? [abstract] : paragraphs) builder.add(section, inlineOf(one));
  }
  const text = childNamed(element, "text");
  const sections = outline(builder);
  let isFirst = true;
  for (const part of text ? elementsIn(text).filter(({ name }) => /^(?:\w+:)?(?:body|back)$/u.test(name)) : []) {
    const isBody = localName(part.name) === "body";
    for (const child of elementsIn(part)) {
      addDivision(child, sections, builder, isBody ? "body" : "back", isBody && isFirst, 1);
      isFirst = false;
    }
  }
  for (const list of text ? within(text, new Set(["listBibl"])) : []) {
    for (const [place, entry] of [...within(list, ENTRIES)].entries()) builder.reference(referenceOf(entry, place));
  }
  return builder.build(saidIn(header, abstract, file));
}

function saidIn(header: XmlElement, abstract: XmlElement | undefined, file: string): SaidOfPaper {
  const struct = at(header, "fileDesc", "sourceDesc", "biblStruct");
  const title = wordsOf(at(header, "fileDesc", "titleStmt", "title")) || wordsOf(at(struct, "analytic", "title"));
  const people = at(struct, "analytic") ?? struct;
  const dates = struct ? [...within(struct, new Set(["date"]))] : [];
  const when = attribute(dates.find((date) => attribute(date, "when")) ?? header, "when") ?? "";
  const availability = at(header, "fileDesc", "publicationStmt", "availability");
  const license = availability && firstWithin(availability, "licence");
  return {
    format: "tei",
    file,
    ids: struct ? idsOf(struct) : [],
    title,
    authors: people ? [...within(people, AUTHORS)].map(personName).filter(Boolean) : [],
    abstract: abstract ? [...within(abstract, PARAGRAPHS)].map((one) => wordsOf(one)).join(" ") || wordsOf(abstract) : null,
    year: yearOf(when),
    publishedAt: when,
    venue: wordsOf(at(struct, "monogr", "title")),
    licence: license ? (attribute(license, "target") ?? wordsOf(license)) : null,
  };
}

/** A division with its heading; GROBID's do not nest and number their headings, others nest. */
function addDivision(
  element: XmlElement,
  sections: Outline,
  builder: TextBuilder,
  part: "body" | "back",
  first: boolean,
  depth: number,
): void {
  if (localName(element.name) !== "div") return addBlock(element, sections, builder, part, depth);
  const type = attribute(element, "type");
  if (type === "references") return;
  const head = childNamed(element, "head");
  const title = head && cleanText(wordsOf(head));
  if (title && isReferenceHeading(title)) return;
  const number = head && attribute(head, "n")?.replace(/\.$/u, "");
  const own = number ? Math.max(depth, number.split(".").length) : depth;
  // A division of GROBID's without a heading goes on where the one before it stopped; one in the back is called by its type.
  const inner = childNamed(element, "div") && !title ? undefined : title;
  if (inner) sections.open(inner, own, { type, part, first }, number);
  else if (part === "back" && type && childrenNamed(element, "div").every((one) => !childNamed(one, "head"))) {
    sections.open(type, 1, { type, part });
  }
  for (const child of elementsIn(element)) {
    if (localName(child.name) === "head") continue;
    addDivision(child, sections, builder, part, first, inner ? own + 1 : depth);
  }
}

function addBlock(element: XmlElement, sections: Outline, builder: TextBuilder, part: "body" | "back", depth: number): void {
  const section = sections.current();
  switch (localName(element.name)) {
    case "p":
    case "ab":
      return builder.add(section, inlineOf(element));
    case "formula":
      return builder.add(section, inlineOf(element), { form: "formula", label: wordsOf(childNamed(element, "label")) });
    case "list":
      for (const item of childrenNamed(element, "item")) builder.add(section, inlineOf(item), { form: "list_item" });
      return;
    case "quote":
    case "cit":
      return builder.add(section, inlineOf(element), { form: "quotation" });
    case "note":
      if (attribute(element, "place") !== "foot") return;
      return builder.add(builder.section(section.heading, section.kind), inlineOf(element), {
        form: "footnote",
        label: attribute(element, "n"),
      });
    case "figure":
      return addFigure(element, sections, builder);
    case "div":
      return addDivision(element, sections, builder, part, false, depth);
  }
}

function addFigure(element: XmlElement, sections: Outline, builder: TextBuilder): void {
  const section = sections.current();
  const head = cleanText(wordsOf(childNamed(element, "head"))).replace(/[.:]$/u, "");
  const label = /^(?:(?:figure|fig|table|algorithm|scheme|box)\.?\s*)?[A-Z]?\d+[a-z]?\b/iu.exec(head)?.[0] ?? null;
  const caption: MarkedText = { raw: "", keys: [] };
  const description = childNamed(element, "figDesc");
  if (description) addContent(description, caption);
  const isTable = attribute(element, "type") === "table";
  const named = label && /^[A-Z]?\d/u.test(label) ? `${isTable ? "Table" : "Figure"} ${label}` : label;
  // The words of a title come before the caption's; a title that is only “Figure 3” is its label.
  const rest = label === null ? head : head.slice(label.length).replace(/^[.:\s]+/u, "");
  if (rest !== "" && !cleanText(caption.raw).startsWith(rest)) caption.raw = `${withoutMarks(rest)}. ${caption.raw}`;
  builder.add(section, caption, { form: "caption", kind: "caption", label: named });
  for (const row of within(element, new Set(["row"]))) {
    const cells = [...within(row, new Set(["cell"]))].map((cell) => cleanText(wordsOf(cell)));
    if (cells.some((cell) => cell !== ""))
      builder.add(section, cells.join(" | "), { form: "table_row", kind: "table", label: named });
  }
}

function inlineOf(element: XmlElement): MarkedText {
  const into: MarkedText = { raw: "", keys: [] };
  addContent(element, into);
  return into;
}

function addContent(element: XmlElement, into: MarkedText): void {
  for (const child of element.children) {
    if (typeof child === "string") {
      into.raw += withoutMarks(child);
      continue;
    }
    const name = localName(child.name);
    if (name === "email" || (name === "label" && localName(element.name) === "formula")) continue;
    if (name === "ref" && attribute(child, "type") === "bibr") {
      const keys = (attribute(child, "target") ?? "").split(/\s+/u).map((key) => key.replace(/^#/u, ""));
      marked(withoutMarks(wordsOf(child)), keys.filter(Boolean), into);
    } else addContent(child, into);
    if (name === "s" || name === "lb") into.raw += " ";
  }
}

function referenceOf(entry: XmlElement, place: number): GivenReference {
  const analytic = childNamed(entry, "analytic");
  const monograph = childNamed(entry, "monogr");
  const title = wordsOf(analytic && childNamed(analytic, "title")).trim();
  const venue = wordsOf(monograph && childNamed(monograph, "title")).trim();
  const dates = [...within(entry, new Set(["date"]))].map((date) => attribute(date, "when") ?? wordsOf(date));
  const raw = [...within(entry, new Set(["note"]))].find((note) => attribute(note, "type") === "raw_reference");
  return {
    key: attribute(entry, "id") ?? `b${place}`,
    text: raw
      ? wordsOf(raw)
      : [...within(analytic ?? entry, AUTHORS)]
          .map(personName)
          .concat(title, venue, dates[0] ?? "")
          .filter(Boolean)
          .join(". "),
    title: title || venue,
    authors: [...within(analytic ?? monograph ?? entry, AUTHORS)].map(personName).filter(Boolean),
    year: yearOf(dates[0] ?? ""),
    venue: title ? venue : null,
    ids: idsOf(entry),
  };
}

const SCHEMES: Readonly<Record<string, "doi" | "arxiv" | "pmid" | "pmcid">> = {
  doi: "doi",
  arxiv: "arxiv",
  pmid: "pmid",
  pmcid: "pmcid",
};

function idsOf(struct: XmlElement): SaidOfPaper["ids"] {
  return [...within(struct, new Set(["idno"]))].flatMap((id) => {
    const scheme = SCHEMES[(attribute(id, "type") ?? "").toLowerCase()];
    return scheme
      ? [
          {
            scheme,
            value: wordsOf(id)
              .trim()
              .replace(/\s*\[[\w.-]+\]$/u, ""),
          },
        ]
      : [];
  });
}

function personName(author: XmlElement): string {
  const name = childNamed(author, "persName");
  if (!name) return "";
  const parts = elementsIn(name).filter((part) => ["forename", "surname", "genName"].includes(localName(part.name)));
  return cleanText(parts.map((part) => wordsOf(part)).join(" "));
}

function yearOf(when: string): number | null {
  const [year] = /^\d{4}/u.exec(when.trim()) ?? [];
  return year === undefined ? null : Number(year);
}
