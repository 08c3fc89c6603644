import { z } from "zod";
import type { FullText } from "../../src/documents/full-text.ts";
import { cleanText } from "../../src/documents/text.ts";
import { textBuilder, type SaidOfPaper, type TextBuilder } from "./builder.ts";
import { marked, withoutMarks, type MarkedText } from "./markers.ts";
import { outline, type Outline } from "./outline.ts";
import { decodedText, UnreadableText, type FullTextReader } from "./port.ts";

const Text = z
  .string()
  .nullish()
  .transform((text) => text ?? "");
const Span = z.object({ start: z.int(), end: z.int(), ref_id: z.string().nullish() });
const Paragraph = z.object({
  text: z.string(),
  section: Text,
  sec_num: z.string().nullish(),
  cite_spans: z.array(Span).nullish(),
});
const Author = z.object({ first: Text, middle: z.array(z.string()).nullish(), last: Text, suffix: Text });
const Entry = z.object({
  title: Text,
  authors: z.array(Author).nullish(),
  year: z.union([z.number(), z.string()]).nullish(),
  venue: Text,
  raw_text: z.string().nullish(),
  other_ids: z.record(z.string(), z.unknown()).nullish(),
});
const Figure = z.object({ text: Text, type: Text, type_str: Text, content: z.unknown().optional(), num: z.string().nullish() });
const Parse = z.object({
  abstract: z
    .union([z.array(Paragraph), z.string().transform((text) => [{ text, section: "", cite_spans: [], sec_num: null }])])
    .nullish(),
  body_text: z.array(Paragraph).nullish(),
  back_matter: z.array(Paragraph).nullish(),
  bib_entries: z.record(z.string(), Entry).nullish(),
  ref_entries: z.record(z.string(), Figure).nullish(),
});
const Names = z.object({
  title: Text,
  authors: z.array(Author).nullish(),
  year: z.union([z.number(), z.string()]).nullish(),
  abstract: z.unknown().optional(),
  venue: Text,
  journal: Text,
  doi: z.string().nullish(),
  arxiv_id: z.string().nullish(),
  acl_id: z.string().nullish(),
  pmc_id: z.string().nullish(),
  pubmed_id: z.string().nullish(),
});
const Paper = Names.extend({
  paper_id: z.union([z.string(), z.number().transform(String)]).nullish(),
  metadata: Names.nullish(),
  header: z.unknown().optional(),
  pdf_parse: Parse.nullish(),
  grobid_parse: Parse.nullish(),
  latex_parse: Parse.nullish(),
});

/**
 * S2ORC's JSON: the releases of 2019, 2020 and 2021, and what s2orc-doc2json makes of TEI and LaTeX. One paper a file, or one a line. Its offsets count characters of
 * Unicode; those that are stored count UTF-16 units.
 */
export const s2orc: FullTextReader = {
  name: "s2orc",
  extensions: [".json", ".jsonl"],
  needsToFit: true,
  fits: (head) => /^\s*\{/u.test(head) && /"(?:paper_id|pdf_parse|body_text|grobid_parse)"/u.test(head),

  async read(file) {
    const text = decodedText(file.bytes);
    const values =
      asOne(text) ??
      text
        .split("\n")
        .filter((line) => line.trim() !== "")
        .map(parsed);
    return values.map((value) => textOfPaper(value, file.name));
  },
};

function asOne(text: string): unknown[] | null {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : [value];
  } catch {
    return null;
  }
}

function parsed(line: string, place: number): unknown {
  try {
    return JSON.parse(line);
  } catch (cause) {
    throw new UnreadableText("invalid_json", `line ${place + 1} is not JSON`, { cause });
  }
}

function textOfPaper(value: unknown, file: string): FullText {
  const paper = checked(Paper, value);
  const latex = paper.latex_parse?.body_text?.length ? paper.latex_parse : null;
  const parse = latex ?? paper.grobid_parse ?? paper.pdf_parse ?? checked(Parse, value);
  const builder = textBuilder();
  const abstract = parse.abstract ?? [];
  const section = builder.section(["Abstract"], "abstract");
  for (const one of abstract) builder.add(section, withSpans(one));
  const sections = outline(builder);
  addParagraphs(parse.body_text ?? [], sections, "body", builder);
  addParagraphs(parse.back_matter ?? [], sections, "back", builder);
  addFigures(Object.entries(parse.ref_entries ?? {}), builder);
  for (const [key, entry] of Object.entries(parse.bib_entries ?? {})) {
    builder.reference({
      key,
      text:
        entry.raw_text ??
        [names(entry.authors).join(", "), entry.title, entry.venue, entry.year ?? ""].filter(Boolean).join(". "),
      title: entry.title,
      authors: names(entry.authors),
      year: Number(entry.year) || null,
      venue: entry.venue,
      ids: otherIds(entry.other_ids ?? {}),
    });
  }
  return builder.build(saidOf(paper, abstract.map(({ text }) => text).join(" "), file));
}

