import { localName, type XmlElement } from "../sources/xml-records.ts";
import { marked, withoutMarks, type MarkedText } from "./markers.ts";
import { elementsIn, wordsOf } from "./xml-texts.ts";

/** Blocks that interrupt a paragraph: its text goes on behind them in a passage of its own. */
export const INTERRUPTING: ReadonlySet<string> = new Set([
  "list",
  "def-list",
  "disp-quote",
  "preformat",
  "code",
  "verse-group",
  "statement",
  "speech",
  "array",
]);

/** Blocks that stand where they do by chance: they follow their paragraph. */
export const FLOATING: ReadonlySet<string> = new Set([
  "fig",
  "fig-group",
  "table-wrap",
  "table-wrap-group",
  "supplementary-material",
  "media",
  "boxed-text",
  "fn",
  "fn-group",
]);

/** What is no text of the paper: addresses, files, ids of parts, other forms of what is there already. */
const DROPPED: ReadonlySet<string> = new Set([
  "email",
  "graphic",
  "inline-graphic",
  "object-id",
  "annotation",
  "annotation-xml",
  "alt-text",
  "long-desc",
  "permissions",
  "processing-meta",
  "private-char",
  "ref-list",
]);

/** Adds an element's text; blocks inside go to `blocks`, in their order. */
export function addInline(element: XmlElement, into: MarkedText, blocks: XmlElement[]): void {
  const name = localName(element.name);
  if (DROPPED.has(name)) return;
  if (INTERRUPTING.has(name) || (FLOATING.has(name) && !isInlineMedia(element))) {
    blocks.push(element);
    return;
  }
  switch (name) {
    case "xref":
      return addReference(element, into, blocks);
    case "sup":
      return addSuperscript(element, into, blocks);
    case "alternatives":
      return addAlternative(element, into, blocks);
    case "tex-math":
      into.raw += mathText(element);
      return;
    case "break":
    case "mspace":
      into.raw += " ";
      return;
    case "disp-formula":
    case "p":
    case "label":
    case "title":
    case "tr":
      into.raw += " ";
      addContent(element, into, blocks);
      into.raw += " ";
      return;
    default:
      addContent(element, into, blocks);
  }
}

export function addContent(element: XmlElement, into: MarkedText, blocks: XmlElement[]): void {
  for (const child of element.children) {
    if (typeof child === "string") into.raw += withoutMarks(child);
    else addInline(child, into, blocks);
  }
}

/** The text of an element, its markers, and the blocks that stand in it. */
export function inlineOf(element: XmlElement): { text: MarkedText; blocks: XmlElement[] } {
  const text: MarkedText = { raw: "", keys: [] };
  const blocks: XmlElement[] = [];
  addContent(element, text, blocks);
  return { text, blocks };
}

function addReference(element: XmlElement, into: MarkedText, blocks: XmlElement[]): void {
  if (element.attributes["ref-type"] !== "bibr") return addContent(element, into, blocks);
  const inside: MarkedText = { raw: "", keys: [] };
  addContent(element, inside, blocks);
  marked(withoutMarks(inside.raw), (element.attributes.rid ?? "").split(/\s+/u).filter(Boolean), into);
}

/** “10<sup>5</sup>” is not 105: a power behind a digit is written with “^”. */
function addSuperscript(element: XmlElement, into: MarkedText, blocks: XmlElement[]): void {
  const inside: MarkedText = { raw: "", keys: [] };
  addContent(element, inside, blocks);
  if (/\d$/u.test(into.raw) && /^[-−–+]?\d/u.test(withoutMarks(inside.raw).trim())) into.raw += "^";
  into.raw += inside.raw;
  into.keys.push(...inside.keys);
}

/** Several forms of one thing: MathML before TeX before whatever comes first. */
function addAlternative(element: XmlElement, into: MarkedText, blocks: XmlElement[]): void {
  const forms = elementsIn(element).filter(({ name }) => !DROPPED.has(localName(name)));
  const best = ["table", "math", "tex-math"].map((name) => forms.find((form) => localName(form.name) === name)).find(Boolean);
  const form = best ?? forms[0];
  if (form) addInline(form, into, blocks);
}

/** TeX without the document that some publishers wrap it in. */
function mathText(element: XmlElement): string {
  const text = wordsOf(element);
  return /\\begin\{document\}([\s\S]*?)\\end\{document\}/u.exec(text)?.[1] ?? text;
}

/** A picture in a line, without a caption of its own. */
function isInlineMedia(element: XmlElement): boolean {
  return localName(element.name) === "media" && !elementsIn(element).some(({ name }) => name === "caption" || name === "label");
}
