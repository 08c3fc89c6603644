import type { Passage, WholeText } from "../documents/passage.ts";
import { namedPaper, type NamedPaper } from "../documents/paper.ts";
import { foldText } from "../documents/text.ts";
import { PublicError } from "../errors.ts";
import { fullTextOf, type StoredFullText } from "../retrieval/full-text.ts";
import type { Library } from "../retrieval/library.ts";
import { requirePaperId } from "../retrieval/views.ts";
import { quotePlace } from "./quote-place.ts";

export interface ReadRequest {
  /** In any spelling. */
  paper_id: string;
  /** A heading, its number in the outline, or a kind of section. */
  section?: string;
  /** A quote, or a passage's id. */
  around?: string;
  /** Words that passages are wanted for. */
  query?: string;
  /** The most characters of passages. */
  max_chars: number;
}

/** A section in an outline, numbered from 1. */
export interface OutlineEntry {
  section: number;
  heading: string[];
  kind: string;
  passages: number;
  characters: number;
}

/** A passage as it is read; `text` is what quotes are offsets into. */
export interface ReadPassage {
  /** Null for the abstract of a paper without a full text. */
  passage_id: string | null;
  section: string[];
  kind: string;
  page: number | null;
  label: string | null;
  text: string;
}

export interface PaperReading {
  paper: NamedPaper;
  /** Null: the index holds no full text of it, only what stands in `passages`. */
  full_text: { format: string; source: Passage["source"]; characters: number; references: number } | null;
  /** Empty where passages are asked for. */
  outline: OutlineEntry[];
  passages: ReadPassage[];
  /** How many passages there are of what was asked for; more than are shown where the budget was too small. */
  total_passages: number;
}

/**
 * Reads a paper: its outline with the abstract; a section; what stands around a quote; or the passages that hold most of some words. Without a full text, the abstract.
 * Throws `not_found` for a paper, section or quote that is not there.
 */
export async function readPaper(library: Library, request: ReadRequest, signal?: AbortSignal): Promise<PaperReading> {
  const id = await requirePaperId(library, request.paper_id, signal);
  const [papers, text] = await Promise.all([library.engine.papers.get([id], { signal }), fullTextOf(library, id, signal)]);
  const paper = papers.get(id);
  if (!paper) throw new PublicError("not_found", { field: "paper_id" });
  if (text === null) {
    const passages = paper.abstract === null ? [] : [abstractOf(paper.abstract.slice(0, request.max_chars))];
    return { paper: namedPaper(paper), full_text: null, outline: [], passages, total_passages: passages.length };
  }
  const asked = [request.section, request.around, request.query].some((given) => given !== undefined);
  const wanted = await wantedPassages(library, text, request, id, signal);
  const shown = within(request.max_chars, wanted);
  const inOrder = request.query === undefined ? shown.toSorted((a, b) => a.index - b.index) : shown;
  return {
    paper: namedPaper(paper),
    full_text: {
      format: text.whole.format,
      source: text.source,
      characters: text.passages.reduce((sum, { content }) => sum + content.length, 0),
      references: text.whole.references.length,
    },
    outline: asked ? [] : outlineOf(text.whole),
    passages: inOrder.map(({ passage_id, section, kind, page, label, content }) => ({
      passage_id,
      section,
      kind,
      page,
      label,
      text: content,
    })),
    total_passages: wanted.length,
  };
}

function abstractOf(text: string): ReadPassage {
  return { passage_id: null, section: [], kind: "abstract", page: null, label: null, text };
}

function outlineOf({ sections }: WholeText): OutlineEntry[] {
  return sections.map(({ heading, kind, passages, characters }, index) => ({
    section: index + 1,
    heading,
    kind,
    passages,
    characters,
  }));
}

/** What is asked for, the most important first. */
async function wantedPassages(
  library: Library,
  text: StoredFullText,
  { section, around, query }: ReadRequest,
  paperId: string,
  signal?: AbortSignal,
): Promise<Passage[]> {
  if (section !== undefined) return ofSection(text, section);
  if (around !== undefined) return aroundQuote(text, around);
  if (query === undefined) return text.passages.filter(({ kind }) => kind === "abstract");
  const filters = { paper_ids: [paperId] };
  const { lexical } = await library.engine.passages.search({ text: query, filters, depth: FOUND }, { signal });
  const byId = new Map(text.passages.map((passage) => [passage.passage_id, passage]));
  return lexical!.hits.flatMap(({ id }) => byId.get(id) ?? []);
}

/** More fill no budget. */
const FOUND = 50;

/** Passages of the sections that a number, a heading or a kind names, those of the sections within them too. */
function ofSection({ whole: { sections, section_of }, passages }: StoredFullText, named: string): Passage[] {
  const given = foldText(named);
  const byNumber = /^\d+$/u.test(given) ? sections[Number(given) - 1] : undefined;
  const own = (heading: readonly string[]) => foldText(heading.at(-1) ?? "");
  const roots = byNumber
    ? [byNumber]
    : (firstFilled([
        sections.filter(({ heading }) => own(heading) === given),
        sections.filter(({ kind }) => kind === given),
        sections.filter(({ heading }) => own(heading).includes(given)),
      ]) ?? []);
  if (roots.length === 0) {
    throw new PublicError("not_found", {
      field: "section",
      message: "The paper has no section of this name.",
      allowed: sections.map(({ heading }, index) => `${index + 1} ${heading.at(-1) ?? ""}`.trim()).slice(0, 40),
    });
  }
  const isWanted = sections.map((one) =>
    roots.some(
      (root) => root === one || (root.heading.length > 0 && root.heading.every((part, depth) => one.heading[depth] === part)),
    ),
  );
  return passages.filter(({ index }) => isWanted[section_of[index]!]);
}

function firstFilled<Item>(lists: readonly Item[][]): Item[] | undefined {
  return lists.find((list) => list.length > 0);
}

/** The passage that holds the quote, then its neighbors, the nearest first. */
function aroundQuote({ passages }: StoredFullText, quote: string): Passage[] {
  const at = passages.findIndex(({ passage_id, content }) => passage_id === quote.trim() || quotePlace(quote, content) !== null);
  if (at === -1) {
    throw new PublicError("not_found", {
      field: "around",
      message: "No passage of the paper has these words.",
      allowed: "a quote word for word, or a passage_id; query finds passages by some of their words",
    });
  }
  return passages.toSorted((a, b) => Math.abs(a.index - at) - Math.abs(b.index - at) || a.index - b.index);
}

/** As many of the first passages as the budget allows, the first in any case. */
function within(budget: number, passages: readonly Passage[]): Passage[] {
  let left = budget;
  const shown: Passage[] = [];
  for (const passage of passages) {
    left -= passage.content.length;
    if (left < 0 && shown.length > 0) break;
    shown.push(passage);
  }
  return shown;
}
