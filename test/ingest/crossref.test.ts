import { describe, expect, it } from "vitest";
import { readCrossref } from "../../ingest/sources/crossref.ts";
import type { PaperRow, RawRow } from "../../ingest/sources/port.ts";
import { checkPaper } from "../../ingest/validate.ts";
import { all, fileOf } from "./files.ts";
import { contents, paperLoader } from "./loader.ts";

const day = (year: number, month: number, date: number) => ({ "date-parts": [[year, month, date]] });
const INDEXED = { "date-parts": [[2022, 3, 30]], "date-time": "2022-03-30T15:28:19Z" };

const ARTICLE = {
  DOI: "10.1371/Journal.pone.0173707",
  type: "journal-article",
  title: ["Optokinetic nystagmus: <i>onset</i> &amp;amp; rivalry"],
  subtitle: ["A study"],
  abstract: "<jats:title>Abstract</jats:title><jats:p>H<jats:sub>2</jats:sub>O is wet.</jats:p><jats:p>p &lt; 0.05.</jats:p>",
  author: [
    {
      given: "Ada",
      family: "Example",
      ORCID: "http://orcid.org/0000-0002-1825-0097",
      affiliation: [{ name: "Univ. A &amp; B" }, { name: null }],
    },
    { name: "The Study Group" },
  ],
  "container-title": ["PLoS ONE"],
  published: day(2017, 4, 7),
  indexed: INDEXED,
  "is-referenced-by-count": 12,
  "reference-count": 3,
  funder: [{ name: "A Fund", award: ["7", "8"] }, { name: "A Fund" }, { name: "B Fund" }],
  license: [
    { URL: "https://example.org/tdm", "content-version": "tdm" },
    { URL: "https://creativecommons.org/licenses/by/4.0/", "content-version": "vor" },
  ],
  relation: { "has-preprint": [{ "id-type": "doi", id: "10.1101/074898", "asserted-by": "object" }] },
  reference: [
    { key: "1", DOI: "10.1000/CITED" },
    { key: "2", DOI: "10.1000/cited" },
    { key: "3", unstructured: "a book" },
  ],
};
const PREPRINT = {
  DOI: "10.1101/074898",
  type: "posted-content",
  title: ["Nystagmus and rivalry"],
  institution: [{ name: "bioRxiv" }],
  published: day(2016, 9, 13),
};
const CITED = {
  DOI: "10.1000/cited",
  type: "journal-article",
  title: ["Cited"],
  "container-title": ["J"],
  issued: { "date-parts": [[1999]] },
};
const NOTICE = {
  DOI: "10.1000/notice",
  type: "journal-article",
  title: ["Retraction: Cited"],
  "update-to": [{ DOI: "10.1000/cited", type: "retraction", label: "Retraction", updated: day(2021, 2, 3) }],
};

describe("a work of Crossref", () => {
  it("is a paper: plain text, persons alone as authors, the license of the version of record", async () => {
    const { paper, source } = await paperOf(ARTICLE);
    expect(checkPaper(paper)).toMatchObject({
      value: {
        title: "Optokinetic nystagmus: onset & rivalry: A study",
        abstract: "H2O is wet. p < 0.05.",
        authors: ["Ada Example"],
        affiliations: ["Univ. A & B"],
        author_ids: ["orcid:0000-0002-1825-0097"],
        reference_count: 3,
        year: 2017,
        published_at: "2017-04-07",
        venue: "PLoS ONE",
        ids: { doi: "10.1371/journal.pone.0173707" },
        versions: ["doi:10.1101/074898"],
        license: "https://creativecommons.org/licenses/by/4.0/",
        citation_count: 12,
        retracted: false,
      },
    });
    expect(source).toEqual({ name: "Crossref", url: "https://doi.org/10.1371/journal.pone.0173707", license: "CC0 1.0" });
  });

  it("dates its citations by the day it was asked, else by Crossref's index; each award is once", async () => {
    const { signals } = await paperOf(ARTICLE);
    expect(signals).toMatchObject([
      { kind: "citation", value: 12, observed_at: "2022-03-30", statement: expect.stringContaining("12 citations of") },
      { kind: "funding", title: "Funding: A Fund, 7", observed_at: "2017-04-07" },
      { kind: "funding", title: "Funding: A Fund, 8" },
      { kind: "funding", title: "Funding: B Fund" },
    ]);
    expect((await paperOf(ARTICLE, "2026-11-22")).signals[0]).toMatchObject({ observed_at: "2026-11-22" });
  });

  it.each([
    ["retraction", "retraction", "against"],
    ["withdrawal", "retraction", "against"],
    ["expression_of_concern", "erratum", "against"],
    ["correction", "erratum", "against"],
    ["addendum", "erratum", "neutral"],
  ])("says the same of a %s from either side", async (type, kind, polarity) => {
    const update = { type, label: "x", updated: day(2021, 2, 3) };
    const [there] = await signalsOf({ ...NOTICE, "update-to": [{ ...update, DOI: "10.1000/CITED" }] });
    const { paper, signals } = await paperOf({ ...CITED, "updated-by": [{ ...update, DOI: "10.1000/Notice" }] });
    expect(there).toMatchObject({ kind, polarity, paper_ids: ["doi:10.1000/cited"], observed_at: "2021-02-03" });
    expect(signals).toEqual([there]);
    expect(checkPaper(paper)).toMatchObject({ value: { retracted: kind === "retraction" } });
  });

  it("is no paper where it is a journal, an issue or a review: its row says so", async () => {
    const [row] = await rows([{ DOI: "10.1/j", type: "journal", title: ["J"] }], "papers");
    expect(row).toMatchObject({ kind: "unreadable", problem: { reason: "not_a_record", field: "type" } });
  });

  it.each([
    ["{", "invalid_json", undefined],
    ['{"title": ["x"]}', "invalid_field", "DOI"],
    ['{"DOI": "10.1/x", "reference": "none"}', "invalid_field", "reference"],
  ])("that cannot be read says why: %s", async (line, reason, field) => {
    const found = await all(readCrossref(fileOf(line), { target: "papers", heldOnly: false }));
    expect(found).toMatchObject([{ kind: "unreadable", problem: { reason, ...(field ? { field } : {}) } }]);
  });
});

