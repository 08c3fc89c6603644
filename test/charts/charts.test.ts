import { createHash } from "node:crypto";
import { inflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { dimensionsChart } from "../../src/charts/dimensions.ts";
import { svgOf, type Drawing } from "../../src/charts/drawing.ts";
import { kindsChart } from "../../src/charts/kinds.ts";
import { topicCharts } from "../../src/charts/of-views.ts";
import { pictureOf } from "../../src/charts/picture.ts";
import { yearsChart } from "../../src/charts/years.ts";
import { DIMENSIONS } from "../../src/judgment/constants.ts";
import { SIGNAL_KINDS } from "../../src/documents/signal-kinds.ts";

const YEARS = [
  { year: 2019, papers: 1, library: 10 },
  { year: 2021, papers: 4, library: 12 },
];
const KINDS = [
  { kind: "code", supports: 2, against: 0, neutral: 0 },
  { kind: "review", supports: 3, against: 2, neutral: 1 },
];
const DIMENSIONS_SCORED = [
  { name: "evidence", score: 0.75, interval: [0.5, 0.9] as const },
  { name: "pull", score: null, interval: [0.1, 0.9] as const },
];

/** The most that the tools can ask for: every kind, every dimension, forty years and more. */
const LARGEST = [
  ...topicCharts({
    papers_per_year: Array.from({ length: 90 }, (_, index) => ({
      year: 1937 + index,
      papers: (index * 7919) % 3000,
      library: 9_000,
    })),
    signals_by_kind: Object.fromEntries(
      SIGNAL_KINDS.map((kind, index) => [kind, { supports: 1_000 + index, against: 300 * index, neutral: 77 }]),
    ),
  }),
  dimensionsChart(
    DIMENSIONS.map((name, index) => ({ name, score: index / 7, interval: [index / 9, (index + 2) / 9] as const })),
    80,
  ),
];

const bars = ({ shapes }: Drawing, paint: string) =>
  shapes.flatMap((shape) => (shape.is === "bar" && shape.paint === paint ? [shape] : []));
const texts = ({ shapes }: Drawing) => shapes.flatMap((shape) => (shape.is === "text" ? [shape.text] : []));

describe("the charts", () => {
  it("of years have a bar in proportion for each year, also for those between without papers", () => {
    const chart = yearsChart(YEARS);
    expect(bars(chart, "known").map(({ height }) => height)).toEqual([22.5, 0, 90]);
    expect(texts(chart)).toEqual(["1", "2019", "2020", "4", "2021"]);
    expect(chart.description).toBe("2019 1, 2020 0, 2021 4.");
  });

  it.each([420, 240])("of many years over %i units keep every label inside and apart from the next", (width) => {
    const years = Array.from({ length: 37 }, (_, index) => ({ year: 1987 + index, papers: index === 36 ? 13_344 : 3 }));
    const labels = yearsChart(years, "Years", width).shapes.filter((shape) => shape.is === "text");
    const spans = labels.map(({ x, text, y }) => ({ y, from: x - 4 * text.length, to: x + 4 * text.length }));
    for (const { from, to } of spans) expect(from >= 0 && to <= width).toBe(true);
    const axis = spans.filter(({ y }) => y === Math.max(...spans.map((one) => one.y)));
    expect(axis.length).toBeGreaterThan(3);
    for (const [index, { from }] of axis.entries()) expect(from).toBeGreaterThan(axis[index - 1]?.to ?? -1);
  });

  it("of kinds lay for, against and neutral end to end, the greatest first", () => {
    const chart = kindsChart(KINDS);
    const rows = chart.shapes.filter((shape) => shape.is === "bar" && shape.says);
    expect(rows.map((shape) => shape.is === "bar" && shape.says)).toEqual([
      "review: 3 for",
      "review: 2 against",
      "review: 1 neutral",
      "code: 2 for",
    ]);
    const [first, second, third] = rows as Extract<(typeof rows)[number], { is: "bar" }>[];
    expect([second!.x, third!.x]).toEqual([first!.x + first!.width, second!.x + second!.width].map((x) => expect.closeTo(x, 1)));
  });

  it("of dimensions show an unknown one as unknown and draw no score for it", () => {
    const chart = dimensionsChart(DIMENSIONS_SCORED, 80);
    expect(bars(chart, "known")).toHaveLength(1);
    expect(bars(chart, "range")).toHaveLength(1);
    expect(texts(chart).slice(0, 4)).toEqual(["evidence", "0.75", "pull", "unknown"]);
    expect(chart.description).toBe("evidence 0.75 (80% interval 0.5 to 0.9); pull unknown.");
  });

  it("say that there is nothing where there is nothing", () => {
    expect(kindsChart([]).description).toBe("none recorded.");
    expect(yearsChart([]).description).toBe("no paper has a known year.");
  });

  it.each(LARGEST.map((chart) => [chart.title, chart] as const))(
    "%s stay inside their plane",
    (_title, { shapes, width, height }) => {
      for (const shape of shapes) {
        expect(shape.x).toBeGreaterThanOrEqual(0);
        expect(shape.y).toBeGreaterThanOrEqual(0);
        expect(shape.x + (shape.is === "bar" ? shape.width : 0)).toBeLessThanOrEqual(width);
        expect(shape.y + (shape.is === "bar" ? shape.height : 0)).toBeLessThanOrEqual(height);
      }
    },
  );

  it("as SVG are one image with words, without style, and with texts as data", () => {
    const svg = svgOf(kindsChart([{ ...KINDS[0]!, kind: `<script>"&` }])).toString();
    expect(svg).toMatch(/^<svg\s[^>]*role="img"\s+aria-label="Signals by kind: [^"]+"/u);
    expect(svg).not.toMatch(/style|<script/u);
    expect(svg).toContain("&lt;script&gt;&quot;&amp;");
  });
});

describe("a picture", () => {
  it("is a PNG of the stated size whose pixels can be read", async () => {
    const png = await pictureOf("Dense retrieval", [yearsChart(YEARS)]);
    expect(png.subarray(0, 8).toString("latin1")).toBe("\u0089PNG\r\n\u001a\n");
    const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
    expect([width, height]).toEqual([460, 234]);
    const start = png.indexOf("IDAT");
    const rows = inflateSync(png.subarray(start + 4, start + 4 + png.readUInt32BE(start - 4)));
    expect(rows.length).toBe(height * (width + 1));
    expect(new Set(rows).size).toBeGreaterThan(10);
  });

  it("has the same bytes for the same figures, and others for others", async () => {
    const print = async (chart: Drawing) =>
      createHash("sha256")
        .update(await pictureOf("x", [chart]))
        .digest("hex");
    expect(await print(kindsChart(KINDS))).toBe(await print(kindsChart(KINDS)));
    expect(await print(kindsChart(KINDS))).not.toBe(await print(kindsChart(KINDS.slice(1))));
  });

  it("of the largest charts stays under 40 kB", async () => {
    const png = await pictureOf("A heading that is as long as headings get before they are cut, and longer", LARGEST);
    expect(png.length).toBeLessThan(40_000);
    expect(png.length).toBeGreaterThan(1_000);
  });

  it("leaves out a heading that its font has no letters for", async () => {
    const height = async (heading: string) => (await pictureOf(heading, [yearsChart(YEARS)])).readUInt32BE(20);
    expect(await height("検索")).toBe((await height("Search")) - 30);
  });
});
