import type { Paper } from "../documents/paper.ts";
import { sentences } from "../text/sentences.ts";
import { contentTerms } from "../text/terms.ts";

export interface Snippet {
  field: "abstract" | "title";
  text: string;
  /** Where the query's words stand in `text`: [start, end) in UTF-16 units. */
  ranges: [number, number][];
}

const LONGEST = 320;

/** The sentence of the abstract that holds most of the query's words (the first of equals); the title where there is no abstract. */
export function snippet(paper: Pick<Paper, "title" | "abstract">, stems: ReadonlySet<string>): Snippet {
  if (paper.abstract === null) return { field: "title", text: paper.title, ranges: ranges(paper.title, stems) };
  let best = { text: "", matches: -1 };
  for (const { text } of sentences(paper.abstract)) {
    const matches = new Set(
      contentTerms(text)
        .map((term) => term.stem)
        .filter((stem) => stems.has(stem)),
    ).size;
    if (matches > best.matches) best = { text, matches };
  }
  const text = shortened(best.text, stems);
  return { field: "abstract", text, ranges: ranges(text, stems) };
}

function ranges(text: string, stems: ReadonlySet<string>): [number, number][] {
  return contentTerms(text)
    .filter((term) => stems.has(term.stem))
    .map((term) => [term.start, term.end]);
}

/** Cuts a very long sentence to a window of whole words that begins shortly before its first match. */
function shortened(text: string, stems: ReadonlySet<string>): string {
  if (text.length <= LONGEST) return text;
  const first = contentTerms(text).find((term) => stems.has(term.stem))?.start ?? 0;
  const from = first < LONGEST / 2 ? 0 : text.lastIndexOf(" ", first - LONGEST / 4) + 1;
  const to = from + LONGEST >= text.length ? text.length : text.lastIndexOf(" ", from + LONGEST);
  return text.slice(from, to);
}
