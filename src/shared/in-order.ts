/**
 * Runs a task for each item, at most `limit` at a time, and gives what they resolve to in the order of the items. The next item is fetched meanwhile. Throws what fetching or a task
 * threw; what is under way then, or when nobody wants more, is waited for.
 */
export async function* inOrder<Item, Result>(
  items: AsyncIterable<Item>,
  limit: number,
  task: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const source = items[Symbol.asyncIterator]();
  const running: Promise<Result>[] = [];
  let next = heard(source.next());
  try {
    for (;;) {
      const item = await next;
      if (item.done) break;
      next = heard(source.next());
      if (running.length === limit) yield await running.shift()!;
      running.push(heard(task(item.value)));
    }
    while (running.length > 0) yield await running.shift()!;
  } finally {
    await Promise.allSettled([next, ...running]);
    await source.return?.(undefined);
  }
}

/** The promise itself. Should it fail before it is awaited, that is no unhandled rejection. */
function heard<Result>(promise: Promise<Result>): Promise<Result> {
  promise.catch(() => undefined);
  return promise;
}
