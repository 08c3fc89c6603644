import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { signalFromInput, withObservation, type ParsedSignal } from "../../src/documents/signal.ts";
import { checkPaper, checkSignal } from "../../ingest/validate.ts";
import { openSource } from "../../ingest/sources/open-source.ts";
import { textOfInvertedIndex } from "../../ingest/sources/inverted-index.ts";
import { readOpenAlex } from "../../ingest/sources/openalex.ts";
import type { PaperRow, RawRow } from "../../ingest/sources/port.ts";
import { all, fileOf, scratchFolder } from "./files.ts";

const WORK = {
  id: "https://openalex.org/W2741809807",
  doi: "https://doi.org/10.7717/PeerJ.4375",
  display_name: "The state of OA",
  publication_year: 2018,
  publication_date: "2018-02-13",
  updated_date: "2025-03-04T05:06:07.123456",
  authorships: [
    {
      author: {
        id: "https://openalex.org/A5023888391",
        display_name: "Ada Example",
        orcid: "https://orcid.org/0000-0002-1825-009x",
      },
      institutions: [{ display_name: "Univ. A" }, { display_name: "Lab B" }],
    },
    { author: null, raw_author_name: "B. Example", institutions: [{ display_name: "Lab B" }, { display_name: null }] },
  ],
  primary_location: {
    landing_page_url: "https://doi.org/10.7717/peerj.4375",
    pdf_url: "https://peerj.com/articles/4375.pdf",
    source: { display_name: "PeerJ" },
  },
  locations: [
    { landing_page_url: "https://doi.org/10.1000/other.version" },
    { landing_page_url: "http://arxiv.org/abs/1801.01234v2" },
  ],
  topics: [{ display_name: "Scholarly publishing" }],
  keywords: [{ display_name: "Open access" }],
  abstract_inverted_index: { Open: [0], access: [1, 4], is: [2], not: [3] },
  cited_by_count: 31,
  referenced_works_count: 44,
  counts_by_year: [
    { year: 2025, cited_by_count: 3 },
    { year: 2023, cited_by_count: 20 },
    { year: 2024, cited_by_count: 8 },
  ],
  is_retracted: true,
  grants: [{ funder: "https://openalex.org/F1", funder_display_name: "A Fund", award_id: "7" }],
  awards: [{ funder_display_name: "A Fund", funder_award_id: "7" }],
  funders: [{ display_name: "A Fund" }, { display_name: "Another Fund" }],
};

describe("an OpenAlex work", () => {
  it("is a paper, with its ids elsewhere from its copies' addresses, but no DOIs of other versions", async () => {
    const { paper, source } = await work();
    expect(checkPaper(paper)).toMatchObject({
      value: {
        title: "The state of OA",
        abstract: "Open access is not access",
        authors: ["Ada Example", "B. Example"],
        affiliations: ["Univ. A", "Lab B"],
        author_ids: ["openalex:A5023888391", "orcid:0000-0002-1825-009X"],
        reference_count: 44,
        year: 2018,
        published_at: "2018-02-13",
        venue: "PeerJ",
        categories: ["Scholarly publishing"],
        keywords: ["Open access"],
        ids: { doi: "10.7717/peerj.4375", arxiv: "1801.01234", openalex: "W2741809807" },
        pdf_url: "https://peerj.com/articles/4375.pdf",
        citation_count: 31,
        retracted: true,
      },
    });
    expect(source).toEqual({ name: "OpenAlex", url: "https://openalex.org/W2741809807", license: "CC0 1.0" });
  });

  it("has citations, each funding once, and its retraction as signals, dated by its last update", async () => {
    const signals = await signalsOf({});
    expect(signals.filter(({ unit }) => unit !== "citations in the year")).toMatchObject([
      { kind: "citation", value: 31, unit: "citations", observed_at: "2025-03-04" },
      { kind: "funding", title: "Funding: A Fund, 7", observed_at: "2025-03-04" },
      { kind: "funding", title: "Funding: Another Fund" },
      { kind: "retraction", polarity: "against", statement: "OpenAlex marks “The state of OA” as retracted." },
    ]);
  });

  it("has one signal of citations a year, with the earlier years as its history", async () => {
    const years = (await signalsOf({})).filter(({ unit }) => unit === "citations in the year");
    const [signal, ...more] = years.map((input) => signalFromInput(input, { run_id: "r", ingested_at: "2025-04-01T00:00:00Z" }));
    expect(more.reduce(withObservation, signal!)).toMatchObject({
      value: 3,
      observed_at: "2025-03-04",
      history: [
        { observed_at: "2023-12-31", value: 20 },
        { observed_at: "2024-12-31", value: 8 },
      ],
    });
  });

  it.each([
    [{ title: "T", display_name: null }, "T"],
    [{ display_name: null }, "missing_field title"],
    [{ is_paratext: true }, "paratext "],
    [{ publication_year: "2018" }, "invalid_field publication_year"],
    [{ publication_year: 2018.5 }, "invalid_field year"],
    [{ abstract_inverted_index: { far: [1_000_000_000] } }, "invalid_field abstract_inverted_index"],
    [{ abstract_inverted_index: null }, "The state of OA"],
    [{ doi: "https://doi.org/", locations: null }, "The state of OA"],
    [{ id: "https://openalex.org/A123456" }, "invalid_field ids.openalex"],
  ])("is read strictly: %j → %s", async (members, expected) => {
    const [row] = await read(JSON.stringify({ ...WORK, ...members }));
    expect(outcome(row!)).toBe(expected);
  });

  it.each(["{", "[]", "7", "null"])("that is no JSON object is a dead letter: %s", async (line) => {
    expect(await read(`${line}\n${JSON.stringify(WORK)}`)).toMatchObject([
      { problem: { reason: "invalid_json" } },
      { kind: "paper" },
    ]);
  });

  it("without a day of its own speaks for the day that the command names", async () => {
    const [row] = (await all(
      readOpenAlex(fileOf(JSON.stringify({ ...WORK, updated_date: null })), { observedAt: "2025-01-02" }),
    )) as PaperRow[];
    expect(row!.signals[0]).toMatchObject({ observed_at: "2025-01-02" });
  });
});

