import { setImmediate } from "node:timers/promises";

/** Items between two turns: some milliseconds of work. */
const ITEMS_A_TURN = 50;

/**
 * Maps items in their order and pauses now and then, so that answers of the search engine are taken up at once: until they are, it has nothing
 * to do.
 */
export async function mapInTurns<Item, Result>(items: readonly Item[], map: (item: Item) => Result): Promise<Result[]> {
  const results: Result[] = [];
  for (const item of items) {
    results.push(map(item));
    if (results.length % ITEMS_A_TURN === 0) await setImmediate();
  }
  return results;
}
