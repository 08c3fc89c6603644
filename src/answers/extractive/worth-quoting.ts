import type { RankedPassage } from "./ranked-passages.ts";
import { outcome } from "./roles.ts";

/* The numbers here were chosen by reading answers, not measured apart. */

/** Below this share of the best sentence's relevance a sentence is left out rather than padding the answer; entries of a list differ more. */
const RELEVANCE_FLOOR = { outcomes: 0.15, list: 0.04 } as const;
/** The best sentences of this many papers stay down to a lower share: one paper alone is hardly an answer. */
const ALWAYS = 3;
const MIN_CHANCE = 0.05;
/** Where the question is about one paper, a sentence of another one has to be this relevant; less where a signal connects the two. */
const OTHERS_FLOOR = { unconnected: 0.5, connected: 0.01 } as const;
/** An abstract has an outcome to quote where a sentence is this likely to be one, and has this share of the relevance of what it stands in for. */
const HAS_OUTCOME = { likelihood: 0.5, share: 0.5 } as const;
/** From here on a sentence counts as having a role: likelier than all others together. */
const LIKELY = 0.5;

/**
 * Of ranked passages, those that may stand in an answer, in their order: none far less relevant than the best; no announcement or list of contents; no
 * background or aim of an abstract whose outcome can be quoted. `aims`: the question asks what there is or how it is done, which an aim answers.
 */
export function worthQuoting(ranked: readonly RankedPassage[], { aims }: { aims: boolean }): RankedPassage[] {
  const outcomes = Map.groupBy(
    ranked.filter(({ roles }) => outcome(roles) >= HAS_OUTCOME.likelihood),
    (passage) => idOf(passage),
  );
  const anchored = ranked.some(({ paper }) => paper.anchor);
  const kept = ranked.filter((passage) => {
    if (anchored && !passage.paper.anchor && passage.relevance < othersFloor(passage)) return false;
    if (passage.roles.announcement + passage.roles.organisation >= LIKELY) return false;
    const before = passage.roles.background + passage.roles.question + (aims ? 0 : passage.roles.aim);
    const instead = Math.max(0, ...(outcomes.get(idOf(passage)) ?? []).map(({ relevance }) => relevance));
    return before < LIKELY || instead < HAS_OUTCOME.share * passage.relevance;
  });
  // What says little is better than nothing where there is nothing else.
  const found = kept.length > 0 ? kept : ranked.slice(0, 1);
  const best = Math.max(0, ...found.map(({ relevance }) => relevance));
  const floor = RELEVANCE_FLOOR[aims ? "list" : "outcomes"] * best;
  const leaders = [...Map.groupBy(found, idOf).values()].map(([leader]) => leader);
  const first = new Set(leaders.slice(0, ALWAYS));
  return found.filter(
    (passage) => passage.paper.relation !== undefined || passage.relevance >= (first.has(passage) ? MIN_CHANCE * best : floor),
  );
}

function othersFloor({ paper }: RankedPassage): number {
  return paper.relation === undefined ? OTHERS_FLOOR.unconnected : OTHERS_FLOOR.connected;
}

function idOf({ paper }: RankedPassage): string {
  return paper.paper.paper_id;
}
