import { describe, expect, it } from "vitest";
import { readJsonArray, type JsonArrayOptions } from "../../ingest/sources/json-array.ts";
import { all, fileOf } from "./files.ts";

describe("a JSON array", () => {
  const values = [{ a: 'x, [y] {z} " \\ \u2028 é' }, [1, [2]], "text, with ] and \\", 3, null, {}, { "": [{}] }];

  it.each([1, 2, 3, 7, 1_000])("is cut into its elements wherever its bytes are parted: every %i", async (chunkSize) => {
    for (const text of [JSON.stringify(values), `\ufeff ${JSON.stringify(values, null, 2)}\n`]) {
      const elements = await all(readJsonArray(fileOf(text, chunkSize)));
      expect(elements.map((element) => JSON.parse(element.text))).toEqual(values);
    }
  });

  it("says where each element starts: its line and its byte", async () => {
    const text = '[\n  {"é": 1},\n\n  {"b": 2}\n]';
    const elements = await all(readJsonArray(fileOf(text)));
    expect(elements.map(({ line, byte }) => [line, byte])).toEqual([
      [2, Buffer.byteLength("[\n  ")],
      [4, Buffer.byteLength('[\n  {"é": 1},\n\n  ')],
    ]);
  });

  it("without elements has none", async () => {
    expect(await all(readJsonArray(fileOf(" [ \n ] ")))).toEqual([]);
  });

  it("passes over an element that is too long or nested too deep, and reads the next", async () => {
    const text = `[{"a":"${"x".repeat(200)}"},[[[[1]]]],{"b":1}]`;
    const found = await read(text, { maxBytes: 100, maxDepth: 3 });
    expect(found).toEqual(["element_too_long", "element_too_deep", '{"b":1}']);
  });

  it("says where an element is missing", async () => {
    expect(await read("[1,,2]")).toEqual(["1", "invalid_json", "2"]);
    expect(await read("[1,]")).toEqual(["1", "invalid_json"]);
  });

  it.each([
    ["[1, {", /is cut off/u],
    ['[1, {"a": "x]', /file\.txt:1: .*is cut off, or a quote in it is not closed/u],
    ["[1", /is cut off/u],
    ["", /is empty/u],
    ['{"a": 1}', /is not a JSON array/u],
    ["[1] [2]", /continues after the end/u],
    [Buffer.from([0x5b, 0x22, 0xff, 0x22, 0x5d]), /byte 2 of the file is not UTF-8/u],
    [Buffer.from("\ufeff[1]", "utf16le"), /is not a JSON array in UTF-8/u],
  ])("that is none, or not whole, is a fault of the file: %j", async (content, message) => {
    await expect(all(readJsonArray(fileOf(content)))).rejects.toThrow(message);
  });
});

async function read(text: string, options?: JsonArrayOptions): Promise<string[]> {
  return (await all(readJsonArray(fileOf(text), options))).map((element) => element.problem?.reason ?? element.text);
}
