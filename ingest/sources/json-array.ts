import { isUtf8 } from "node:buffer";
import { InputError } from "../errors.ts";
import { firstInvalidByte } from "./lines.ts";
import type { InputFile } from "./port.ts";

export interface JsonElement {
  /** Where it starts; lines are counted from 1. */
  line: number;
  byte: number;
  /** As the file has it; of an element that is too long or too deep, its first 4 kB. */
  text: string;
  problem?: { reason: "element_too_long" | "element_too_deep" | "invalid_json"; message: string };
}

export interface JsonArrayOptions {
  /** The most bytes of an element; a longer one is passed over and yielded as a problem. Default 16 MiB. */
  maxBytes?: number;
  /** The most brackets open at once inside an element. Default 64. */
  maxDepth?: number;
}

const MAX_ELEMENT_BYTES = 16 * 1024 * 1024;
const MAX_DEPTH = 64;
const PREVIEW_BYTES = 4_096;

/**
 * The elements of a file that is one JSON array, one after another, so that memory holds one of them and not the file. They are cut
 * apart, not parsed. Throws `InputError` where the file is no array, ends before the array does, goes on behind it, or is not UTF-8;
 * elements before that place have been yielded.
 */
export async function* readJsonArray(file: InputFile, options: JsonArrayOptions = {}): AsyncGenerator<JsonElement> {
  const cutter = new ArrayCutter(file.name, options.maxBytes ?? MAX_ELEMENT_BYTES, options.maxDepth ?? MAX_DEPTH);
  for await (const chunk of file.bytes()) {
    yield* cutter.take(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
  }
  cutter.end();
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_SQUARE = 0x5b;
const CLOSE_SQUARE = 0x5d;
const OPEN_CURLY = 0x7b;
const CLOSE_CURLY = 0x7d;
const LINE_FEED = 0x0a;

function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === LINE_FEED || byte === 0x0d || byte === 0x09;
}

/** Finds the commas and brackets that part elements: those outside strings and outside brackets of an element's own. */
class ArrayCutter {
  readonly #file: string;
  readonly #maxBytes: number;
  readonly #maxDepth: number;
  #place: "before" | "inside" | "behind" = "before";
  #byte = 0;
  #line = 1;
  #elements = 0;
  // The element that is being gathered.
  #parts: Buffer[] = [];
  #length = 0;
  #start: { line: number; byte: number } | null = null;
  #depth = 0;
  #deepest = 0;
  #inString = false;
  #escaped = false;

  constructor(file: string, maxBytes: number, maxDepth: number) {
    this.#file = file;
    this.#maxBytes = maxBytes;
    this.#maxDepth = maxDepth;
  }

  *take(chunk: Buffer): Generator<JsonElement> {
    let from = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at]!;
      if (byte === LINE_FEED) this.#line += 1;
      if (this.#place !== "inside") {
        this.#outside(byte, this.#byte + at);
        from = at + 1;
      } else if (this.#inString) {
        if (this.#escaped) this.#escaped = false;
        else if (byte === BACKSLASH) this.#escaped = true;
        else if (byte === QUOTE) this.#inString = false;
      } else if (this.#depth === 0 && (byte === COMMA || byte === CLOSE_SQUARE)) {
        this.#keep(chunk.subarray(from, at));
        from = at + 1;
        const last = byte === CLOSE_SQUARE;
        // `[]` has no element; `[1,]` and `[,1]` lack one.
        if (this.#start !== null || !last || this.#elements > 0) yield this.#element(at);
        if (last) this.#place = "behind";
      } else if (!isSpace(byte)) {
        if (this.#start === null) {
          this.#start = { line: this.#line, byte: this.#byte + at };
          from = at;
        }
        if (byte === QUOTE) this.#inString = true;
        else if (byte === OPEN_CURLY || byte === OPEN_SQUARE) {
          this.#depth += 1;
          this.#deepest = Math.max(this.#deepest, this.#depth);
        } else if (byte === CLOSE_CURLY || byte === CLOSE_SQUARE) this.#depth = Math.max(0, this.#depth - 1);
      }
    }
    if (this.#place === "inside") this.#keep(chunk.subarray(from));
    this.#byte += chunk.length;
  }

  end(): void {
    if (this.#place === "behind") return;
    if (this.#place === "before") throw new InputError(this.#file, "is empty; it must be one JSON array");
    const { line } = this.#start ?? { line: this.#line };
    throw new InputError(this.#file, "the JSON array is cut off, or a quote in it is not closed", { line });
  }

  #outside(byte: number, at: number): void {
    // A byte order mark is three bytes at the very beginning.
    if (isSpace(byte) || (at < 3 && [0xef, 0xbb, 0xbf][at] === byte)) return;
    if (this.#place === "behind")
      throw new InputError(this.#file, "continues after the end of its JSON array", { line: this.#line });
    if (byte !== OPEN_SQUARE) throw new InputError(this.#file, "is not a JSON array in UTF-8", { line: this.#line });
    this.#place = "inside";
  }

  #keep(part: Buffer): void {
    if (this.#start === null) return;
    const room = Math.max(0, this.#maxBytes - this.#length);
    if (room > 0 && part.length > 0) this.#parts.push(part.subarray(0, room));
    this.#length += part.length;
  }

  #element(end: number): JsonElement {
    const bytes = Buffer.concat(this.#parts);
    const start = this.#start ?? { line: this.#line, byte: this.#byte + end };
    const element = { ...start, ...this.#read(bytes, start) };
    this.#elements += 1;
    this.#parts = [];
    this.#length = 0;
    this.#start = null;
    this.#depth = 0;
    this.#deepest = 0;
    return element;
  }

  #read(bytes: Buffer, start: { line: number; byte: number }): Pick<JsonElement, "text" | "problem"> {
    const preview = (): string => bytes.subarray(0, PREVIEW_BYTES).toString("utf8");
    if (this.#length > this.#maxBytes) {
      const message = `the element has ${this.#length} bytes; the maximum is ${this.#maxBytes}`;
      return { text: preview(), problem: { reason: "element_too_long", message } };
    }
    if (this.#deepest > this.#maxDepth) {
      const message = `brackets are nested ${this.#deepest} deep; the maximum is ${this.#maxDepth}`;
      return { text: preview(), problem: { reason: "element_too_deep", message } };
    }
    if (!isUtf8(bytes)) {
      const byte = start.byte + firstInvalidByte(bytes);
      throw new InputError(this.#file, `byte ${byte} of the file is not UTF-8; specify its encoding with --encoding`, start);
    }
    const text = bytes.toString("utf8").trim();
    return text === ""
      ? { text, problem: { reason: "invalid_json", message: "an element is missing before a comma or bracket" } }
      : { text };
  }
}
