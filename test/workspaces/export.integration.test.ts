import { parse } from "@retorquere/bibtex-parser";
import net from "node:net";
import { beforeAll, afterAll, describe, expect, it, vi } from "vitest";
import type { Paper } from "../../src/documents/paper.ts";
import { EXPORT_FORMATS, type ExportFormat } from "../../src/workspaces/export-formats.ts";
import { exportWorkspace } from "../../src/workspaces/export.ts";
import { parseName, nameText } from "../../src/documents/names.ts";
import type { Workspace } from "../../src/workspaces/workspace.ts";
import { paper, row, signal } from "../support/documents.ts";
import { hashEmbedder } from "../support/hash-embedder.ts";
import { openTestLibrary } from "../support/mcp-server.ts";
import { askWithin, workspaceWith } from "../support/workspaces.ts";

/* Exports read by programs that are not the one which wrote them: nothing of a record may be lost on the way. */

const TITLES = [
  "{BERT}: Pre-training of {Deep} Bidirectional Transformers",
  "Attention in $O(n^2)$ & 100% of the_time #1 ~ ^ \\alpha \\cite{x}",
  "Über naïve Modelle: Ångström, Łódź, ß, Ø und 検索の結果",
  "``Quoted'' — a -- b --- c ?` !` it's 'x' ,,y'' \"z\"",
  "Half a brace { and } the other } {",
  "<i>Markup</i> <script>alert(1)</script> & <b>bold</b>",
  "ends with a backslash \\",
  "and and and",
  "iPhone, eBay and GPT-4o: from LaTeX to TeX",
  "École Polytechnique: the ﬁne ² ½ print",
  "1. 2 % 3",
  "@article{a, title = {b}}",
];

const AUTHORS = [
  "Vladimir Karpukhin",
  "Ludwig van Beethoven",
  "de la Cruz, José",
  "John Smith Jr.",
  "王小明",
  "OpenAI",
  "Simon and Schuster",
  "BigScience Workshop Team",
  "Jörg Ø. Müller-Łukasz",
  "Madonna",
  "O'Neil, J. -- K.",
  "bell hooks",
  "ACME, Inc.",
  "A_B {C} & D%",
];

const PAPERS: Paper[] = [
  ...TITLES.map((title, index) =>
    paper({
      paper_id: `doi:10.1000/odd_${index}`,
      title,
      authors: AUTHORS,
      year: 2000 + index,
      published_at: `${2000 + index}-0${1 + (index % 9)}-17`,
      venue: index % 2 === 0 ? "Proceedings of X & Y (EMNLP)" : "Journal of {Odd} Results",
      ids: { doi: `10.1000/odd_${index}` },
      url: `https://example.org/a_b?c=%20&d=${index}#e~{x}`,
      abstract: "Dense retrieval finds passages by meaning and beats term matching on open questions in most settings tried.",
    }),
  ),
  paper({ paper_id: "title:00000000000000000000000000000000", title: "Nothing but a title" }),
  paper({
    paper_id: "arxiv:1706.03762",
    title: "A preprint",
    authors: ["Ada Lovelace"],
    year: 2017,
    ids: { arxiv: "1706.03762" },
    retracted: true,
  }),
  paper({
    paper_id: "acl:P19-1001",
    title: "Many authors",
    authors: Array.from({ length: 3_000 }, (_, n) => `Given${n} Family${n}`),
    year: 2019,
  }),
];
const SIGNAL = signal({
  signal_id: "sig:code",
  title: "Code & data of {everything}",
  statement: "The code has 100% of the_tests, said \\someone.",
  paper_ids: ["title:00000000000000000000000000000000"],
  observed_at: "2024-02-29",
  source: { name: "A forge, Inc.", url: "https://example.org/code_x", license: null },
});

let library: Awaited<ReturnType<typeof openTestLibrary>>;
let workspace: Workspace;

