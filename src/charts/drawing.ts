import { html, type Html, type Part } from "../shared/html.ts";
import { rounded } from "../shared/rounding.ts";

/** What something is painted as: a class on pages, a fixed color in pictures. */
export type Paint = "ink" | "soft" | "rule" | "known" | "against" | "neutral" | "unknown" | "range";

export type Shape =
  | { is: "bar"; x: number; y: number; width: number; height: number; paint: Paint; says?: string }
  | { is: "text"; x: number; y: number; text: string; paint: Paint; anchor?: "start" | "middle" | "end"; size?: number };

/** A small chart: shapes on a plane, and the same in words. */
export interface Drawing {
  width: number;
  height: number;
  title: string;
  /** Everything that the shapes say, as a sentence. */
  description: string;
  shapes: Shape[];
}

/** Units across, the same for all charts; text is `TEXT_SIZE` units high. */
export const WIDTH = 420;
export const TEXT_SIZE = 13;

/** The drawing as SVG. `colors`: fixed ones for a picture; without them shapes have the class of their paint. */
export function svgOf({ width, height, title, description, shapes }: Drawing, colors?: Readonly<Record<Paint, string>>): Html {
  const painted = (paint: Paint) => (colors ? html`fill="${colors[paint]}"` : html`class="${paint}"`);
  return html`<svg
    xmlns="http://www.w3.org/2000/svg"
    viewBox="0 0 ${width} ${height}"
    role="img"
    aria-label="${title}: ${description}"
    ${colors ? html` width="${width}" height="${height}" font-family="DejaVu Sans"` : html` class="drawing"`}
  >
    ${shapes.map((shape) => markOf(shape, painted(shape.paint)))}
  </svg>`;
}

function markOf(shape: Shape, painted: Html): Part {
  if (shape.is === "text") {
    const { x, y, text, anchor = "start", size = TEXT_SIZE } = shape;
    return html`<text x="${x}" y="${y}" text-anchor="${anchor}" font-size="${size}" ${painted}>${text}</text>`;
  }
  const { x, y, width, height, says } = shape;
  return html`<rect x="${x}" y="${y}" width="${width}" height="${height}" ${painted}
    >${says && html`<title>${says}</title>`}</rect
  >`;
}

/** A length in tenths of a unit. */
export function tenths(length: number): number {
  return rounded(length, 1);
}
