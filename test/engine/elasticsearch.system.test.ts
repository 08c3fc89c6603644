import { randomBytes } from "node:crypto";
import { Client } from "@elastic/elasticsearch";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { openElasticsearch } from "../../src/engine/elasticsearch/engine.ts";
import { fingerprint, MAPPINGS } from "../../src/engine/mapping.ts";
import { TARGETS, type Engine } from "../../src/engine/port.ts";
import { openFaultProxy } from "../support/fault-proxy.ts";
import { paper, row, SMALL_SPACE, unitVector, vectorAt } from "../support/documents.ts";
import { engineContract } from "./contract.ts";
import { generationsContract } from "./generations-contract.ts";
import { FULL_PAPER } from "./library.ts";
import { passagesContract } from "./passages-contract.ts";

const url = inject("elasticsearchUrl");

describe.skipIf(url === null)("on a real server", () => {
  engineContract("Elasticsearch", async () => {
    const { engine, dispose } = openEmpty();
    return { engine, dispose };
  });
  generationsContract("Elasticsearch", async () => {
    const { engine, dispose } = openEmpty();
    return { engine, dispose };
  });
  passagesContract("Elasticsearch", async () => {
    const { engine, dispose } = openEmpty();
    return { engine, dispose };
  });

  describe("Elasticsearch alone", () => {
    let engine: Engine;
    let prefix: string;
    let client: Client;
    let dispose: () => Promise<void>;

    beforeAll(async () => {
      ({ engine, prefix, client, dispose } = openEmpty());
      await engine.create(SMALL_SPACE);
    });
    afterAll(() => dispose());

    test("the text of an index is stemmed, folded and freed of stop words", async () => {
      const { tokens } = await client.indices.analyze({
        index: `${prefix}papers`,
        analyzer: "english_text",
        text: "the engine's running naïve engines",
      });
      expect(tokens!.map(({ token }) => token)).toEqual(["engin", "run", "naiv", "engin"]);
    });

    test("analysts read through aliases, and _meta tells fingerprint and space", async () => {
      for (const target of TARGETS) {
        const index = `${prefix}${target}-v1-000001`;
        expect(Object.keys(await client.indices.getAlias({ name: `${prefix}${target}` }))).toEqual([index]);
        const mapping = await client.indices.getMapping({ index });
        expect(mapping[index]!.mappings._meta).toMatchObject({ fingerprint: fingerprint(MAPPINGS[target]), space: SMALL_SPACE });
      }
    });

    test.each([
      ["a field that is not mapped", { surprise: 1 }],
      ["an unmapped kind of signal", { signal_counts: { gossip: 1 } }],
      ["a year with a fraction", { year: 2020.7 }],
      ["a day without dashes", { published_at: "20240101" }],
      ["a day as a number", { published_at: 1_700_000_000_000 }],
    ])("the mapping refuses %s", async (_, fields) => {
      const document = { paper_id: "doi:strict", title: "Strict", ...fields };
      await expect(client.index({ index: `${prefix}papers`, document })).rejects.toMatchObject({ statusCode: 400 });
    });

    test("a stored paper can be read by hand: its vector apart, its text not doubled", async () => {
      await engine.papers.write([row(FULL_PAPER, vectorAt(1))]);
      const { _source } = await client.get<Record<string, unknown>>({ index: `${prefix}papers`, id: FULL_PAPER.paper_id });
      expect(_source).toMatchObject({ paper_id: FULL_PAPER.paper_id, title_key: "a full paper common to all" });
      expect(Object.keys(_source!)).not.toContain("embedding");
      expect(Object.keys(_source!)).not.toContain("text");
    });

    test("two processes create one generation", async () => {
      const fresh = openEmpty();
      const others = [1, 2, 3].map(() => openElasticsearch({ url: url!, prefix: fresh.prefix }));
      await Promise.all([fresh.engine, ...others].map((one) => one.create(SMALL_SPACE)));
      const indices = Object.keys(await client.indices.get({ index: `${fresh.prefix}*` }));
      expect(indices.sort()).toEqual(TARGETS.toSorted().map((target) => `${fresh.prefix}${target}-v1-000001`));
      await Promise.all(others.map((one) => one[Symbol.asyncDispose]()));
      await fresh.dispose();
    });

    test("a write never makes an index, an index under the alias's own name is not taken for one", async () => {
      const fresh = openEmpty();
      await client.indices.create({ index: `${fresh.prefix}papers` });
      const write = fresh.engine.papers.write([row(paper({ paper_id: "doi:1" }))]);
      await expect(write).rejects.toMatchObject({ code: "index_missing" });
      await fresh.dispose();
    });

    test("an index of another release is reported as it is and left alone", async () => {
      const fresh = openEmpty();
      const index = `${fresh.prefix}papers-v1-000007`;
      const _meta = { fingerprint: "0123456789abcdef", space: { model: "older@1", dimensions: 3 } };
      await client.indices.create({ index, mappings: { _meta }, aliases: { [`${fresh.prefix}papers`]: {} } });
      await fresh.engine.create(SMALL_SPACE);
      const [papers, signals] = await fresh.engine.status();
      expect(papers).toMatchObject({ generation: index, fingerprint: "0123456789abcdef", space: _meta.space });
      expect(signals).toMatchObject({ generation: `${fresh.prefix}signals-v1-000001`, space: SMALL_SPACE });
      await fresh.dispose();
    });

    test("where the alias is gone the next generation takes the next number", async () => {
      const fresh = openEmpty();
      await fresh.engine.create(SMALL_SPACE);
      const first = `${fresh.prefix}papers-v1-000001`;
      await client.indices.deleteAlias({ index: first, name: `${fresh.prefix}papers` });
      await fresh.engine.create(SMALL_SPACE);
      expect((await fresh.engine.status())[0]!.generation).toBe(`${fresh.prefix}papers-v1-000002`);
      await fresh.dispose();
    });

    test("drop removes all generations and nothing that only looks like one", async () => {
      const fresh = openEmpty();
      await fresh.engine.create(SMALL_SPACE);
      await client.indices.create({ index: `${fresh.prefix}papers-v1-000001-backup` });
      await client.indices.create({ index: `${fresh.prefix}papers-v2-000002` });
      await fresh.engine.drop();
      const left = Object.keys(await client.indices.get({ index: `${fresh.prefix}*` }));
      expect(left).toEqual([`${fresh.prefix}papers-v1-000001-backup`]);
      expect((await fresh.engine.status()).map(({ generation }) => generation)).toEqual([null, null, null]);
      await fresh.engine.drop();
      await fresh.dispose();
    });

    test("a question's vector of another space is told apart", async () => {
      const search = engine.papers.search({ vector: unitVector([1], 5), filters: {}, depth: 10 });
      await expect(search).rejects.toMatchObject({ code: "embedding_mismatch" });
    });

    test("scores are exact cosines, though the graph holds bytes", async () => {
      const cosines = [0.987_654, 0.5, -0.123_456];
      const rows = cosines.map((cosine, index) => row(paper({ paper_id: `doi:cosine-${index}` }), vectorAt(cosine)));
      await engine.papers.write(rows);
      await engine.papers.refresh();
      const filters = { paper_ids: rows.map(({ document }) => document.paper_id) };
      const { semantic } = await engine.papers.search({ vector: vectorAt(1), filters, depth: 10 });
      for (const [index, { score }] of semantic!.hits.entries()) expect(score).toBeCloseTo(cosines[index]!, 5);
    });

    test("a server that is slow to reach sends the fields with the hits, as they are read by id; one that is not sends none", async () => {
      const wanted = ["paper_id", "title", "abstract", "retracted"] as const;
      const written = row(paper({ paper_id: "doi:brought", title: "Brought along", retracted: true }), vectorAt(0.9));
      await engine.papers.write([written]);
      await engine.papers.refresh();
      await using proxy = await openFaultProxy(url!, { fault: () => "slow", slowMs: 700 });
      await using slow = openElasticsearch({ url: proxy.url, prefix });
      const filters = { paper_ids: ["doi:brought"] };
      const search = (from: Engine) =>
        from.papers.search({ text: "brought", vector: vectorAt(1), filters, depth: 10, fields: wanted });
      const fields = await slow.papers.fields(["doi:brought"], wanted);
      const { lexical, semantic, brought } = await search(slow);
      expect([lexical, semantic].map((leg) => leg!.hits.map(({ id }) => id))).toEqual([["doi:brought"], ["doi:brought"]]);
      expect(brought).toEqual(fields);
      await engine.papers.fields(["doi:brought"], wanted);
      expect((await search(engine)).brought?.size).toBe(0);
    });

    test("a load that died leaves the index refreshing by itself", async () => {
      await engine.beginLoad("signals");
      const interval = async () => {
        const settings = await client.indices.getSettings({ index: `${prefix}signals`, flat_settings: true });
        return Object.values(settings)[0]!.settings?.["index.refresh_interval"] as string | undefined;
      };
      expect(await interval()).toBe("60s");
      await engine.endLoad("signals");
      expect(await interval()).toBeUndefined();
    });

    test("ten thousand matches are counted, more are said to be more", async () => {
      const rows = Array.from({ length: 10_050 }, (_, index) => row(paper({ paper_id: `doi:bulk-${index}`, title: "Capybara" })));
      await engine.papers.write(rows);
      await engine.papers.refresh();
      const { lexical } = await engine.papers.search({ text: "capybara", filters: {}, depth: 1_000 });
      expect(lexical!.hits).toHaveLength(1_000);
      expect(lexical!.total.relation).toBe("gte");
      expect(lexical!.total.value).toBeGreaterThanOrEqual(10_000);
      const keys = rows.map(({ document }) => document.paper_id);
      expect((await engine.papers.resolve(keys, { timeoutMs: 30_000 })).size).toBe(10_050);
      expect((await engine.papers.get(keys, { timeoutMs: 30_000 })).size).toBe(10_050);
    });
  });
});

/** An engine over a prefix of its own, and a plain client beside it. Disposing deletes what stands under the prefix. */
function openEmpty() {
  const prefix = `test-${randomBytes(6).toString("hex")}-`;
  const engine = openElasticsearch({ url: url!, prefix });
  const client = new Client({ node: url! });
  return {
    engine,
    prefix,
    client,
    async dispose() {
      const indices = Object.keys(await client.indices.get({ index: `${prefix}*` }));
      if (indices.length > 0) await client.indices.delete({ index: indices });
      await client.close();
      await engine[Symbol.asyncDispose]();
    },
  };
}