beforeAll(async () => {
  library = await openTestLibrary({ embedder: hashEmbedder() });
  const { engine, embedder } = library;
  await engine.create(embedder.space);
  const vector = await embedder.embedQuery("dense retrieval");
  await engine.papers.write(PAPERS.map((document) => row(document, vector)));
  await engine.signals.write([row(SIGNAL, vector)]);
  for (const target of ["papers", "signals"] as const) await engine.endLoad(target);
  workspace = await workspaceWith(
    library,
    [
      ...PAPERS.map(({ paper_id: id }, index) => ({ kind: "paper", id, note: `note ${index}: 5% of {x} & \\y` }) as const),
      { kind: "signal", id: SIGNAL.signal_id },
      { kind: "note", note: "Look at *this* <img src=x> [link](https://evil.example)" },
    ],
    { name: "Café: retrieval / work", thesis: "Dense retrieval beats term matching." },
  );
  await askWithin(library, workspace.workspace_id, "Does dense retrieval beat term matching?");
}, 30_000);

afterAll(() => library[Symbol.asyncDispose]());

async function exported(format: ExportFormat, maxBytes?: number) {
  const owned = { records: library.records, account: "local" };
  return exportWorkspace(library, owned, { workspace_id: workspace.workspace_id, format, maxBytes });
}

