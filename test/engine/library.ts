import type { Paper } from "../../src/documents/paper.ts";
import type { Signal } from "../../src/documents/signal.ts";
import { SIGNAL_KINDS } from "../../src/documents/signal-kinds.ts";
import type { Row } from "../../src/engine/writes.ts";
import { paper, row, signal, unitVector, vectorAt } from "../support/documents.ts";

/** Characters that end strings, start comments or stand for others in one query language or another. */
export const NASTY = `O'Brien "x'; -- \\' %_*? {} $1 \`\``;

/** A paper with every field set. */
export const FULL_PAPER: Paper = {
  paper_id: "doi:full",
  title: "A full paper, common to all",
  abstract: "It has everything: “quotes”, a common 🦓, and O(n log n).",
  authors: ["Łukasz Müller", "Zoë Straße"],
  year: 2023,
  published_at: "2023-05-06",
  venue: "Café Proceedings",
  categories: ["cs.CL", "cs.IR"],
  keywords: ["everything", "O'Brien"],
  ids: { doi: "full", arxiv: "2401.00001", acl: "P19-1001", openreview: "rJl-b3RcF7", openalex: "W2741809807" },
  aliases: ["doi:full", "arxiv:2401.00001", "acl:P19-1001", "openreview:rJl-b3RcF7", "openalex:W2741809807", "title:former"],
  former_ids: ["title:former"],
  url: "https://example.org/full?a=1&b='2'",
  pdf_url: "https://example.org/full.pdf",
  citation_count: 1_234,
  has_code: true,
  signal_counts: Object.fromEntries(SIGNAL_KINDS.map((kind, index) => [kind, index + 1])),
  retracted: false,
  content_hash: "f".repeat(64),
  sources: [
    { name: "one", url: "https://example.org/one", license: "CC BY 4.0" },
    { name: "two", url: null, license: null },
  ],
  source_records: [
    {
      source: { name: "one", url: "https://example.org/one", license: "CC BY 4.0" },
      record_key: "acl:P19-1001",
      input: {
        title: "A full paper, common to all",
        authors: ["Łukasz Müller", "Zoë Straße"],
        ids: { acl: "P19-1001" },
        retracted: true,
      },
      signals: ["0123456789abcdef0123456789abcdef"],
    },
    {
      source: { name: "two", url: null, license: null },
      record_key: "openalex:W2741809807",
      input: { title: "“A full paper”, 🦓", year: 2023, ids: { doi: "full", openalex: "W2741809807" }, citation_count: 0 },
      signals: [],
    },
  ],
  run_id: "run-full",
  ingested_at: "2026-01-02T03:04:05.678Z",
};

/** A signal with every field set. */
export const FULL_SIGNAL: Signal = {
  signal_id: "sig:full",
  kind: "review",
  title: "Reviews of the full paper",
  statement: "Observed: four reviewers rated it 7.25 of 10.",
  value: 7.25,
  unit: "rating of 10",
  polarity: "neutral",
  paper_ids: ["doi:full"],
  topics: ["Étude of Search", "search"],
  observed_at: "2025-06-07",
  source: { name: "a conference", url: "https://example.org/reviews", license: "CC0" },
  history: [
    { observed_at: "2025-01-01", value: 6.5 },
    { observed_at: "2025-02-01", value: null },
  ],
  content_hash: "e".repeat(64),
  run_id: "run-full",
  ingested_at: "2026-01-02T03:04:05.678Z",
};

