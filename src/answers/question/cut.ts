/** Stands where a part of a question was taken out, so that the words on its two sides are not read as one phrase. */
export const CUT = " ; ";

/** A text without the given parts. `spans`: start and end (exclusive), in any order, not overlapping. */
export function cutSpans(text: string, spans: readonly (readonly [start: number, end: number])[]): string {
  return [...spans]
    .sort((a, b) => b[0] - a[0])
    .reduce((rest, [start, end]) => rest.slice(0, start) + CUT + rest.slice(end), text);
}
