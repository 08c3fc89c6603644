import { kindOfHeading, type SectionKind } from "../../../src/documents/section-kinds.ts";
import type { Line } from "./lines.ts";
import { SIZE, type BodyPrint } from "./print.ts";

/** Without numbers no heading is deeper than this. */
const MAX_DEPTH = 3;
/** Their headings stand without a number among numbered ones. */
const CHAPTERS: ReadonlySet<SectionKind> = new Set([
  "abstract",
  "limitations",
  "conclusion",
  "acknowledgement",
  "funding",
  "data_availability",
  "appendix",
]);

/** Tells how deep headings are, one after another: by their numbers, or by their print. */
export function headingDepths(body: BodyPrint): (line: Line, title: string, numbered: number | null) => number {
  const sizes: number[] = [];
  /** The print of the numbered headings, by their depths. */
  const prints = new Map<number, { size: number; font: string }>();
  return ({ size, font }, title, numbered) => {
    if (!sizes.includes(size)) sizes.push(size);
    sizes.sort((a, b) => b - a);
    if (numbered !== null) {
      prints.set(numbered, { size, font });
      return numbered;
    }
    const alike = [...prints].find(([, print]) => print.size === size && print.font === font)?.[0];
    if (alike !== undefined) return alike;
    const kind = kindOfHeading(title);
    if (kind !== null && CHAPTERS.has(kind)) return 1;
    // Among numbered headings one without a number stands below those in larger print, and in print of their size.
    if (prints.size > 0) return Math.max(0, ...[...prints].filter(([, print]) => print.size >= size).map(([depth]) => depth)) + 1;
    return kind !== null || size > body.size * SIZE.large ? 1 : Math.min(MAX_DEPTH, sizes.indexOf(size) + 1);
  };
}
