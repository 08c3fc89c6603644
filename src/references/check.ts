import type { Degradation, Library } from "../retrieval/library.ts";
import { Batch } from "./batch.ts";
import { readReferences, type ReferenceFormat } from "./formats.ts";
import { REFERENCE_STATUSES, type CheckedReference, type ReferenceStatus } from "./outcome.ts";

export interface CheckedReferences {
  format: ReferenceFormat;
  references: CheckedReference[];
  /** How many references there are, and how many of each status; `retracted` counts chimeras of a retracted record too. */
  summary: Record<"references" | ReferenceStatus, number>;
  degraded: Degradation[];
}

export interface ReferencesRequest {
  text: string;
  /** Left out: recognized. */
  format?: ReferenceFormat;
  /** The most references. */
  max: number;
  /** Whether the caller may read signals. */
  signals: boolean;
}

/** References that are looked up together: the engine takes their keys in one call each, and memory stays flat. */
const TOGETHER = 250;

/**
 * Checks each reference of a text against the library: by its ids, by its exact title, and where neither leads to a record with its title, by searching for
 * the title. Throws `invalid_argument` for a text without a reference or with too many.
 */
export async function checkReferences(
  library: Library,
  { text, format, max, signals }: ReferencesRequest,
  signal?: AbortSignal,
): Promise<CheckedReferences> {
  const read = readReferences(text, { format, max });
  const references: CheckedReference[] = [];
  let isPartial = false;
  for (let from = 0; from < read.references.length; from += TOGETHER) {
    const batch = new Batch(library, read.references.slice(from, from + TOGETHER), signal);
    references.push(...(await batch.check(signals)));
    isPartial ||= batch.isPartial;
  }
  const reason = "Part of the index did not respond; a reference that was not found may be there.";
  return {
    format: read.format,
    references,
    summary: summaryOf(references),
    degraded: isPartial ? [{ part: "engine", reason }] : [],
  };
}

function summaryOf(references: readonly CheckedReference[]): CheckedReferences["summary"] {
  const count = (holds: (reference: CheckedReference) => boolean) => references.filter(holds).length;
  const of = Object.fromEntries(REFERENCE_STATUSES.map((status) => [status, count((reference) => reference.status === status)]));
  return {
    ...(of as Record<ReferenceStatus, number>),
    references: references.length,
    retracted: count(({ retracted }) => retracted),
  };
}
