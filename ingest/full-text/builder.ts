import { basename } from "node:path";
import {
  FULL_TEXT_LIMITS,
  FullText,
  type FullTextNotice,
  type FullTextPassage,
  type FullTextReference,
  type FullTextSection,
} from "../../src/documents/full-text.ts";
import { parseExternalId, type IdScheme } from "../../src/documents/ids.ts";
import type { PaperIds } from "../../src/documents/paper.ts";
import type { SectionKind } from "../../src/documents/section-kinds.ts";
import { cleanText } from "../../src/documents/text.ts";
import { isCalendarDate, YEAR_RANGE } from "../../src/documents/dates.ts";
import { rangesFilled, referenceList, settled, type Marked, type MarkedText } from "./markers.ts";
import { UnreadableText } from "./port.ts";

/** What a reader says of the paper, as it found it: blanks, doubles and lengths are seen to here. */
export interface SaidOfPaper {
  format: FullText["format"];
  /** The file: without its folders the name of the source where the text is from no named one. */
  file: string;
  ids: readonly { scheme: IdScheme; value: string | null | undefined }[];
  title: string | null;
  authors: readonly string[];
  abstract: string | null;
  year?: number | null;
  publishedAt?: string | null;
  venue?: string | null;
  licence?: string | null;
}

export interface PassageDetails {
  form?: FullTextPassage["form"];
  /** Where it is not that of its section. */
  kind?: SectionKind;
  label?: string | null;
  page?: number | null;
  place?: FullTextPassage["place"];
}

export interface TextBuilder {
  /** A section to which passages can be added; it is kept once it has one. */
  section(heading: readonly string[], kind: SectionKind): FullTextSection;
  /** Adds a passage to the end; text that is blank is left out. */
  add(section: FullTextSection, text: MarkedText | string, details?: PassageDetails): void;
  reference(entry: GivenReference): void;
  notice(notice: FullTextNotice): void;
  /** The text, checked. Throws `UnreadableText` where there is none, or more than the limits. */
  build(said: SaidOfPaper): FullText;
}

export interface GivenReference {
  key: string;
  text?: string | null;
  title?: string | null;
  authors?: readonly string[];
  year?: number | null;
  venue?: string | null;
  ids?: SaidOfPaper["ids"];
}

/** Collects what a reader finds, in reading order, into a full text. */
export function textBuilder(): TextBuilder {
  const sections: FullTextSection[] = [];
  const numbers = new Map<FullTextSection, number>();
  const passages: FullTextPassage[] = [];
  const found: { passage: number; marker: Marked }[] = [];
  const references = new Map<string, FullTextReference>();
  const notices = new Map<string, FullTextNotice>();

  const numberOf = (section: FullTextSection): number => {
    const known = numbers.get(section);
    if (known !== undefined) return known;
    if (sections.length >= FULL_TEXT_LIMITS.sections) throw tooMuch("sections", FULL_TEXT_LIMITS.sections);
    numbers.set(section, sections.push(section) - 1);
    return sections.length - 1;
  };

  return {
    section(heading, kind) {
      const path = heading.map((one) => shortened(one, 2_000)).filter((one) => one !== null);
      return { heading: path.slice(0, FULL_TEXT_LIMITS.headingDepth), kind };
    },

    add(section, given, { form = "paragraph", kind = section.kind, label = null, page = null, place = null } = {}) {
      const whole = settled(typeof given === "string" ? { raw: given, keys: [] } : given);
      for (const { text, markers } of parted(whole.text, whole.markers)) {
        if (passages.length >= FULL_TEXT_LIMITS.passages) throw tooMuch("passages", FULL_TEXT_LIMITS.passages);
        passages.push({ section: numberOf(section), kind, form, text, page, place, label: shortened(label, 200) });
        for (const marker of markers) found.push({ passage: passages.length - 1, marker });
      }
    },

    reference({ key, text, title, authors = [], year, venue, ids = [] }) {
      if (references.size >= FULL_TEXT_LIMITS.references) throw tooMuch("references", FULL_TEXT_LIMITS.references);
      const entry: FullTextReference = {
        key,
        text: shortened(text, 5_000),
        title: shortened(title, 2_000),
        authors: names(authors),
        year: knownYear(year),
        venue: shortened(venue, 2_000),
        ids: canonicalIds(ids),
      };
      const says = entry.text ?? entry.title ?? entry.venue ?? entry.authors[0] ?? Object.keys(entry.ids)[0];
      if (key !== "" && key.length <= 200 && says !== undefined && !references.has(key)) references.set(key, entry);
    },

    notice(notice) {
      notices.set(`${notice.kind} ${notice.paper} ${notice.notice}`, notice);
    },

    build(said) {
      if (passages.length === 0) throw new UnreadableText("no_text", "contains no paper text");
      withoutFalseIntroduction(sections, passages);
      const known = referenceList([...references.values()]);
      const markers = found.flatMap(({ passage, marker: { start, end, keys } }) => {
        const all = rangesFilled(keys, passages[passage]!.text.slice(start, end), known);
        return all.length === 0 ? [] : [{ passage, start, end, keys: all.slice(0, 1_000) }];
      });
      const text: FullText = {
        format: said.format,
        ids: canonicalIds(said.ids),
        title: shortened(said.title, 2_000),
        authors: names(said.authors),
        abstract: shortened(said.abstract, 100_000),
        year: knownYear(said.year),
        published_at: said.publishedAt && isCalendarDate(said.publishedAt) ? said.publishedAt : null,
        venue: shortened(said.venue, 500),
        licence: shortened(said.licence, 2_000),
        source: { name: shortened(basename(said.file), 200) ?? "-", url: null, license: null },
        sections,
        passages,
        references: [...known.list],
        markers,
        notices: [...notices.values()],
      };
      const checked = FullText.safeParse(text);
      if (checked.success) return checked.data;
      const [issue] = checked.error.issues;
      throw new UnreadableText("invalid_text", `${issue?.path.join(".")}: ${issue?.message}`);
    },
  };
}

