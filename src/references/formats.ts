import { PublicError } from "../errors.ts";
import { readBibtex } from "./bibtex-reader.ts";
import { readCslJson } from "./csl-reader.ts";
import type { GivenReference } from "./given.ts";
import { readList, readMarkdown } from "./list-reader.ts";
import { readRis } from "./ris-reader.ts";

export const REFERENCE_FORMATS = ["bibtex", "ris", "csl-json", "list", "markdown"] as const;
export type ReferenceFormat = (typeof REFERENCE_FORMATS)[number];

const READERS: Record<ReferenceFormat, (text: string) => Iterable<Omit<GivenReference, "number">>> = {
  bibtex: readBibtex,
  ris: readRis,
  "csl-json": readCslJson,
  list: readList,
  markdown: readMarkdown,
};

/** The format that a text most likely has. */
export function formatOf(text: string): ReferenceFormat {
  if (/^\s*[[{]\s*(?:[{\]"]|$)/u.test(text) && /"[A-Za-z-]+"\s*:/u.test(text)) return "csl-json";
  if (/^[ \t]*@\s*[A-Za-z]+\s*[{(]/mu.test(text)) return "bibtex";
  if (/^\s*TY  ?- /mu.test(text)) return "ris";
  if (/^ {0,3}#{1,6} |\]\(\s*<?https?:|^\s*\[\^[^\]]+\]:|^ {0,3}[-*+] /mu.test(text)) return "markdown";
  return "list";
}

/**
 * The references of a text, in its order; an entry that cannot be read says why and stops no other. Throws `invalid_argument` where there is none, or
 * where there are more than `max`.
 */
export function readReferences(
  text: string,
  { format = formatOf(text), max }: { format?: ReferenceFormat; max: number },
): { format: ReferenceFormat; references: GivenReference[] } {
  const references: GivenReference[] = [];
  for (const reference of READERS[format](text.replace(/^\ufeff/u, ""))) {
    if (references.length === max) {
      throw new PublicError("invalid_argument", {
        field: "text",
        message: `The text has more than ${max} references; check it in parts.`,
        allowed: `at most ${max} references`,
      });
    }
    references.push({ ...reference, number: references.length + 1 });
  }
  if (references.length === 0) {
    throw new PublicError("invalid_argument", {
      field: "text",
      message: `No reference was found in the text, read as ${format}.`,
      allowed: `${REFERENCE_FORMATS.join(", ")}; name the format if it is a different one`,
    });
  }
  return { format, references };
}
