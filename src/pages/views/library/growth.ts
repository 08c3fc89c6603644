import type { Momentum } from "../../../topics/momentum.ts";

/** A share of the library that moved by less than a fifth in either direction is called steady. */
const STEADY = { from: 0.8, to: 1.25 };

/** How a topic's share of the library moves, in words with the figure. */
export function growthWords({ ratio }: Pick<Momentum, "ratio">): string {
  if (ratio === null) return "growth unknown";
  if (ratio > STEADY.to) return `growing (×${ratio})`;
  return ratio < STEADY.from ? `shrinking (×${ratio})` : `steady (×${ratio})`;
}

/** What the figure compares, as a sentence; null where it is unknown. */
export function growthSentence({ ratio, recent, before }: Momentum): string | null {
  if (ratio === null || recent === null || before === null) return null;
  const years = ({ from, to }: { from: number; to: number }) => `${from}–${to}`;
  return `Its share of the library in ${years(recent)} is ${ratio} times that of ${years(before)}.`;
}
