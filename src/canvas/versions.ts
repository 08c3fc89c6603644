import type { Paper } from "../documents/paper.ts";
import type { Signal } from "../documents/signal.ts";
import { titleKey } from "../documents/text.ts";
import type { Library } from "../retrieval/library.ts";
import type { Ground } from "./dimensions.ts";
import { areTwins, commonAuthors, isPreprint, type Folded } from "./twins.ts";

const MOST = 10;
/**
 * Above this cosine a submission or preprint and a published paper by the same people are one work: of 400 submissions to ICLR, 29 have such a
 * neighbour under another title, and of these 27 are the same work.
 */
const LEAST_COSINE = 0.84;
const MOST_YEARS_APART = 2;

/**
 * Other records of the same paper: with the same title and an author in common; and what was published of a submission or preprint under another
 * title, told by its meaning, its authors and its year. One round trip for the titles, two more for a submission or preprint.
 */
export async function otherVersions(library: Library, paper: Paper, signal?: AbortSignal): Promise<Paper[]> {
  const { papers } = library.engine;
  const [titled, published] = await Promise.all([
    papers.byTitle(titleKey(paper.title), MOST + 1, { signal }),
    isPreprint(paper) ? nearest(library, paper.paper_id, signal) : [],
  ]);
  const near = new Set(published);
  const ids = [...new Set([...titled, ...published])].filter((id) => id !== paper.paper_id);
  if (ids.length === 0) return [];
  const found = await papers.get(ids, { signal });
  return ids
    .flatMap((id) => found.get(id) ?? [])
    .filter((other) => areTwins(paper, other) || (near.has(other.paper_id) && isPublicationOf(other, paper)));
}

async function nearest(library: Library, id: string, signal?: AbortSignal): Promise<string[]> {
  const { papers } = library.engine;
  const vector = (await papers.vectors([id], { signal })).get(id);
  if (!vector) return [];
  const { semantic } = await papers.search({ vector, filters: {}, depth: MOST }, { signal });
  return (semantic?.hits ?? []).flatMap((hit) => (hit.score >= LEAST_COSINE ? [hit.id] : []));
}

function isPublicationOf(published: Paper, preprint: Paper): boolean {
  return (
    published.venue !== null &&
    !isPreprint(published) &&
    Math.abs((published.year ?? Infinity) - (preprint.year ?? Infinity)) <= MOST_YEARS_APART &&
    commonAuthors(published, preprint) >= 0.5
  );
}

/** Papers with the versions that they stand for, each with its versions as one: what is said of one is said of it, and if one was retracted, it was. Pure. */
export function groundWithVersions(papers: readonly Paper[], folded: readonly Folded[], signals: readonly Signal[]): Ground {
  const own = (id: string) => folded.filter(({ into }) => into === id).map(({ paper }) => paper);
  return {
    papers: papers.flatMap((paper) => {
      const all = [paper, ...own(paper.paper_id)];
      const retracted = all.some((version) => version.retracted);
      return all.map((version) => ({ ...version, retracted }));
    }),
    signals,
    versions: new Map(folded.map(({ paper, into }) => [paper.paper_id, into])),
  };
}
