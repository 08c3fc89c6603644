/**
 * Items in groups of at most `count`, in their order. With `weight`, a group ends as well with the item that brings its weight to `max`.
 */
export async function* grouped<Item>(
  items: AsyncIterable<Item> | Iterable<Item>,
  count: number,
  weight?: { size(item: Item): number; max: number },
): AsyncGenerator<Item[]> {
  let group: Item[] = [];
  let size = 0;
  for await (const item of items) {
    group.push(item);
    size += weight?.size(item) ?? 0;
    if (group.length < count && !(weight && size >= weight.max)) continue;
    yield group;
    group = [];
    size = 0;
  }
  if (group.length > 0) yield group;
}
