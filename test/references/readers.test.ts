import { describe, expect, it } from "vitest";
import { formatOf, readReferences, type ReferenceFormat } from "../../src/references/formats.ts";

const read = (text: string, format?: ReferenceFormat) => readReferences(text, { format, max: 100 });
const names = (authors: unknown) => (authors as { names: string[] } | null)?.names;

describe("BibTeX", () => {
  it("is read with macros, both delimiters, LaTeX, others, and ids wherever they stand", () => {
    const { format, references } = read(`
      Comments are allowed here, user@example.org too.
      @string{acl = "Proceedings of " # {ACL}}
      @comment{@article{no, title = {No}}}
      @inproceedings{one, title = "{D}ense Retrieval in {G}{\\"o}ttingen", author = {M{\\"u}ller, J{\\"o}rg and {Food and Drug Administration} and others},
        year = 2020, booktitle = acl, doi = {https://doi.org/10.1000/ABC_1},}
      @misc(two, title={Two}, url={\\url{https://arxiv.org/abs/2004.04906v2}}, date = {2021-03-04})
      @article{three, title = {Three: 100\\% \\& more}, journal = {arXiv preprint arXiv:1706.03762}, pmid = {31452104}}`);
    expect(format).toBe("bibtex");
    expect(references.map(({ key, titles, year, ids }) => [key, titles[0], year, ids.map(({ value }) => value)])).toEqual([
      ["one", "Dense Retrieval in Göttingen", 2020, ["10.1000/abc_1"]],
      ["two", "Two", 2021, ["2004.04906"]],
      ["three", "Three: 100% & more", null, ["31452104", "1706.03762"]],
    ]);
    expect(references[0]!.authors).toEqual({ names: ["Müller, Jörg", "Food and Drug Administration"], cut: true });
  });

  it.each([
    ["an unclosed brace", "@article{bad, title = {Never closed, year = 2020\n@article{good, title = {Good}}"],
    ["an unclosed quotation mark", '@article{bad, title = "Never closed, year = 2020\n@article{good, title = {Good}}'],
    ["a lacking comma", "@article{bad, title = {A} year = 2020}\n@article{good, title = {Good}}"],
    ["no value", "@article{bad, title = , year = 2020}\n@article{good, title = {Good}}"],
  ])("%s costs one entry, named with its line", (_, text) => {
    const { references } = read(text);
    expect(references.map(({ key, problem }) => [key, problem === null])).toEqual([
      ["bad", false],
      ["good", true],
    ]);
    expect(references[0]!.problem).toMatch(/^line [12]: /u);
  });
});

it("RIS is read, without the ends of records and with lines that go on", () => {
  const { format, references } = read(
    "TY  - JOUR\nAU  - Lovelace, Ada\nAU  - Turing, Alan\nTI  - A title that\n  goes on\nPY  - 2019/05/01\nDO  - 10.1000/x\nTY  - CONF\nT1  - Second\nER  -\nTY  - JOUR\nAU  - Nobody\nER  -\n",
  );
  expect(format).toBe("ris");
  expect(references).toMatchObject([
    {
      titles: ["A title that goes on"],
      year: 2019,
      ids: [{ value: "10.1000/x" }],
      authors: { names: ["Lovelace, Ada", "Turing, Alan"] },
    },
    { titles: ["Second"], problem: null },
    { problem: "has neither a title (TI) nor an ID (DO, UR)" },
  ]);
});

it("CSL-JSON is read whatever its items hold", () => {
  const items = [
    {
      id: "a",
      title: "A <i>marked</i> title",
      author: [{ family: "Beethoven", given: "Ludwig", "non-dropping-particle": "van" }, { literal: "A Team" }],
      issued: { "date-parts": [["2020", 1]] },
      DOI: "10.1000/A",
    },
    { id: 7, title: "Seven", author: "nobody", issued: { raw: "May 1999" } },
    "no item",
    { id: "empty" },
    null,
  ];
  const { format, references } = read(JSON.stringify(items));
  expect(format).toBe("csl-json");
  expect(references.map(({ key, titles, year, problem }) => [key, titles[0], year, problem])).toEqual([
    ["a", "A marked title", 2020, null],
    ["7", "Seven", 1999, null],
    [null, undefined, null, "is not an object"],
    ["empty", undefined, null, "has neither a title nor an ID"],
    [null, undefined, null, "is not an object"],
  ]);
  expect(names(references[0]!.authors)).toEqual(["van Beethoven, Ludwig", "A Team"]);
});

