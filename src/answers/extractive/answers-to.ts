import type { ReadQuestion } from "../question/schema.ts";
import { answering } from "./answering.ts";
import { bringsAsked, demandsMet } from "./demands.ts";
import type { RankedPassage } from "./ranked-passages.ts";

interface Bounds {
  /** From here on, as a share of an outright answer, a sentence is worth quoting. */
  answers: number;
  /** The best sentences of this many papers stay down to a lower share: one paper alone is hardly an answer, and a list wants many. */
  always: { answer: { papers: number; lowest: number }; list: { papers: number; lowest: number } };
}

/** What was read together with the question is told apart better, so that more is asked of it. */
const READ: Bounds = { answers: 0.45, always: { answer: { papers: 2, lowest: 0.35 }, list: { papers: 10, lowest: 0.25 } } };
const COMPARED: Bounds = { answers: 0.4, always: { answer: { papers: 2, lowest: 0.25 }, list: { papers: 10, lowest: 0.2 } } };
/** A further sentence of a paper that most likely is its background or aim has to promise more. */
const ANSWERS_AGAIN = 0.55;
/**
 * An answer whose best sentence lies below this hardly answers: of 718 questions whose sentences were read again that was 51, where .29 of those sentences answered and .35 were off the subject; of all
 * questions .62 and .12. Where they were only compared, below `compared`: of 440 questions 18, .22 and .44 (predicted by trees that had not seen the question).
 */
export const HARDLY_ANSWERS = { read: 0.35, compared: 0.3 } as const;
/** Of sentences that were read again nothing answers below this: of the 14 questions under .25 three were answered by their best sentence and eight had one off the subject, and demands unmet lower the prediction further. */
export const ANSWERS_NOTHING = 0.2;
/** From here on a sentence is taken for an announcement or a list of contents. */
const LIKELY = 0.5;

/** Of ranked passages those that answer the question, the best first; what says little stays only where there is nothing else. Pure. */
export function answersTo(
  ranked: readonly RankedPassage[],
  read: ReadQuestion,
  { list, question }: { list: boolean; question: string },
): readonly RankedPassage[] {
  const bounds = ranked.some(({ reading }) => reading !== null) ? READ : COMPARED;
  const always = list ? bounds.always.list : bounds.always.answer;
  const compared = ranked.filter(({ vector }) => vector !== null);
  const candidates = compared.length > 0 ? compared : ranked;
  const scores = answering(candidates, read);
  const found = candidates
    .map((passage, index) => ({
      ...passage,
      relevance: scores[index]! * demandsMet(passage, read, question) * (list ? passage.paper.score : 1),
    }))
    .filter(({ roles }) => roles.announcement + roles.organisation + roles.question < LIKELY)
    .sort((a, b) => b.relevance - a.relevance);
  const leaders = new Set(
    [...Map.groupBy(found, ({ paper }) => paper.paper.paper_id).values()].map(([leader]) => leader!).slice(0, always.papers),
  );
  const seconds = new Set(found.filter(({ paper }, rank) => found.findIndex((other) => other.paper === paper) < rank));
  const worthy = found.filter((passage) => {
    const { background, aim } = passage.roles;
    const lowest = seconds.has(passage) && background + aim >= LIKELY ? ANSWERS_AGAIN : bounds.answers;
    return passage.relevance >= (leaders.has(passage) ? always.lowest : lowest);
  });
  if (worthy.length === 0) return found.slice(0, 1);
  return list ? broughtFirst(worthy, read) : worthy;
}

/** So many papers that bring what is asked for make a list without those that only used it. */
const ENOUGH_BROUGHT = 3;

function broughtFirst(worthy: readonly RankedPassage[], { artifact }: ReadQuestion): readonly RankedPassage[] {
  if (artifact === undefined) return worthy;
  const brought = worthy.filter((passage) => bringsAsked(passage, artifact));
  const papers = new Set(brought.map(({ paper }) => paper.paper.paper_id));
  return papers.size >= ENOUGH_BROUGHT ? brought : worthy;
}
