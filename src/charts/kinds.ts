import { asWords } from "../shared/as-words.ts";
import { tenths, WIDTH, type Drawing, type Paint, type Shape } from "./drawing.ts";

/** How many signals of a kind point which way. */
export interface KindCount {
  kind: string;
  supports: number;
  against: number;
  neutral: number;
}

const ROW = 24;
const LEFT = 110;
const RIGHT = 50;
const PARTS: readonly (readonly [keyof Omit<KindCount, "kind">, Paint, string])[] = [
  ["supports", "known", "for"],
  ["against", "against", "against"],
  ["neutral", "neutral", "neutral"],
];

/** Signals by kind as horizontal bars, the longest first: those for, against and neutral one after another. */
export function kindsChart(kinds: readonly KindCount[]): Drawing {
  const rows = [...kinds].sort((a, b) => total(b) - total(a) || (a.kind < b.kind ? -1 : 1));
  const maximum = Math.max(1, ...rows.map(total));
  const shapes = rows.flatMap((row, index): Shape[] => {
    const top = index * ROW;
    let x = LEFT;
    const bars = PARTS.filter(([part]) => row[part] > 0).map(([part, paint, word]): Shape => {
      const width = Math.max(2, tenths((row[part] / maximum) * (WIDTH - LEFT - RIGHT)));
      const bar: Shape = {
        is: "bar",
        x: tenths(x),
        y: top + 4,
        width,
        height: 14,
        paint,
        says: `${asWords(row.kind)}: ${row[part]} ${word}`,
      };
      x += width;
      return bar;
    });
    return [
      { is: "text", x: 0, y: top + 16, text: asWords(row.kind), paint: "ink" },
      ...bars,
      { is: "text", x: tenths(x + 6), y: top + 16, text: String(total(row)), paint: "soft" },
    ];
  });
  return {
    width: WIDTH,
    height: rows.length === 0 ? ROW : rows.length * ROW + ROW,
    title: "Signals by kind",
    description:
      rows.length === 0
        ? "none recorded."
        : `${rows.map(({ kind, supports, against, neutral }) => `${kind} ${supports} for, ${against} against, ${neutral} neutral`).join("; ")}.`,
    shapes:
      rows.length === 0
        ? [{ is: "text", x: 0, y: 16, text: "No signals recorded", paint: "soft" }]
        : [...shapes, ...legend(rows.length * ROW)],
  };
}

function legend(top: number): Shape[] {
  return PARTS.flatMap(([, paint, word], index): Shape[] => [
    { is: "bar", x: LEFT + index * 90, y: top + 8, width: 10, height: 10, paint },
    { is: "text", x: LEFT + index * 90 + 15, y: top + 18, text: word, paint: "soft", size: 12 },
  ]);
}

function total({ supports, against, neutral }: KindCount): number {
  return supports + against + neutral;
}
