import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { FullText } from "../../src/documents/full-text.ts";
import { storedText } from "../../src/documents/passage.ts";
import { packWhole, unpackWhole } from "../../src/engine/packed-whole.ts";
import { paper } from "../support/documents.ts";

const ID = "whole:1";

/** A made text with so many references, each cited in its paragraph. */
function wholeJson(count: number, given: Partial<FullText["references"][number]> = {}): string {
  const numbers = Array.from({ length: count }, (_, index) => index);
  const text: FullText = {
    format: "jats",
    ids: { doi: "10.1/a" },
    title: "Zebras “of” the plain\n$& \\",
    authors: ["Ana Roe"],
    abstract: null,
    year: 2020,
    published_at: null,
    venue: null,
    licence: null,
    source: { name: "a press", url: null, license: null },
    sections: [{ heading: ["Results", "Speed"], kind: "results" }],
    passages: numbers.map((number) => ({
      section: 0,
      kind: "results",
      form: "paragraph",
      text: `Zebras run [${number}] and rest [${number}].`,
      page: null,
      place: null,
      label: null,
    })),
    references: numbers.map((number) => {
      const fields = { title: `Herds of ${number} $& zebras`, authors: ["Bo Li", `N Ö ${number}`], year: 1990 + (number % 30) };
      return {
        key: `b${number}`,
        text: `${fields.authors.join(", ")}. ${fields.year}. ${fields.title}. Zebra Letters ${number}. ${fields.year}`,
        ...fields,
        venue: number % 2 === 0 ? "Zebra Letters" : null,
        ids: number % 3 === 0 ? { doi: `10.1/${number}` } : {},
        ...given,
      };
    }),
    markers: numbers.flatMap((number) => {
      const [first, second] = [11, 11 + `[${number}] and rest `.length];
      const length = `[${number}]`.length;
      const keys = [`b${number}`, `b${(number + 7) % count}`];
      return [first, second].map((start) => ({ passage: number, start, end: start + length, keys }));
    }),
    notices: [],
  };
  const at = { file: "a.xml", run_id: "run-1", ingested_at: "2026-01-02T03:04:05.678Z" };
  return storedText(text, paper({ paper_id: "doi:10.1/a" }), at).whole.whole!;
}

describe("what is stored about a whole text", () => {
  test.each<[string, string]>([
    ["with references and markers", wholeJson(60)],
    ["without any", wholeJson(0)],
    ["whose references are printed nowhere", wholeJson(3, { text: null })],
    ["whose references have a text alone", wholeJson(3, { title: null, authors: [], year: null, venue: null })],
    ["whose title stands twice in its entry", wholeJson(3, { title: "Herds", text: "Herds. On Herds. Herds" })],
  ])("comes back as it was: a text %s", (_, json) => {
    const packed = packWhole(json);
    expect(packed).toMatch(/^packed:lean:[0-9a-f]{8}:[\w+/=]+$/u);
    expect(unpackWhole(packed, ID)).toBe(json);
  });

  test.each<[string, string]>([
    ["with characters that stand for fields", wholeJson(3, { text: "A \ue000 and \ue001" })],
    ["with a member that no text has", JSON.stringify({ ...JSON.parse(wholeJson(3)), markers: [{ more: 1 }] })],
    ["without references", JSON.stringify({ title: "Zebras", long: "zebra ".repeat(9) })],
    ["that is no JSON", "zebra: {"],
    ["that is empty", ""],
  ])("comes back as it was: what is kept as it is, as one %s", (_, json) => {
    const packed = packWhole(json);
    expect(packed.startsWith("packed:json:")).toBe(true);
    expect(unpackWhole(packed, ID)).toBe(json);
  });

  test("comes back as it was, whatever it is", () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string({ unit: "grapheme" })), (json) => unpackWhole(packWhole(json), ID) === json),
    );
  });

  test("takes a tenth of the room of its JSON where much is repeated", () => {
    const json = wholeJson(200);
    expect(packWhole(json).length).toBeLessThan(json.length / 10);
  });

  test("is read as it stands where it was stored before it was packed", () => {
    const json = wholeJson(2);
    expect(unpackWhole(json, ID)).toBe(json);
  });

  const packed = packWhole(wholeJson(20));
  const [, , sum, data] = packed.split(":") as [string, string, string, string];
  test.each<[string, string, string]>([
    ["cut off", packed.slice(0, -40), "cannot be unpacked"],
    ["cut off behind its checksum", `packed:lean:${sum}`, "cannot be unpacked"],
    ["not of Brotli", `packed:lean:${sum}:${Buffer.from("zebra").toString("base64")}`, "cannot be unpacked"],
    ["of another text", `packed:lean:00000000:${data}`, "its checksum is wrong"],
    ["of a form of later releases", `packed:later:${sum}:${data}`, "packed as later, which this release does not know"],
  ])("is refused with what to do where it is %s", (_, stored, reason) => {
    const error = expect.objectContaining({
      code: "internal_error",
      message: expect.stringMatching(new RegExp(`whole:1 cannot be read: .*${reason}`, "u")) as string,
      hint: "Restore a backup, or rebuild the index from its files.",
    }) as Error;
    expect(() => unpackWhole(stored, ID)).toThrow(error);
  });
});
