import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { PaperInput } from "../../src/documents/paper.ts";
import { SignalInput } from "../../src/documents/signal.ts";
import { readAclAnthology } from "../../ingest/sources/acl-anthology.ts";
import { aclId, type AclPaper } from "../../ingest/sources/acl-paper.ts";
import { readVenueNames } from "../../ingest/sources/acl-venues.ts";
import { openSource } from "../../ingest/sources/open-source.ts";
import type { PaperRow, RawRow } from "../../ingest/sources/port.ts";
import { all, fileOf } from "./files.ts";

const VENUES = new Map([["acl", "ACL"]]);
const META = "<meta><booktitle>B</booktitle><year>2020</year><venue>acl</venue></meta>";

describe("ids", () => {
  it.each([
    ["P19", "1", "1", "P19-1001"],
    ["P19", "2", "34", "P19-2034"],
    ["W18", "1", "1", "W18-0101"],
    ["W18", "64", "81", "W18-6481"],
    ["D19", "1", "1", "D19-1001"],
    ["D19", "50", "3", "D19-5003"],
    ["C69", "1", "2", "C69-0102"],
    ["2020.acl", "main", "1", "2020.acl-main.1"],
    ["2025.naacl", "long", "12", "2025.naacl-long.12"],
  ])("%s, volume %s, paper %s is %s", (collection, volume, paper, id) => {
    expect(aclId({ collection, volume }, paper)).toBe(id);
  });
});

describe("a paper", () => {
  it("has plain text where the file has markup, the characters of mixed content in their order", async () => {
    const { paper } = await one(
      "<title>On <i>X</i> and <tex-math>O(n)</tex-math> of <fixed-case>BERT</fixed-case> &amp; <b>1e<i>5</i></b></title>" +
        "<abstract>See\n  <url>https://x.org/a?b=1&amp;c=2</url>.</abstract>",
    );
    expect(paper).toMatchObject({ title: "On X and O(n) of BERT & 1e5", abstract: "See https://x.org/a?b=1&c=2." });
  });

  it("has its authors by their own names, not by variants in another script", async () => {
    const { paper } = await one(
      '<title>T</title><author id="a"><first>Li</first><last>Wei</last><variant script="hani"><first>伟</first><last>李</last></variant>' +
        "<affiliation>U</affiliation><orcid>0000-0002-1825-0097</orcid></author><author><first/><last>Madonna</last></author><editor><first>E</first><last>F</last></editor>",
    );
    expect(paper.authors).toEqual(["Li Wei", "Madonna"]);
    expect(paper).toMatchObject({ affiliations: ["U"], author_ids: ["acl:a", "orcid:0000-0002-1825-0097"] });
  });

  it("has year, venue, ids, addresses and the license of its year; its day stays unknown", async () => {
    const { paper, source } = await one("<title>T</title><url>2020.acl-main.1</url><doi>10.18653/V1/2020.acl-main.1</doi>");
    expect(paper).toMatchObject({
      year: 2020,
      published_at: null,
      venue: "ACL",
      ids: { acl: "2020.acl-main.1", doi: "10.18653/v1/2020.acl-main.1" },
      url: "https://aclanthology.org/2020.acl-main.1/",
      pdf_url: "https://aclanthology.org/2020.acl-main.1.pdf",
      retracted: false,
    });
    expect(source).toEqual({ name: "ACL Anthology", url: "https://aclanthology.org/2020.acl-main.1/", license: "CC BY 4.0" });
    const old = await one("<title>T</title>", META.replace("2020", "2015"));
    expect(old.source.license).toBe("CC BY-NC-SA 3.0");
  });

  it("without a PDF in the Anthology has none, and a Handle in place of a DOI is no DOI", async () => {
    const { paper } = await one("<title>T</title><url>https://x.org/page</url><doi>http://hdl.handle.net/2065/1</doi>");
    expect(paper).toMatchObject({ pdf_url: null, ids: { acl: "2020.acl-main.1" } });
    expect(paper.ids.doi).toBeUndefined();
  });

  it("of an unknown venue has the venue's id in capitals; `ws` counts only where nothing else is named", async () => {
    expect((await one("<title>T</title>", META.replace("acl<", "wmt<"))).paper.venue).toBe("WMT");
    const joint = META.replace("<venue>acl</venue>", "<venue>ws</venue><venue>acl</venue>");
    expect((await one("<title>T</title>", joint)).paper.venue).toBe("ACL");
  });

  it("is not made of front matter", async () => {
    const rows = await read(
      `<collection id="2020.acl"><volume id="main">${META}<frontmatter><url>x</url></frontmatter></volume></collection>`,
    );
    expect(rows).toEqual([]);
  });
});

