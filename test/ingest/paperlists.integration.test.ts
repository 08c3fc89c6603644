import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { checkPaper, checkSignal, checkSource } from "../../ingest/validate.ts";
import { openSource } from "../../ingest/sources/open-source.ts";
import { percentile } from "../../ingest/sources/paperlists-ratings.ts";
import { readPaperlists } from "../../ingest/sources/paperlists.ts";
import type { PaperRow, RawRow } from "../../ingest/sources/port.ts";
import { all, fileOf, writeScratch } from "./files.ts";

const POSTER = {
  id: "SkgD4jAcYX",
  title: "A Paper",
  status: "Poster",
  track: "main",
  author: "Ada Example;Bo Example",
  aff: "Lab A;Lab B+Univ. C",
  email: "ada@example.org;bo@example.org",
  gender: "F;M",
  homepage: "https://example.org/ada",
  keywords: "search;ranking",
  primary_area: "retrieval",
  rating: "8;6;7",
  gs_citation: 12,
  github: "[![GitHub](/icon) x](https://github.com/ada/search) + https://github.com/Ada/Search.git",
  project: "https://search.example.org/",
  abstract: "We search.",
};

describe("a row of a conference list", () => {
  it("is a paper with its acceptance, scores, citations, code and project page", async () => {
    const { paper, source, signals } = (await papers([POSTER]))[0]!;
    expect(paper).toMatchObject({
      title: "A Paper",
      authors: ["Ada Example", "Bo Example"],
      affiliations: ["Lab A", "Lab B", "Univ. C"],
      year: 2024,
      venue: "ICLR",
      categories: ["retrieval"],
      keywords: ["search", "ranking"],
      ids: { openreview: "SkgD4jAcYX" },
      citation_count: 12,
    });
    expect(source).toEqual({ name: "OpenReview via paperlists", url: "https://openreview.net/forum?id=SkgD4jAcYX" });
    expect(signals).toMatchObject([
      { kind: "acceptance", polarity: "supports", statement: "ICLR 2024 accepted “A Paper” as a poster." },
      {
        kind: "review",
        value: 7,
        unit: "mean rating of 10",
        statement: "Three reviewers rated the ICLR 2024 submission “A Paper” 8, 6 and 7 out of 10, a mean of 7.",
      },
      {
        kind: "review",
        value: 2,
        unit: "spread of ratings",
        polarity: "neutral",
        statement: "The reviewers' scores of the ICLR 2024 submission “A Paper” lie from 6 to 8 out of 10: 2 apart.",
      },
      { kind: "citation", value: 12, unit: "citations", source: { name: "Google Scholar via paperlists" } },
      { kind: "code", title: "Code of A Paper: ada/search" },
      { kind: "product", polarity: "neutral", statement: expect.stringContaining("https://search.example.org/") },
    ]);
    expect((signals as { observed_at: string }[]).every(({ observed_at }) => observed_at === "2025-06-12")).toBe(true);
  });

  it.each([
    ["https://registry.opendata.aws/search", "dataset"],
    ["https://zenodo.org/record/6359875", "dataset"],
    ["https://huggingface.co/ada/search", "model"],
    ["https://bitbucket.org/ada/search/", "code"],
    ["https://ada.github.io/search", "product"],
    ["https://huggingface.co/spaces/ada/search", "product"],
  ])("has a project page that is what its place holds: %s", async (project, kind) => {
    const { signals } = (await papers([{ ...POSTER, github: "", project }]))[0]!;
    expect((signals as { kind: string; statement: string }[]).at(-1)).toMatchObject({
      kind,
      statement: expect.stringContaining(project),
    });
  });

  it.each([
    ["Reject", "ICLR (submission)", "Rejected at ICLR 2024: A Paper"],
    ["Desk Reject", "ICLR (submission)", "Desk-rejected at ICLR 2024: A Paper"],
    ["Withdraw", "ICLR (submission)", "Withdrawn from ICLR 2024: A Paper"],
  ])("that was not accepted is a submission, and its acceptance speaks against it: %s", async (status, venue, title) => {
    const [row] = await papers([{ ...POSTER, status }]);
    expect(row!.paper).toMatchObject({ venue });
    expect(row!.signals[0]).toMatchObject({ kind: "acceptance", polarity: "against", title });
  });

  it.each([
    ["Active", undefined],
    ["", undefined],
    ["Workshop", "neutral"],
    ["Top-5%", "supports"],
  ])("of the status %j has an acceptance of polarity %s", async (status, polarity) => {
    const { signals } = (await papers([{ ...POSTER, status }]))[0]!;
    expect((signals as { kind: string; polarity: string }[]).find(({ kind }) => kind === "acceptance")?.polarity).toBe(polarity);
  });

  it.each([
    [{ id: "2021.acl-long.24", site: "https://aclanthology.org/2021.acl-long.24/" }, { acl: "2021.acl-long.24" }],
    [{ id: "4068", openreview: "https://openreview.net/forum?id=01M0N8VgfB" }, { openreview: "01M0N8VgfB" }],
    [{ id: "01M0N8VgfB", site: "https://icml.cc/virtual/2024/poster/35220" }, { openreview: "01M0N8VgfB" }],
    [{ id: "site_99edc5709d", site: "https://icml.cc/virtual/2020/poster/6315" }, {}],
    [{ id: "4068", site: "https://nips.cc/virtual/2013/poster/4068" }, {}],
    [{ id: "2aae03df09" }, {}],
    [{ id: "paper1001" }, {}],
    [{ id: "submission-42" }, {}],
    [{ id: "4068", doi: "https://doi.org/10.1000/X" }, { doi: "10.1000/x" }],
    [
      { id: "2021.acl-long.24", bibtex: '@inproceedings{a,\n title = "T",\n    doi = "10.18653/v1/2021.acl-long.24",\n}' },
      { acl: "2021.acl-long.24", doi: "10.18653/v1/2021.acl-long.24" },
    ],
    [{ id: "4068", doi: "none", bibtex: "@inproceedings{a, doi = {}}" }, {}],
    [{ id: undefined }, {}],
  ])("has the ids that others know too, not the list's own: %j → %j", async (members, ids) => {
    expect((await papers([{ ...POSTER, ...members }]))[0]!.paper).toMatchObject({ ids });
  });

  it.each([
    ["-1", null],
    [-1, null],
    ["", null],
    [0, 0],
    ["31", 31],
  ])("counts citations where the list knows them: %j → %s", async (gs_citation, count) => {
    const { paper, signals } = (await papers([{ ...POSTER, gs_citation }]))[0]!;
    expect(paper).toMatchObject({ citation_count: count });
    expect((signals as { kind: string }[]).some(({ kind }) => kind === "citation")).toBe(count !== null);
  });

  it.each([
    "Not provided",
    "https://github.com/",
    "https://github.com/owner-alone",
    "https://github.com/... (hidden)",
    "https://github.com/anonymous/code",
  ])("has no code where the list names no repository: %s", async (github) => {
    const { signals } = (await papers([{ ...POSTER, github }]))[0]!;
    expect((signals as { kind: string }[]).filter(({ kind }) => kind === "code")).toEqual([]);
  });

  it("from before there were repositories has none, whatever the list says", async () => {
    const { signals } = (await papers([POSTER], "nips1998.json"))[0]!;
    expect((signals as { kind: string }[]).map(({ kind }) => kind)).toEqual(["acceptance", "review", "review", "citation"]);
  });

  it("of one reviewer has no spread of scores", async () => {
    const { signals } = (await papers([{ ...POSTER, rating: "7" }]))[0]!;
    expect((signals as { kind: string; unit: string }[]).flatMap(({ kind, unit }) => (kind === "review" ? [unit] : []))).toEqual([
      "mean rating of 10",
    ]);
  });

  it("gives its scores on the scale of its conference and year", async () => {
    const [iclr2020] = await papers([{ ...POSTER, rating: "8;6;6" }], "iclr2020.json");
    const [corl2024] = await papers([{ ...POSTER, rating: "3;4;2" }], "corl2024.json");
    expect(iclr2020!.signals[1]).toMatchObject({ value: 6.67, unit: "mean rating of 8", polarity: "supports" });
    expect(corl2024!.signals[1]).toMatchObject({ value: 3, unit: "mean rating of 4", polarity: "supports" });
    const [outside] = await papers([{ ...POSTER, rating: "3;9;2" }], "corl2024.json");
    expect((outside!.signals as { kind: string }[]).filter(({ kind }) => kind === "review")).toEqual([]);
  });

  it("without a title of its own is a dead letter, not a paper called N/A", async () => {
    const { paper } = (await papers([{ ...POSTER, title: "N/A", author: "NA" }]))[0]!;
    expect(checkPaper(paper)).toMatchObject({ problem: { reason: "missing_field", field: "title" } });
  });

  it.each([
    ["Ada Example, Bo d&amp;#x27;Example", ["Ada Example", "Bo d'Example"]],
    ["Ada Example; Bo Example", ["Ada Example", "Bo Example"]],
    ["Ada Example ·", ["Ada Example"]],
    ["Wei Wang; Ada Example; Wei Wang", ["Wei Wang", "Ada Example", "Wei Wang"]],
    ["Ada Example and Bo Example; Di Example 3", ["Ada Example", "Bo Example", "Di Example"]],
    ["Ada Example; Deakin University; 1 Applied Artificial Intelligence Institute", ["Ada Example"]],
    [
      "Department of Statistics Ada Example; The International Brain Laboratory",
      ["Ada Example", "The International Brain Laboratory"],
    ],
    ["N/A", []],
  ])("has its authors one by one, in the spellings of all lists: %s", async (author, authors) => {
    expect((await papers([{ ...POSTER, author }]))[0]!.paper).toMatchObject({ authors });
  });

  it("leaves nothing of a person's but the name, in dead letters neither", async () => {
    const broken = '[{"title": "T", "email": "ada@example.org" "gender": "F"}]';
    const rows = await read(JSON.stringify([POSTER]));
    const [unreadable] = await read(broken);
    for (const row of [...rows, unreadable]) {
      expect(JSON.stringify({ ...row, raw: row!.raw() })).not.toMatch(/@example\.org|homepage|"F;M"/u);
    }
    expect(unreadable).toMatchObject({ kind: "unreadable", problem: { reason: "invalid_json" } });
  });
});

