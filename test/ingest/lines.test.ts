import { describe, expect, it } from "vitest";
import { readLines } from "../../ingest/sources/lines.ts";
import { all, fileOf } from "./files.ts";

const CASES: [string, string, string[]][] = [
  ["line feeds", "a\nb\n", ["a", "b"]],
  ["a last line without an end", "a\nb", ["a", "b"]],
  ["carriage return and line feed", "a\r\nb\r\n", ["a", "b"]],
  ["a carriage return inside a line", "a\rb\nc", ["a\rb", "c"]],
  ["a carriage return before the end of the file", "a\nb\r", ["a", "b\r"]],
  ["two carriage returns before a line feed", "a\r\r\nb", ["a\r", "b"]],
  ["line and paragraph separators, which are text", '{"a":"x\u2028y\u2029z\u0085"}\nb', ['{"a":"x\u2028y\u2029z\u0085"}', "b"]],
  ["empty lines", "\n\na\n\n", ["", "", "a", ""]],
  ["a byte order mark", "\ufeffa\nb", ["a", "b"]],
  ["characters of two to four bytes", "é€😀\n😀", ["é€😀", "😀"]],
  ["a NUL", "a\u0000b\nc", ["a\u0000b", "c"]],
  ["nothing at all", "", []],
  ["a replacement character that is really there", "a\ufffdb\n", ["a\ufffdb"]],
];

describe("readLines", () => {
  for (const [name, text, lines] of CASES) {
    it.each([1, 2, 3, 64])(`reads ${name}, in chunks of %i bytes`, async (size) => {
      expect((await all(readLines(fileOf(text, size)))).map((line) => line.text)).toEqual(lines);
    });
  }

  it("states the number and the byte of each line, behind a byte order mark and characters of several bytes", async () => {
    const lines = await all(readLines(fileOf("\ufeffé\r\nb\n\nc", 2)));
    expect(lines.map(({ number, byte, end }) => [number, byte, end])).toEqual([
      [1, 3, "\r\n"],
      [2, 7, "\n"],
      [3, 9, "\n"],
      [4, 10, ""],
    ]);
  });

  it("passes over a line that is longer than the limit, says so, and reads the next one", async () => {
    const lines = await all(readLines(fileOf(`ok\n${"x".repeat(50)}\n${"y".repeat(10)}\r\nok`), { maxBytes: 10 }));
    expect(lines.map(({ text, problem }) => problem?.reason ?? text)).toEqual(["ok", "line_too_long", "yyyyyyyyyy", "ok"]);
    expect(lines.at(-1)).toMatchObject({ number: 4, byte: 3 + 51 + 12 });
  });

  it("ends a line at a lone carriage return where that is asked for", async () => {
    const lines = await all(readLines(fileOf("a\rb\r\nc\r", 2), { loneCarriageReturn: true }));
    expect(lines.map(({ number, byte, text, end }) => [number, byte, text, end])).toEqual([
      [1, 0, "a", "\r"],
      [2, 2, "b", "\r\n"],
      [3, 5, "c", "\r"],
    ]);
  });

  it("refuses a file at its first byte that is not UTF-8, naming the byte, the line and the way out", async () => {
    const latin1 = Buffer.concat([Buffer.from("good é\nca"), Buffer.from([0x66, 0xe9, 0x0a])]);
    const reading = all(readLines(fileOf(latin1)));
    await expect(reading).rejects.toThrow(/^file\.txt:2: byte 11 of the file is not UTF-8; .*--encoding/u);
  });

  it("sets a line that is not UTF-8 aside where the caller says that the file is UTF-8", async () => {
    const bytes = Buffer.concat([Buffer.from("a\nb"), Buffer.from([0xff]), Buffer.from("\nc\n")]);
    const lines = await all(readLines(fileOf(bytes), { invalidUtf8: "line" }));
    expect(lines.map(({ text, problem }) => problem?.message ?? text)).toEqual(["a", "byte 3 of the file is not UTF-8", "c"]);
  });

  it.each([
    ["with a byte order mark, little-endian", Buffer.from("\ufeffab\n", "utf16le")],
    ["without one", Buffer.from("ab\n", "utf16le")],
    ["big-endian", Buffer.from("\ufeffab\n", "utf16le").swap16()],
  ])("refuses UTF-16 %s", async (_, bytes) => {
    await expect(all(readLines(fileOf(bytes)))).rejects.toThrow(/UTF-16/u);
  });
});
