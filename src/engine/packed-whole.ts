import { brotliCompressSync, brotliDecompressSync, constants, crc32 } from "node:zlib";
import { PublicError } from "../errors.ts";
import { leanFromWhole, wholeFromLean } from "./lean-whole.ts";

/**
 * The JSON of a whole text (`Passage.whole`) as engines store it: `packed:`, the form of what is packed, its CRC-32, and Brotli in base64. Pure. Any text comes back from
 * `unpackWhole` as it was.
 */
export function packWhole(json: string): string {
  const lean = leanFromWhole(json);
  const [form, text]: [Form, string] = lean === null ? ["json", json] : ["lean", lean];
  const bytes = Buffer.from(text);
  return [MARK, form, checksum(bytes), compressed(bytes).toString("base64")].join(":");
}

/**
 * The JSON of a stored value: packed, or as it was stored before values were packed. `id` names its document. Throws `internal_error` where the value is damaged or of a form that
 * only a later release knows.
 */
export function unpackWhole(stored: string, id: string): string {
  if (!stored.startsWith(`${MARK}:`)) return stored;
  const [, form, sum, data = ""] = stored.split(":");
  if (form !== "lean" && form !== "json") throw unreadable(id, `it is packed as ${form}, which this release does not know`);
  let bytes: Buffer;
  try {
    bytes = brotliDecompressSync(Buffer.from(data, "base64"));
  } catch (error) {
    throw unreadable(id, "it cannot be unpacked", error);
  }
  if (checksum(bytes) !== sum) throw unreadable(id, "its checksum is wrong");
  return form === "lean" ? wholeFromLean(bytes.toString()) : bytes.toString();
}

const MARK = "packed";
type Form = "lean" | "json";

/** Quality 10 saves a seventh more than 9 and takes 7 ms for a usual text; a very long one would take seconds. */
const QUALITY = { usual: 10, long: 5 };
const LONG = 500_000;

function compressed(bytes: Buffer): Buffer {
  return brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: bytes.length > LONG ? QUALITY.long : QUALITY.usual,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
}

function checksum(bytes: Buffer): string {
  return crc32(bytes).toString(16).padStart(8, "0");
}

function unreadable(id: string, reason: string, cause?: unknown): PublicError {
  return new PublicError("internal_error", {
    message: `What is stored about the full text ${id} cannot be read: ${reason}.`,
    hint: "Restore a backup, or rebuild the index from its files.",
    cause,
  });
}
