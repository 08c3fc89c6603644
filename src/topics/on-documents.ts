import type { Engine } from "../engine/port.ts";
import { grouped } from "../shared/grouped.ts";

/** Papers a round: LanceDB looks at the ids of the whole table for each. */
const PAPERS_A_ROUND = 5_000;
/** Filters by paper take as many. */
const PAPERS_A_SCAN = 250;
/** Nobody waits for an answer here. */
const TIMEOUT_MS = 60_000;

type Deps = Pick<Engine, "papers" | "signals" | "beginLoad" | "endLoad">;

/**
 * Writes the topics of a build to the papers in the index, and to the signals that are about them, where others stand there: for those who query the index directly. Costs a look-up of every paper, and a write of
 * each that changed. What is written to papers ends the round, so that a call after one that failed does what is left. Resolves to the number of papers that changed.
 */
export async function writeTopicIds(
  engine: Deps,
  members: ReadonlyMap<string, readonly string[]>,
  { onPapers = () => undefined, signal }: { onPapers?: (done: number) => void; signal?: AbortSignal } = {},
): Promise<number> {
  let [done, written] = [0, 0];
  const call = { timeoutMs: TIMEOUT_MS, signal };
  for await (const round of grouped(placed(members), PAPERS_A_ROUND)) {
    const stored = await engine.papers.topicIds(
      round.map(([id]) => id),
      call,
    );
    const changed = new Map(round.filter(([id, topic]) => stored.get(id) !== topic));
    if (changed.size > 0 && written === 0) for (const target of MARKED) await engine.beginLoad(target, call);
    for await (const ids of grouped(changed.keys(), PAPERS_A_SCAN)) await markSignals(engine, ids, changed, call);
    if (changed.size > 0) await engine.papers.setTopicIds(changed, call);
    written += changed.size;
    done += round.length;
    onPapers(done);
  }
  if (written > 0) for (const target of MARKED) await engine.endLoad(target, { signal });
  return written;
}

const MARKED = ["papers", "signals"] as const;

function* placed(members: ReadonlyMap<string, readonly string[]>): Generator<[string, string]> {
  for (const [topic, papers] of members) for (const id of papers) yield [id, topic];
}

/** Signals about these papers name the topics of all their papers; `topics` counts before what is stored. */
async function markSignals(
  { papers, signals }: Deps,
  ids: string[],
  topics: ReadonlyMap<string, string>,
  call: { timeoutMs: number; signal?: AbortSignal },
): Promise<void> {
  for await (const rows of signals.scan({ filters: { paper_ids: ids }, vectors: false }, call)) {
    const about = rows.map(({ document }) => document);
    const others = [...new Set(about.flatMap(({ paper_ids }) => paper_ids))].filter((id) => !topics.has(id));
    const stored = await papers.topicIds(others, call);
    const named = about.map(({ signal_id, paper_ids }): [string, string[]] => {
      return [signal_id, [...new Set(paper_ids.flatMap((id) => topics.get(id) ?? stored.get(id) ?? []))]];
    });
    await signals.setPaperTopicIds(new Map(named), call);
  }
}
