import type { Source } from "./fields.ts";
import { fullTextHash, type FullText, type FullTextFormat, type PassageForm } from "./full-text.ts";
import { contentHash } from "./hash.ts";
import type { Paper } from "./paper.ts";
import type { SectionKind } from "./section-kinds.ts";

/** Kinds of passages: that of their section; `whole` is the document that says how the passages of a text belong together. */
export type PassageKind = SectionKind | "whole";

/** A passage of a paper's full text as it is stored and shown, or the document about the whole text. */
export interface Passage {
  passage_id: string;
  paper_id: string;
  /** Names the text: passages of one text never change. */
  text_id: string;
  /** The paper's title, searched with the passage; null in the document about the whole text. */
  title: string | null;
  /** Headings above it, outermost first. */
  section: string[];
  kind: PassageKind;
  form: PassageForm | null;
  label: string | null;
  /** Its place in the text, counted from 0; in the document about the whole text, the number of passages. */
  index: number;
  page: number | null;
  /** The paper's year, for filters. */
  year: number | null;
  /** The passage; offsets of quotes count its UTF-16 units. Empty in the document about the whole text. */
  content: string;
  /** JSON of a `WholeText`; null in passages. */
  whole: string | null;
  source: Source;
  content_hash: string;
  run_id: string;
  ingested_at: string;
}

/** A full text without its passages: how they belong together, and what it says beside them. */
export interface WholeText extends Omit<FullText, "passages" | "sections" | "source" | "abstract"> {
  /** The file that it was read from. */
  file: string;
  /** With how much text they hold. */
  sections: (FullText["sections"][number] & { passages: number; characters: number })[];
  /** For each passage, the index of its section. */
  section_of: number[];
}

/** A paper as it is seen through a passage of its full text, which stands in place of the abstract. */
export interface PaperView extends Paper {
  passage?: Passage;
}

/** The passage that a paper is seen through; null for a paper as it is stored. */
export function passageSeen(paper: Paper): Passage | null {
  return (paper as PaperView).passage ?? null;
}

/** What a search reads of a passage: its paper's title and its headings are context. Null for the document about the whole text. */
export function passageText({
  title,
  section,
  content,
  kind,
}: Pick<Passage, "title" | "section" | "content" | "kind">): string | null {
  return kind === "whole" ? null : [title ?? "", ...section, content].join("\n");
}

/** The passage alone, out of what a search reads of it; empty in the document about the whole text. */
export function contentWithin(text: string | null, { title, section }: Pick<Passage, "title" | "section">): string {
  return text === null ? "" : text.slice([title ?? "", ...section, ""].join("\n").length);
}

/** The id of the document about a paper's whole text. */
export function wholeTextId(paperId: string): string {
  return `whole:${contentHash(paperId).slice(0, 32)}`;
}

/** The ids of the passages of a text, in their order. */
export function passageIds(textId: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => passageId(textId, index));
}

function passageId(textId: string, index: number): string {
  return `${textId}-${index}`;
}

/**
 * A full text as it is stored for a paper: its passages, and the document about the whole. Pure; the same text for the same paper gives the same
 * documents, but for the run. `file` names where it was read from.
 */
export function storedText(
  text: FullText,
  paper: Pick<Paper, "paper_id" | "title" | "year">,
  { file, run_id, ingested_at }: { file: string; run_id: string; ingested_at: string },
): { whole: Passage; passages: Passage[] } {
  const { passages, sections, source: given, abstract: _, ...rest } = text;
  const source = { ...given, license: given.license ?? text.licence?.slice(0, 200) ?? null };
  const textId = `text:${fullTextHash(text).slice(0, 32)}`;
  const own = { paper_id: paper.paper_id, text_id: textId, year: paper.year, source };
  const at = { run_id, ingested_at };
  const stored = passages.map((passage, index) =>
    sealed(
      {
        ...own,
        passage_id: passageId(textId, index),
        title: paper.title,
        section: sections[passage.section]!.heading,
        kind: passage.kind,
        form: passage.form,
        label: passage.label,
        index,
        page: passage.page,
        content: passage.text,
        whole: null,
      },
      at,
    ),
  );
  const whole: WholeText = {
    ...rest,
    file,
    sections: sections.map((section) => ({ ...section, passages: 0, characters: 0 })),
    section_of: passages.map(({ section }) => section),
  };
  for (const { section, text } of passages) {
    whole.sections[section]!.passages += 1;
    whole.sections[section]!.characters += text.length;
  }
  const about = sealed(
    {
      ...own,
      passage_id: wholeTextId(paper.paper_id),
      title: null,
      section: [],
      kind: "whole",
      form: null,
      label: null,
      index: passages.length,
      page: null,
      content: "",
      whole: JSON.stringify(whole),
    },
    at,
  );
  return { whole: about, passages: stored };
}

/** The same document for another paper: what it becomes where its paper turns out to be another one. */
export function passageOf(passage: Passage, { paper_id, title, year }: Pick<Paper, "paper_id" | "title" | "year">): Passage {
  const { content_hash: _, run_id, ingested_at, ...content } = passage;
  const moved = { ...content, paper_id, year, title: passage.kind === "whole" ? null : title };
  return sealed(
    { ...moved, passage_id: passage.kind === "whole" ? wholeTextId(paper_id) : passage.passage_id },
    { run_id, ingested_at },
  );
}

/** What the document about a whole text says; throws for any other. */
export function wholeOf(passage: Passage): WholeText {
  if (passage.whole === null) throw new TypeError(`${passage.passage_id} is not about a whole text`);
  return JSON.parse(passage.whole) as WholeText;
}

/** The format of a stored text. */
export function formatOf(whole: Passage): FullTextFormat {
  return wholeOf(whole).format;
}

/** The hash of a passage's content: of everything in it but the run that wrote it. */
export function passageHash({ content_hash: _hash, run_id: _run, ingested_at: _at, ...content }: Passage): string {
  return contentHash(content);
}

function sealed(
  content: Omit<Passage, "content_hash" | "run_id" | "ingested_at">,
  at: Pick<Passage, "run_id" | "ingested_at">,
): Passage {
  return { ...content, content_hash: contentHash(content), ...at };
}
