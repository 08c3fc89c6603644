/** Papers grouped by the keys of their titles: of each key at most `limit` ids, in their order. */
export function idsByTitle(found: readonly { id: string; key: string }[], limit: number): Map<string, string[]> {
  const groups = Map.groupBy(found, ({ key }) => key);
  return new Map(
    [...groups].map(([key, papers]) => {
      const ids = papers.map(({ id }) => id).sort((a, b) => (a < b ? -1 : 1));
      return [key, ids.slice(0, limit)];
    }),
  );
}