describe("signals beside a paper", () => {
  it("are code, datasets, awards, errata and retractions, dated by the file, each with a sentence that names the paper", async () => {
    const { signals, paper } = await one(
      "<title>T</title><award>Best Paper</award>" +
        '<pwccode url="https://github.com/a/b" additional="true">a/b</pwccode>' +
        '<pwcdataset url="https://paperswithcode.com/dataset/x">X</pwcdataset><pwcdataset url="https://paperswithcode.com/dataset/y">Y</pwcdataset>' +
        '<erratum id="1" date="2021-02-03">2020.acl-main.1e1</erratum><retracted date="2022-03-04">A mistake.</retracted>',
    );
    expect(paper.retracted).toBe(true);
    expect(signals.map(({ kind, title, polarity, observed_at }) => [kind, title, polarity, observed_at])).toEqual([
      ["award", "Best Paper", "supports", "2020-06-21"],
      ["code", "Code: github.com/a/b", "supports", "2020-06-21"],
      ["dataset", "Dataset: X", "neutral", "2020-06-21"],
      ["dataset", "Dataset: Y", "neutral", "2020-06-21"],
      ["erratum", "Erratum 2020.acl-main.1e1", "against", "2021-02-03"],
      ["retraction", "Retraction of 2020.acl-main.1", "against", "2022-03-04"],
    ]);
    for (const { statement } of signals) expect(statement).toContain("“T” (2020.acl-main.1)");
    expect(signals.at(-1)!.statement).toMatch(/as retracted on 2022-03-04\. Reason given: A mistake\.$/u);
  });

  it.each([
    ["SQuAD: Questions for Machine Comprehension", "supports"],
    ["SQuAD – Questions", "supports"],
    ["SQuADs: More Questions", "neutral"],
    ["Reading SQuAD with Care", "neutral"],
  ])("a linked data set is the paper's own only where its title opens with the name: %s", async (title, polarity) => {
    const link = '<pwcdataset url="https://paperswithcode.com/dataset/squad">SQuAD</pwcdataset>';
    const { signals } = await one(`<title>${title}</title>${link}`);
    expect(signals.map((signal) => signal.polarity)).toEqual([polarity]);
  });

  it("are dated by the volume's year where it has no ingest date, and by the year that an award names", async () => {
    const { signals } = await one(
      '<title>T</title><award>ACL 2030 10-Year Test of Time</award><pwccode url="" additional="true"/>',
      META,
      "",
    );
    expect(signals.map(({ title, observed_at }) => [title, observed_at])).toEqual([
      ["ACL 2030 10-Year Test of Time", "2030-01-01"],
      ["Community code on Papers with Code", "2020-01-01"],
    ]);
  });

  it("are its revisions with what they changed; only those that mend what it reports speak against it", async () => {
    const { signals } = await one(
      '<title>T</title><revision id="1" href="2020.acl-main.1v1" hash="1"/>' +
        '<revision id="2" href="2020.acl-main.1v2" hash="2" date="2021-03-04">Corrected the results in <b>Table 2</b>.</revision>' +
        '<revision id="3" href="2020.acl-main.1v3" hash="3">Fixed the acknowledgments.</revision>' +
        '<revision id="4" href="2020.acl-main.1v4" hash="4">No description of the changes were recorded.</revision>',
    );
    expect(signals.map(({ kind, title, polarity, observed_at }) => [kind, title, polarity, observed_at])).toEqual([
      ["erratum", "Revision 2 of 2020.acl-main.1", "against", "2021-03-04"],
      ["erratum", "Revision 3 of 2020.acl-main.1", "neutral", "2020-06-21"],
      ["erratum", "Revision 4 of 2020.acl-main.1", "neutral", "2020-06-21"],
    ]);
    expect(signals[0]!.statement).toMatch(
      /revision 2 of 2021-03-04 of the paper “T” .* What changed: Corrected the results in Table 2\.$/u,
    );
  });

  it("of a removed paper is a retraction", async () => {
    const { paper, signals } = await one('<title>T</title><removed date="2021-10-05">Duplicate.</removed>');
    expect(paper.retracted).toBe(true);
    expect(signals).toMatchObject([{ kind: "retraction", title: "Removal of 2020.acl-main.1", polarity: "against" }]);
  });
});