describe("a conference list", () => {
  const rated = Array.from({ length: 40 }, (_, index) => ({
    ...POSTER,
    id: `abcdefgh${10 + index}`,
    rating: `${1 + (index % 10)}`,
  }));

  it("tells each paper's percentile among the rated papers of its conference and year", async () => {
    const path = writeScratch("iclr2024.json", JSON.stringify([...rated, { ...POSTER, rating: "" }]));
    const source = await openSource({ target: "papers", path, format: "paperlists", observedAt: "2025-06-12" });
    const rows = (await all(source.items)) as PaperRow[];
    const percentiles = rows.map(({ signals }) =>
      (signals as { unit?: string }[]).find(({ unit }) => unit === "percentile at ICLR 2024"),
    );
    expect(percentiles[0]).toMatchObject({
      value: 5,
      polarity: "neutral",
      statement: expect.stringContaining("of the 40 rated papers"),
    });
    expect(percentiles[9]).toMatchObject({ value: 95, polarity: "supports" });
    expect(percentiles[40]).toBeUndefined();
  });

  it("counts half of the equal values into a percentile", () => {
    expect(percentile(Float64Array.of(1, 2, 2, 3), 2)).toBe(50);
    expect(percentile(Float64Array.of(1, 2, 2, 3), 1)).toBe(13);
    expect(percentile(Float64Array.of(5), 5)).toBe(50);
  });

  it("without a name that tells conference and year is refused, unless one is given", async () => {
    await expect(read("[]", "papers.json")).rejects.toThrow(
      /does not include the conference and year; specify them with --list/u,
    );
    expect(await all(readPaperlists(fileOf("[]", 3, "-"), { observedAt: "2025-06-12", list: "iclr2024" }))).toEqual([]);
  });

  it("may have a name that begins with a digit", async () => {
    expect((await papers([POSTER], "3dv2025.json"))[0]!.paper).toMatchObject({ year: 2025, venue: "3DV" });
  });

  it("is refused without a day for which it speaks", async () => {
    const path = writeScratch("iclr2024.json", "[]");
    await expect(openSource({ target: "papers", path, format: "paperlists" })).rejects.toThrow(/--observed-at: is required/u);
  });
});

