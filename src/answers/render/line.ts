/** What a reader gets to see: the answer with a few lines on its judgment, or everything with formulas. */
export type Detail = "concise" | "full";

/** A line of an answer, still without markup. */
export interface Line {
  /** `paragraph`; `item` of a list; `subitem` below the item before it; `source`: an entry of the numbered list of sources. */
  as: "paragraph" | "item" | "subitem" | "source";
  text: string;
  /** Numbers of the sources that it rests on. */
  citations?: readonly number[];
  /** Remarks at its end. */
  notes?: readonly string[];
  /** A sentence of the answer, which is never cut, or what stands below it, which may be. */
  whole?: boolean;
  /** The number of a source, its address, and its quote where no other line shows it. */
  source?: { number: number; url: string | null; quote: string | null };
  /** An id to be copied as it is. */
  id?: string;
}

export interface Section {
  title: string;
  lines: Line[];
}

/** A line of plain text. */
export function paragraph(text: string): Line {
  return { as: "paragraph", text };
}
