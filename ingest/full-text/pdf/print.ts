import type { Line } from "./lines.ts";

/** The print that most of a document is set in. */
export interface BodyPrint {
  size: number;
  font: string;
  /** From baseline to baseline. */
  leading: number;
  /** The fonts of code: monospaced ones, where the body is in none. */
  codeFonts: ReadonlySet<string>;
}

/*
 * The numbers below are choices: what is printed differs by more, what is placed by hand or rounded by less. Lengths of text are in characters.
 */

/** Sizes of print, in sizes of the body's. `large`: a heading's at least; `nearBody`: at least so much passes for the body's; below `small` it is small print. */
export const SIZE = { large: 1.07, nearBody: 0.97, small: 0.93 } as const;
/** Two lines differ in their size by more than so many points. `heading`: a heading and the text below it; `caption`: lines of one caption; `referred`: a line and one that a “Figure 3” in running text begins; `paragraph`: lines of one paragraph; `body`: a paragraph that goes on elsewhere, and the body. */
export const SIZE_DIFFERS = { heading: 0.6, caption: 0.6, referred: 0.3, paragraph: 0.7, body: 1.2 } as const;
/** From baseline to baseline, in leadings of the body: from `apart` on a line stands by itself, up to `referred` it goes on a sentence, up to `formula` it belongs to a formula; beyond `paragraph` a paragraph ends. */
export const LEADINGS = { apart: 1.2, referred: 1.3, formula: 1.6, paragraph: 1.45 } as const;
/** From baseline to baseline, in sizes of the line's own print: up to so much a caption, a heading or a table goes on, and a line behind a caption's is still its; beyond `paragraph` a paragraph ends; beyond `columnBreak` it is no leading. */
export const GAP = { caption: 1.45, heading: 1.6, table: 2.2, behindCaption: 2, paragraph: 1.75, columnBreak: 3 } as const;
/** The leading where no two lines tell it, in sizes of the font: as TeX sets 10 point print. */
const USUAL_LEADING = 1.2;
/** From the column's edges, in sizes of the font: from `indented` on a line is, up to `deep`; `next`: the line below is flush from so much less on; `continued`: a column's first line that begins a paragraph; `footnote`: where a note's mark may stand at most; `endsShort`: a line that ends so far before the edge is a paragraph's last, and one within `full` goes on. */
export const INDENT = { indented: 0.7, deep: 4, next: 0.5, continued: 0.8, footnote: 2.5, endsShort: 1.2, full: 2 } as const;
/** Of the column's width: a line beyond `full` fills it, below `short` it is a label's; `last`: one below it may end a paragraph; `endsShort`: a line that leaves so much free may be the last of one. */
export const WIDTH = { full: 0.97, short: 0.6, last: 0.9, endsShort: 0.06 } as const;

/** The size and font in which most characters are printed, and how far apart its lines are. `monospaced` are the fonts whose letters are equally wide. */
export function bodyPrint(lines: readonly Line[], monospaced: ReadonlySet<string>): BodyPrint {
  const size = heaviest(lines, (line) => String(line.size));
  const ofSize = lines.filter((line) => String(line.size) === size);
  const font = heaviest(ofSize, (line) => line.font);
  const steps = ofSize
    .flatMap((line, index) => {
      const next = ofSize[index + 1];
      const step = next && next.page === line.page && next.column === line.column ? next.y - line.y : 0;
      return step > 0 && step < line.size * GAP.columnBreak ? [step] : [];
    })
    .sort((a, b) => a - b);
  return {
    size: Number(size),
    font,
    leading: steps[Math.floor(steps.length / 2)] ?? Number(size) * USUAL_LEADING,
    codeFonts: monospaced.has(font) ? new Set() : monospaced,
  };
}

function heaviest(lines: readonly Line[], keyOf: (line: Line) => string): string {
  const weights = new Map<string, number>();
  for (const line of lines) weights.set(keyOf(line), (weights.get(keyOf(line)) ?? 0) + line.text.length);
  return [...weights].sort((a, b) => b[1] - a[1])[0]?.[0] ?? "10";
}
