import { SaxesParser } from "saxes";
import { InputError } from "../errors.ts";
import { firstInvalidByte } from "./lines.ts";
import type { InputFile } from "./port.ts";

export interface XmlElement {
  name: string;
  attributes: Readonly<Record<string, string>>;
  /** Text and elements in their order, so that mixed content stays what it is. */
  children: (XmlElement | string)[];
  /** The line of its start tag, counted from 1. */
  line: number;
}

export interface XmlRecord {
  element: XmlElement;
  /** The elements around it, outermost first, without their children. */
  ancestors: readonly XmlElement[];
}

/** What a file may hold, and how much. */
export interface XmlLimits {
  /** external: a DOCTYPE is passed over that only names its definition elsewhere (nothing is fetched); one with declarations of its own is refused. */
  doctype: "refused" | "external";
  /** Characters that have names here, XML's own five among them, in an object without a prototype. Nothing else that has a name is expanded. */
  entities?: Record<string, string>;
  depth: number;
  /** In characters. */
  recordLength: number;
}

const DEFAULT_LIMITS: XmlLimits = { doctype: "refused", depth: 32, recordLength: 4 * 1024 * 1024 };
const MAX_ATTRIBUTES = 64;

/**
 * The elements of an XML file for which `isRecord` holds, in the order in which they end; one at a time is held in memory.
 * Throws `InputError` with line and column (and a `reason`) where the file is not well-formed, has a DOCTYPE that is refused, or goes beyond the limits of depth,
 * attributes and length of a record; records before that place have been yielded.
 */
export async function* readXmlRecords(
  file: InputFile,
  isRecord: (name: string, ancestors: readonly XmlElement[]) => boolean,
  limits: XmlLimits = DEFAULT_LIMITS,
): AsyncGenerator<XmlRecord> {
  const parser = parserWith(limits.entities);
  const open: XmlElement[] = [];
  let finished: XmlRecord[] = [];
  let fault: InputError | null = null;
  let recordDepth = 0;
  let recordLength = 0;
  let attributes = 0;
  let startLine = 1;

  const fail = (message: string, reason = "invalid_xml"): void => {
    fault ??= new InputError(file.name, message, { line: parser.line, column: parser.columnIndex + 1, reason });
  };
  const addText = (text: string): void => {
    if (fault || recordDepth === 0) return;
    recordLength += text.length;
    if (recordLength > limits.recordLength) fail(`a record has more than ${limits.recordLength} characters`, "too_large");
    else open.at(-1)?.children.push(text);
  };
  parser.on("error", (error) => fail(`is not well-formed XML: ${error.message.replace(/^\d+:\d+: /u, "")}`));
  parser.on("doctype", (doctype) => {
    if (limits.doctype === "refused") fail("has a DOCTYPE, which is not allowed", "doctype");
    else if (doctype.includes("[")) fail("has a DOCTYPE with its own declarations, which are not allowed", "doctype");
  });
  parser.on("xmldecl", ({ encoding }) => {
    if (encoding && !/^utf-?8$|^us-ascii$/iu.test(encoding)) fail(`is in ${encoding.slice(0, 40)}; only UTF-8 is supported`);
  });
  parser.on("opentagstart", () => {
    attributes = 0;
    startLine = parser.line;
  });
  parser.on("attribute", () => {
    attributes += 1;
    if (attributes > MAX_ATTRIBUTES) fail(`an element has more than ${MAX_ATTRIBUTES} attributes`, "too_large");
  });
  parser.on("opentag", (tag) => {
    if (fault) return;
    if (open.length >= limits.depth) return fail(`elements are nested deeper than ${limits.depth}`, "too_deep");
    const element: XmlElement = { name: tag.name, attributes: tag.attributes, children: [], line: startLine };
    if (recordDepth > 0) open.at(-1)!.children.push(element);
    else if (isRecord(tag.name, open)) {
      recordDepth = open.length + 1;
      recordLength = 0;
    }
    open.push(element);
  });
  parser.on("text", addText);
  parser.on("cdata", addText);
  parser.on("closetag", () => {
    if (fault) return;
    const element = open.pop()!;
    if (recordDepth !== open.length + 1) return;
    recordDepth = 0;
    finished.push({ element, ancestors: [...open] });
  });

  for await (const text of decoded(file)) {
    parser.write(text);
    yield* finished;
    finished = [];
    if (fault) throw fault as InputError;
  }
  parser.close();
  if (fault) throw fault as InputError;
}

