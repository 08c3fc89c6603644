import { sectionKind, type SectionKind } from "../../src/documents/section-kinds.ts";
import type { FullTextSection } from "../../src/documents/full-text.ts";
import { cleanText } from "../../src/documents/text.ts";
import { childNamed, childrenNamed, localName, type XmlElement } from "../sources/xml-records.ts";
import type { PassageDetails, TextBuilder } from "./builder.ts";
import { addContent, addInline, FLOATING, INTERRUPTING, inlineOf } from "./jats-inline.ts";
import { withoutMarks, type MarkedText } from "./markers.ts";
import { elementsIn, within, wordsOf } from "./xml-texts.ts";

/** Where blocks are added, and as what. */
export interface Place {
  section: FullTextSection;
  part: "front" | "body" | "back";
  /** True until the body had its first section or text. */
  first?: boolean;
  form?: PassageDetails["form"];
  /** True in a letter or a reply, whose sections are none of the paper's. */
  isLetter?: boolean;
}

const SUBSECTIONS: ReadonlySet<string> = new Set(["sec", "app", "ack", "glossary", "notes", "boxed-text"]);
const PASSED_OVER: ReadonlySet<string> = new Set([
  "title",
  "label",
  "caption",
  "ref-list",
  "sec-meta",
  "object-id",
  "graphic",
  "email",
  "subtitle",
  "bio",
  "permissions",
  "related-article",
  "related-object",
  "alt-text",
  "sig-block",
]);
const PARAGRAPHS: ReadonlySet<string> = new Set(["p"]);
const CELLS: ReadonlySet<string> = new Set(["td", "th"]);
const ROWS: ReadonlySet<string> = new Set(["tr"]);

/** Adds everything inside an element, in its order. */
export function addBlocks(element: XmlElement, place: Place, builder: TextBuilder): void {
  const loose: MarkedText = { raw: "", keys: [] };
  const flush = (): void => {
    builder.add(place.section, { ...loose }, { form: place.form });
    loose.raw = "";
    loose.keys = [];
  };
  for (const child of element.children) {
    if (typeof child === "string") loose.raw += withoutMarks(child);
    else if (isBlock(child)) {
      flush();
      addBlock(child, place, builder);
      place.first = false;
    } else if (!PASSED_OVER.has(localName(child.name))) {
      const blocks: XmlElement[] = [];
      addInline(child, loose, blocks);
      for (const block of blocks) addBlock(block, place, builder);
    }
  }
  flush();
}

function isBlock(element: XmlElement): boolean {
  const name = localName(element.name);
  return (
    SUBSECTIONS.has(name) ||
    INTERRUPTING.has(name) ||
    FLOATING.has(name) ||
    BLOCKS.has(name) ||
    name === "p" ||
    name === "def-item"
  );
}

const BLOCKS: ReadonlySet<string> = new Set([
  "disp-formula",
  "disp-formula-group",
  "app-group",
  "floats-group",
  "chem-struct-wrap",
]);

function addBlock(element: XmlElement, place: Place, builder: TextBuilder): void {
  const { section, form } = place;
  const name = localName(element.name);
  switch (name) {
    case "p":
      return addParagraph(element, place, builder, { form });
    case "sec":
    case "app":
    case "ack":
    case "glossary":
    case "notes":
    case "boxed-text":
      return addSection(element, place, builder);
    case "list":
      return addList(element, place, builder);
    case "def-list":
    case "app-group":
    case "fn-group":
    case "floats-group":
    case "fig-group":
    case "table-wrap-group":
    case "disp-formula-group":
      addCaption(element, place, builder, "caption");
      return addBlocks(element, place, builder);
    case "def-item":
      return addDefinition(element, place, builder);
    case "disp-quote":
    case "speech":
    case "verse-group":
      return addBlocks(element, { ...place, form: "quotation" }, builder);
    case "statement": {
      const title = childNamed(element, "title");
      if (title) builder.add(section, inlineOf(title).text, { form, label: labelOf(element) });
      return addBlocks(element, place, builder);
    }
    case "preformat":
    case "code":
      return builder.add(section, inlineOf(element).text, { form: "code" });
    case "array":
      return builder.add(section, inlineOf(element).text, { form });
    case "disp-formula":
    case "chem-struct-wrap": {
      const { text } = inlineOf(element);
      return builder.add(section, text, { form: "formula", label: labelOf(element) });
    }
    case "fn":
      return addFootnote(element, place, builder);
    case "fig":
    case "media":
    case "supplementary-material":
      addCaption(element, place, builder, "caption");
      return addInside(element, place, builder);
    case "table-wrap":
      return addTable(element, place, builder);
  }
}

/** A paragraph, split by the blocks that interrupt it; blocks that float follow it. */
function addParagraph(element: XmlElement, place: Place, builder: TextBuilder, details: PassageDetails): void {
  let text: MarkedText = { raw: "", keys: [] };
  const floating: XmlElement[] = [];
  const flush = (): void => {
    builder.add(place.section, text, details);
    text = { raw: "", keys: [] };
  };
  for (const child of element.children) {
    const blocks: XmlElement[] = [];
    if (typeof child === "string") text.raw += withoutMarks(child);
    else addInline(child, text, blocks);
    for (const block of blocks) {
      if (FLOATING.has(localName(block.name))) floating.push(block);
      else {
        flush();
        addBlock(block, place, builder);
      }
    }
  }
  flush();
  for (const block of floating) addBlock(block, place, builder);
}

