import type { ReadQuestion } from "../question/schema.ts";
import { answering } from "./answering.ts";
import type { RankedPassage } from "./ranked-passages.ts";

/** From here on, as a share of an outright answer, a sentence is worth quoting. */
const ANSWERS = 0.4;
/** The best sentences of this many papers stay down to a lower share: one paper alone is hardly an answer, and a list wants many. */
const ALWAYS = { answer: 2, list: 10 };
const LOWEST = 0.15;
/** From here on a sentence is taken for an announcement or a list of contents. */
const LIKELY = 0.5;

/** Of ranked passages those that answer the question, the best first; what says little stays only where there is nothing else. Pure. */
export function answersTo(ranked: readonly RankedPassage[], read: ReadQuestion, { list }: { list: boolean }): RankedPassage[] {
  const compared = ranked.filter(({ vector }) => vector !== null);
  const candidates = compared.length > 0 ? compared : ranked;
  const scores = answering(candidates, read);
  const found = candidates
    .map((passage, index) => ({ ...passage, relevance: scores[index]! * (list ? passage.paper.score : 1) }))
    .filter(({ roles }) => roles.announcement + roles.organisation + roles.question < LIKELY)
    .sort((a, b) => b.relevance - a.relevance);
  const leaders = new Set(
    [...Map.groupBy(found, ({ paper }) => paper.paper.paper_id).values()]
      .map(([leader]) => leader!)
      .slice(0, list ? ALWAYS.list : ALWAYS.answer),
  );
  const worthy = found.filter((passage) => passage.relevance >= (leaders.has(passage) ? LOWEST : ANSWERS));
  return worthy.length > 0 ? worthy : found.slice(0, 1);
}
