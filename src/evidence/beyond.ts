import type { Library } from "../retrieval/library.ts";
import type { Evidence } from "./evidence.ts";
import { signalsAbout } from "./signals-about.ts";

/** The evidence with those of the further papers that an answer quotes, and with their signals. Costs nothing where it quotes none, else one round trip. `only`: no other signals count. */
export async function withQuotedBeyond(
  library: Library,
  evidence: Evidence,
  quoted: ReadonlySet<string>,
  only: readonly string[] | undefined,
  signal?: AbortSignal,
): Promise<Evidence> {
  const { papers = [], folded = [] } = evidence.beyond ?? {};
  const found = papers.filter(({ paper }) => quoted.has(paper.paper_id));
  if (found.length === 0) return evidence;
  const versions = folded.filter(({ into }) => quoted.has(into));
  const known = new Set(evidence.signals.map((item) => item.signal_id));
  const about = await signalsAbout(library, { papers: found, retracted: [], folded: versions }, { only }, signal);
  return {
    ...evidence,
    papers: [...evidence.papers, ...found],
    folded: [...evidence.folded, ...versions],
    signals: [...evidence.signals, ...about.filter((item) => !known.has(item.signal_id))],
  };
}