function addSection(element: XmlElement, place: Place, builder: TextBuilder): void {
  const name = localName(element.name);
  const title = childNamed(element, "title") ?? childNamed(childNamed(element, "caption") ?? element, "title");
  const own = title && cleanText(headingText(title));
  const parent = place.section;
  const judged = sectionKind({
    heading: own ?? null,
    type: name === "sec" || name === "notes" ? (element.attributes["sec-type"] ?? element.attributes["notes-type"]) : TYPES[name],
    parent: parent.heading.length === 0 && parent.kind !== "abstract" ? null : parent.kind,
    part: place.part,
    first: place.first,
  });
  const kind = place.isLetter ? "other" : judged;
  const heading = own ? [...parent.heading, own] : (UNTITLED[name]?.(parent.heading) ?? parent.heading);
  const section = builder.section(heading, kind);
  const inside: Place = { ...place, section, form: name === "boxed-text" ? "box" : place.form };
  for (const caption of childrenNamed(element, "caption")) addBlocks(caption, inside, builder);
  addBlocks(element, inside, builder);
}

/** What sections are by the name of their element. */
const TYPES: Readonly<Record<string, string>> = { ack: "acknowledgement", app: "appendix", glossary: "appendix" };
const UNTITLED: Readonly<Record<string, (path: string[]) => string[]>> = {
  ack: (path) => [...path, "Acknowledgements"],
  app: (path) => [...path, "Appendix"],
};

/** A heading without links to notes, and without its number. */
export function headingText(title: XmlElement): string {
  return wordsOf(title, NO_HEADING);
}
const NO_HEADING: ReadonlySet<string> = new Set(["xref", "fn", "label", "email", "graphic", "inline-graphic"]);

function addList(element: XmlElement, place: Place, builder: TextBuilder): void {
  const title = childNamed(element, "title");
  if (title) builder.add(place.section, inlineOf(title).text, { form: "paragraph" });
  for (const item of childrenNamed(element, "list-item")) {
    let label = labelOf(item);
    for (const child of elementsIn(item)) {
      if (localName(child.name) === "label") continue;
      if (localName(child.name) === "p") addParagraph(child, place, builder, { form: place.form ?? "list_item", label });
      else addBlock(child, place, builder);
      label = null;
    }
  }
}

function addDefinition(element: XmlElement, place: Place, builder: TextBuilder): void {
  const text: MarkedText = { raw: "", keys: [] };
  const blocks: XmlElement[] = [];
  for (const term of childrenNamed(element, "term")) addContent(term, text, blocks);
  text.raw += ": ";
  for (const def of childrenNamed(element, "def")) addContent(def, text, blocks);
  builder.add(place.section, text, { form: "list_item" });
  for (const block of blocks) addBlock(block, place, builder);
}

function addFootnote(element: XmlElement, place: Place, builder: TextBuilder): void {
  const form = place.form === "table_row" ? "table_row" : "footnote";
  for (const paragraph of childrenNamed(element, "p")) {
    addParagraph(paragraph, place, builder, { form, label: labelOf(element), kind: footnoteKind(element, place.section.kind) });
  }
}

export function footnoteKind(element: XmlElement, kind: SectionKind): SectionKind {
  const type = element.attributes["fn-type"] ?? "";
  return /^(?:financial-disclosure|supported-by|funding)/u.test(type) ? "funding" : kind;
}

/** Title and paragraphs of a caption: the title runs into the first paragraph. */
function addCaption(element: XmlElement, place: Place, builder: TextBuilder, kind: "caption" | "table"): void {
  const label = labelOf(element);
  for (const caption of childrenNamed(element, "caption")) {
    const title = childNamed(caption, "title");
    let text: MarkedText = { raw: "", keys: [] };
    const blocks: XmlElement[] = [];
    if (title) {
      addContent(title, text, blocks);
      text.raw += " ";
    }
    for (const child of elementsIn(caption)) {
      if (localName(child.name) === "title") continue;
      addInline(child, text, blocks);
      builder.add(place.section, text, { form: "caption", kind, label });
      text = { raw: "", keys: [] };
    }
    builder.add(place.section, text, { form: "caption", kind, label });
    for (const block of blocks) addBlock(block, place, builder);
  }
}

/** What stands in a figure beside its caption: further figures, paragraphs, notes. */
function addInside(element: XmlElement, place: Place, builder: TextBuilder): void {
  for (const child of elementsIn(element)) {
    const name = localName(child.name);
    if (name === "p") addParagraph(child, place, builder, { form: "caption", kind: "caption", label: labelOf(element) });
    else if (name !== "caption" && isBlock(child)) addBlock(child, place, builder);
  }
}

/** Its caption, a passage for each row with the cells joined by “ | ”, and its notes. */
function addTable(element: XmlElement, place: Place, builder: TextBuilder): void {
  const label = labelOf(element);
  addCaption(element, place, builder, "caption");
  const floats: XmlElement[] = [];
  for (const row of within(element, ROWS)) {
    const text: MarkedText = { raw: "", keys: [] };
    for (const [number, cell] of [...within(row, CELLS)].entries()) {
      if (number > 0) text.raw += " | ";
      addContent(cell, text, floats);
    }
    if (/[^\s|]/u.test(text.raw)) builder.add(place.section, text, { form: "table_row", kind: "table", label });
  }
  for (const block of floats) addBlock(block, place, builder);
  for (const foot of childrenNamed(element, "table-wrap-foot")) {
    for (const paragraph of within(foot, PARAGRAPHS)) {
      addParagraph(paragraph, place, builder, { form: "footnote", kind: "table", label });
    }
  }
}

function labelOf(element: XmlElement): string | null {
  const label = childNamed(element, "label");
  return label ? cleanText(wordsOf(label)).replace(/[.:]$/u, "") : null;
}
