import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { deflateRawSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { checkPaper } from "../../ingest/validate.ts";
import { openSource } from "../../ingest/sources/open-source.ts";
import { FORMAT_NAMES } from "../../ingest/sources/registry.ts";
import type { SourceOptions } from "../../ingest/sources/format.ts";
import type { SourceItem } from "../../ingest/sources/port.ts";
import { atomEntryXml, atomFeed, oaiPage, oaiRecordXml } from "./arxiv-pages.ts";
import { all, scratchFolder, writeScratch } from "./files.ts";

describe("every format", () => {
  const list = JSON.stringify([{ id: "abcDEF12345", title: "Paper" }]);
  const work = JSON.stringify({ id: "https://openalex.org/W12345", title: "Paper" });
  const anthology =
    '<collection id="P19"><volume id="1"><meta><year>2019</year></meta><paper id="1"><title>Paper</title></paper></volume></collection>';
  const crossref = JSON.stringify({ DOI: "10.1000/paper", type: "journal-article", title: ["Paper"] });
  const EXAMPLES: [SourceOptions["format"], string, string][] = [
    ["csv", "x.csv", "id,title\nW12345,Paper\n"],
    ["csv", "x.tsv", "id\ttitle\nW12345\tPaper\n"],
    ["jsonl", "x.jsonl", '{"id":"W12345","title":"Paper"}\n'],
    ["acl-anthology", "x.xml", anthology],
    ["paperlists", "iclr2024.json", list],
    ["openalex", "x.jsonl", `${work}\n`],
    ["crossref", "x.jsonl", `${crossref}\n`],
    ["arxiv", "x.xml", oaiPage([oaiRecordXml("2301.00001", "Paper")])],
    ["arxiv", "x.atom", atomFeed([atomEntryXml("2301.00001v1", "Paper")], 1)],
  ];

  it("has an example here", () => {
    const missing = FORMAT_NAMES.filter((name) => !EXAMPLES.some(([format]) => format === name));
    expect(missing, "add a line with one paper in this format to EXAMPLES above").toEqual([]);
  });

  it.each(EXAMPLES)("is read from a file, gzipped or not, and from a folder: %s %s", async (format, name, content) => {
    const options = format === "paperlists" ? { observedAt: "2024-01-02" } : {};
    const folder = scratchFolder();
    writeFileSync(join(folder, `${name}.gz`), gzipSync(content));
    for (const path of [writeScratch(name, content), join(folder, `${name}.gz`), folder]) {
      expect(titlesOf(await read(path, format, options))).toEqual(["Paper"]);
    }
  });

  it.each(EXAMPLES)("that is gzipped and cut off is a fault of the file: %s %s", async (format, name, content) => {
    const options = format === "paperlists" ? { observedAt: "2024-01-02" } : {};
    const packed = gzipSync(content);
    const path = writeScratch(`${name}.gz`, packed.subarray(0, packed.length - 12));
    expect((await read(path, format, options)).at(-1)).toMatchObject({
      kind: "fault",
      error: { message: expect.stringMatching(/cut off|damaged/u) },
    });
  });
});

describe("a gzip file", () => {
  it("that unpacks to far more than its size is refused before it fills anything", { timeout: 60_000 }, async () => {
    const member = gzipSync(Buffer.alloc(32 * 1024 * 1024, " "));
    const path = writeScratch("bomb.jsonl.gz", Buffer.concat(Array.from({ length: 12 }, () => member)));
    expect(await read(path, "jsonl")).toMatchObject([
      { kind: "fault", error: { message: expect.stringContaining("unpacks to more than 200 times its size") } },
    ]);
  });

  it("whose bytes were changed on the way is a fault of the file", async () => {
    const content = Array.from(
      { length: 200 },
      (_, n) => `{"id":"W${10_000 + n}","title":"${createHash("sha256").update(`${n}`).digest("hex")}"}\n`,
    ).join("");
    const packed = gzipSync(content);
    packed[packed.length >> 1]! ^= 0xff;
    expect((await read(writeScratch("x.jsonl.gz", packed), "jsonl")).at(-1)).toMatchObject({ kind: "fault" });
  });

  it("that is none, whatever it is called, is read as it is", async () => {
    expect(titlesOf(await read(writeScratch("x.csv.gz", "id,title\nW12345,Paper\n"), "csv"))).toEqual(["Paper"]);
    expect(await read(writeScratch("x.csv.gz", deflateRawSync("id,title\nW12345,Paper\n")), "csv")).toMatchObject([
      { kind: "fault" },
    ]);
  });
});

describe("text", () => {
  it("that looks like a number stays text", async () => {
    const csv = "id,title,venue,authors\nW12345,1e5,007,0x10;1.0\n";
    const [row] = await read(writeScratch("x.csv", csv), "csv");
    expect(row).toMatchObject({ paper: { title: "1e5", venue: "007", authors: ["0x10", "1.0"] } });
  });

  it("in any form of Unicode is stored in one, without invisible characters", async () => {
    const jsonl = `${JSON.stringify({ id: "W12345", title: "Cafe\u0301 \u200bnoir\u202e\ufeff" })}\n`;
    const [row] = await read(writeScratch("x.jsonl", jsonl), "jsonl");
    expect(checkPaper((row as { paper: unknown }).paper)).toMatchObject({ value: { title: "Café noir" } });
  });

  it("with half of a surrogate pair becomes well-formed", async () => {
    const [row] = await read(writeScratch("x.jsonl", '{"id":"W12345","title":"A \\ud83d B"}\n'), "jsonl");
    const checked = checkPaper((row as { paper: unknown }).paper);
    expect("value" in checked && checked.value.title.isWellFormed()).toBe(true);
  });
});

describe("ids and dates", () => {
  it.each([
    ["doi", "https://DOI.org/10.1000/ABC", { doi: "10.1000/abc" }],
    ["arxiv", "arXiv:2301.00001v7", { arxiv: "2301.00001" }],
    ["doi", "10.48550/arXiv.2301.00001", { arxiv: "2301.00001" }],
  ])("in any spelling are one: %s %s", async (column, value, ids) => {
    const [row] = await read(writeScratch("x.csv", `title,${column}\nA,${value}\n`), "csv");
    expect(checkPaper((row as { paper: unknown }).paper)).toMatchObject({ value: { ids } });
  });

  it.each(["2024-02-30", "20240101", "2024-13-01", "yesterday", "2020.7"])("that are no days are refused: %s", async (day) => {
    const [row] = await read(
      writeScratch("x.jsonl", `${JSON.stringify({ id: "W12345", title: "A", published_at: day })}\n`),
      "jsonl",
    );
    const problem =
      row!.kind === "unreadable" ? row!.problem : (checkPaper((row as { paper: unknown }).paper) as { problem: object }).problem;
    expect(problem).toMatchObject({ reason: "invalid_field", field: "published_at" });
  });
});

describe("XML", () => {
  it.each<SourceOptions["format"]>(["acl-anthology", "arxiv"])("with a DOCTYPE is refused: %s", async (format) => {
    const xml = `<!DOCTYPE x [<!ENTITY y "z">]>${oaiPage([oaiRecordXml("2301.00001", "&y;")]).replace(/^<\?xml.*\?>\n/u, "")}`;
    expect(await read(writeScratch("x.xml", xml), format)).toMatchObject([
      { kind: "fault", error: { message: expect.stringContaining("DOCTYPE") } },
    ]);
  });

  it("with an element of a thousand attributes is refused", async () => {
    const attributes = Array.from({ length: 1_000 }, (_, n) => `a${n}=""`).join(" ");
    const xml = oaiPage([`<record ${attributes}/>`]);
    expect(await read(writeScratch("x.xml", xml), "arxiv")).toMatchObject([
      { kind: "fault", error: { message: expect.stringContaining("more than 64 attributes") } },
    ]);
  });

  it("keeps the characters of mixed content in their order", async () => {
    const xml = oaiPage([oaiRecordXml("2301.00001", "On <i>X</i> and O(n) of <b>BERT</b>")]);
    expect(titlesOf(await read(writeScratch("x.xml", xml), "arxiv"))).toEqual(["On X and O(n) of BERT"]);
  });
});

async function read(path: string, format: SourceOptions["format"], more: Partial<SourceOptions> = {}): Promise<SourceItem[]> {
  return all((await openSource({ target: "papers", path, format, ...more })).items);
}

function titlesOf(items: readonly SourceItem[]): unknown[] {
  return items.map((item) => (item.kind === "paper" ? (item.paper as { title: unknown }).title : item));
}