describe("a file that is not as it should be", () => {
  const start = `<collection id="2020.acl">\n<volume id="main">${META}\n<paper id="1"><title>A</title></paper>\n`;

  it.each([
    ["is cut off", start, /^a\.xml:\d+:\d+: is not well-formed XML/u],
    ["has a tag that does not match", `${start}<paper id="2"><title>B</titel></paper>`, /^a\.xml:4:\d+: is not well-formed/u],
    ["has an entity of its own", `${start}<paper id="2"><title>&x;</title></paper>`, /^a\.xml:4:\d+: is not well-formed/u],
    ["nests without end", `${start}${"<b>".repeat(100)}`, /^a\.xml:4:\d+: elements are nested deeper than 32/u],
  ])("that %s: the papers before the fault are kept, and file, line and column are named", async (_, xml, message) => {
    for (const size of [1, 5, 10_000]) {
      const rows: RawRow[] = [];
      const reading = async () => {
        for await (const row of readAclAnthology(fileOf(xml, size, "a.xml"), VENUES)) rows.push(row);
      };
      await expect(reading()).rejects.toThrow(message);
      expect(rows).toHaveLength(1);
    }
  });

  it("with a DOCTYPE is refused before anything in it is read", async () => {
    const xml = `<!DOCTYPE collection [<!ENTITY x "y">]>${start}`;
    await expect(read(xml)).rejects.toThrow("DOCTYPE");
  });

  it("that is not UTF-8 is refused", async () => {
    const bytes = Buffer.concat([Buffer.from(start), Buffer.from([0x66, 0xe9, 0x20])]);
    await expect(all(readAclAnthology(fileOf(bytes), VENUES))).rejects.toThrow(
      `the file is not UTF-8 near byte ${start.length + 1}`,
    );
  });
});

const dataDir = process.env.TEST_DATA_DIR;
if (!dataDir) console.log("TEST_DATA_DIR is not set: the whole Anthology is not read");

describe.runIf(dataDir)("the whole Anthology", () => {
  const folder = join(dataDir ?? "", "acl-anthology", "xml");
  /** What we call each paper, in the order of the files. */
  const ids: (string | undefined)[] = [];

  it("gives every paper, every abstract, every link, each as a valid document", { timeout: 120_000 }, async () => {
    const source = await openSource({ target: "papers", path: folder, format: "acl-anthology" });
    const counts: Record<string, number> = { papers: 0, abstracts: 0, refused: 0 };
    for await (const item of source.items) {
      if (item.kind === "fault") throw item.error;
      const { paper, signals } = item as PaperRow;
      const parsed = PaperInput.safeParse(paper);
      ids.push((paper as { ids: { acl?: string } }).ids.acl);
      counts.papers! += 1;
      counts.abstracts! += parsed.success && parsed.data.abstract !== null ? 1 : 0;
      counts.refused! += parsed.success ? 0 : 1;
      for (const signal of signals as AclPaper["signals"]) {
        counts[signal.kind] = (counts[signal.kind] ?? 0) + 1;
        counts.refused! += SignalInput.safeParse({ ...signal, paper_ids: ["x"] }).success ? 0 : 1;
      }
    }
    expect(counts).toEqual({
      papers: 95_744,
      abstracts: 52_312,
      refused: 0,
      code: 7_597,
      dataset: 17_124,
      award: 286,
      erratum: 612,
      retraction: 10,
    });
  });

  it("states the same ids as we do, but for two files that the Anthology names otherwise", () => {
    const stated = readdirSync(folder)
      .filter((file) => file.endsWith(".xml"))
      .sort()
      .flatMap((file) => statedIds(readFileSync(join(folder, file), "utf8")));
    expect(stated).toHaveLength(ids.length);
    expect(stated.filter((id) => id !== null).length).toBeGreaterThan(90_000);
    const different = stated.flatMap((id, index) => (id === null || id === ids[index] ? [] : [`${ids[index]} ${id}`]));
    expect(different.sort()).toEqual([
      "2010.amta-government.18 2010.amta-government.19",
      "2023.acl-long.911 2023.acl-long.report",
    ]);
  });

  it("has names for its venues", async () => {
    expect((await readVenueNames(folder)).get("naacl")).toBe("NAACL");
  });
});

/** What each paper of a file says it is called, where it does so by an id and not by an address; read without the parser. */
function statedIds(xml: string): (string | null)[] {
  return Array.from(xml.matchAll(/<paper id=[\s\S]*?<\/paper>/gu), ([element]) => {
    const outside = element.replaceAll(/<(abstract|title)>[\s\S]*?<\/\1>/gu, "");
    const [, id = ""] = /<url[^>]*>([^<]*)<\/url>/u.exec(outside) ?? [];
    return id === "" || id.startsWith("http") ? null : id;
  });
}

async function read(xml: string): Promise<RawRow[]> {
  return all(readAclAnthology(fileOf(xml, 7), VENUES));
}

/** The paper that the inside of a `<paper>` makes, as a parsed document. */
async function one(inside: string, meta = META, volumeAttributes = ' ingest-date="2020-06-21"') {
  const xml = `<collection id="2020.acl"><volume id="main"${volumeAttributes}>${meta}<paper id="1">${inside}</paper></volume></collection>`;
  const [row] = (await read(xml)) as PaperRow[];
  const { paper, source, signals } = row as unknown as AclPaper;
  return { paper: PaperInput.parse(paper), source, signals };
}
