import { z } from "zod";
import { calendarDate, Source, year } from "./fields.ts";
import { contentHash } from "./hash.ts";
import { ID_SCHEMES } from "./ids.ts";
import { SECTION_KINDS } from "./section-kinds.ts";
import { cleanText } from "./text.ts";

/**
 * The formats of full texts, the best first: of two files about one paper the text of the earlier format counts. A publisher's own XML comes before what a
 * program made of a PDF, structure before bare text.
 */
export const FULL_TEXT_FORMATS = ["jats", "tei", "s2orc", "pdf", "markdown", "text"] as const;
export type FullTextFormat = (typeof FULL_TEXT_FORMATS)[number];

/**
 * What a passage is within its section. A sentence of a `paragraph`, `list_item` or `box` is the paper's running text; a `caption`, a `table_row` (cells joined
 * by “ | ”), a `footnote`, a displayed `formula`, `code` and a `quotation` are not.
 */
const PASSAGE_FORMS = [
  "paragraph",
  "list_item",
  "box",
  "quotation",
  "caption",
  "table_row",
  "footnote",
  "formula",
  "code",
] as const;
export type PassageForm = (typeof PASSAGE_FORMS)[number];

/** What a text can hold at most. A longer paragraph is cut into several passages at the ends of sentences; more of anything else is refused. */
export const FULL_TEXT_LIMITS = {
  passageLength: 20_000,
  passages: 50_000,
  sections: 10_000,
  references: 20_000,
  markers: 200_000,
  headingDepth: 24,
} as const;

/** Text that has its stored form already, so that offsets into it stay what they are. */
function storedText(max: number) {
  return z
    .string()
    .min(1)
    .max(max)
    .refine((text) => cleanText(text) === text, "must be clean text");
}
const named = storedText(2_000);
const name = storedText(500);
const index = z.int().min(0);
const ids = z.partialRecord(z.enum(ID_SCHEMES), z.string().min(1).max(400));

const Section = z.strictObject({
  /** Headings from the outermost to its own, without their numbers; empty for text before the first heading. */
  heading: z.array(named).max(FULL_TEXT_LIMITS.headingDepth),
  kind: z.enum(SECTION_KINDS),
});

const Passage = z.strictObject({
  /** Index in `sections`. */
  section: index,
  /** The kind of its section, but `caption` and `table` for what stands in a caption or a table. */
  kind: z.enum(SECTION_KINDS),
  form: z.enum(PASSAGE_FORMS),
  /** Plain text in its stored form; offsets into it count UTF-16 units. */
  text: storedText(FULL_TEXT_LIMITS.passageLength),
  /** The page on which it starts, counted from 1; null where the format has no pages. */
  page: z.int().min(1).nullable(),
  /** Where it starts on that page: left, top, right, bottom of its part there, in points from the page's upper left corner. */
  place: z.tuple([z.number(), z.number(), z.number(), z.number()]).nullable(),
  /** What the paper calls it: `Figure 3`, `Table 1`, `(4)`, a list's number. */
  label: storedText(200).nullable(),
});

const Reference = z.strictObject({
  /** Names it within this text: `b12`, `bib7`. Markers point to it. */
  key: z.string().min(1).max(200),
  /** The entry as it is printed, as far as the format has it. */
  text: storedText(5_000).nullable(),
  title: named.nullable(),
  authors: z.array(name).max(5_000),
  year: year.nullable(),
  venue: named.nullable(),
  ids,
});

const Marker = z.strictObject({
  /** Index in `passages`; `start` and `end` are offsets of the marker, such as “[3–7]”, in the passage's text. */
  passage: index,
  start: index,
  end: index,
  /** Keys of all references that it points to: every one of a range. */
  keys: z.array(z.string().min(1).max(200)).min(1).max(1_000),
});

const Notice = z.strictObject({
  kind: z.enum(["retraction", "correction", "expression_of_concern"]),
  /** The DOI of the paper that is retracted or corrected; the text's own where it says so of itself. */
  paper: z.string().min(1).max(400),
  /** The DOI of the notice; null where only the fact is stated. */
  notice: z.string().min(1).max(400).nullable(),
});

/**
 * A paper's full text as one file gives it: never changed, known by its hash (`fullTextHash`). What it says of the paper (`title` … `venue`) is null or empty where the
 * file does not say it. Reference lists, running heads, page numbers and e-mail addresses are not part of its passages.
 */
export const FullText = z
  .strictObject({
    format: z.enum(FULL_TEXT_FORMATS),
    ids,
    title: named.nullable(),
    authors: z.array(name).max(5_000),
    abstract: storedText(100_000).nullable(),
    year: year.nullable(),
    published_at: calendarDate.nullable(),
    venue: storedText(500).nullable(),
    /** As the file states it: the license's address where it has one, else its words. Spelled as in TEI, and as it is stored. */
    licence: storedText(2_000).nullable(),
    /** Where the text comes from; `license` repeats nothing and is for what the loader knows. */
    source: Source,
    sections: z.array(Section).max(FULL_TEXT_LIMITS.sections),
    /** In reading order. The abstract's paragraphs come first, in sections of kind `abstract`. */
    passages: z.array(Passage).max(FULL_TEXT_LIMITS.passages),
    references: z.array(Reference).max(FULL_TEXT_LIMITS.references),
    /** In the order of the passages and of their offsets. */
    markers: z.array(Marker).max(FULL_TEXT_LIMITS.markers),
    notices: z.array(Notice).max(1_000),
  })
  .superRefine((text, context) => {
    const keys = new Set(text.references.map(({ key }) => key));
    const wrong = (path: (string | number)[], message: string) => context.addIssue({ code: "custom", path, message });
    if (keys.size < text.references.length) wrong(["references"], "two references have the same key");
    for (const [place, { section }] of text.passages.entries())
      if (section >= text.sections.length) wrong(["passages", place, "section"], "is not a section of this text");
    for (const [place, marker] of text.markers.entries()) {
      const length = text.passages[marker.passage]?.text.length ?? -1;
      if (marker.start >= marker.end || marker.end > length) wrong(["markers", place], "is not inside its passage");
      if (marker.keys.some((key) => !keys.has(key))) wrong(["markers", place, "keys"], "name a reference that is not there");
    }
  });
export type FullText = z.infer<typeof FullText>;
export type FullTextSection = FullText["sections"][number];
export type FullTextPassage = FullText["passages"][number];
export type FullTextReference = FullText["references"][number];
export type FullTextMarker = FullText["markers"][number];
export type FullTextNotice = FullText["notices"][number];

/** What identifies a text: 64 hexadecimal characters over everything in it but where it comes from. */
export function fullTextHash(text: FullText): string {
  return contentHash({ ...text, source: undefined });
}
