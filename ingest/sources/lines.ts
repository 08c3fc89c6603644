import { isUtf8 } from "node:buffer";
import { InputError } from "../errors.ts";
import { withHead } from "./chunks.ts";
import type { InputFile } from "./port.ts";

export interface Line {
  /** Counted from 1. */
  number: number;
  /** Offset of its first byte in the file. */
  byte: number;
  /** Without its end; of a line that cannot be read, at most its first 4 kB, wrong bytes replaced. */
  text: string;
  /** What ended it: a line feed, carriage return and line feed, a lone carriage return, or nothing at the end of the file. */
  end: "\n" | "\r\n" | "\r" | "";
  problem?: { reason: "line_too_long" | "invalid_utf8"; message: string };
}

export interface LineOptions {
  /** The most bytes a line may have; a longer one is passed over and yielded as a problem. Default 16 MiB. */
  maxBytes?: number;
  /** Whether a lone carriage return ends a line too, as in old Macintosh files. Default false. */
  loneCarriageReturn?: boolean;
  /** What bytes that are not UTF-8 are: a fault of the file (default), or of the line alone. */
  invalidUtf8?: "fault" | "line";
}

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
/** As much of a file as tells its encoding. */
const HEAD_BYTES = 4;
const PREVIEW_BYTES = 4_096;
const MAX_LINE_BYTES = 16 * 1024 * 1024;

/**
 * The lines of a file, read from its bytes. Only line feeds end a line (U+2028 and its like do not), with or without a carriage
 * return before. A byte order mark is dropped. Throws `InputError` for UTF-16 and, unless told otherwise, at the first bytes that
 * are not UTF-8, naming the byte.
 */
export async function* readLines(file: InputFile, options: LineOptions = {}): AsyncGenerator<Line> {
  const { maxBytes = MAX_LINE_BYTES, loneCarriageReturn = false, invalidUtf8 = "fault" } = options;
  let number = 1;
  for await (const { bytes, length, byte, ended } of byteLines(file, maxBytes)) {
    const line = decodeLine(file.name, bytes, { number, byte, length, maxBytes, ended }, invalidUtf8);
    if (loneCarriageReturn && !line.problem && line.text.includes("\r")) {
      const pieces = splitAtReturns(line);
      yield* pieces;
      number += pieces.length;
    } else {
      yield line;
      number += 1;
    }
  }
}

interface ByteLine {
  /** Without its line feed; cut after `maxBytes` and a little more. */
  bytes: Buffer;
  /** How many bytes the line really has. */
  length: number;
  byte: number;
  ended: boolean;
}

async function* byteLines(file: InputFile, maxBytes: number): AsyncGenerator<ByteLine> {
  let parts: Buffer[] = [];
  let held = 0;
  let length = 0;
  let byte = 0;
  let first = true;

  const add = (part: Buffer): void => {
    length += part.length;
    const kept = part.subarray(0, Math.max(0, maxBytes + 2 - held));
    if (kept.length > 0) parts.push(kept);
    held += kept.length;
  };
  const take = (ended: boolean): ByteLine => {
    const [only] = parts;
    const line = { bytes: only && parts.length === 1 ? only : Buffer.concat(parts), length, byte, ended };
    byte += length + 1;
    parts = [];
    held = 0;
    length = 0;
    return line;
  };

  for await (const chunk of withHead(file.bytes(), HEAD_BYTES)) {
    let rest = chunk;
    if (first) {
      first = false;
      refuseUtf16(file.name, rest);
      byte = byteOrderMarkLength(rest);
      rest = rest.subarray(byte);
    }
    for (let at = rest.indexOf(LINE_FEED); at !== -1; at = rest.indexOf(LINE_FEED)) {
      add(rest.subarray(0, at));
      yield take(true);
      rest = rest.subarray(at + 1);
    }
    add(rest);
  }
  if (length > 0) yield take(false);
}

/** The lines that lone carriage returns make of one line. */
function splitAtReturns(line: Line): Line[] {
  const texts = line.text.split("\r");
  const lines: Line[] = [];
  let byte = line.byte;
  for (const [index, text] of texts.entries()) {
    const last = index === texts.length - 1;
    // A carriage return at the very end of the file ends its last line; no empty line follows it.
    if (last && text === "" && line.end === "") break;
    lines.push({ number: line.number + index, byte, text, end: last ? line.end : "\r" });
    byte += Buffer.byteLength(text) + 1;
  }
  return lines;
}

function decodeLine(
  file: string,
  raw: Buffer,
  at: { number: number; byte: number; length: number; maxBytes: number; ended: boolean },
  invalidUtf8: "fault" | "line",
): Line {
  const { number, byte } = at;
  const returned = at.ended && raw.length === at.length && raw.at(-1) === CARRIAGE_RETURN;
  const bytes = returned ? raw.subarray(0, -1) : raw;
  const end = returned ? "\r\n" : at.ended ? "\n" : "";
  const preview = (): string => bytes.subarray(0, PREVIEW_BYTES).toString("utf8");
  if (at.length - (returned ? 1 : 0) > at.maxBytes) {
    const message = `the line has ${at.length} bytes; the maximum is ${at.maxBytes}`;
    return { number, byte, end, text: preview(), problem: { reason: "line_too_long", message } };
  }
  if (isUtf8(bytes)) return { number, byte, end, text: bytes.toString("utf8") };
  const message = `byte ${byte + firstInvalidByte(bytes)} of the file is not UTF-8`;
  if (invalidUtf8 === "fault") {
    const wayOut = "specify the file's encoding with --encoding, or use --encoding utf-8 to send such lines to the dead letters";
    throw new InputError(file, `${message}; ${wayOut}`, { line: number });
  }
  return { number, byte, end, text: preview(), problem: { reason: "invalid_utf8", message } };
}

/** The index of the first byte that does not belong to a UTF-8 character. */
export function firstInvalidByte(bytes: Buffer): number {
  const text = bytes.toString("utf8");
  // Up to the first replacement that the decoder put in, decoded text and bytes have the same length in UTF-8.
  for (let at = text.indexOf("\ufffd"); at !== -1; at = text.indexOf("\ufffd", at + 1)) {
    const offset = Buffer.byteLength(text.slice(0, at));
    const inTheFile = bytes[offset] === 0xef && bytes[offset + 1] === 0xbf && bytes[offset + 2] === 0xbd;
    if (!inTheFile) return offset;
  }
  return bytes.length;
}

function byteOrderMarkLength(bytes: Buffer): number {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
}

function refuseUtf16(file: string, bytes: Buffer): void {
  const marked = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  // Latin letters in UTF-16: every other byte is 0.
  const [a, b, c, d] = bytes;
  const bare = bytes.length >= 4 && ((a === 0 && b !== 0 && c === 0 && d !== 0) || (a !== 0 && b === 0 && c !== 0 && d === 0));
  if (marked || bare) {
    throw new InputError(file, "byte 0 of the file is not UTF-8: it looks like UTF-16; use --encoding utf-16le (or utf-16be)");
  }
}