describe("an inverted index", () => {
  it.each([
    [{ a: [1], b: [0] }, "b a"],
    [{ a: [0], b: [5] }, "a b"],
    [{ a: [0], b: [0] }, "a"],
    [{}, null],
    [null, null],
    [JSON.parse('{"__proto__": [0], "constructor": [1]}') as Record<string, number[]>, "__proto__ constructor"],
  ])("becomes text again: %j → %j", (index, text) => {
    expect(textOfInvertedIndex(index)).toEqual({ text });
  });

  it.each([{ a: [1e9] }, { a: [-1] }, { a: [0.5] }, { a: Array.from({ length: 30_000 }, (_, at) => at) }])(
    "with positions beyond an abstract's is refused, at no cost",
    (index) => {
      expect(textOfInvertedIndex(index)).toHaveProperty("message");
    },
  );
});

describe("an OpenAlex snapshot", () => {
  it("is read by its manifest: its parts in their order, and no others", async () => {
    const { folder, part, manifest } = snapshot();
    manifest([part("updated_date=2024-02-01/part_000.gz", "Newer"), part("updated_date=2024-03-01/part_000.gz", "Newest")]);
    part("updated_date=2024-01-01/part_000.gz", "Left over");
    expect(await titles(folder)).toEqual(["Newer", "Newest"]);
    expect(await titles(join(folder, "data", "works"))).toEqual(["Newer", "Newest"]);
  });

  it("with a part that is missing, or not of its size, is refused before the first row", async () => {
    const { folder, part, manifest } = snapshot();
    const one = part("updated_date=2024-02-01/part_000.gz", "One");
    manifest([{ ...one, meta: { content_length: one.meta.content_length + 1 } }]);
    await expect(titles(folder)).rejects.toThrow(/part_000\.gz: has \d+ bytes; the manifest states \d+/u);
    manifest([one, { ...one, url: one.url.replace("000", "001") }]);
    await expect(titles(folder)).rejects.toThrow(/part_001\.gz: is in the manifest but missing/u);
    manifest([{ ...one, url: "s3://openalex/data/works/../../../secret" }]);
    await expect(titles(folder)).rejects.toThrow(/does not point to a folder of works/u);
  });

  it("without a manifest is a folder of parts and JSON Lines", async () => {
    const { folder, part } = snapshot();
    part("updated_date=2024-02-01/part_000.gz", "One");
    writeFileSync(join(folder, "more.jsonl"), `${JSON.stringify({ ...WORK, display_name: "Two" })}\n`);
    expect(await titles(folder)).toEqual(["One", "Two"]);
  });
});

function snapshot() {
  const folder = scratchFolder();
  const works = join(folder, "data", "works");
  return {
    folder,
    part(name: string, title: string) {
      const bytes = gzipSync(`${JSON.stringify({ ...WORK, display_name: title })}\n`);
      mkdirSync(join(works, name, ".."), { recursive: true });
      writeFileSync(join(works, name), bytes);
      return { url: `s3://openalex/data/works/${name}`, meta: { content_length: bytes.length, record_count: 1 } };
    },
    manifest: (entries: object[]) => writeFileSync(join(works, "manifest"), JSON.stringify({ entries })),
  };
}

async function titles(path: string): Promise<unknown[]> {
  const source = await openSource({ target: "papers", path, format: "openalex" });
  return ((await all(source.items)) as PaperRow[]).map(({ paper }) => (paper as { title: unknown }).title);
}

async function read(content: string): Promise<RawRow[]> {
  return all(readOpenAlex(fileOf(content, 1_000), {}));
}

async function work(members: object = {}): Promise<PaperRow> {
  return (await read(JSON.stringify({ ...WORK, ...members })))[0] as PaperRow;
}

async function signalsOf(members: object): Promise<ParsedSignal[]> {
  return (await work(members)).signals.map((signal) => {
    const checked = checkSignal({ ...(signal as object), paper_ids: ["openalex:W2741809807"] });
    if ("problem" in checked) throw new Error(JSON.stringify(checked.problem));
    return checked.value;
  });
}

function outcome(row: RawRow): string {
  if (row.kind !== "paper") return row.kind === "unreadable" ? `${row.problem.reason} ${row.problem.field ?? ""}` : row.kind;
  const checked = checkPaper(row.paper);
  return "problem" in checked ? `${checked.problem.reason} ${checked.problem.field}` : checked.value.title;
}