describe("a plain list", () => {
  it.each([
    [
      "ACL",
      "Ada Lovelace and Alan M. Turing. 2020. Dense retrieval of proofs. In ACL, pages 1901–1999. https://doi.org/10.1000/x.",
    ],
    ["APA", "Lovelace, A., & Turing, A. M. (2020). Dense retrieval of proofs. ACL, 12(3), 1901-1999."],
    ["IEEE", "A. Lovelace and A. M. Turing, “Dense retrieval of proofs,” in Proc. ACL, 2020, pp. 1–9."],
    ["NeurIPS", "A. Lovelace and A. M. Turing. Dense retrieval of proofs. In ACL, 2020."],
    ["Vancouver", "Lovelace A, Turing AM. Dense retrieval of proofs. Proc ACL. 2020;12(3):1-9."],
    ["Markdown", "[Dense retrieval of proofs](https://arxiv.org/abs/2004.04906), Lovelace and Turing, 2020"],
  ])("in the style of %s has its title among the candidates, and its year", (_, text) => {
    const [reference] = read(text, "list").references;
    expect(reference!.titles).toContain("Dense retrieval of proofs");
    expect(reference!.year).toBe(2020);
  });

  it("is parted by labels, by blank lines, or by lines", () => {
    const count = (text: string) => read(text, "list").references.length;
    expect(count("[1] One two three. 2020.\n    goes on here.\n[2] Four five six. 2021.")).toBe(2);
    expect(count("One two three.\n2020 goes on.\n\nFour five six.\n2021.\n")).toBe(2);
    expect(count("One two three. 2020.\nFour five six. 2021.\nSeven eight nine. 2022.")).toBe(3);
  });
});

describe("Markdown", () => {
  it("is read below its heading of references, to the next one", () => {
    const { references } = read(
      "# Survey\n\n- not this (2020)\n\n## References\n\n1. Ada Lovelace. 2020. One of three. ACL.\n2. Two of three, 2021.\n\n## Appendix\n\n- nor this (2022)\n",
    );
    expect(references.map(({ key }) => key)).toEqual(["1", "2"]);
  });

  it("without one, items, footnotes and rows of tables that name a paper are read; without them, the ids in sentences", () => {
    const { references } = read(
      "# Notes\n\n- buy milk\n- [A paper of ours](https://doi.org/10.1000/x)\n\n[^a]: Lovelace. 2020. Two of them.\n\n| Title | Year |\n|---|---|\n| Three of them | 2021 |\n",
    );
    expect(references.map(({ ids, titles }) => [ids[0]?.value, titles[0]])).toEqual([
      ["10.1000/x", "A paper of ours"],
      [undefined, "Two of them"],
      [undefined, expect.stringContaining("Three of them")],
    ]);
    expect(
      read("# Notes\n\nIt was shown by https://arxiv.org/abs/2004.04906, and again (arXiv:1706.03762).").references.map(
        ({ ids }) => ids[0]!.value,
      ),
    ).toEqual(["2004.04906", "1706.03762"]);
  });
});

describe("what is refused, by the name of the field", () => {
  it.each([
    ["more references than allowed", "a b c 2020\n".repeat(101), undefined, /more than 100 references/u],
    ["broken JSON", '[{"title": ', "csl-json", /not JSON/u],
    ["a text without a reference", "\n\n", undefined, /No reference was found/u],
    ["another format than named", "no entry here", "bibtex", /read as bibtex/u],
  ] as const)("%s", (_, text, format, message) => {
    expect(() => read(text, format)).toThrow(
      expect.objectContaining({ code: "invalid_argument", field: "text", message: expect.stringMatching(message) as string }),
    );
  });
});

it("formats are recognized", () => {
  expect(['[{"title": "A"}]', "@misc{a, title={B}}", "TY  - JOUR", "# References\n- a", "A. B. 2020. C."].map(formatOf)).toEqual([
    "csl-json",
    "bibtex",
    "ris",
    "markdown",
    "list",
  ]);
});

it("no text takes long", () => {
  const started = performance.now();
  const hostile = [
    "@a{".repeat(8_000),
    `@a{b, title = {${"{".repeat(20_000)}`,
    "[".repeat(20_000),
    "“a ".repeat(8_000),
    "*a ".repeat(8_000),
    `A. ${"B. ".repeat(1_000)}`,
    "(2020). ".repeat(600),
    "TY  - \n".repeat(90),
    "[a](".repeat(8_000),
    "a".repeat(4_900),
  ];
  for (const text of hostile)
    for (const format of ["bibtex", "ris", "list", "markdown"] as const) {
      try {
        read(text, format);
      } catch (error) {
        expect(error).toMatchObject({ code: "invalid_argument" });
      }
    }
  expect(performance.now() - started).toBeLessThan(5_000);
});