/**
 * A parser that knows these characters by name. It keeps its handlers as members with computed names: after the seventh that is added V8 treats it as a dictionary, and parsing takes
 * four times as long. So they are there from the beginning.
 */
function parserWith(entities: XmlLimits["entities"]): SaxesParser<{ position: true; xmlns: false }> {
  const parser = new SaxesParser<{ position: true; xmlns: false }>({ position: true, xmlns: false });
  const members = parser as unknown as Partial<Record<`${HandlerName}Handler`, undefined>>;
  members.errorHandler = undefined;
  members.textHandler = undefined;
  members.cdataHandler = undefined;
  members.doctypeHandler = undefined;
  members.xmldeclHandler = undefined;
  members.openTagStartHandler = undefined;
  members.attributeHandler = undefined;
  members.openTagHandler = undefined;
  members.closeTagHandler = undefined;
  // Not copied: there may be two thousand of them.
  if (entities !== undefined) parser.ENTITIES = entities;
  return parser;
}

type HandlerName = "error" | "text" | "cdata" | "doctype" | "xmldecl" | "openTagStart" | "attribute" | "openTag" | "closeTag";

/** The text of an element with all markup taken away. */
export function textOf(element: XmlElement): string {
  return element.children.map((child) => (typeof child === "string" ? child : textOf(child))).join("");
}

export function childrenOf(element: XmlElement, name: string): XmlElement[] {
  return element.children.filter((child) => typeof child !== "string" && child.name === name) as XmlElement[];
}

export function childOf(element: XmlElement, name: string): XmlElement | undefined {
  return childrenOf(element, name)[0];
}

/** The name behind a namespace's prefix: `dc:title` → `title`. */
export function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}

/** Like `childrenOf`, whatever prefixes the namespaces have. */
export function childrenNamed(element: XmlElement, name: string): XmlElement[] {
  return element.children.filter((child) => typeof child !== "string" && localName(child.name) === name) as XmlElement[];
}

export function childNamed(element: XmlElement, name: string): XmlElement | undefined {
  return childrenNamed(element, name)[0];
}

/** An element as XML again, for people to read. */
export function xmlOf(element: XmlElement): string {
  const attributes = Object.entries(element.attributes).map(
    ([name, value]) => ` ${name}="${escaped(value).replaceAll('"', "&quot;")}"`,
  );
  const content = element.children.map((child) => (typeof child === "string" ? escaped(child) : xmlOf(child))).join("");
  return `<${element.name}${attributes.join("")}>${content}</${element.name}>`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

async function* decoded(file: InputFile): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let before: Buffer = Buffer.alloc(0);
  let byte = 0;
  const decode = (bytes: Buffer, stream: boolean): string => {
    try {
      return decoder.decode(bytes, { stream });
    } catch (cause) {
      const held = Buffer.concat([before.subarray(-3), bytes]);
      const wrong = byte - Math.min(3, before.length) + firstInvalidByte(alignedToCharacter(held));
      throw new InputError(file.name, `the file is not UTF-8 near byte ${wrong}; specify its encoding with --encoding`, {
        cause,
      });
    }
  };
  for await (const chunk of file.bytes()) {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    yield decode(bytes, true);
    byte += bytes.length;
    before = bytes;
  }
  yield decode(Buffer.alloc(0), false);
}

/** The bytes from the first that can start a character. */
function alignedToCharacter(bytes: Buffer): Buffer {
  let at = 0;
  while (at < 3 && at < bytes.length && (bytes[at]! & 0xc0) === 0x80) at += 1;
  return bytes.subarray(at);
}
