import { promisify } from "node:util";
import { crc32, deflate } from "node:zlib";

const deflated = promisify(deflate);
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Colors that a palette holds. */
const MAX_COLORS = 256;

/**
 * Opaque pixels (RGBA, row by row) as a PNG with a palette: a fraction of the bytes of true color, at the cost of shades that nobody can tell
 * apart. Shades are cut as little as a palette of 256 allows. Format: https://www.w3.org/TR/png-3/
 */
export async function encodePng(width: number, height: number, pixels: Uint8Array): Promise<Buffer> {
  const { palette, rows } = indexed(width, height, pixels);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    SIGNATURE,
    chunk("IHDR", header),
    chunk("PLTE", palette),
    chunk("IDAT", await deflated(rows, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** Each row a filter byte (none) and an index into the palette for every pixel. */
function indexed(width: number, height: number, pixels: Uint8Array): { palette: Buffer; rows: Buffer } {
  for (let dropped = 2; ; dropped += 1) {
    const rows = Buffer.alloc(height * (width + 1));
    const kept = (0xff << dropped) & 0xff;
    const shade = (at: number) => (pixels[at] ?? 0) & kept;
    const indices = new Map<number, number>();
    let [before, index] = [-1, 0];
    for (let row = 0; row < height; row += 1) {
      for (let column = 0; column < width; column += 1) {
        const at = (row * width + column) * 4;
        const color = (shade(at) << 16) | (shade(at + 1) << 8) | shade(at + 2);
        if (color !== before) {
          index = indices.get(color) ?? indices.size;
          indices.set(color, index);
          before = color;
        }
        rows[row * (width + 1) + column + 1] = index;
      }
    }
    if (indices.size <= MAX_COLORS) return { palette: paletteOf([...indices.keys()], kept), rows };
  }
}

/** Three bytes a color, spread again so that the lightest shade is white. */
function paletteOf(colors: readonly number[], kept: number): Buffer {
  const spread = (shade: number) => Math.round(((shade & 0xff) / kept) * 0xff);
  return Buffer.from(colors.flatMap((color) => [spread(color >> 16), spread(color >> 8), spread(color)]));
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  framed.set(body, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}