const folder = process.env.TEST_DATA_DIR && join(process.env.TEST_DATA_DIR, "paperlists");
describe.skipIf(!folder)("the conference lists of TEST_DATA_DIR", () => {
  it("give every row as a valid paper with valid signals, but the rows without a title", { timeout: 120_000 }, async () => {
    const source = await openSource({ target: "papers", path: folder!, format: "paperlists", observedAt: "2025-06-12" });
    const counts = { rows: 0, papers: 0, missing_title: 0, with_id: 0 };
    const kinds: Record<string, number> = {};
    for await (const row of source.items) {
      if (row.kind !== "paper") throw new Error(`a row is ${row.kind}`);
      counts.rows += 1;
      const checked = checkPaper(row.paper);
      if ("problem" in checked) {
        expect(checked.problem).toMatchObject({ reason: "missing_field", field: "title" });
        counts.missing_title += 1;
        continue;
      }
      counts.papers += 1;
      if (Object.keys(checked.value.ids).length > 0) counts.with_id += 1;
      const named = checkSource(row.source, "x");
      expect(named).not.toHaveProperty("problem");
      for (const signal of row.signals) {
        const valid = checkSignal({ ...(signal as object), paper_ids: ["doi:10.1000/x"] });
        if ("problem" in valid) throw new Error(JSON.stringify([valid.problem, signal]));
        kinds[valid.value.kind] = (kinds[valid.value.kind] ?? 0) + 1;
      }
    }
    process.stdout.write(`paperlists: ${JSON.stringify({ ...counts, kinds })}\n`);
    expect(counts.rows).toBe(60_623);
    expect(counts.papers + counts.missing_title).toBe(counts.rows);
    expect(counts.missing_title).toBeLessThan(20);
  });
});

async function read(content: string, name = "iclr2024.json"): Promise<RawRow[]> {
  return all(readPaperlists(fileOf(content, 1_000, name), { observedAt: "2025-06-12" }));
}

async function papers(rows: object[], name?: string): Promise<PaperRow[]> {
  return (await read(JSON.stringify(rows), name)) as PaperRow[];
}
