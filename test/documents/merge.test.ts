import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mergedPaper, provenanceOf, recordKeyOf, sourceRecord } from "../../src/documents/merge.ts";
import { PaperInput, type SourceRecord } from "../../src/documents/paper.ts";

const AT = { run_id: "run-1", ingested_at: "2026-01-01T00:00:00.000Z" };
const IDENTITY = { paper_id: "doi:10.1234/a", former_ids: ["arxiv:2001.00001"] };

function record(name: string, input: PaperInput, signals: string[] = []): SourceRecord {
  return sourceRecord(PaperInput.parse(input), { name, url: `https://example.org/${name}`, license: null }, signals);
}

const ANTHOLOGY = record("ACL Anthology", {
  title: "A Title",
  abstract: "Short.",
  authors: ["Ada One"],
  year: 2020,
  venue: "ACL",
  ids: { acl: "2020.acl-main.1", doi: "10.1234/A" },
});
const ARXIV = record("arXiv", {
  title: "A title (preprint)",
  abstract: "A much longer abstract.",
  authors: ["A. One", "B. Two"],
  published_at: "2019-12-30",
  categories: ["cs.CL", "cs.IR"],
  ids: { arxiv: "2001.00001v2", doi: "10.1234/a" },
});
const OPENALEX = record("OpenAlex", {
  title: "a title",
  published_at: "2020-07-01",
  categories: ["cs.IR", "Search"],
  ids: { openalex: "W1234", doi: "10.1234/a" },
  citation_count: 7,
  retracted: true,
});
const CSV = record("b.csv", {
  title: "From a table",
  ids: { doi: "10.1234/a" },
  pdf_url: "https://example.org/a.pdf",
  citation_count: 3,
});
const ALL = [ANTHOLOGY, ARXIV, OPENALEX, CSV];

describe("a paper of several records", () => {
  it("takes each field from the best source that states it", () => {
    expect(mergedPaper(ALL, IDENTITY, AT)).toMatchObject({
      title: "A Title",
      abstract: "Short.",
      authors: ["Ada One"],
      year: 2020,
      published_at: "2020-07-01",
      venue: "ACL",
      categories: ["cs.CL", "cs.IR", "Search"],
      ids: { acl: "2020.acl-main.1", doi: "10.1234/a", arxiv: "2001.00001", openalex: "W1234" },
      aliases: ["doi:10.1234/a", "arxiv:2001.00001", "acl:2020.acl-main.1", "openalex:W1234"],
      url: "https://doi.org/10.1234/a",
      pdf_url: "https://example.org/a.pdf",
      citation_count: 7,
      retracted: true,
    });
  });

  it("is the same in whatever order the records came", () => {
    const whole = mergedPaper(ALL, IDENTITY, AT);
    fc.assert(
      fc.property(fc.shuffledSubarray(ALL, { minLength: ALL.length }), (shuffled) => {
        expect(mergedPaper(shuffled, IDENTITY, AT)).toStrictEqual(whole);
      }),
    );
  });

  it("takes the longest abstract where its best source has several", () => {
    const other = record("ACL Anthology", { title: "T", abstract: "Not as short.", ids: { acl: "2020.acl-main.2" } });
    expect(mergedPaper([ARXIV, ANTHOLOGY, other], IDENTITY, AT).abstract).toBe("Not as short.");
  });

  it("follows another ranking of sources where one is given", () => {
    expect(mergedPaper(ALL, IDENTITY, AT, ["B.CSV", "arXiv"])).toMatchObject({ title: "From a table", year: 2019 });
  });

  it("says for each field where it comes from", () => {
    expect(provenanceOf(mergedPaper(ALL, IDENTITY, AT))).toEqual({
      title: ["ACL Anthology"],
      abstract: ["ACL Anthology"],
      authors: ["ACL Anthology"],
      year: ["ACL Anthology"],
      published_at: ["OpenAlex"],
      venue: ["ACL Anthology"],
      categories: ["arXiv", "OpenAlex"],
      ids: ["ACL Anthology", "arXiv", "OpenAlex", "b.csv"],
      pdf_url: ["b.csv"],
      citation_count: ["OpenAlex"],
      retracted: ["OpenAlex"],
    });
  });

  it("has another content hash where a source says something else, though no field of the paper changes", () => {
    const changed = { ...ARXIV, input: { ...ARXIV.input, abstract: "Another." } };
    expect(mergedPaper([ANTHOLOGY, changed], IDENTITY, AT).content_hash).not.toBe(
      mergedPaper([ANTHOLOGY, ARXIV], IDENTITY, AT).content_hash,
    );
  });
});

describe("the key of a record", () => {
  it.each([
    [{ doi: "10.1234/a", acl: "P19-1001" }, "acl:P19-1001"],
    [{ doi: "10.1234/a", openalex: "W1234", arxiv: "2001.00001" }, "openalex:W1234"],
    [{ doi: "10.1234/a" }, "doi:10.1234/a"],
  ])("of %j is %s: the id of the most specific registry", (ids, key) => {
    expect(recordKeyOf({ title: "T", ids })).toBe(key);
  });

  it("without ids comes from title and first author", () => {
    const key = recordKeyOf({ title: "A Title!", authors: ["Ada One", "B. Two"] });
    expect(key).toMatch(/^title:[0-9a-f]{32}$/u);
    expect(recordKeyOf({ title: "a title", authors: ["ADA ONE"] })).toBe(key);
    expect(recordKeyOf({ title: "a title", authors: ["B. Two"] })).not.toBe(key);
  });
});
