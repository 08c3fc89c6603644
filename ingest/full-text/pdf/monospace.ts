import type { Page } from "./runs.ts";

/** Shorter runs tell little of a font: a sign, a letter of a formula. */
const MIN_LENGTH = 4;
/** The letters of its runs differ in width by no more than this share. */
const DIFFERS = 0.02;

/** The fonts whose letters are all equally wide, as in listings of code: by what the file says, and by the widths of what is printed in them. */
export function monospacedFonts(pages: readonly Page[]): Set<string> {
  const widths = new Map<string, { least: number; most: number }>();
  for (const { text, width, size, font, isMonospaced } of pages.flatMap(({ runs }) => runs)) {
    if (!isMonospaced || text.length < MIN_LENGTH || !/\p{L}/u.test(text)) continue;
    const own = width / size / text.length;
    const { least, most } = widths.get(font) ?? { least: own, most: own };
    widths.set(font, { least: Math.min(least, own), most: Math.max(most, own) });
  }
  return new Set([...widths].filter(([, { least, most }]) => most - least <= most * DIFFERS).map(([font]) => font));
}
