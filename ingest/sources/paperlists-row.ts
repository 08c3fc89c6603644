import type { ConferenceList } from "./paperlists-names.ts";

export type ListedRow = Readonly<Record<string, unknown>>;

export interface ListContext {
  list: ConferenceList;
  /** All mean ratings of the list, ascending; empty where they are not known. */
  ratings: Float64Array;
  observedAt: string;
}

/** The text of a member; numbers are at times given as such. */
export function text(value: unknown): string {
  return typeof value === "string" ? value.trim() : typeof value === "number" ? String(value) : "";
}

/** The whole text where it is one http or https address, else null. */
export function webAddress(value: unknown): string | null {
  const given = text(value);
  return /^https?:\/\/[a-z0-9-]+(?:\.[a-z0-9-]+)+(?:[/:?#][^\s<>()]*)?$/iu.test(given) ? given : null;
}
