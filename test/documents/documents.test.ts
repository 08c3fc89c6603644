import { describe, expect, it } from "vitest";
import { canonicalJson, contentHash } from "../../src/documents/hash.ts";
import { isCalendarDate } from "../../src/documents/dates.ts";
import { paperFromInput } from "../../src/documents/merge.ts";
import { PaperInput } from "../../src/documents/paper.ts";
import { SignalInput, signalFromInput, withObservation } from "../../src/documents/signal.ts";
import { cleanText, foldText, titleKey } from "../../src/documents/text.ts";

const AT = { source: { name: "test", url: null, license: null }, run_id: "run-1", ingested_at: "2026-01-01T00:00:00.000Z" };
const paper = (input: PaperInput, at = AT) => paperFromInput(PaperInput.parse(input), at);
const problems = (input: unknown) =>
  PaperInput.safeParse(input).error?.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`) ?? [];

describe("stored text", () => {
  it.each([
    ["  On\u00a0the\n\tuse ", "On the use"],
    ["zero\u200bwidth \u202ereversed\u202c", "zerowidth reversed"],
    ["tag\u{e0041}ged\u0000", "tagged"],
    ["e\u0301", "é"],
    ["lone \ud800 half", "lone \ufffd half"],
  ])("%j is stored as %j", (given, stored) => {
    expect(cleanText(given)).toBe(stored);
    expect(cleanText(stored)).toBe(stored);
  });

  it("folding takes case and diacritics away", () => {
    expect(foldText("Łukasz  GARCÍA-Straße")).toBe("lukasz garcia-strasse");
  });

  it("titles that differ in case, punctuation and spacing share a key", () => {
    expect(titleKey("BERT: Pre-training of Deep…")).toBe(titleKey("bert — pre training of  deep"));
  });
});

describe("content hashes", () => {
  it("do not depend on the order of members", () => {
    expect(contentHash({ a: 1, b: [2, null] })).toBe(contentHash({ b: [2, null], a: 1 }));
    expect(canonicalJson({ b: undefined, a: "é" })).toBe('{"a":"é"}');
  });

  it("are the same for the same paper of another run, and change with its content", () => {
    const first = paper({ title: "A title" });
    expect(paper({ title: "A  title" }, { ...AT, run_id: "run-2", ingested_at: "2027-01-01T00:00:00.000Z" }).content_hash).toBe(
      first.content_hash,
    );
    expect(paper({ title: "A title", abstract: "New." }).content_hash).not.toBe(first.content_hash);
  });
});

describe("calendar dates", () => {
  it.each(["2024-02-29", "1999-12-31"])("%s is one", (date) => expect(isCalendarDate(date)).toBe(true));
  it.each(["2023-02-29", "2024-02-30", "20240101", "2024-13-01", "2024-1-1", "0024-01-01", ""])("%j is none", (date) =>
    expect(isCalendarDate(date)).toBe(false),
  );
});

describe("a paper", () => {
  it("takes its id from its strongest identifier and keeps the others as aliases", () => {
    const stored = paper({
      title: "T",
      ids: { acl: "https://aclanthology.org/P19-1001/", doi: "10.18653/v1/P19-1001", arxiv: "" },
    });
    expect(stored.paper_id).toBe("doi:10.18653/v1/p19-1001");
    expect(stored.aliases).toEqual(["doi:10.18653/v1/p19-1001", "acl:P19-1001"]);
    expect(stored.url).toBe("https://doi.org/10.18653/v1/p19-1001");
  });

  it("without identifiers gets an id from title and first author", () => {
    const id = paper({ title: "Same Title", authors: ["Ann Lee"] }).paper_id;
    expect(id).toMatch(/^title:[0-9a-f]{32}$/u);
    expect(paper({ title: "same title!", authors: ["ann lee"] }).paper_id).toBe(id);
    expect(paper({ title: "Same Title", authors: ["Bob Roe"] }).paper_id).not.toBe(id);
  });

  it("has LaTeX in title and abstract as one reads it, and two authors of one name", () => {
    const stored = paper({
      title: "$\\alpha$-MDF",
      abstract: 'Gains of 5\\% for {\\em na\\"ive} models at $10.',
      authors: ["Wei Wang", "Wei Wang"],
    });
    expect(stored).toMatchObject({
      title: "α-MDF",
      abstract: "Gains of 5% for naïve models at $10.",
      authors: ["Wei Wang", "Wei Wang"],
    });
    expect(paper({ title: "{\\em }$x$" }).title).not.toBe("");
  });

  it("that names an arXiv DOI is an arXiv paper", () => {
    expect(paper({ title: "T", ids: { doi: "10.48550/arXiv.2004.04906" } }).ids).toEqual({ arxiv: "2004.04906" });
  });

  it("without an abstract keeps null, not an empty text", () => {
    expect(paper({ title: "T", abstract: " \u200b" }).abstract).toBeNull();
  });

  it.each([
    [{ title: " " }, "title: is empty"],
    [{ title: "T", year: 2020.7 }, "year: must be a whole number such as 2024"],
    [{ title: "T", year: 20240101 }, "year: must lie between 1500 and 2100"],
    [{ title: "T", published_at: "2024-02-30" }, "published_at: must be a calendar date such as 2024-02-29"],
    [{ title: "T", ids: { doi: "not one" } }, "ids.doi: is not a DOI such as 10.18653/v1/P19-1001"],
    [{ title: "T", url: "javascript:alert(1)" }, "url: must be an http or https URL"],
    [{ title: "T", url: "https://user:secret@example.org/" }, "url: must be an http or https URL"],
    [{ title: "T", color: "red" }, ': Unrecognized key: "color"'],
  ])("%j is refused by name", (input, problem) => {
    expect(problems(input)).toEqual([problem]);
  });
});

describe("a signal", () => {
  const observed = (value: number | null, observed_at: string, title = "Citations") =>
    signalFromInput(
      SignalInput.parse({
        kind: "citation",
        title,
        statement: `${value} citations.`,
        value,
        unit: "citations",
        paper_ids: ["acl:P19-1001"],
        observed_at,
        source: { name: "Scholar" },
      }),
      AT,
    );

  it("keeps its id when its value changes, and another source or paper makes another signal", () => {
    const first = observed(3, "2024-01-01");
    expect(observed(9, "2025-01-01", "Citations, later").signal_id).toBe(first.signal_id);
    expect(first.signal_id).toMatch(/^sig:[0-9a-f]{32}$/u);
    const input = {
      kind: "award",
      title: "Best Paper",
      statement: "Won.",
      topics: ["x"],
      observed_at: "2024-01-01",
      source: { name: "A" },
    } as const;
    const award = signalFromInput(SignalInput.parse(input), AT);
    expect(signalFromInput(SignalInput.parse({ ...input, title: "Best Demo" }), AT).signal_id).not.toBe(award.signal_id);
    expect(signalFromInput(SignalInput.parse({ ...input, source: { name: "B" } }), AT).signal_id).not.toBe(award.signal_id);
  });

  it("shows the latest observation and keeps the earlier ones, in whatever order they came", () => {
    const [a, b, c] = [observed(3, "2024-01-01"), observed(9, "2025-01-01"), observed(20, "2026-01-01")];
    const inOrder = withObservation(withObservation(a, b), c);
    expect(inOrder).toMatchObject({ value: 20, observed_at: "2026-01-01" });
    expect(inOrder.history).toEqual([
      { observed_at: "2024-01-01", value: 3 },
      { observed_at: "2025-01-01", value: 9 },
    ]);
    expect(withObservation(withObservation(c, a), b)).toEqual(inOrder);
    expect(withObservation(inOrder, c).content_hash).toBe(inOrder.content_hash);
  });

  it("must be about something", () => {
    const result = SignalInput.safeParse({
      kind: "news",
      title: "N",
      statement: "S.",
      observed_at: "2024-01-01",
      source: { name: "A" },
    });
    expect(result.error?.issues[0]?.path).toEqual(["paper_ids"]);
  });
});
