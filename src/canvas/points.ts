import { similarity } from "./choose.ts";
import { opposed } from "./opposed.ts";
import type { RankedPassage } from "./ranked-passages.ts";

/** Two statements this much alike are about the same point. */
export const SAME_POINT = 0.6;

/** A sentence and those of other papers that say the same in nearly the same words. */
export type Statement = RankedPassage[];

/** Statements about one thing: the best first, sentences of one paper together in the order of its abstract. */
export type Point = Statement[];

/** Puts statements that are about the same, or of the same paper, together; the point of the best statement first. */
export function points(statements: readonly Statement[]): Point[] {
  const found: Point[] = [];
  for (const statement of statements) {
    const point =
      found.find((members) => members.some((member) => idOf(member[0]) === idOf(statement[0]))) ??
      found.find((members) => members.some((member) => similarity(member[0], statement[0]) >= SAME_POINT));
    if (point) point.push(statement);
    else found.push([statement]);
  }
  return found.map(inReadingOrder);
}

/** Whether a statement of another paper before this one in its point is worded the other way. */
export function opposesEarlier(point: Point, index: number): boolean {
  const [own] = point[index];
  return point.slice(0, index).some(([other]) => idOf(other) !== idOf(own) && opposed(other.text, own.text));
}

function inReadingOrder(point: Point): Point {
  const ids = [...new Set(point.map(([leader]) => idOf(leader)))];
  return ids.flatMap((id) => point.filter(([leader]) => idOf(leader) === id).sort(([a], [b]) => a.start - b.start));
}

function idOf({ paper }: RankedPassage): string {
  return paper.paper.paper_id;
}
