import { renderAsync } from "@resvg/resvg-js";
import { fileURLToPath } from "node:url";
import { svgOf, TEXT_SIZE, WIDTH, type Drawing, type Paint, type Shape } from "./drawing.ts";
import { encodePng } from "./png.ts";

const COLORS: Readonly<Record<Paint, string>> = {
  ink: "#1d1f24",
  soft: "#5a5f69",
  rule: "#cfcabf",
  known: "#0b6a5d",
  against: "#b3261e",
  neutral: "#868b95",
  unknown: "#7a4d00",
  range: "#9fd0c8",
};

const FONT = fileURLToPath(import.meta.resolve("dejavu-fonts-ttf/ttf/DejaVuSans.ttf"));
/** What the font has letters for; a heading in another script is left out, as it would be a row of boxes. */
const READABLE = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Nd}\p{P}\p{Zs}+=<>~×]*$/u;

const MARGIN = 20;
const HEADING = 30;
const GAP = 18;
const MAX_HEADING_LENGTH = 52;

/**
 * Charts below one another as a PNG, each under its title; `heading` above them all. The font is our own and no other is looked for, so that the
 * picture is the same on every machine. Drawn off the event loop.
 */
export async function pictureOf(heading: string, charts: readonly Drawing[]): Promise<Buffer> {
  const sheet = stacked(shortHeading(heading), charts);
  const { width, height, pixels } = await renderAsync(svgOf(sheet, COLORS).toString(), {
    background: "#ffffff",
    font: { loadSystemFonts: false, fontFiles: [FONT], defaultFontFamily: "DejaVu Sans" },
    logLevel: "off",
  });
  return encodePng(width, height, pixels);
}

function shortHeading(heading: string): string {
  if (!READABLE.test(heading)) return "";
  return heading.length > MAX_HEADING_LENGTH ? `${heading.slice(0, MAX_HEADING_LENGTH - 1).trimEnd()}…` : heading;
}

function stacked(heading: string, charts: readonly Drawing[]): Drawing {
  let top = MARGIN;
  const shapes: Shape[] = [];
  const write = (text: string, size: number, paint: Paint) => {
    top += HEADING;
    shapes.push({ is: "text", x: MARGIN, y: top - 12, text, paint, size });
  };
  if (heading !== "") write(heading, TEXT_SIZE + 2, "ink");
  for (const chart of charts) {
    write(chart.title, TEXT_SIZE, "soft");
    for (const shape of chart.shapes) shapes.push({ ...shape, x: shape.x + MARGIN, y: shape.y + top });
    top += chart.height + GAP;
  }
  return { width: WIDTH + 2 * MARGIN, height: top, title: heading, description: "", shapes };
}