/** Text before the first heading introduces only where a heading follows; a letter without any is of no kind. */
function withoutFalseIntroduction(sections: readonly FullTextSection[], passages: readonly FullTextPassage[]): void {
  const opening = sections.findIndex(({ heading, kind }) => heading.length === 0 && kind === "introduction");
  const body = sections.filter(({ heading, kind }) => heading.length > 0 && !OUTSIDE_BODY.has(kind));
  if (opening === -1 || body.length > 0) return;
  sections[opening]!.kind = "other";
  for (const passage of passages) {
    if (passage.section === opening && passage.kind === "introduction") passage.kind = "other";
  }
}

const OUTSIDE_BODY: ReadonlySet<SectionKind> = new Set([
  "abstract",
  "caption",
  "acknowledgement",
  "funding",
  "data_availability",
  "appendix",
]);

function tooMuch(what: string, limit: number): UnreadableText {
  return new UnreadableText("too_large", `has more than ${limit} ${what}`);
}

/** Clean text of at most so many units; null where nothing is left. */
function shortened(text: string | null | undefined, max: number): string | null {
  const clean = cleanText(text ?? "");
  if (clean.length <= max) return clean === "" ? null : clean;
  return cleanText(clean.slice(0, max));
}

function names(authors: readonly string[]): string[] {
  const known = new Set(authors.map((name) => shortened(name, 500)).filter((name) => name !== null));
  return [...known].slice(0, 5_000);
}

function knownYear(year: number | null | undefined): number | null {
  return year && Number.isInteger(year) && year >= YEAR_RANGE.min && year <= YEAR_RANGE.max ? year : null;
}

function canonicalIds(given: SaidOfPaper["ids"]): PaperIds {
  const ids: PaperIds = {};
  for (const { scheme, value } of given) {
    const id = parseExternalId(value ?? "", scheme);
    if (id !== null) ids[id.scheme] ??= id.value;
  }
  return ids;
}

/** A text that is longer than a passage may be, cut at ends of sentences, else at spaces, else anywhere. */
function* parted(text: string, markers: readonly Marked[]): Generator<{ text: string; markers: Marked[] }> {
  let from = 0;
  while (from < text.length) {
    const to = cutAfter(text, from);
    const part = text.slice(from, to);
    const start = from + part.length - part.trimStart().length;
    const inside = markers.filter((one) => one.start >= start && one.end <= to);
    const moved = inside.map((one) => ({ ...one, start: one.start - start, end: one.end - start }));
    if (part.trim() !== "") yield { text: part.trim(), markers: moved };
    from = to;
  }
}

function cutAfter(text: string, from: number): number {
  const limit = from + FULL_TEXT_LIMITS.passageLength;
  if (text.length <= limit) return text.length;
  const part = text.slice(from, limit);
  const sentence = part.search(/[.!?]\s(?!.*[.!?]\s)/su);
  if (sentence > 0) return from + sentence + 1;
  const space = part.lastIndexOf(" ");
  if (space > 0) return from + space;
  // Between the halves of a character nothing is cut.
  return /[\ud800-\udbff]$/u.test(part) ? limit - 1 : limit;
}
