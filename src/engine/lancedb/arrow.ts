import { createRequire } from "node:module";
import type * as Arrow from "apache-arrow";

/** Arrow's classes in the copy that LanceDB loads: an `import` would load all of Arrow a second time, half of what LanceDB takes to start. */
export const {
  Bool,
  Field,
  FixedSizeList,
  Float32,
  Float64,
  Int32,
  List,
  makeData,
  RecordBatch,
  Schema,
  Struct,
  Table,
  Type,
  Utf8,
} = createRequire(import.meta.url)("apache-arrow") as typeof Arrow;

export type Bool = Arrow.Bool;
export type Float64 = Arrow.Float64;
export type Int32 = Arrow.Int32;
export type List<Item extends Arrow.DataType = Arrow.DataType> = Arrow.List<Item>;
export type Schema = Arrow.Schema;
export type Table = Arrow.Table;
export type Utf8 = Arrow.Utf8;
