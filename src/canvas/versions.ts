import type { Paper } from "../documents/paper.ts";
import type { Signal } from "../documents/signal.ts";
import { titleKey } from "../documents/text.ts";
import type { Library } from "../retrieval/library.ts";
import type { Ground } from "./dimensions.ts";
import { areTwins, type Folded } from "./twins.ts";

const MOST = 10;

/** Other records of the same paper: the same title and an author in common, as a submission has and what another venue published. */
export async function otherVersions(library: Library, paper: Paper, signal?: AbortSignal): Promise<Paper[]> {
  const { papers } = library.engine;
  const ids = (await papers.byTitle(titleKey(paper.title), MOST + 1, { signal })).filter((id) => id !== paper.paper_id);
  if (ids.length === 0) return [];
  const found = await papers.get(ids, { signal });
  return ids.flatMap((id) => found.get(id) ?? []).filter((other) => areTwins(paper, other));
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
