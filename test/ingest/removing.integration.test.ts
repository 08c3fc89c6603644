import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { removeSource } from "../../ingest/remove-source.ts";
import { contents, paperLoader } from "./loader.ts";

const from = (name: string, row: object) => ({ ...row, source_name: name });

describe("a row that says deleted", () => {
  it("takes back what its source said: of the paper others state the rest stays, the paper of its own goes", async () => {
    const load = paperLoader();
    const one = from("one", { doi: "10.1234/a", title: "From one", year: 2020 });
    const two = from("two", { doi: "10.1234/a", title: "From two", abstract: "Words." });
    const alone = from("two", { doi: "10.1234/b", title: "Alone" });
    await load.run(load.rows("a.jsonl", [one, two, alone]));
    const deletions = [
      from("two", { doi: "10.1234/a", deleted: true }),
      from("two", { id: "https://doi.org/10.1234/B", deleted: "true" }),
      from("two", { doi: "10.1234/unknown", deleted: true }),
      from("two", { deleted: true, title: "No id" }),
    ];
    const report = await load.run(load.rows("b.jsonl", deletions));
    expect(report).toMatchObject({
      rows: { read: 4, removed: 2, unchanged: 1, dead: 1 },
      papers_removed: 1,
      dead_by_reason: { missing_field: 1 },
    });
    await load.run(load.rows("c.jsonl", [one]));
    const fresh = paperLoader();
    await fresh.run(fresh.rows("a.jsonl", [one]));
    expect(await contents(load.engine)).toEqual(await contents(fresh.engine));
  });

  it("counts in the order of the rows: what comes behind it is stated again", async () => {
    const load = paperLoader();
    const paper = from("one", { doi: "10.1234/a", title: "T" });
    const gone = from("one", { doi: "10.1234/a", deleted: true });
    for (const batchSize of [1, 10]) {
      await load.run(load.rows("a.jsonl", [paper, gone, paper]), { batchSize });
      expect(await load.engine.papers.count({})).toBe(1);
      await load.run(load.rows("a.jsonl", [paper, gone]), { batchSize });
      expect(await load.engine.papers.count({})).toBe(0);
    }
  });
});

const XML = (inside: string) =>
  '<collection id="P19"><volume id="1" ingest-date="2019-07-28"><meta><year>2019</year><venue>acl</venue></meta>\n' +
  `<paper id="1"><title>One</title>${inside}</paper></volume></collection>`;

describe("signals that a row states", () => {
  it("go when the row no longer states them; those of others stay, and the counts follow", async () => {
    const load = paperLoader();
    const xml = (inside: string) => {
      writeFileSync(join(load.folder, "a.xml"), XML(inside));
      return { target: "papers", path: join(load.folder, "a.xml"), format: "acl-anthology" } as const;
    };
    await load.run(xml('<award>Best Paper</award><pwccode url="https://github.com/a/b" additional="false">a/b</pwccode>'));
    writeFileSync(
      join(load.folder, "s.csv"),
      "kind,title,statement,paper_ids,observed_at,source_name\nnews,N,In the news.,P19-1001,2024-01-01,S",
    );
    await load.run({ target: "signals", path: join(load.folder, "s.csv"), format: "csv" });
    const report = await load.run(xml("<award>Best Paper</award>"));
    expect(report).toMatchObject({ signals_removed: 1, rows: { indexed: 1 }, counts_refreshed: 1 });
    const { papers, signals } = await contents(load.engine);
    expect(signals.map(({ kind }) => kind).sort()).toEqual(["award", "news"]);
    expect(papers[0]).toMatchObject({ has_code: false, signal_counts: { award: 1, news: 1 } });
  });
});

describe("removing a source", () => {
  it("leaves the index as if the source had never been loaded", async () => {
    const one = [from("one", { doi: "10.1234/a", title: "A" }), from("one", { doi: "10.1234/c", title: "C" })];
    const two = [
      from("two's \"{%_\\", { doi: "10.1234/a", title: "A of two", abstract: "Words." }),
      from("two's \"{%_\\", { doi: "10.1234/b", title: "B of two" }),
    ];
    const signals = (...names: string[]) =>
      ["kind,title,statement,paper_ids,observed_at,source_name"]
        .concat(names.map((name) => `code,C,It has code.,10.1234/a,2024-01-01,"${name.replaceAll('"', '""')}"`))
        .join("\n");
    const NAME = "two's \"{%_\\";
    const load = paperLoader();
    await load.run(load.rows("a.jsonl", one));
    await load.run(load.rows("b.jsonl", two));
    writeFileSync(join(load.folder, "s.csv"), signals("one", NAME));
    await load.run({ target: "signals", path: join(load.folder, "s.csv"), format: "csv" });

    expect(await removeSource(NAME, load)).toEqual({
      source: NAME,
      papers_changed: 1,
      papers_removed: 1,
      signals_removed: 1,
      texts_removed: 0,
    });

    const clean = paperLoader();
    await clean.run(clean.rows("a.jsonl", one));
    writeFileSync(join(clean.folder, "s.csv"), signals("one"));
    await clean.run({ target: "signals", path: join(clean.folder, "s.csv"), format: "csv" });
    expect(await contents(load.engine)).toEqual(await contents(clean.engine));
    await expect(removeSource(NAME, load)).rejects.toThrow("its sources are one");
  });

  it("takes the signals that its rows stated with it", async () => {
    const load = paperLoader();
    writeFileSync(join(load.folder, "a.xml"), XML("<award>Best Paper</award>"));
    await load.run({ target: "papers", path: join(load.folder, "a.xml"), format: "acl-anthology" });
    await load.run(load.rows("b.jsonl", [from("two", { acl: "P19-1001", title: "One" })]));
    await removeSource("ACL Anthology", load);
    const { papers, signals } = await contents(load.engine);
    expect(signals).toEqual([]);
    expect(papers).toHaveLength(1);
    expect(papers[0]).toMatchObject({ signal_counts: {}, sources: [{ name: "two" }] });
  });
});