describe("BibTeX", () => {
  it("gives another program every title, name, note, venue, year and address back as it is on record", async () => {
    const { parts } = await exported("bibtex");
    const { entries, errors } = parse(parts[0]!, { sentenceCase: false });
    expect(errors).toEqual([]);
    expect(entries).toHaveLength(PAPERS.length + 1);
    expect(new Set(entries.map(({ key }) => key)).size).toBe(entries.length);
    for (const [index, stored] of PAPERS.entries()) {
      const { fields, type, key } = entries[index]!;
      expect(key).toMatch(/^[a-z0-9]+$/u);
      expect(fields.title).toBe(stored.title);
      expect((fields.author ?? []).map(spoken)).toEqual(stored.authors.map((name) => nameText(parseName(name))));
      expect(fields.year).toBe(stored.year === null ? undefined : String(stored.year));
      expect(fields.annote).toBe(`note ${index}: 5% of {x} & \\y`);
      expect(fields.booktitle ?? fields.journal ?? null).toBe(stored.venue);
      expect(fields.doi).toBe(stored.ids.doi);
      expect(type).toBe(stored.venue === null ? "misc" : stored.venue.startsWith("Journal") ? "article" : "inproceedings");
      if (stored.url !== null) expect(decodeURIComponent(fields.url ?? "")).toBe(decodeURIComponent(stored.url));
    }
    const preprint = entries.find(({ fields }) => fields.title === "A preprint")!;
    expect(preprint.fields).toMatchObject({ eprint: "1706.03762", archiveprefix: "arXiv", note: "Retracted.", year: "2017" });
    expect(entries.at(-1)!.fields).toMatchObject({ title: SIGNAL.title, note: SIGNAL.statement, year: "2024" });
  });

  it("has nothing in it that would be a command of LaTeX but escapes of letters", async () => {
    const { parts } = await exported("bibtex");
    const commands = [...parts[0]!.matchAll(/\\([a-zA-Z]+|.)/gu)].map(([, command]) => command);
    const harmless = /^(?:text(?:backslash|brace(?:left|right)|ascii(?:tilde|circum)|less|greater)|[$&#_%])$/u;
    expect([...new Set(commands)].filter((command) => !harmless.test(command!))).toEqual([]);
  });
});

describe("CSL-JSON", () => {
  it("is what processors take: ids of their own, known types and variables, names and dates in their shapes", async () => {
    const { parts } = await exported("csl-json");
    const items = JSON.parse(parts[0]!) as Record<string, unknown>[];
    expect(items).toHaveLength(PAPERS.length + 1);
    for (const item of items) expectCsl(item);
    expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
  });

  it("holds every title, name, day and address letter by letter", async () => {
    const { parts } = await exported("csl-json");
    const items = JSON.parse(parts[0]!) as Csl[];
    for (const [index, stored] of PAPERS.entries()) {
      const item = items[index];
      expect(item!.title).toBe(stored.title);
      expect((item!.author ?? []).map(nameText)).toEqual(stored.authors.map((name) => nameText(parseName(name))));
      expect(item!["container-title"] ?? null).toBe(stored.venue);
      expect(item!.DOI).toBe(stored.ids.doi);
      if (stored.url !== null) expect(item!.URL).toBe(stored.url);
      const date = stored.published_at ?? (stored.year === null ? null : String(stored.year));
      expect(item!.issued?.["date-parts"][0] ?? null).toEqual(date === null ? null : date.split("-").map(Number));
    }
  });
});

describe("the brief in Markdown", () => {
  it("has thesis, items with notes, the last answer with its marks, and a reference for every mark", async () => {
    const { parts } = await exported("markdown");
    const [text] = parts;
    expect(text).toContain("> Dense retrieval beats term matching.");
    expect(text).toContain("## Does dense retrieval beat term matching?");
    expect(text).toContain("note 0: 5% of {x} & \\\\y");
    expect(text).toContain("A preprint — RETRACTED");
    expect(text).toContain("Given9 Family9, et al.");
    const [body, references] = text!.split("## References");
    const numbers = new Set([...references!.matchAll(/^\[(\d+)\] /gmu)].map(([, number]) => number));
    expect(numbers.size).toBe(PAPERS.length + 1);
    const marked = [...body!.matchAll(/(?<!\\)\[(\d+)\]/gu)].map(([, number]) => number);
    expect(marked.length).toBeGreaterThan(PAPERS.length);
    for (const number of marked) expect(numbers).toContain(number);
  });

  it("carries nothing of a record or a note as markup or a link", async () => {
    const { parts } = await exported("markdown");
    expect(parts[0]).not.toMatch(/(?<!\\)<(?:script|img|i|b)\b/u);
    expect(parts[0]).not.toMatch(/(?<!\\)\]\(/u);
    expect(parts[0]).not.toContain("https://evil");
  });
});

describe("JSON", () => {
  it("has the workspace, its items, its answers and the references, each item with the number of its own", async () => {
    const { parts } = await exported("json");
    const whole = JSON.parse(parts[0]!) as Whole;
    expect(whole.workspace).toMatchObject({ name: workspace.name, thesis: workspace.thesis, version: workspace.version });
    expect(whole.items.map(({ id }) => id)).toEqual(workspace.items.map(({ id }) => id));
    for (const item of whole.items.filter(({ kind }) => kind !== "note")) {
      expect(whole.references[item.reference! - 1]).toMatchObject({ kind: item.kind, id: item.id });
    }
    const [answer] = whole.answers;
    expect(answer!.question).toBe("Does dense retrieval beat term matching?");
    for (const { reference, quote } of answer!.quotes) {
      const { id } = whole.references[reference - 1]!;
      expect(PAPERS.find(({ paper_id }) => paper_id === id)!.abstract).toContain(quote);
    }
  });
});

describe("an export in parts", () => {
  it.each(EXPORT_FORMATS)("of %s keeps to the size, each part whole in itself, and is the same as in one", async (format) => {
    const most = 5_000;
    const [whole, cut] = [await exported(format), await exported(format, most)];
    expect(whole.parts).toHaveLength(1);
    expect(cut.parts.length).toBeGreaterThan(1);
    for (const part of cut.parts) expect(Buffer.byteLength(JSON.stringify(part))).toBeLessThan(most * 1.3);
    switch (format) {
      case "markdown":
        expect(cut.parts.join("")).toBe(whole.parts[0]);
        break;
      case "bibtex": {
        const keys = (text: string) => parse(text).entries.map(({ key }) => key);
        expect(cut.parts.flatMap(keys)).toEqual(keys(whole.parts[0]!));
        expect(cut.parts.join("")).toContain(" and others}");
        break;
      }
      case "csl-json": {
        const ids = (text: string) => (JSON.parse(text) as Csl[]).map(({ id }) => id);
        expect(cut.parts.flatMap(ids)).toEqual(ids(whole.parts[0]!));
        break;
      }
      case "json": {
        const ids = (text: string) => (JSON.parse(text) as Whole).references.map(({ id }) => id);
        expect(cut.parts.flatMap(ids)).toEqual(ids(whole.parts[0]!));
      }
    }
  });
});

it("is named after the workspace", async () => {
  expect((await exported("bibtex")).filename).toBe("cafe-retrieval-work.bib");
});

it("opens no connection, in any format", async () => {
  const connect = vi.spyOn(net.Socket.prototype, "connect");
  const fetched = vi.spyOn(globalThis, "fetch");
  try {
    for (const format of EXPORT_FORMATS) await exported(format);
    expect(connect).not.toHaveBeenCalled();
    expect(fetched).not.toHaveBeenCalled();
  } finally {
    connect.mockRestore();
    fetched.mockRestore();
  }
});

it("names what the library no longer has by what was saved", async () => {
  const owned = { records: library.records, account: "local" };
  const { workspace_id } = await workspaceWith(library, [
    { kind: "paper", id: "acl:P19-1001" },
    { kind: "paper", id: "10.1000/odd_0" },
  ]);
  const get = vi.spyOn(library.engine.papers, "get").mockResolvedValue(new Map());
  const resolve = vi.spyOn(library.engine.papers, "resolve").mockResolvedValue(new Map());
  try {
    const { parts } = await exportWorkspace(library, owned, { workspace_id, format: "csl-json" });
    expect(JSON.parse(parts[0]!)).toMatchObject([
      { title: "Many authors", URL: "https://aclanthology.org/P19-1001/", note: "No longer in the library." },
      { title: TITLES[0], DOI: "10.1000/odd_0", URL: "https://doi.org/10.1000/odd_0" },
    ]);
  } finally {
    get.mockRestore();
    resolve.mockRestore();
  }
});

interface Csl {
  id: string;
  title: string;
  author?: Parameters<typeof nameText>[0][];
  issued?: { "date-parts": number[][] };
  "container-title"?: string;
  DOI?: string;
  URL?: string;
}

interface Whole {
  workspace: object;
  items: { kind: string; id: string; reference?: number }[];
  answers: { question: string; quotes: { reference: number; quote: string }[] }[];
  references: { kind: string; id: string }[];
}

/** A name as the other program read it, in the order in which it is spoken. */
function spoken(name: { name?: string; firstName?: string; prefix?: string; lastName?: string; suffix?: string }): string {
  return name.name ?? [name.firstName, name.prefix, name.lastName, name.suffix].filter(Boolean).join(" ");
}

/** Variables and types of CSL 1.0.2 that a reference may use. */
const TEXTS = ["title", "container-title", "publisher", "number", "DOI", "URL", "note", "annote"];
const TYPES = ["article", "article-journal", "paper-conference", "webpage"];
const NAME_PARTS = ["family", "given", "literal", "non-dropping-particle", "suffix"];

function expectCsl(item: Record<string, unknown>): void {
  const { id, type, author = [], issued, "citation-key": key, ...texts } = item;
  expect(id).toMatch(/^[a-z0-9]+$/u);
  expect(key ?? id).toBe(id);
  expect(TYPES).toContain(type);
  for (const name of author as Record<string, unknown>[]) {
    expect(NAME_PARTS).toEqual(expect.arrayContaining(Object.keys(name)));
    expect("literal" in name || "family" in name).toBe(true);
    for (const part of Object.values(name)) expect(part).toEqual(expect.stringMatching(/./u));
  }
  if (issued !== undefined) {
    const [parts] = (issued as { "date-parts": number[][] })["date-parts"];
    expect(parts!.length).toBeGreaterThanOrEqual(1);
    expect(parts!.every(Number.isInteger)).toBe(true);
  }
  for (const [name, text] of Object.entries(texts)) {
    expect(TEXTS).toContain(name);
    expect(text).toBeTypeOf("string");
  }
}
