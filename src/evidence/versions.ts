import type { Paper } from "../documents/paper.ts";
import { titleKey } from "../documents/text.ts";
import type { Library } from "../retrieval/library.ts";
import { areTwins, commonAuthors, isPreprint } from "./twins.ts";

const MOST = 10;
/**
 * Above this cosine a submission or preprint and a published paper by the same people are one work: so they were in all of 23 pairs that 400
 * submissions to ICLR had in 155,644 papers.
 */
const MIN_COSINE = 0.84;
const MAX_YEARS_APART = 2;

/**
 * Other records of the same paper: with the same title and an author in common; and what was published of a submission or preprint under another
 * title, told by its meaning, its authors and its year. One round trip for the titles, two more for a submission or preprint, one of them where its `vector` is given.
 */
export async function otherVersions(
  library: Library,
  paper: Paper,
  { vector, signal }: { vector?: Float32Array; signal?: AbortSignal } = {},
): Promise<Paper[]> {
  const { papers } = library.engine;
  const [titled, published] = await Promise.all([
    papers.byTitle(titleKey(paper.title), MOST + 1, { signal }),
    isPreprint(paper) ? nearest(library, paper.paper_id, vector, signal) : new Map<string, number>(),
  ]);
  const ids = [...new Set([...titled, ...published.keys()])].filter((id) => id !== paper.paper_id);
  if (ids.length === 0) return [];
  const found = await papers.get(ids, { signal });
  return ids
    .flatMap((id) => found.get(id) ?? [])
    .filter((other) => areTwins(paper, other) || isPublicationOf(other, paper, published.get(other.paper_id)));
}

/** The papers that are nearest in meaning, with their cosines. */
async function nearest(library: Library, id: string, known?: Float32Array, signal?: AbortSignal): Promise<Map<string, number>> {
  const { papers } = library.engine;
  const vector = known ?? (await papers.vectors([id], { signal })).get(id);
  if (!vector) return new Map();
  const { semantic } = await papers.search({ vector, filters: {}, depth: MOST }, { signal });
  return new Map((semantic?.hits ?? []).map((hit) => [hit.id, hit.score]));
}

function isPublicationOf(published: Paper, preprint: Paper, cosine: number | undefined): boolean {
  return (
    cosine !== undefined &&
    (cosine >= MIN_COSINE || isShortened(published.title, preprint.title)) &&
    published.venue !== null &&
    !isPreprint(published) &&
    Math.abs((published.year ?? Infinity) - (preprint.year ?? Infinity)) <= MAX_YEARS_APART &&
    commonAuthors(published, preprint) >= 0.5
  );
}

/** Words. */
const MIN_TITLE_WORDS = 3;

/** Whether one title is the beginning of the other, long enough to be no chance. */
function isShortened(one: string, other: string): boolean {
  const [a, b] = [titleKey(one), titleKey(other)];
  const [shorter, longer] = a.length <= b.length ? [a, b] : [b, a];
  return shorter.split(" ").length >= MIN_TITLE_WORDS && longer.startsWith(`${shorter} `);
}
