import type { Paper } from "../documents/paper.ts";
import { foldText } from "../documents/text.ts";
import type { PaperFilters } from "../engine/filters.ts";
import { isCommon } from "../text/rarity.ts";
import { contentTerms } from "../text/terms.ts";
import type { Library } from "./library.ts";
import { editDistance } from "./nearest-names.ts";

/** A word of a query that no paper found has. */
export interface MissingWord {
  /** Folded, and where it stands in the query. */
  word: string;
  start: number;
  end: number;
}

/** The content words of a query that stand in none of these papers' titles and abstracts, in their order, and are no everyday words of research. */
export function missingWords(query: string, papers: readonly Pick<Paper, "title" | "abstract">[]): MissingWord[] {
  const terms = contentTerms(query).filter(({ stem }) => !isCommon(stem));
  if (terms.length === 0) return [];
  const held = new Set(
    papers.flatMap(({ title, abstract }) => contentTerms(`${title} ${abstract ?? ""}`).map(({ stem }) => stem)),
  );
  return terms
    .filter(({ stem }) => !held.has(stem))
    .map(({ start, end }) => ({ word: foldText(query.slice(start, end)), start, end }));
}

const MIN_LENGTH = 4;
/** From this length on, two letters may differ. */
const LONG = 8;
const MAX_WORDS = 3;
const READ = 50;

/** The query with each of the words that look like slips as the library's papers write it; null where none does. */
export async function corrected(
  library: Library,
  query: string,
  missing: readonly MissingWord[],
  filters: PaperFilters,
  signal?: AbortSignal,
): Promise<string | null> {
  const slips = missing.filter(({ word }) => word.length >= MIN_LENGTH && /^\p{Script=Latin}+$/u.test(word)).slice(0, MAX_WORDS);
  const meant = await Promise.all(slips.map(async ({ word }) => meantBy(library, word, filters, signal)));
  const right = slips.flatMap((slip, index) => (meant[index] === null ? [] : [{ ...slip, word: meant[index]! }]));
  if (right.length === 0) return null;
  return right.reduceRight((text, { word, start, end }) => text.slice(0, start) + word + text.slice(end), query);
}

/** Whether two words differ in their last letter alone, as forms of one word do. */
function isOtherForm(a: string, b: string): boolean {
  const shorter = Math.min(a.length, b.length);
  return a.slice(0, shorter - 1) === b.slice(0, shorter - 1);
}

/** Of the words of papers with a word near to the given one: the nearest, of equally near ones that of most papers. */
async function meantBy(library: Library, word: string, filters: PaperFilters, signal?: AbortSignal): Promise<string | null> {
  const { papers } = library.engine;
  const { lexical } = await papers.search({ text: "", misspelled: word, filters, depth: READ }, { signal });
  const found = await papers.fields(
    (lexical?.hits ?? []).map(({ id }) => id),
    ["title", "abstract"],
    { signal },
  );
  const counts = new Map<string, number>();
  for (const { title, abstract } of found.values()) {
    const words = new Set(foldText(`${title} ${abstract ?? ""}`).match(/\p{L}+/gu) ?? []);
    for (const other of words) if (Math.abs(other.length - word.length) <= 2) counts.set(other, (counts.get(other) ?? 0) + 1);
  }
  const maxDistance = word.length >= LONG ? 2 : 1;
  const near = [...counts]
    .map(([other, count]) => ({ other, count, distance: editDistance(word, other) }))
    .filter(({ other, distance }) => distance > 0 && distance <= maxDistance && !isOtherForm(word, other));
  return near.sort((a, b) => a.distance - b.distance || b.count - a.count || (a.other < b.other ? -1 : 1))[0]?.other ?? null;
}
