import type { Paper } from "../documents/paper.ts";
import type { Signal } from "../documents/signal.ts";
import type { Evidence } from "../evidence/evidence.ts";
import type { EvidencePaper } from "../evidence/evidence-paper.ts";
import type { Folded } from "../evidence/twins.ts";
import type { Ground } from "../judgment/ground.ts";

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

/** What a question is judged by: the paper that it is about, or the relevant ones; with their versions and signals. Nothing where none is relevant. */
export function judgedGround(relevant: readonly EvidencePaper[], { signals, folded }: Evidence): Ground {
  const anchor = relevant.find((item) => item.anchor);
  const papers = (anchor ? [anchor] : relevant).map((item) => item.paper);
  const ids = new Set(papers.map((paper) => paper.paper_id));
  return groundWithVersions(
    papers,
    folded.filter(({ into }) => ids.has(into)),
    signals.filter((item) => item.paper_ids.some((id) => ids.has(id))),
  );
}
