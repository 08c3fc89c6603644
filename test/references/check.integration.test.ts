import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Paper } from "../../src/documents/paper.ts";
import { checkReferences } from "../../src/references/check.ts";
import { FAULTS, faulty, honest, isCitable, writtenAs } from "../../bench/references/make.ts";
import { titlesAgree } from "../../src/references/titles.ts";
import { seededRandom } from "../../src/topics/random.ts";
import { paper, row, signal } from "../support/documents.ts";
import { hashEmbedder } from "../support/hash-embedder.ts";
import { openTestLibrary } from "../support/mcp-server.ts";
import { loadSample } from "../support/sample-library.ts";

let library: Awaited<ReturnType<typeof openTestLibrary>>;

const known = (given: Partial<Paper> & Pick<Paper, "paper_id">): Paper => {
  const ids = given.ids ?? {};
  return paper({ ...given, aliases: [given.paper_id, ...Object.entries(ids).map(([scheme, value]) => `${scheme}:${value}`)] });
};
const AUTHORS = ["Ada Lovelace", "Alan M. Turing", "Grace Hopper"];
const PAPERS = [
  known({
    paper_id: "doi:10.1000/engines",
    title: "Analytical Engines: A Survey of Cards and Mills",
    authors: AUTHORS,
    year: 2020,
    venue: "ACL",
    ids: { doi: "10.1000/engines" },
  }),
  known({
    paper_id: "doi:10.1000/looms",
    title: "Weaving Algebraic Patterns with Looms",
    authors: ["Joseph Marie Jacquard", "Jörg Müller"],
    year: 2018,
    venue: "EMNLP",
    ids: { doi: "10.1000/looms" },
  }),
  known({
    paper_id: "arxiv:1901.00001",
    title: "Programs That Halt in the Long Run",
    authors: ["Alan Turing", "Alonzo Church"],
    year: 2019,
    venue: "arXiv",
    ids: { arxiv: "1901.00001" },
  }),
  known({
    paper_id: "doi:10.18653/v1/2020.acl-main.7",
    title: "Programs that halt in the long run",
    authors: ["Alan Turing", "Alonzo Church"],
    year: 2020,
    venue: "ACL",
    ids: { doi: "10.18653/v1/2020.acl-main.7" },
  }),
  known({
    paper_id: "doi:10.1000/void",
    title: "A Result That Was Withdrawn Later",
    authors: ["Nemo Nobody"],
    year: 2017,
    ids: { doi: "10.1000/void" },
    retracted: true,
    signal_counts: { retraction: 1 },
  }),
  known({
    paper_id: "doi:10.1000/mended",
    title: "A Result With a Corrected Table",
    authors: ["Nemo Nobody"],
    year: 2016,
    ids: { doi: "10.1000/mended" },
    signal_counts: { erratum: 1 },
  }),
  known({ paper_id: "acl:P19-1001", title: "Introduction", authors: ["Some Editor"], year: 2019, ids: { acl: "P19-1001" } }),
];

beforeAll(async () => {
  library = await openTestLibrary({ embedder: hashEmbedder() });
  const { engine, embedder } = library;
  await engine.create(embedder.space);
  await loadSample(library);
  await engine.papers.write(PAPERS.map((one) => row(one)));
  await engine.signals.write([
    row(signal({ signal_id: "sig:gone", kind: "retraction", statement: "It was retracted.", paper_ids: ["doi:10.1000/void"] })),
    row(signal({ signal_id: "sig:other", kind: "award", statement: "It was praised.", paper_ids: ["doi:10.1000/void"] })),
  ]);
  for (const target of ["papers", "signals"] as const) await engine.endLoad(target);
}, 60_000);

afterAll(() => library[Symbol.asyncDispose]());

const check = (text: string, signals = true) => checkReferences(library, { text, max: 1_000, signals });
const bibtex = (fields: Record<string, string>) =>
  `@article{key, ${Object.entries(fields)
    .map(([name, value]) => `${name} = {${value}}`)
    .join(", ")}}`;
const ENGINES = {
  title: "Analytical Engines: A Survey of Cards and Mills",
  author: "Lovelace, Ada and Turing, A. M. and Hopper, G.",
  year: "2020",
  doi: "10.1000/engines",
};

async function outcome(fields: Record<string, string>) {
  const { status, record, differences } = (await check(bibtex(fields))).references[0]!;
  return [status, record?.paper_id ?? null, differences.map(({ field }) => field)];
}