describe("a file of works", () => {
  it.each([
    ["preprint first", [PREPRINT, ARTICLE]],
    ["article first", [ARTICLE, PREPRINT]],
  ])("makes preprint and article one paper that is the article, %s", async (_, works) => {
    const loader = paperLoader();
    expect((await loader.run(loader.rows("w.jsonl", works, { format: "crossref" }))).status).toBe("done");
    const { papers } = await contents(loader.engine);
    expect(papers).toHaveLength(1);
    expect(papers[0]).toMatchObject({ title: expect.stringContaining("Optokinetic"), venue: "PLoS ONE", year: 2017 });
    expect(papers[0]!.aliases).toEqual(expect.arrayContaining(["doi:10.1101/074898", "doi:10.1371/journal.pone.0173707"]));
  });

  it("loaded as papers and then as signals: notices and citations reach the papers that they name; nothing is twice", async () => {
    const loader = paperLoader();
    const papers = loader.rows("w.jsonl", [ARTICLE, NOTICE, CITED], { format: "crossref" });
    await loader.run(papers);
    const signals = { ...papers, target: "signals" as const };
    expect(await loader.run(signals)).toMatchObject({ status: "done", rows: { dead: 0, unchanged: 4, indexed: 2, blank: 1 } });
    const found = (await contents(loader.engine)).signals.filter(({ paper_ids }) => paper_ids[0] === "doi:10.1000/cited");
    expect(found).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          kind: "retraction",
          source: expect.objectContaining({ url: "https://doi.org/10.1000/notice" }),
        }),
        expect.objectContaining({
          kind: "citation",
          value: null,
          title: "Cited by 10.1371/journal.pone.0173707",
          observed_at: "2017-04-07",
        }),
      ]),
    );
    const before = await contents(loader.engine);
    await loader.run(papers);
    expect(await loader.run(signals)).toMatchObject({ rows: { indexed: 0 } });
    expect(await contents(loader.engine)).toEqual(before);
  });

  it("keeps what names a paper that is not held as a dead letter each, or passes it over", async () => {
    const loader = paperLoader();
    const two = { ...NOTICE, "update-to": [...NOTICE["update-to"], { ...NOTICE["update-to"][0]!, DOI: "10.1000/other" }] };
    const source = {
      ...loader.rows("w.jsonl", [two, { ...ARTICLE, funder: [] }], { format: "crossref" }),
      target: "signals" as const,
    };
    const report = await loader.run(source);
    // Both updates and the count; the reference is blank.
    expect(report).toMatchObject({ rows: { dead: 3, blank: 1 }, dead_by_reason: { paper_not_found: 3 } });
    expect(await loader.run({ ...source, heldOnly: true })).toMatchObject({ rows: { dead: 0, blank: 4 } });
  });
});

async function rows(works: readonly object[], target: "papers" | "signals", observedAt?: string): Promise<RawRow[]> {
  const file = fileOf(works.map((work) => JSON.stringify(work)).join("\n"), 4_096);
  return all(readCrossref(file, { target, heldOnly: false, observedAt }));
}

async function paperOf(work: object, observedAt?: string): Promise<PaperRow> {
  return (await rows([work], "papers", observedAt))[0] as PaperRow;
}

async function signalsOf(work: object): Promise<unknown[]> {
  return (await rows([work], "signals")).map((row) => (row as { signal?: unknown }).signal);
}
