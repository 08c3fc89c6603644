import type { Paper } from "../documents/paper.ts";
import type { Passage } from "../documents/passage.ts";
import { sentences } from "../text/sentences.ts";
import { contentTerms } from "../text/terms.ts";

export interface Snippet {
  /** `text`: it stands in the full text, at the place that the last three say. */
  field: "abstract" | "title" | "text";
  text: string;
  /** Where the query's words stand in `text`: [start, end) in UTF-16 units. */
  ranges: [number, number][];
  passage_id?: string;
  /** Headings above it, outermost first. */
  section?: string[];
  page?: number | null;
}

/** What a snippet shows of a passage. */
export type SnippetPassage = Pick<Passage, "passage_id" | "section" | "page" | "content">;

const MAX_LENGTH = 320;

/**
 * The sentence that holds most of the query's words (the first of equals): of the passage, where it holds more of them than any of the abstract; the title where there is
 * neither.
 */
export function snippet(
  { title, abstract }: Pick<Paper, "title" | "abstract">,
  stems: ReadonlySet<string>,
  passage?: SnippetPassage,
): Snippet {
  const ofAbstract = bestSentence(abstract, stems);
  const ofPassage = bestSentence(passage?.content ?? null, stems);
  if (passage !== undefined && ofPassage.matches > ofAbstract.matches) {
    const { passage_id, section, page } = passage;
    return { field: "text", ...shown(ofPassage.text, stems), passage_id, section, page };
  }
  if (abstract === null) return { field: "title", text: title, ranges: ranges(title, stems) };
  return { field: "abstract", ...shown(ofAbstract.text, stems) };
}

/** The place of a snippet of a full text in words, such as “Set-up › Training, page 4”; null for any other. */
export function placeOf({ field, section = [], page = null }: Snippet): string | null {
  if (field !== "text") return null;
  const headings = section.length === 0 ? "full text" : section.join(" › ");
  return page === null ? headings : `${headings}, page ${page}`;
}

/** With how many of the query's words it holds; none of a text that is not there. */
function bestSentence(body: string | null, stems: ReadonlySet<string>): { text: string; matches: number } {
  let best = { text: "", matches: -1 };
  for (const { text } of body === null ? [] : sentences(body)) {
    const held = new Set(contentTerms(text).map((term) => term.stem));
    const matches = held.intersection(stems).size;
    if (matches > best.matches) best = { text, matches };
  }
  return best;
}

function shown(sentence: string, stems: ReadonlySet<string>): Pick<Snippet, "text" | "ranges"> {
  const text = shortened(sentence, stems);
  return { text, ranges: ranges(text, stems) };
}

function ranges(text: string, stems: ReadonlySet<string>): [number, number][] {
  return contentTerms(text)
    .filter((term) => stems.has(term.stem))
    .map((term) => [term.start, term.end]);
}

/** Cuts a very long sentence to a window of whole words that begins shortly before its first match. */
function shortened(text: string, stems: ReadonlySet<string>): string {
  if (text.length <= MAX_LENGTH) return text;
  const first = contentTerms(text).find((term) => stems.has(term.stem))?.start ?? 0;
  const from = first < MAX_LENGTH / 2 ? 0 : text.lastIndexOf(" ", first - MAX_LENGTH / 4) + 1;
  const to = from + MAX_LENGTH >= text.length ? text.length : text.lastIndexOf(" ", from + MAX_LENGTH);
  return text.slice(from, to);
}
