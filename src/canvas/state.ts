import type { Embedder } from "../embedding/port.ts";
import type { Evidence } from "./evidence.ts";
import type { EvidencePaper } from "./summarizer.ts";
import type { Answer } from "./types.ts";

/** Below this share of the question's words the evidence is about something else, at least in part. */
const ENOUGH_WORDS = 0.5;
/** How far below the threshold a second paper, or a saved one, may lie and still count as bearing on the question. */
export const SUPPORT_MARGIN = 0.1;

type Threshold = Pick<Embedder, "answerThreshold">;

/** What the evidence allows: an answer, quotes as the nearest evidence, or nothing; with the reason. */
export function stateOf(embedder: Threshold, evidence: Evidence): Pick<Answer, "state" | "reason"> {
  const { papers, bestCosine, coverage } = evidence;
  if (papers.length === 0) return { state: "no_evidence", reason: "No paper in the library matches." };
  const bearing = bearingOn(embedder, evidence);
  const anchored = bearing.some((item) => item.anchor);
  if (bearing.length === 0 || (bestCosine === null && coverage < ENOUGH_WORDS && !anchored)) {
    const unread =
      bestCosine !== null && bestCosine >= embedder.answerThreshold && papers.every(({ paper }) => paper.abstract === null);
    return {
      state: "no_evidence",
      reason: unread
        ? "The papers nearest to this question have no abstract that could be quoted."
        : "Nothing in the library bears on this question closely enough to be quoted as evidence.",
    };
  }
  if (anchored) return anchoredState(evidence);
  if (bearing.length < 2)
    return { state: "weak", reason: "Fewer than two papers bear on this question; what follows is the nearest evidence." };
  if (coverage < ENOUGH_WORDS) {
    return {
      state: "weak",
      reason: "Much of what the question asks about is not in the nearest papers; what follows is the nearest evidence.",
    };
  }
  return { state: "answered", reason: `Drawn from the ${bearing.length} papers of the library that bear most on the question.` };
}

/** A question about one paper is answered from that paper, unless most of what it asks about stands nowhere in the evidence. */
function anchoredState({ coverage, papers }: Evidence): Pick<Answer, "state" | "reason"> {
  const { state, reason } = anchoredGround(coverage, papers[0]);
  return papers[0].paper.retracted ? { state, reason: `The paper was retracted. ${reason}` } : { state, reason };
}

function anchoredGround(coverage: number, { paper }: EvidencePaper): Pick<Answer, "state" | "reason"> {
  if (paper.abstract === null) {
    return { state: "weak", reason: "The paper has no abstract on record; what follows is from the papers nearest to it." };
  }
  if (coverage < ENOUGH_WORDS) {
    return {
      state: "weak",
      reason:
        "Much of what the question asks about is neither in the paper's abstract nor in those nearest to it; what follows is the nearest evidence.",
    };
  }
  return { state: "answered", reason: "Drawn from the paper itself first, then from what is nearest to it." };
}

/**
 * The papers that can be quoted as evidence: those with an abstract whose cosine with the question reaches the embedder's threshold, and
 * with at least one of them, those a little below it. Where only words were compared, all that were read.
 */
export function bearingOn({ answerThreshold: threshold }: Threshold, { papers, vector }: Evidence): EvidencePaper[] {
  const readable = papers.filter((item) => item.anchor || item.paper.abstract !== null);
  if (vector === null) return readable;
  const reaches = (item: EvidencePaper, least: number) => item.anchor || (item.cosine !== null && item.cosine >= least);
  return readable.some((item) => reaches(item, threshold))
    ? readable.filter((item) => reaches(item, threshold - SUPPORT_MARGIN))
    : [];
}
