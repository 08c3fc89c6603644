import { tenths, WIDTH, type Drawing, type Shape } from "./drawing.ts";

/** Papers of one year, and of the whole library in it. */
export interface YearCount {
  year: number;
  papers: number;
  library: number;
}

const PLOT_TOP = 20;
const PLOT_HEIGHT = 90;
const BASE = PLOT_TOP + PLOT_HEIGHT;
/** The most years that are shown, the latest ones. */
const MOST_YEARS = 40;
/** A bar and the gap after it. */
const WIDEST_PITCH = 48;
const LABEL_WIDTH = 42;
const FIGURE_WIDTH = 30;

/** Papers a year as upright bars, with the figure above where it has room. Years before the last forty are left out and counted in the description. */
export function yearsChart(years: readonly YearCount[]): Drawing {
  const shown = filled(years.slice(-MOST_YEARS)).slice(-MOST_YEARS);
  const earlier = years.filter(({ year }) => year < (shown[0]?.year ?? 0)).reduce((sum, { papers }) => sum + papers, 0);
  const greatest = Math.max(1, ...shown.map(({ papers }) => papers));
  const pitch = Math.min(WIDEST_PITCH, WIDTH / Math.max(1, shown.length));
  const labelled = Math.ceil(LABEL_WIDTH / pitch);
  const shapes = shown.flatMap(({ year, papers, library }, index): Shape[] => {
    const height = papers === 0 ? 0 : Math.max(2, tenths((papers / greatest) * PLOT_HEIGHT));
    const middle = tenths((index + 0.5) * pitch);
    return [
      {
        is: "bar",
        x: tenths(index * pitch + pitch * 0.1),
        y: tenths(BASE - height),
        width: tenths(pitch * 0.8),
        height,
        paint: "known",
        says: `${year}: ${papers} of the library's ${library}`,
      },
      ...((papers > 0 && pitch >= FIGURE_WIDTH) ||
      (papers === greatest && shown.findIndex((one) => one.papers === greatest) === index)
        ? [
            {
              is: "text",
              x: clamped(middle),
              y: tenths(BASE - height - 5),
              text: String(papers),
              paint: "ink",
              anchor: "middle",
            } as const,
          ]
        : []),
      ...((shown.length - 1 - index) % labelled === 0
        ? [{ is: "text", x: clamped(middle), y: BASE + 18, text: String(year), paint: "soft", anchor: "middle" } as const]
        : []),
    ];
  });
  return {
    width: WIDTH,
    height: BASE + 26,
    title: "Papers a year",
    description:
      shown.length === 0
        ? "no paper states its year."
        : `${earlier > 0 ? `before ${shown[0].year} ${earlier}, ` : ""}${shown.map(({ year, papers }) => `${year} ${papers}`).join(", ")}.`,
    shapes: [...shapes, { is: "bar", x: 0, y: BASE, width: WIDTH, height: 1, paint: "rule" }],
  };
}

/** With the years between that have none. */
function filled(years: readonly YearCount[]): YearCount[] {
  const [first, last] = [years[0], years.at(-1)];
  if (first === undefined || last === undefined) return [];
  const from = Math.max(first.year, last.year - MOST_YEARS + 1);
  return Array.from(
    { length: last.year - from + 1 },
    (_, index) => years.find(({ year }) => year === from + index) ?? { year: from + index, papers: 0, library: 0 },
  );
}

/** Keeps a centred label of four digits inside. */
function clamped(middle: number): number {
  return Math.min(WIDTH - LABEL_WIDTH / 2 + 3, Math.max(LABEL_WIDTH / 2 - 3, middle));
}
