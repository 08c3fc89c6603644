import { tenths, WIDTH, type Drawing, type Shape } from "./drawing.ts";

/** Papers of one year, and where it is known of the whole library in it. */
export interface YearCount {
  year: number;
  papers: number;
  /** Left out: the count is of the whole library. */
  library?: number;
}

const PLOT_TOP = 20;
const PLOT_HEIGHT = 90;
const BASE = PLOT_TOP + PLOT_HEIGHT;
/** The number of years shown at most, the latest ones. */
const MAX_YEARS = 40;
/** A bar and the gap after it. */
const MAX_PITCH = 48;
const LABEL_WIDTH = 42;
/** Of a digit or comma, generously. */
const CHARACTER_WIDTH = 8;
const FIGURE_WIDTH = 30;

/**
 * Papers per year as vertical bars, with the number above where there is room. Years before the last forty are left out and counted in the description. `width`: units
 * across; fewer where it stands in a narrow column, so that its text stays legible.
 */
export function yearsChart(years: readonly YearCount[], title = "Papers per year", width = WIDTH): Drawing {
  const shown = filled(years.slice(-MAX_YEARS)).slice(-MAX_YEARS);
  const firstShown = shown[0]?.year ?? 0;
  const earlier = years.filter(({ year }) => year < firstShown).reduce((sum, { papers }) => sum + papers, 0);
  const maximum = Math.max(1, ...shown.map(({ papers }) => papers));
  const pitch = Math.min(MAX_PITCH, width / Math.max(1, shown.length));
  // The last label may be moved inside, toward the one before it.
  const moved = Math.max(0, 2 * CHARACTER_WIDTH - pitch / 2);
  const labeled = Math.ceil((LABEL_WIDTH + moved) / pitch);
  const shapes = shown.flatMap(({ year, papers, library }, index): Shape[] => {
    const height = papers === 0 ? 0 : Math.max(2, tenths((papers / maximum) * PLOT_HEIGHT));
    const middle = tenths((index + 0.5) * pitch);
    return [
      {
        is: "bar",
        x: tenths(index * pitch + pitch * 0.1),
        y: tenths(BASE - height),
        width: tenths(pitch * 0.8),
        height,
        paint: "known",
        says:
          library === undefined
            ? `${year}: ${grouped(papers)}`
            : `${year}: ${grouped(papers)} of ${grouped(library)} in the library`,
      },
      ...((papers > 0 && pitch >= FIGURE_WIDTH) ||
      (papers === maximum && shown.findIndex((one) => one.papers === maximum) === index)
        ? [
            {
              is: "text",
              x: clamped(middle, grouped(papers), width),
              y: tenths(BASE - height - 5),
              text: grouped(papers),
              paint: "ink",
              anchor: "middle",
            } as const,
          ]
        : []),
      ...((shown.length - 1 - index) % labeled === 0
        ? [
            {
              is: "text",
              x: clamped(middle, String(year), width),
              y: BASE + 18,
              text: String(year),
              paint: "soft",
              anchor: "middle",
            } as const,
          ]
        : []),
    ];
  });
  return {
    width,
    height: BASE + 26,
    title,
    description:
      shown.length === 0
        ? "no paper has a known year."
        : `${earlier > 0 ? `before ${firstShown} ${earlier}, ` : ""}${shown.map(({ year, papers }) => `${year} ${grouped(papers)}`).join(", ")}.`,
    shapes: [...shapes, { is: "bar", x: 0, y: BASE, width, height: 1, paint: "rule" }],
  };
}

function grouped(count: number): string {
  return count.toLocaleString("en");
}

/** With the years between that have none. */
function filled(years: readonly YearCount[]): YearCount[] {
  const [first, last] = [years[0], years.at(-1)];
  if (first === undefined || last === undefined) return [];
  const from = Math.max(first.year, last.year - MAX_YEARS + 1);
  return Array.from(
    { length: last.year - from + 1 },
    (_, index) => years.find(({ year }) => year === from + index) ?? { year: from + index, papers: 0 },
  );
}

/** Keeps a centered label inside. */
function clamped(middle: number, label: string, width: number): number {
  const half = (label.length * CHARACTER_WIDTH) / 2;
  return Math.min(width - half, Math.max(half, middle));
}
