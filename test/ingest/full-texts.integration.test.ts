import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { contents, paperLoader } from "./loader.ts";

const jats = ({ doi = "10.1371/a", title = "Whole papers", body = "<p>Zebras run.</p>", type = "research-article", more = "" }) =>
  `<?xml version="1.0"?><article article-type="${type}"><front><journal-meta><journal-title-group><journal-title>A Journal</journal-title></journal-title-group></journal-meta>
  <article-meta><article-id pub-id-type="doi">${doi}</article-id><title-group><article-title>${title}</article-title></title-group>
  <contrib-group><contrib contrib-type="author"><name><surname>Lovelace</surname><given-names>Ada</given-names></name></contrib></contrib-group>
  <pub-date pub-type="epub"><day>6</day><month>5</month><year>2020</year></pub-date>${more}<abstract><p>An abstract.</p></abstract></article-meta></front>
  <body><sec><title>Results</title>${body}</sec></body></article>`;

function textLoader() {
  const load = paperLoader();
  const folder = join(load.folder, "texts");
  mkdirSync(folder);
  return {
    ...load,
    put: (name: string, xml: string) => writeFileSync(join(folder, name), xml),
    texts: (more: object = {}, options: object = {}, deps: object = {}) =>
      load.run({ target: "fulltext", path: folder, format: "auto", ...more }, options, deps),
    passages: async () =>
      (await contents(load.engine)).passages.map(({ paper_id, content, kind }) => `${paper_id} ${kind} ${content}`.trim()),
  };
}

