import type { ReadQuestion } from "../question/schema.ts";
import { answering } from "./answering.ts";
import { bringsAsked, demandsMet } from "./demands.ts";
import type { RankedPassage } from "./ranked-passages.ts";

/** From here on, as a share of an outright answer, a sentence is worth quoting. */
const ANSWERS = 0.45;
/** A further sentence of a paper that most likely is its background or aim has to promise more. */
const ANSWERS_AGAIN = 0.55;
/**
 * An answer whose best sentence lies below this hardly answers: of 591 questions that was 40, where .20 of those sentences answered and .57 were off the subject; of all questions
 * .61 and .14 (predicted by trees that had not seen the question).
 */
export const HARDLY_ANSWERS = 0.35;
/** Below this nothing answers: of the 12 questions under .25 none was answered by its best sentence, and demands unmet lower the prediction further. */
export const ANSWERS_NOTHING = 0.2;
/** The best sentences of this many papers stay down to a lower share: one paper alone is hardly an answer, and a list wants many. */
const ALWAYS = { answer: { papers: 2, lowest: 0.35 }, list: { papers: 10, lowest: 0.25 } };
/** From here on a sentence is taken for an announcement or a list of contents. */
const LIKELY = 0.5;

/** Of ranked passages those that answer the question, the best first; what says little stays only where there is nothing else. Pure. */
export function answersTo(
  ranked: readonly RankedPassage[],
  read: ReadQuestion,
  { list, question }: { list: boolean; question: string },
): readonly RankedPassage[] {
  const always = list ? ALWAYS.list : ALWAYS.answer;
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
    const lowest = seconds.has(passage) && background + aim >= LIKELY ? ANSWERS_AGAIN : ANSWERS;
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
