import { InputError } from "../errors.ts";
import { childrenNamed, localName, readXmlRecords, textOf, type XmlElement, type XmlLimits } from "../sources/xml-records.ts";
import { withoutMarks } from "./markers.ts";
import { UnreadableText, type FullTextFile } from "./port.ts";
import CHARACTERS from "./entities.json" with { type: "json" };

/** Of XML, and those that HTML and the definitions of JATS give to single characters: none stands for more than one. */
const ENTITIES = Object.assign(Object.create(null) as Record<string, string>, CHARACTERS, {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
});
/** A book's chapter nests some 20 elements deep and has about 2 million characters. */
const LIMITS: XmlLimits = { doctype: "external", entities: ENTITIES, depth: 100, recordLength: 50_000_000 };
const CHUNK_BYTES = 65_536;

/** The elements of this name that stand in no other of it. Throws `UnreadableText` where the file is not XML that can be taken. */
export async function elementsOf(file: FullTextFile, name: string): Promise<XmlElement[]> {
  const elements: XmlElement[] = [];
  const bytes = async function* (): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < file.bytes.length; at += CHUNK_BYTES) yield file.bytes.subarray(at, at + CHUNK_BYTES);
  };
  try {
    const records = readXmlRecords({ name: file.name, bytes }, (one) => localName(one) === name, LIMITS);
    for await (const { element } of records) elements.push(element);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const place = error.line === undefined ? "" : `line ${error.line}: `;
    const message = error.message.slice(error.message.indexOf(": ") + 2);
    throw new UnreadableText(error.reason ?? "invalid_encoding", `${place}${message}`, { cause: error });
  }
  return elements;
}

/** The elements inside, at any depth, that have one of these names; what is inside such an element is not looked through. */
export function* within(element: XmlElement, names: ReadonlySet<string>): Generator<XmlElement> {
  for (const child of elementsIn(element)) {
    if (names.has(localName(child.name))) yield child;
    else yield* within(child, names);
  }
}

/** The first element inside, at any depth, of this name. */
export function firstWithin(element: XmlElement, name: string): XmlElement | undefined {
  return within(element, new Set([name])).next().value ?? undefined;
}

/** The element at the end of a path of names, the first of each. */
export function at(element: XmlElement | undefined, ...path: string[]): XmlElement | undefined {
  let here = element;
  for (const name of path) here = here && childrenNamed(here, name)[0];
  return here;
}

export function elementsIn(element: XmlElement): XmlElement[] {
  return element.children.filter((child): child is XmlElement => typeof child !== "string");
}

/** The words in an element without what stands in elements of these names. */
export function wordsOf(element: XmlElement | undefined, without: ReadonlySet<string> = NOTHING): string {
  if (element === undefined) return "";
  if (without.size === 0) return withoutMarks(textOf(element));
  let text = "";
  for (const child of element.children) {
    if (typeof child === "string") text += withoutMarks(child);
    else if (!without.has(localName(child.name))) text += wordsOf(child, without);
  }
  return text;
}

const NOTHING: ReadonlySet<string> = new Set();

/** An attribute whatever its prefix is. */
export function attribute(element: XmlElement, name: string): string | undefined {
  return element.attributes[name] ?? Object.entries(element.attributes).find(([key]) => localName(key) === name)?.[1];
}
