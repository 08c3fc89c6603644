import { describe, expect, it } from "vitest";
import { s2orc } from "../../../ingest/full-text/s2orc.ts";
import { lines, markersOf, reasonOf, textIn } from "./read-text.ts";

const BODY = [
  { text: "𝒜 graph (Doe) here.", section: "Introduction", sec_num: "1", cite_spans: [{ start: 8, end: 13, ref_id: "BIBREF0" }] },
  { text: "We ran it.", section: "Training", sec_num: "2.1", cite_spans: [] },
];
const ENTRIES = {
  BIBREF0: { title: "Graphs", authors: [{ first: "J", middle: [], last: "Doe", suffix: "" }], year: 2001, venue: "J" },
};
const ABSTRACT = [{ text: "Short.", section: "Abstract", cite_spans: [] }];
const PARSE = {
  abstract: ABSTRACT,
  body_text: BODY,
  bib_entries: ENTRIES,
  ref_entries: { TABREF0: { text: "Table 1: Sizes", type: "table" } },
};
const METADATA = { title: "On graphs", authors: [{ first: "Ada", middle: ["B"], last: "Lovelace", suffix: "" }], year: "2019" };

const FORMS: [string, object, object][] = [
  [
    "of 2019",
    { paper_id: "77", metadata: { ...METADATA, doi: "10.1000/S", pmc_id: "PMC5" }, grobid_parse: PARSE },
    { doi: "10.1000/s", pmcid: "PMC5", s2: "77" },
  ],
  ["of 2020", { paper_id: "77", _pdf_hash: "x", ...PARSE }, { s2: "77" }],
  ["of 2021", { paper_id: "a".repeat(40), metadata: METADATA, ...PARSE }, {}],
  ["of s2orc-doc2json", { paper_id: "2020", header: {}, ...METADATA, abstract: "Short.", pdf_parse: PARSE }, {}],
];

describe("S2ORC", () => {
  it.each(FORMS)("the form %s gives its ids, sections, captions and markers", async (_, content, ids) => {
    const text = await textIn(s2orc, JSON.stringify(content));
    expect(text.ids).toEqual(ids);
    expect(lines(text)).toEqual([
      "abstract · paragraph · Short.",
      "introduction · paragraph · 𝒜 graph (Doe) here.",
      "method · paragraph · We ran it.",
      "caption · caption · Table 1 · Table 1: Sizes",
    ]);
    expect(text.abstract).toBe("Short.");
    expect(markersOf(text)).toEqual([["(Doe)", "BIBREF0"]]);
  });

  it("several papers stand one a line", async () => {
    const lines = [1, 2].map((id) => JSON.stringify({ paper_id: String(id), ...PARSE }));
    const texts = await s2orc.read({ name: "file", bytes: Buffer.from(`${lines.join("\n")}\n`) });
    expect(texts.map(({ ids }) => ids.s2)).toEqual(["1", "2"]);
  });

  it.each([
    ["cut off", JSON.stringify({ paper_id: "1", ...PARSE }).slice(0, -5), "invalid_json"],
    ["of another shape", `{"paper_id": "1", "body_text": "text"}`, "wrong_format"],
    ["empty", `{"paper_id": "1", "body_text": []}`, "no_text"],
  ])("a file that is %s is refused", async (_, content, reason) => {
    expect(await reasonOf(s2orc, content)).toBe(reason);
  });
});