/** The papers of the reading tests. Each of them has the word “common”. */
export const PAPERS: readonly Row<Paper>[] = [
  row(FULL_PAPER, unitVector([0, 0, 1])),
  row(
    paper({
      paper_id: "doi:index",
      title: "Indexing at scale, a common task",
      year: 2020,
      citation_count: 10,
      categories: ["cs.CL", "stat.ML"],
    }),
    vectorAt(1),
  ),
  row(
    paper({
      paper_id: "doi:naive",
      title: "Naïve methods are common",
      year: 2018,
      published_at: "2018-01-01",
      authors: ["Zoë Straße", NASTY],
    }),
    vectorAt(0.8),
  ),
  row(
    paper({
      paper_id: "doi:title",
      title: "Zebra fish",
      abstract: "Plankton ocean, common",
      year: 2023,
      published_at: "2023-07-01",
      venue: "ACL",
      has_code: true,
      signal_counts: { code: 1 },
      citation_count: 5,
    }),
    vectorAt(0.5),
  ),
  row(
    paper({
      paper_id: "doi:abstract",
      title: "Plankton ocean",
      abstract: "Zebra fish, common",
      year: 2019,
      categories: ["cs.IR"],
    }),
    vectorAt(0.2),
  ),
  row(paper({ paper_id: "doi:zebra-only", title: "Common zebras of the plain and of the hills and of the coast" })),
  row(paper({ paper_id: "doi:retracted", title: "Common mistakes", retracted: true }), vectorAt(-0.9)),
  row(paper({ paper_id: "doi:nulls", title: "Common ptarmigan" })),
  row(paper({ paper_id: "doi:twin-a", title: "Twin studies: common" })),
  row(paper({ paper_id: "doi:twin-c", title: "Twin studies: common" })),
  row(paper({ paper_id: "doi:twin-b", title: "Twin studies: common" })),
  row(paper({ paper_id: `doi:${NASTY}`, title: "Common escapes", authors: ["Percy"] })),
  row(paper({ paper_id: "doi:other", title: "Something else", abstract: "Common after all." })),
];

/** The signals of the reading tests. Each of them has the word “observed”. */
export const SIGNALS: readonly Row<Signal>[] = [
  row(FULL_SIGNAL),
  row(
    signal({
      signal_id: "sig:code",
      kind: "code",
      title: "A repository",
      statement: "Observed: code at a public address.",
      paper_ids: ["doi:full", "doi:title"],
      topics: ["search"],
    }),
    vectorAt(1),
  ),
  row(
    signal({
      signal_id: "sig:award",
      kind: "award",
      statement: "Observed: best paper.",
      paper_ids: ["doi:full"],
      observed_at: "2024-12-31",
    }),
    vectorAt(0.7),
  ),
  row(
    signal({
      signal_id: "sig:citation",
      kind: "citation",
      statement: "Observed: 40 citations.",
      value: 40,
      unit: "citations",
      paper_ids: ["doi:index"],
    }),
    vectorAt(-0.2),
  ),
  row(
    signal({
      signal_id: "sig:erratum",
      kind: "erratum",
      statement: "Observed: a table was wrong.",
      polarity: "against",
      topics: [NASTY],
      observed_at: "2025-03-01",
    }),
    vectorAt(0.1),
  ),
];

/** Name, query text, ids that must be among the hits. */
export const HOSTILE_TEXTS: readonly [string, string, string[]][] = [
  ["field syntax", "title:(zebra OR", ["doi:title"]],
  ["a match-all query", "*:*", []],
  ["an open quote", '"zebra', ["doi:title"]],
  ["a range", "zebra [2000 TO *}", ["doi:title"]],
  ["a regular expression", "/z.*/ zebra", ["doi:title"]],
  ["operators", "+zebra -fish ~2 ^9 && || ! \\", ["doi:title", "doi:abstract"]],
  ["SQL", "zebra'; DROP TABLE papers; --", ["doi:title"]],
  ["JSON", '{"match_all":{}} zebra', ["doi:title"]],
  ["a NUL", "zebra\u0000fish zebra", ["doi:title"]],
  ["lone surrogates", "\ud800 zebra \udc00", ["doi:title"]],
  ["5,000 wildcards", `zebra ${"*".repeat(5_000)}`, ["doi:title"]],
  ["5,000 wildcards with letters", `zebra ${"a* ".repeat(5_000)}`, ["doi:title"]],
  ["70,000 words", `zebra ${Array.from({ length: 70_000 }, (_, index) => `w${index}`).join(" ")}`, ["doi:title"]],
  ["one word of 40,000 letters", `zebra ${"x".repeat(40_000)}`, ["doi:title"]],
];