function checked<Schema extends z.ZodType>(schema: Schema, value: unknown): z.infer<Schema> {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new UnreadableText("wrong_format", `is not S2ORC: ${issue?.path.join(".")}: ${issue?.message}`);
}

function saidOf(paper: z.infer<typeof Paper>, abstract: string, file: string): SaidOfPaper {
  const said = paper.metadata ?? paper;
  // What s2orc-doc2json calls a paper is a file's name, what the release of 2021 calls it the hash of its PDF.
  const corpusId = paper.header === undefined && /^\d+$/u.test(paper.paper_id ?? "") ? paper.paper_id : null;
  return {
    format: "s2orc",
    file,
    ids: [
      { scheme: "doi", value: said.doi },
      { scheme: "arxiv", value: said.arxiv_id },
      { scheme: "acl", value: said.acl_id },
      { scheme: "pmcid", value: said.pmc_id },
      { scheme: "pmid", value: said.pubmed_id },
      { scheme: "s2", value: corpusId },
    ],
    title: said.title,
    authors: names(said.authors),
    abstract: typeof said.abstract === "string" && said.abstract.trim() !== "" ? said.abstract : abstract,
    year: Number(said.year) || null,
    venue: said.journal || said.venue,
  };
}

function addParagraphs(
  paragraphs: readonly z.infer<typeof Paragraph>[],
  sections: Outline,
  part: "body" | "back",
  builder: TextBuilder,
): void {
  let before: string | null = null;
  for (const [place, paragraph] of paragraphs.entries()) {
    const heading = cleanText(paragraph.section);
    const own = `${paragraph.sec_num ?? ""} ${heading}`;
    if (own !== before && heading !== "") {
      const depth = paragraph.sec_num ? paragraph.sec_num.replace(/\.$/u, "").split(".").length : 1;
      sections.open(heading, depth, { part, first: part === "body" && place === 0 }, paragraph.sec_num?.replace(/\.$/u, ""));
    }
    before = own;
    builder.add(sections.current(), withSpans(paragraph));
  }
}

function addFigures(figures: readonly (readonly [string, z.infer<typeof Figure>])[], builder: TextBuilder): void {
  const section = builder.section([], "caption");
  for (const [, { text, type, type_str, content, num }] of figures) {
    const isTable = /table/iu.test(type || type_str);
    const own = num ? `${isTable ? "Table" : "Figure"} ${num}` : (/^(?:figure|fig\.?|table)\s*\d+/iu.exec(text)?.[0] ?? null);
    builder.add(section, text, { form: "caption", kind: "caption", label: own });
    for (const row of rowsOf(content)) builder.add(section, row, { form: "table_row", kind: "table", label: own });
  }
}

/** Rows of a table: lists of cells, or text with a row a line. */
function rowsOf(content: unknown): string[] {
  if (!Array.isArray(content)) return [];
  return content
    .filter((row): row is unknown[] => Array.isArray(row))
    .map((row) => row.map((cell) => (typeof cell === "string" ? cell : "")).join(" | "))
    .filter((row) => /[^\s|]/u.test(row));
}

/** A paragraph with its markers; offsets that do not fit into its text are left out. */
function withSpans({ text, cite_spans }: z.infer<typeof Paragraph>): MarkedText {
  const characters = Array.from(text);
  const into: MarkedText = { raw: "", keys: [] };
  let from = 0;
  for (const { start, end, ref_id } of [...(cite_spans ?? [])].sort((a, b) => a.start - b.start)) {
    if (start < from || end > characters.length || end <= start) continue;
    into.raw += withoutMarks(characters.slice(from, start).join(""));
    marked(withoutMarks(characters.slice(start, end).join("")), ref_id ? [ref_id] : [], into);
    from = end;
  }
  into.raw += withoutMarks(characters.slice(from).join(""));
  return into;
}

function otherIds(ids: Readonly<Record<string, unknown>>): SaidOfPaper["ids"] {
  const schemes = { doi: "doi", arxiv: "arxiv", arxiv_id: "arxiv", pmid: "pmid", pmcid: "pmcid", pubmed: "pmid" } as const;
  return Object.entries(ids).flatMap(([name, values]) => {
    const scheme = schemes[name.toLowerCase() as keyof typeof schemes];
    const list: unknown[] = Array.isArray(values) ? values : [values];
    return scheme === undefined ? [] : list.filter((value) => typeof value === "string").map((value) => ({ scheme, value }));
  });
}

function names(authors: readonly z.infer<typeof Author>[] | null | undefined): string[] {
  return (authors ?? [])
    .map(({ first, middle, last, suffix }) => cleanText([first, ...(middle ?? []), last, suffix].join(" ")))
    .filter(Boolean);
}
