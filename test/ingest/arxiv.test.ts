import { describe, expect, it } from "vitest";
import { checkPaper, checkSignal } from "../../ingest/validate.ts";
import { readArxiv } from "../../ingest/sources/arxiv.ts";
import type { PaperRow, RawRow } from "../../ingest/sources/port.ts";
import { atomEntryXml, atomFeed, deletedXml, oaiError, oaiPage, oaiRecordXml } from "./arxiv-pages.ts";
import { all, fileOf } from "./files.ts";

const PAPER = {
  title: "Search",
  year: null,
  published_at: "2023-01-02",
  venue: "arXiv",
  categories: ["cs.IR", "cs.CL"],
  ids: { arxiv: "2301.00123" },
  url: "https://arxiv.org/abs/2301.00123",
  pdf_url: "https://arxiv.org/pdf/2301.00123",
  retracted: false,
};

describe("an arXiv record", () => {
  it("in arXiv's own format is a paper with its authors' names in their order", async () => {
    const [row] = (await read(oaiPage([oaiRecordXml("2301.00123", "Search", "<doi>10.1000/ABC nonsense</doi>")]))) as PaperRow[];
    expect(checkPaper(row!.paper)).toMatchObject({
      value: {
        ...PAPER,
        abstract: "We search and find < 3.",
        authors: ["Ada B. Example", "Solo Jr."],
        ids: { arxiv: "2301.00123", doi: "10.1000/abc" },
      },
    });
    expect(row!.source).toEqual({ name: "arXiv", url: PAPER.url, license: "CC0 1.0" });
  });

  it("in Dublin Core is the same paper, its comments no abstract", async () => {
    const record = `<record><header><identifier>oai:arXiv.org:2301.00123</identifier></header><metadata>
<oai_dc:dc xmlns:oai_dc="x" xmlns:dc="y"><dc:title>Search</dc:title><dc:creator>Example, Ada B.</dc:creator><dc:creator>Consortium</dc:creator>
<dc:subject>Information Retrieval</dc:subject><dc:description>Comment: 9 pages</dc:description><dc:description>We search.</dc:description>
<dc:date>2024-02-01</dc:date><dc:date>2023-01-02</dc:date><dc:identifier>http://arxiv.org/abs/2301.00123</dc:identifier>
<dc:identifier>doi:10.1000/ABC</dc:identifier></oai_dc:dc></metadata></record>`;
    const [row] = (await read(oaiPage([record]))) as PaperRow[];
    expect(checkPaper(row!.paper)).toMatchObject({
      value: {
        ...PAPER,
        abstract: "We search.",
        authors: ["Ada B. Example", "Consortium"],
        categories: ["Information Retrieval"],
        ids: { arxiv: "2301.00123", doi: "10.1000/abc" },
      },
    });
  });

  it("in an Atom feed is the same paper, whatever its version", async () => {
    const [row] = (await read(atomFeed([atomEntryXml("2301.00123v3", "Search")], 1))) as PaperRow[];
    expect(checkPaper(row!.paper)).toMatchObject({
      value: { ...PAPER, categories: ["cs.IR"], ids: { arxiv: "2301.00123", doi: "10.1000/abc" }, authors: ["Ada B. Example"] },
    });
  });

  it("that arXiv deleted is a deletion with its id", async () => {
    expect(await read(oaiPage([deletedXml("cs/9901001")]))).toMatchObject([
      { kind: "deletion", ids: { arxiv: "cs/9901001" }, source: { name: "arXiv" } },
    ]);
  });

  it.each([
    ["This paper has been withdrawn by the author due to an error in Lemma 2", true],
    ["Withdrawn, superseded by arXiv:2302.00001", true],
    ["9 pages; an earlier version was withdrawn", false],
  ])("is retracted where its comment says so at its beginning: %s", async (comment, retracted) => {
    const [row] = (await read(oaiPage([oaiRecordXml("2301.00123", "T", `<comments>${comment}</comments>`)]))) as PaperRow[];
    expect(row!.paper).toMatchObject({ retracted });
    expect(row!.signals).toHaveLength(retracted ? 1 : 0);
    for (const signal of row!.signals) {
      expect(checkSignal({ ...(signal as object), paper_ids: ["arxiv:2301.00123"] })).toMatchObject({
        value: { kind: "retraction", observed_at: "2024-02-01", statement: expect.stringContaining(comment) },
      });
    }
  });

  it("that cannot be read is a dead letter, and the next is read", async () => {
    const rows = await read(
      oaiPage([
        "<record><metadata/></record>",
        '<record><header status="deleted"><identifier>oai:x:y</identifier></header></record>',
        "<record><header><identifier>oai:arXiv.org:2301.00123</identifier></header><metadata><marc/></metadata></record>",
        oaiRecordXml("9999.99999", "A wrong id"),
        oaiRecordXml("2301.00123", "Search"),
      ]),
    );
    expect(rows.slice(0, 3)).toMatchObject([
      { problem: { reason: "not_a_record" } },
      { problem: { reason: "not_a_record" } },
      { problem: { reason: "unknown_metadata", allowed: ["arXiv", "oai_dc"] } },
    ]);
    expect(checkPaper((rows[3] as PaperRow).paper)).toMatchObject({ problem: { field: "ids.arxiv" } });
    expect(checkPaper((rows[4] as PaperRow).paper)).toHaveProperty("value");
  });
});

describe("a file of arXiv's", () => {
  it.each([
    ["without any paper is a fault, never an empty success", oaiPage([]), /valid response from arXiv without any paper/u],
    ["without any entry is a fault", atomFeed([], 0), /valid response from arXiv without any paper/u],
    [
      "that states an error is a fault that names it",
      oaiError("badArgument", "wrong date"),
      /arXiv responded: badArgument wrong date/u,
    ],
    [
      "whose entry is an error is a fault that names it",
      atomFeed([atomEntryXml("x", "Error").replace("http://arxiv.org/abs/x", "http://arxiv.org/api/errors#x")], 1),
      /arXiv responded: We search/u,
    ],
    ["that is other XML is a fault", "<html><body>Busy</body></html>", /is neither an OAI-PMH response nor an Atom feed/u],
  ])("%s", async (_, content, message) => {
    await expect(read(content)).rejects.toThrow(message);
  });

  it("that says that nothing changed is empty", async () => {
    expect(await read(oaiError("noRecordsMatch", "nothing since then"))).toEqual([]);
  });
});

async function read(content: string): Promise<RawRow[]> {
  return all(readArxiv(fileOf(content, 100, "arxiv.xml")));
}
