import type { CitationBook } from "../citations/book.ts";
import type { Contribution } from "./contribution.ts";

const CITED_PER_DIMENSION = 4;

/** A few contributions that show what a dimension rests on: those against first, then the strongest of each group. */
export function cited(contributions: readonly Contribution[]): Contribution[] {
  const order = [...contributions].sort(
    (a, b) => Math.abs(b.amount) - Math.abs(a.amount) || newestFirst(a, b) || (keyOf(a) < keyOf(b) ? -1 : 1),
  );
  const against = order.filter(({ amount }) => amount < 0);
  const firstOfGroup = [...Map.groupBy(order, ({ group }) => group).values()].flatMap((group) => group.slice(0, 1));
  return [...new Set([...against, ...firstOfGroup, ...order])].slice(0, CITED_PER_DIMENSION);
}

/** Cites what a contribution rests on; returns the number. */
export function citationOf({ signal, quote }: Contribution, book: CitationBook): number {
  return signal ? book.signal(signal) : book.paper(quote!.paper, quote!.field, quote!);
}

function newestFirst(a: Contribution, b: Contribution): number {
  const [x, y] = [a.signal?.observed_at ?? "", b.signal?.observed_at ?? ""];
  return x < y ? 1 : x > y ? -1 : 0;
}

function keyOf({ signal, quote }: Contribution): string {
  return signal?.signal_id ?? `${quote?.paper.paper_id} ${quote?.start}`;
}