describe("a reference", () => {
  it.each([
    ["as the record has it", {}],
    ["without an id", { doi: "" }],
    ["with et al.", { author: "Lovelace, Ada and others" }],
    ["with a slip of the pen in the title", { title: "Analytical Engines: A Survey of Cards and Mils", doi: "" }],
    ["by its id alone", { title: "", author: "", year: "" }],
    ["with names in the other order of parts", { author: "Lovelace Ada and Turing Alan and Hopper Grace" }],
  ])("%s is found", async (_, changed) => {
    expect(await outcome({ ...ENGINES, ...changed })).toEqual(["found", "doi:10.1000/engines", []]);
  });

  it.each([
    ["an invented DOI", { doi: "10.1000/invented" }, ["doi"]],
    ["the DOI of another paper", { doi: "10.1000/looms" }, ["doi"]],
    ["another title with its DOI", { title: "Steam Engines of the North" }, ["title"]],
    ["another year", { year: "2021" }, ["year"]],
    ["a stranger among its authors", { author: "Lovelace, Ada and Babbage, Charles" }, ["authors"]],
    ["authors of another paper", { author: "Jacquard, Joseph Marie", doi: "" }, ["authors"]],
    ["its authors in another order", { author: "Turing, Alan and Lovelace, Ada and Hopper, Grace" }, ["authors"]],
    ["several faults", { year: "1999", doi: "10.1000/invented" }, ["doi", "year"]],
  ])("with %s is a chimera that names the field", async (_, changed, fields) => {
    expect(await outcome({ ...ENGINES, ...changed })).toEqual(["chimera", "doi:10.1000/engines", fields]);
  });

  it("to a title that no record has is not found, and the nearest title is named", async () => {
    const { references } = await check(bibtex({ title: "Weaving algebraic patterns with engines", author: "Smith, John" }));
    expect(references[0]).toMatchObject({ status: "not_found", record: null, nearest: { paper_id: "doi:10.1000/looms" } });
  });

  it("to a title that many papers have needs an author or an id as well", async () => {
    expect(await outcome({ title: "Introduction", author: "Lovelace, Ada" })).toEqual(["not_found", null, []]);
    expect(await outcome({ title: "Introduction", author: "Editor, S." })).toEqual(["found", "acl:P19-1001", []]);
  });

  it("without its subtitle is found", async () => {
    expect(titlesAgree("Analytical engines of cards", "Analytical Engines of Cards: A Survey")).toBe(true);
    expect(titlesAgree("Analytical engines", "Analytical Engines: A Survey")).toBe(false);
    expect(titlesAgree("Language models: part 1 of a longer story", "Language models: part 2 of a longer story")).toBe(false);
  });

  it("to a preprint names what was published of it, and its year is right in both versions", async () => {
    for (const year of ["2019", "2020"]) {
      const { references } = await check(
        bibtex({
          title: "Programs that halt in the long run",
          author: "Turing, Alan and Church, Alonzo",
          year,
          eprint: "1901.00001",
        }),
      );
      expect(references[0]).toMatchObject({
        status: "superseded",
        record: { paper_id: "arxiv:1901.00001" },
        superseded_by: { paper_id: "doi:10.18653/v1/2020.acl-main.7" },
        differences: [],
      });
    }
  });

  it("with the Anthology's address of a paper known by its DOI is found, and another one is not taken for it", async () => {
    const title = "Programs that halt in the long run";
    expect(await outcome({ title, url: "https://aclanthology.org/2020.acl-main.7/" })).toEqual([
      "found",
      "doi:10.18653/v1/2020.acl-main.7",
      [],
    ]);
    expect(await outcome({ title, url: "https://aclanthology.org/2020.acl-main.8/" })).toEqual([
      "chimera",
      "doi:10.18653/v1/2020.acl-main.7",
      ["acl"],
    ]);
  });

  it("with an id of a kind that its record lacks is found, and the id is called unverified", async () => {
    const { references } = await check(bibtex({ ...ENGINES, doi: "", eprint: "2001.00009" }));
    expect(references[0]).toMatchObject({
      record: { paper_id: "doi:10.1000/engines" },
      unverified: ["arxiv:2001.00009"],
      differences: [],
    });
  });

  it("to a retracted or corrected paper says so, with the notice where signals may be read", async () => {
    const text = `${bibtex({ doi: "10.1000/void" })}\n${bibtex({ doi: "10.1000/mended" })}\n${bibtex({ doi: "10.1000/void", year: "2001" })}`;
    const { references, summary } = await check(text);
    expect(references.map(({ status, retracted, corrected }) => [status, retracted, corrected])).toEqual([
      ["retracted", true, false],
      ["corrected", false, true],
      ["chimera", true, false],
    ]);
    expect(references[0]!.notices).toMatchObject([{ signal_id: "sig:gone", statement: "It was retracted." }]);
    expect(summary).toMatchObject({ references: 3, retracted: 2, corrected: 1, chimera: 1, found: 0 });
    expect((await check(text, false)).references[0]!.notices).toEqual([]);
  });

  it("that cannot be read stops no other", async () => {
    const { references } = await check(`@article{bad, title = {Open\n${bibtex(ENGINES)}`);
    expect(references.map(({ status }) => status)).toEqual(["unreadable", "found"]);
  });
});

it("a part of the index that does not answer is told: what was not found may be there", async () => {
  const search = vi
    .spyOn(library.engine.papers, "search")
    .mockResolvedValue({ lexical: { hits: [], total: { value: 0, relation: "eq" } }, semantic: null, partial: true });
  try {
    expect((await check(bibtex({ title: "Nowhere to be found at all" }))).degraded).toMatchObject([{ part: "engine" }]);
  } finally {
    search.mockRestore();
  }
});

it("of references made from the sample, half of them with a fault, nearly all faults are flagged and hardly anything else, in BibTeX and in running text", async () => {
  const random = seededRandom(7);
  const { documents } = await library.engine.papers.list({ filters: {}, sort: "paper_id", limit: 1_000 });
  const papers = documents.filter((one) => isCitable(one) && !one.aliases.some((alias) => alias.startsWith("doi:10.1000/")));
  const made = papers.slice(0, 60).flatMap((one, index) => {
    const other = papers[(index + 30) % papers.length]!;
    const bad = index % 2 === 1 ? faulty(one, other, FAULTS[(index >> 1) % FAULTS.length]!, random) : honest(one, random);
    return bad === null ? [] : [bad];
  });
  expect(made.filter(({ fault }) => fault !== null).length).toBeGreaterThan(20);
  for (const format of ["bibtex", "list"] as const) {
    const { references } = await check(writtenAs(made, format));
    const wrong = made.filter(
      ({ fault }, index) => ["chimera", "not_found", "unreadable"].includes(references[index]!.status) !== (fault !== null),
    );
    expect([format, wrong.length], JSON.stringify(wrong.map(({ fault, title, authors }) => [fault, title, authors]))).toEqual([
      format,
      expect.toSatisfy((count: number) => count <= 1),
    ]);
  }
});
