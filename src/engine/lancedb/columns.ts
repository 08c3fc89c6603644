/** What is used of an Arrow vector. */
export interface ColumnValues extends Iterable<unknown> {
  readonly data: readonly {
    readonly length: number;
    readonly valueOffsets?: ArrayLike<number | bigint>;
    readonly children: readonly { readonly length: number }[];
  }[];
  getChildAt(index: number): { get(index: number): unknown } | null;
}

/** The texts of one value of a list column. */
export function listOf(stored: unknown): string[] {
  return [...(stored as Iterable<string>)];
}

/** The values of a plain column as text. */
export function* textOf(column: ColumnValues): Iterable<string> {
  for (const value of column) yield String(value);
}

/** The texts in all lists of a column. Read past the lists, which takes a quarter of the time of reading one list after another. */
export function* textsOfLists(column: ColumnValues): Iterable<string> {
  const items = column.getChildAt(0);
  let start = 0;
  for (const { length, valueOffsets, children } of column.data) {
    if (items === null || valueOffsets === undefined) return;
    const end = start + Number(valueOffsets[length]);
    for (let index = start + Number(valueOffsets[0]); index < end; index += 1) yield items.get(index) as string;
    start += children[0]?.length ?? 0;
  }
}
