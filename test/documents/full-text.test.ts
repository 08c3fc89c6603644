import { describe, expect, it } from "vitest";
import { FullText, fullTextHash } from "../../src/documents/full-text.ts";

const TEXT: FullText = {
  format: "jats",
  ids: { doi: "10.1000/a" },
  title: "On retrieval",
  authors: ["Ada Lovelace"],
  abstract: null,
  year: 2020,
  published_at: null,
  venue: null,
  licence: null,
  source: { name: "a.xml", url: null, license: null },
  sections: [{ heading: ["Results"], kind: "results" }],
  passages: [{ section: 0, kind: "results", form: "paragraph", text: "It works [1].", page: null, place: null, label: null }],
  references: [{ key: "b1", text: "A. Lovelace. 1843. Notes.", title: "Notes", authors: [], year: 1843, venue: null, ids: {} }],
  markers: [{ passage: 0, start: 9, end: 12, keys: ["b1"] }],
  notices: [],
};

const WRONG: [string, (text: FullText) => void][] = [
  ["a marker beyond its passage", (text) => (text.markers[0]!.end = 99)],
  ["a marker of a reference that is not there", (text) => (text.markers[0]!.keys = ["b2"])],
  ["a passage of a section that is not there", (text) => (text.passages[0]!.section = 1)],
  ["a passage that is not in its stored form", (text) => (text.passages[0]!.text = "It  works\u200b [1].")],
  ["two references with one key", (text) => text.references.push(text.references[0]!)],
];

describe("a full text", () => {
  it("is taken as it is", () => {
    expect(FullText.parse(TEXT)).toEqual(TEXT);
  });

  it.each(WRONG)("is refused with %s", (_, spoil) => {
    const text = structuredClone(TEXT);
    spoil(text);
    expect(FullText.safeParse(text).success).toBe(false);
  });

  it("has a hash that depends on its content and not on where it came from", () => {
    const hash = fullTextHash(TEXT);
    expect(fullTextHash({ ...TEXT, source: { name: "b.xml", url: null, license: null } })).toBe(hash);
    expect(fullTextHash({ ...TEXT, passages: [{ ...TEXT.passages[0]!, text: "It works [2]." }] })).not.toBe(hash);
  });
});
