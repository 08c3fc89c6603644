import { similarity, type Statement } from "./choose.ts";
import { opposed } from "../../text/opposed.ts";
import type { RankedPassage } from "./ranked-passages.ts";

/** Two statements this much alike are about the same point. */
export const SAME_POINT = 0.6;

/** Statements about one thing: the best first, sentences of one paper together, its best first: the outcome before its conditions. */
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
  return found.map(byPaper);
}

/** Whether a statement of another paper before this one in its point is worded the other way. */
export function opposesEarlier(point: Point, index: number): boolean {
  const own = point[index]?.[0];
  if (!own) return false;
  return point.slice(0, index).some(([other]) => idOf(other) !== idOf(own) && opposed(other.text, own.text));
}

function byPaper(point: Point): Point {
  return [...Map.groupBy(point, ([leader]) => idOf(leader)).values()].flat();
}

function idOf({ paper }: RankedPassage): string {
  return paper.paper.paper_id;
}
