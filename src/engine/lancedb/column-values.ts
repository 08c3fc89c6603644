import type { Data, Table as ArrowTable } from "apache-arrow";
import { Type } from "./arrow.ts";

/**
 * The columns of a query's answer as values: texts, lists of texts, vectors (copies), numbers, truth values; null where there is none. Read from whole
 * buffers: rows as objects take Arrow several times as long.
 */
export function columnValues(table: Pick<ArrowTable, "getChild">, name: string): unknown[] {
  return (table.getChild(name)?.data ?? []).flatMap((data) => valuesOf(data));
}

// By the type's number: LanceDB brings a copy of Arrow's classes of its own.
function valuesOf(data: Data): unknown[] {
  switch (data.type.typeId) {
    case Type.Utf8:
      return textsOf(data);
    case Type.List:
      return listsOf(data);
    case Type.FixedSizeList:
      return vectorsOf(data);
    case Type.Bool:
      return present(
        data,
        (index) => ((data.values as Uint8Array)[(index + data.offset) >> 3]! & (1 << ((index + data.offset) & 7))) !== 0,
      );
    default:
      return present(data, (index) => (data.values as Int32Array)[index]);
  }
}

function textsOf(data: Data): unknown[] {
  const { values, valueOffsets } = data as unknown as { values: Uint8Array; valueOffsets: Int32Array };
  const bytes = Buffer.from(values.buffer, values.byteOffset, values.byteLength);
  return present(data, (index) => bytes.toString("utf8", valueOffsets[index], valueOffsets[index + 1]));
}

function listsOf(data: Data): unknown[] {
  const items = valuesOf(itemsOf(data));
  const offsets = data.valueOffsets as unknown as Int32Array;
  return present(data, (index) => items.slice(offsets[index], offsets[index + 1]));
}

function vectorsOf(data: Data): unknown[] {
  const { listSize } = data.type as unknown as { listSize: number };
  const components = itemsOf(data).values as Float32Array;
  return present(data, (index) => Float32Array.from(components.subarray(index * listSize, (index + 1) * listSize)));
}

/** A list of either kind has one child: its items. */
function itemsOf({ children: [items] }: Data): Data {
  if (!items) throw new TypeError("a column of lists came without its items");
  return items;
}

function present(data: Data, valueAt: (index: number) => unknown): unknown[] {
  return Array.from({ length: data.length }, (_, index) => (data.getValid(index) ? valueAt(index) : null));
}
