import type { Page } from "./runs.ts";

/** Shorter runs tell little of a font: a sign, a letter of a formula. */
const MIN_LENGTH = 4;
/** The letters of its runs differ in width by no more than this share. */
const DIFFERS = 0.02;

/** The fonts whose letters are all equally wide, as in listings of code: by what the file says, and by the widths of what is printed in them. */
export function monospacedFonts(pages: readonly Page[]): Set<string> {
  const widths = new Map<string, number[]>();
  for (const { text, width, size, font, isMonospaced } of pages.flatMap(({ runs }) => runs)) {
    if (!isMonospaced || text.length < MIN_LENGTH || !/\p{L}/u.test(text)) continue;
    const own = widths.get(font) ?? [];
    own.push(width / size / text.length);
    widths.set(font, own);
  }
  const isEven = (all: readonly number[]): boolean => Math.max(...all) - Math.min(...all) <= Math.max(...all) * DIFFERS;
  return new Set([...widths].filter(([, own]) => isEven(own)).map(([font]) => font));
}