describe("ingest fulltext", () => {
  it("makes the paper that is unknown, stores its passages, and changes nothing when it is run again", async () => {
    const load = textLoader();
    load.put("a.xml", jats({}));
    expect(await load.texts()).toMatchObject({ status: "done", rows: { read: 1, indexed: 1 } });
    const once = await contents(load.engine);
    expect(once.papers).toMatchObject([
      {
        paper_id: "doi:10.1371/a",
        title: "Whole papers",
        year: 2020,
        abstract: "An abstract.",
        sources: [{ name: "A Journal" }],
      },
    ]);
    expect(await load.passages()).toEqual([
      "doi:10.1371/a abstract An abstract.",
      "doi:10.1371/a results Zebras run.",
      "doi:10.1371/a whole",
    ]);
    expect(await load.texts()).toMatchObject({ rows: { read: 1, unchanged: 1 } });
    expect(await contents(load.engine)).toEqual(once);
    load.put("a.xml", jats({ body: "<p>Zebras walk.</p>" }));
    expect(await load.texts()).toMatchObject({ rows: { indexed: 1 } });
    expect(await load.passages()).toContain("doi:10.1371/a results Zebras walk.");
    expect(await load.passages()).toHaveLength(3);
  });

  it("finds the paper by title and author, by the file's name and by a table", async () => {
    const load = textLoader();
    await load.run(
      load.rows("p.jsonl", [
        { arxiv: "2001.00001", title: "Whole papers", authors: ["Ada Lovelace"], year: 2019 },
        { acl: "2020.acl-main.207", title: "By its name" },
        { doi: "10.1234/table", title: "By a table" },
      ]),
    );
    load.put("any.xml", jats({}));
    load.put("2020.acl-main.207.xml", jats({ doi: "10.9999/unknown", title: "Something else" }));
    load.put("other.xml", jats({ doi: "10.9999/other", title: "Yet another" }));
    writeFileSync(join(load.folder, "map.csv"), "file,id\nother.xml,https://doi.org/10.1234/TABLE\n");
    expect(await load.texts({ map: join(load.folder, "map.csv") })).toMatchObject({ rows: { read: 3, indexed: 3 } });
    const { papers, passages } = await contents(load.engine);
    expect(papers).toHaveLength(3);
    expect([...new Set(passages.map(({ paper_id }) => paper_id))].sort()).toEqual(
      ["acl:2020.acl-main.207", "arxiv:2001.00001", "doi:10.1234/table"].sort(),
    );
  });

  it("sends to the dead letters what cannot be read and goes on", async () => {
    const load = textLoader();
    load.put("a.xml", jats({}));
    load.put("broken.xml", jats({}).slice(0, 600));
    const report = await load.texts();
    expect(report).toMatchObject({ status: "done", rows: { read: 2, indexed: 1, dead: 1 } });
    expect(report.first_dead[0]).toMatchObject({ file: expect.stringContaining("broken.xml") as string });
  });

  it("turns a notice into a signal about the paper that is held, and marks it retracted", async () => {
    const load = textLoader();
    await load.run(load.rows("p.jsonl", [{ doi: "10.1371/held", title: "Held", source_name: "one" }]));
    const notice = (doi: string) =>
      `<related-article related-article-type="retracted-article" ext-link-type="uri" xlink:href="info:doi/${doi}"/>`;
    const both = jats({
      doi: "10.1371/notice",
      title: "Retraction: Held",
      type: "retraction",
      more: notice("10.1371/held") + notice("10.1371/absent"),
    });
    load.put("r.xml", both.replace("<article ", '<article xmlns:xlink="http://www.w3.org/1999/xlink" '));
    expect(await load.texts()).toMatchObject({ status: "done", rows: { read: 1, indexed: 1 }, derived: { read: 1, indexed: 1 } });
    const { papers, signals } = await contents(load.engine);
    expect(signals).toMatchObject([
      { kind: "retraction", paper_ids: ["doi:10.1371/held"], polarity: "against", observed_at: "2020-05-06" },
    ]);
    expect(papers.find(({ paper_id }) => paper_id === "doi:10.1371/held")).toMatchObject({
      retracted: true,
      title: "Held",
      signal_counts: { retraction: 1 },
    });
    expect(papers.map(({ paper_id }) => paper_id)).not.toContain("doi:10.1371/absent");
  });

  it("turns what a text states of data and funding into signals of its paper, which stay the same, and go when it no longer does", async () => {
    const load = textLoader();
    const available = "<sec><title>Data availability</title><p>Data are available at https://zenodo.org/record/5.</p></sec>";
    const funded = "<sec><title>Funding</title><p>Supported by the Wellcome Trust.</p></sec>";
    const backed = (back: string) => jats({}).replace("</body>", `</body><back>${back}</back>`);
    load.put("a.xml", backed(available + funded));
    expect(await load.texts()).toMatchObject({ status: "done", rows: { indexed: 1 }, derived: { read: 2, indexed: 2 } });
    const once = await contents(load.engine);
    expect(once.signals.toSorted((a, b) => a.kind.localeCompare(b.kind))).toMatchObject([
      {
        kind: "dataset",
        statement: "Data are available at https://zenodo.org/record/5.",
        paper_ids: ["doi:10.1371/a"],
        observed_at: "2020-05-06",
        source: { name: "A Journal", url: "https://zenodo.org/record/5" },
      },
      { kind: "funding", statement: "Supported by the Wellcome Trust.", paper_ids: ["doi:10.1371/a"] },
    ]);
    expect(once.papers).toMatchObject([{ title: "Whole papers", signal_counts: { dataset: 1, funding: 1 } }]);
    expect(await load.texts()).toMatchObject({ rows: { unchanged: 1 }, derived: { unchanged: 2 } });
    expect(await contents(load.engine)).toEqual(once);
    load.put("a.xml", backed(funded));
    await load.texts();
    expect((await contents(load.engine)).signals).toMatchObject([{ kind: "funding" }]);
    load.put("a.xml", backed(""));
    await load.texts();
    expect(await contents(load.engine)).toMatchObject({ signals: [], papers: [{ signal_counts: {} }] });
  });

  it("lets the text of a better format speak for its paper, whichever comes first", async () => {
    const load = textLoader();
    const about = (place: string) => `Data are available at https://zenodo.org/record/${place}.`;
    const back = `<back><sec><title>Data availability</title><p>${about("1")}</p></sec></back>`;
    const xml = jats({}).replace("</body>", `</body>${back}`);
    const markdown = ["---", "doi: 10.1371/a", "title: Whole papers", "---", "", "## Data availability", "", about("2"), ""].join(
      "\n",
    );
    const stated = async () => (await contents(load.engine)).signals.map(({ statement }) => statement);
    load.put("a.xml", xml);
    await load.texts();
    load.put("b.md", markdown);
    expect(await load.texts()).toMatchObject({ rows: { superseded: 1 } });
    expect(await stated()).toEqual([about("1")]);
    const other = textLoader();
    await other.run(other.rows("p.jsonl", [{ doi: "10.1371/a", title: "Whole papers" }]));
    other.put("b.md", markdown);
    await other.texts();
    expect((await contents(other.engine)).signals).toMatchObject([{ statement: about("2") }]);
    other.put("a.xml", xml);
    await other.texts();
    expect((await contents(other.engine)).signals).toMatchObject([{ statement: about("1") }]);
  });

  it("embeds passages with their headings where they are to have vectors, and takes the vectors away with them", async () => {
    const load = textLoader();
    const passageVectors = async () => {
      const { documents } = await load.engine.passages.list({ filters: {}, sort: "place", limit: 10 });
      const vectors = await load.engine.passages.vectors(documents.map(({ passage_id }) => passage_id));
      return documents.map(({ passage_id, kind }) => [kind, vectors.get(passage_id)]);
    };
    load.put("a.xml", jats({}));
    await load.texts();
    expect((await passageVectors()).map(([kind, vector]) => [kind, vector !== undefined])).toEqual([
      ["abstract", false],
      ["results", false],
      ["whole", false],
    ]);
    load.put("a.xml", jats({ body: "<p>Zebras walk.</p>" }));
    await load.texts({}, {}, { embedsPassages: true });
    const [abstract, results, whole] = await passageVectors();
    expect([abstract![1] !== undefined, whole![1]]).toEqual([true, undefined]);
    const [expected] = await load.embedder.embedTexts(["Whole papers\nResults\nZebras walk."]);
    expect(results![1]).toEqual(expected);
    const { semantic } = await load.engine.passages.search({ vector: expected as Float32Array, filters: {}, depth: 10 });
    expect(semantic!.hits).toHaveLength(2);
  });

  it("keeps what the journal said of a paper when the journal retracts and corrects it", async () => {
    const load = textLoader();
    const notice = (kind: string) =>
      `<related-article xmlns:xlink="http://www.w3.org/1999/xlink" related-article-type="${kind}-article" xlink:href="info:doi/10.1371/a"/>`;
    load.put("a.xml", jats({}));
    await load.texts();
    load.put("c.xml", jats({ doi: "10.1371/c", title: "Correction", more: notice("corrected") }));
    load.put("r.xml", jats({ doi: "10.1371/r", title: "Retraction", more: notice("retracted") }));
    expect(await load.texts()).toMatchObject({ rows: { indexed: 2, unchanged: 1 }, derived: { indexed: 2 } });
    const { papers } = await contents(load.engine);
    expect(papers.find(({ paper_id }) => paper_id === "doi:10.1371/a")).toMatchObject({
      abstract: "An abstract.",
      year: 2020,
      authors: ["Ada Lovelace"],
      retracted: true,
      signal_counts: { retraction: 1, erratum: 1 },
    });
  });

  it("lets passages have the title and the year that their paper gets later", async () => {
    const load = textLoader();
    load.put("a.xml", jats({}));
    await load.texts();
    await load.run(
      load.rows("p.jsonl", [{ doi: "10.1371/a", title: "Another title", year: 2021, source_name: "A First Source" }]),
    );
    const { papers, passages } = await contents(load.engine);
    const { title, year } = papers[0]!;
    expect([title, year]).toEqual(["Another title", 2021]);
    expect(passages.filter(({ kind }) => kind !== "whole")).toMatchObject([
      { title, year },
      { title, year },
    ]);
  });

  it("writes nothing in a dry run, and tells the same", async () => {
    const load = textLoader();
    load.put("a.xml", jats({}));
    expect(await load.texts({}, { dryRun: true })).toMatchObject({ rows: { read: 1, indexed: 1 } });
    expect((await load.engine.status()).map(({ generation }) => generation)).toEqual([null, null, null]);
  });
});
