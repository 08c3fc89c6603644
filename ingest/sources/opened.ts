import type { Input } from "./open.ts";
import type { SourceItem } from "./port.ts";

/** An input whose rows can be read. */
export interface OpenSource {
  input: Input;
  items: AsyncGenerator<SourceItem>;
  /** Columns that fill no field, as far as rows have been read. */
  unusedColumns(): readonly string[];
}
