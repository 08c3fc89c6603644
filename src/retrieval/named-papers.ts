import { parseExternalId, idKey } from "../documents/ids.ts";
import type { Paper } from "../documents/paper.ts";
import { titleKey } from "../documents/text.ts";
import type { PaperFilters } from "../engine/filters.ts";
import { contentTerms } from "../text/terms.ts";
import { isCommon } from "../text/rarity.ts";
import type { Library } from "./library.ts";
import { editDistance } from "./nearest-names.ts";
import { nameWords } from "./people.ts";

/** In a query of at most so many words, one that is an id names a paper: `arxiv 1901.04085`. */
const FEW_WORDS = 4;

/** Stored ids of the papers that the query names by id, URL or exact title. */
export async function namedPapers(library: Library, query: string, signal?: AbortSignal): Promise<string[]> {
  const { papers } = library.engine;
  const keys = idKeysWithin(query);
  if (keys.length > 0) {
    const resolved = await papers.resolve(keys, { signal });
    const ids = keys.flatMap((key) => resolved.get(key) ?? []);
    if (ids.length > 0) return [...new Set(ids)];
  }
  const key = titleKey(query);
  return key.includes(" ") ? papers.byTitle(key, 5, { signal }) : [];
}

/** A title that begins with a longer text is found by its words. */
const MAX_BEGINNING_WORDS = 3;
const MAX_BEGINNING = 1_000;
const MAX_OF_ONE_NAME = 20;

/** Ids of the papers that the few words of the query are the name of, before the colon of their title, as `BERT` is. */
export async function papersOfName(library: Library, query: string, signal?: AbortSignal): Promise<string[]> {
  const key = titleKey(query);
  if (key === "" || key.split(" ").length > MAX_BEGINNING_WORDS) return [];
  const titles = await library.engine.papers.titlesBeginning(key, MAX_BEGINNING, { signal });
  const named = [...titles].filter(([, title]) => isNameOf(key, title));
  return named.slice(0, MAX_OF_ONE_NAME).map(([id]) => id);
}

/** Whether a key is that of what a title has before its colon or dash. */
function isNameOf(key: string, title: string): boolean {
  return /:| [–—] /u.test(title) && titleKey(title.split(/:| [–—] /u, 1)[0] ?? "") === key;
}

/** The id keys that a text may mean, most likely first: its canonical form, our own id, and a bare OpenReview id. */
export function idKeys(text: string): string[] {
  const trimmed = text.trim();
  const parsed = parseExternalId(trimmed);
  if (parsed) return [idKey(parsed)];
  if (/^title:[0-9a-f]{32}$/u.test(trimmed)) return [trimmed];
  const openreview = /^(?=.*[\d_-])[\w-]{8,14}$/u.test(trimmed) ? parseExternalId(trimmed, "openreview") : null;
  return openreview ? [idKey(openreview)] : [];
}

/** Id keys of the whole text, else of the words of a short one. */
function idKeysWithin(text: string): string[] {
  const whole = idKeys(text);
  if (whole.length > 0) return whole;
  const words = text.trim().split(/\s+/u);
  if (words.length === 1 || words.length > FEW_WORDS) return [];
  return words.flatMap((word) => {
    const parsed = parseExternalId(word.replace(/[.,;]$/u, ""));
    return parsed ? [idKey(parsed)] : [];
  });
}

/** Of the ids given, those whose papers pass the filters. */
export async function passing(
  library: Library,
  ids: readonly string[],
  filters: PaperFilters,
  signal?: AbortSignal,
): Promise<string[]> {
  if (ids.length === 0 || Object.keys(filters).length === 0) return [...ids];
  const allowed = filters.paper_ids ? ids.filter((id) => filters.paper_ids?.includes(id)) : [...ids];
  if (allowed.length === 0) return [];
  const list = await library.engine.papers.list(
    { filters: { ...filters, paper_ids: allowed }, sort: "paper_id", limit: allowed.length },
    { signal },
  );
  const passed = new Set(list.documents.map((paper) => paper.paper_id));
  return ids.filter((id) => passed.has(id));
}

/** The most papers of an author that come first. */
export const MAX_BY_AUTHOR = 50;

/** Papers by the author whose whole name the query is, newest first; none where it does not look like a name. */
export async function papersByAuthor(
  library: Library,
  query: string,
  filters: PaperFilters,
  signal?: AbortSignal,
): Promise<Paper[]> {
  if (!looksLikeName(query)) return [];
  const { documents } = await library.engine.papers.list(
    { filters: { authors: [query], also: filters }, sort: "newest", limit: MAX_BY_AUTHOR },
    { signal },
  );
  return documents;
}

/** Whether a text may be a person's name: two to five words of letters, not all of them everyday words of research. */
export function looksLikeName(text: string): boolean {
  const words = nameWords(text);
  if (words.length < 2 || words.length > 5 || /[\d?!:;()/"+]/u.test(text)) return false;
  return contentTerms(text).some(({ stem }) => !isCommon(stem));
}

/** A title this near to the query is the one that is meant, as a share of its letters; and how many letters of it at most. */
const MISSPELLED_SHARE = 0.1;
const MAX_MISSPELLED = 6;
const MIN_MISSPELLED_LENGTH = 8;
/** From so many words on, the beginning of a title names it, unless more titles than these begin so. */
const BEGINNING_WORDS = 3;
const MAX_NAMED_SO = 3;
const MAX_TITLE_LENGTH = 300;

/**
 * Of these papers those whose title the query is, give or take a few letters; else those of which it is the name before the colon, the best known first; else
 * the few of which it is the first words.
 */
export function titledLike<Titled extends Pick<Paper, "title" | "citation_count" | "year">>(
  query: string,
  papers: readonly Titled[],
): Titled[] {
  const wanted = titleKey(query);
  if (wanted === "" || wanted.length > MAX_TITLE_LENGTH) return [];
  const near = papers.filter(({ title }) => isNear(wanted, titleKey(title)));
  if (near.length > 0) return near;
  const named = papers.filter(({ title }) => isNameOf(wanted, title));
  if (named.length > 0) return named.toSorted(bestKnown);
  if (wanted.split(" ").length < BEGINNING_WORDS) return [];
  const begun = papers.filter(({ title }) => titleKey(title).startsWith(`${wanted} `));
  return begun.length > MAX_NAMED_SO ? [] : begun;
}

/** Of papers with one name the most cited first; where nothing is known of citations the oldest. */
function bestKnown(a: Pick<Paper, "citation_count" | "year">, b: Pick<Paper, "citation_count" | "year">): number {
  return (b.citation_count ?? 0) - (a.citation_count ?? 0) || (a.year ?? 9_999) - (b.year ?? 9_999);
}

function isNear(wanted: string, title: string): boolean {
  if (wanted === title) return true;
  const maxDistance = Math.min(MAX_MISSPELLED, Math.max(1, Math.floor(MISSPELLED_SHARE * wanted.length)));
  if (wanted.length < MIN_MISSPELLED_LENGTH || Math.abs(wanted.length - title.length) > maxDistance) return false;
  return editDistance(wanted, title) <= maxDistance;
}
