import { tenths, WIDTH, type Drawing, type Shape } from "./drawing.ts";

/** A dimension of a judgment: score and its interval from 0 to 1; a null score means unknown. */
export interface DimensionScore {
  name: string;
  score: number | null;
  interval: readonly [number, number];
}

const ROW = 24;
const LEFT = 110;
const PLOT = WIDTH - LEFT - 90;

/** Each dimension on a scale from 0 to 1: a bar over its interval, which covers so many percent, with a mark at the score. Nothing is drawn of an unknown one but the word. */
export function dimensionsChart(dimensions: readonly DimensionScore[], percent: number): Drawing {
  const at = (value: number) => tenths(LEFT + Math.min(1, Math.max(0, value)) * PLOT);
  const bottom = dimensions.length * ROW;
  const shapes = dimensions.flatMap(({ name, score, interval: [low, high] }, index): Shape[] => {
    const top = index * ROW;
    const label: Shape = { is: "text", x: 0, y: top + 16, text: name, paint: "ink" };
    const scale: Shape = { is: "bar", x: LEFT, y: top + 11, width: PLOT, height: 1, paint: "rule" };
    if (score === null)
      return [label, scale, { is: "text", x: LEFT + PLOT + 10, y: top + 16, text: "unknown", paint: "unknown" }];
    return [
      label,
      scale,
      {
        is: "bar",
        x: at(low),
        y: top + 6,
        width: tenths(Math.max(1, at(high) - at(low))),
        height: 11,
        paint: "range",
        says: `${name}: ${percent}% interval ${low} to ${high}`,
      },
      { is: "bar", x: tenths(at(score) - 2), y: top + 3, width: 4, height: 17, paint: "known", says: `${name}: ${score}` },
      { is: "text", x: LEFT + PLOT + 10, y: top + 16, text: score.toFixed(2), paint: "ink" },
    ];
  });
  return {
    width: WIDTH,
    height: bottom + 24,
    title: "Judgment by dimension",
    description: `${dimensions
      .map(({ name, score, interval: [low, high] }) =>
        score === null ? `${name} unknown` : `${name} ${score} (${percent}% interval ${low} to ${high})`,
      )
      .join("; ")}.`,
    shapes: [
      ...shapes,
      { is: "text", x: LEFT, y: bottom + 16, text: "0", paint: "soft", anchor: "middle", size: 12 },
      {
        is: "text",
        x: LEFT + PLOT / 2,
        y: bottom + 16,
        text: `score and ${percent}% interval`,
        paint: "soft",
        anchor: "middle",
        size: 12,
      },
      { is: "text", x: LEFT + PLOT, y: bottom + 16, text: "1", paint: "soft", anchor: "middle", size: 12 },
    ],
  };
}
