import type { Data, Field } from "apache-arrow";
import { Bool, Float64, Int32, List, makeData, Utf8 } from "./arrow.ts";

/*
 * Arrow columns from values, built from whole buffers: Arrow's own builders append value by value, which takes several times as long.
 */

/** One column of texts, whole numbers, numbers, truth values, or lists of one of these; null and undefined are null. */
export function columnData(values: readonly unknown[], { name, type }: Field): Data {
  if (type instanceof Utf8) return textData(values as Text[], type);
  if (type instanceof Int32) return numberData(values as Count[], type, new Int32Array(values.length));
  if (type instanceof Float64) return numberData(values as Count[], type, new Float64Array(values.length));
  if (type instanceof Bool) return boolData(values as (boolean | null)[], type);
  if (type instanceof List) return listData(values as (unknown[] | null)[], type);
  throw new TypeError(`there is no column data of the type ${String(type)} for ${name}`);
}

type Text = string | null | undefined;
type Count = number | null | undefined;

function textData(values: readonly Text[], type: Utf8): Data {
  const { nullBitmap, nullCount } = validity(values);
  const valueOffsets = offsetsOf(values, (value) => (value ? Buffer.byteLength(value) : 0));
  const data = Buffer.allocUnsafe(valueOffsets.at(-1)!);
  values.forEach((value, index) => value && data.write(value, valueOffsets[index]!));
  return makeData({ type, length: values.length, nullCount, nullBitmap, valueOffsets, data });
}

function numberData<Kind extends Int32 | Float64>(values: readonly Count[], type: Kind, data: Kind["TArray"]): Data {
  const { nullBitmap, nullCount } = validity(values);
  values.forEach((value, index) => (data[index] = value ?? 0));
  return makeData({ type: type as Int32, length: values.length, nullCount, nullBitmap, data: data as Int32Array });
}

function boolData(values: readonly (boolean | null)[], type: Bool): Data {
  const { nullBitmap, nullCount } = validity(values);
  const data = bits(values, (value) => value === true);
  return makeData({ type, length: values.length, nullCount, nullBitmap, data });
}

function listData(values: readonly (unknown[] | null)[], type: List): Data {
  const { nullBitmap, nullCount } = validity(values);
  const valueOffsets = offsetsOf(values, (value) => value?.length ?? 0);
  const child = columnData(
    values.flatMap((value) => value ?? []),
    type.children[0]!,
  );
  return makeData({ type, length: values.length, nullCount, nullBitmap, valueOffsets, child });
}

/** Where each value begins, one behind the other, and where the last one ends: always one more than there are values. */
function offsetsOf<Value>(values: readonly Value[], lengthOf: (value: Value) => number): Int32Array<ArrayBuffer> {
  const offsets = new Int32Array(values.length + 1);
  let end = 0;
  values.forEach((value, index) => {
    end += lengthOf(value);
    offsets[index + 1] = end;
  });
  return offsets;
}

function validity(values: readonly unknown[]): { nullBitmap: Uint8Array; nullCount: number } {
  const isPresent = (value: unknown): boolean => value !== null && value !== undefined;
  return { nullBitmap: bits(values, isPresent), nullCount: values.length - values.filter(isPresent).length };
}

function bits<Value>(values: readonly Value[], isSet: (value: Value) => boolean): Uint8Array {
  // Arrow reads bitmaps in words of eight bytes.
  const bitmap = new Uint8Array(Math.ceil(values.length / 64) * 8);
  values.forEach((value, index) => {
    if (isSet(value)) bitmap[index >> 3]! |= 1 << (index & 7);
  });
  return bitmap;
}
