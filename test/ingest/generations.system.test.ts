import { randomBytes } from "node:crypto";
import { Client } from "@elastic/elasticsearch";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { preflight } from "../../ingest/generations/checks.ts";
import { openElasticsearch } from "../../src/engine/elasticsearch/engine.ts";
import { fingerprint, MAPPINGS, type Layout } from "../../src/engine/mapping.ts";
import type { Engine } from "../../src/engine/port.ts";
import { paper, row, SMALL_SPACE, unitVector, vectorAt } from "../support/documents.ts";
import { generationsSuite } from "./generations-suite.ts";

const url = inject("elasticsearchUrl");

describe.skipIf(url === null)("on a real server", () => {
  generationsSuite("Elasticsearch", async () => openPlace());

  describe("Elasticsearch alone", () => {
    const place = openPlace();
    let engine: Engine;
    let client: Client;
    beforeAll(() => {
      engine = place.open();
      client = new Client({ node: url! });
    });
    afterAll(async () => {
      await client.close();
      await place.dispose();
    });

    it("a generation whose mapping was accepted and that refuses documents is told before the load", async () => {
      const [papers, signals] = [`${place.prefix}papers-v1-000007`, `${place.prefix}signals-v1-000007`];
      for (const index of [papers, signals]) {
        const mappings = { dynamic: "strict" as const, properties: { paper_id: { type: "keyword" as const } } };
        await client.indices.create({ index, mappings, aliases: { [`${index}-load`]: { is_hidden: true } } });
      }
      const check = await preflight(engine.at({ papers, signals }), SMALL_SPACE);
      expect(check).toMatchObject({ name: "preflight", passed: false });
      expect(check.detail).toMatch(/^papers: a document was rejected: .*strict/u);
    });

    it("a generation that is filled is packed before it is live", async () => {
      await engine.create(SMALL_SPACE);
      const names = {
        papers: await engine.createGeneration("papers", SMALL_SPACE),
        signals: await engine.createGeneration("signals", SMALL_SPACE),
        passages: await engine.createGeneration("passages", SMALL_SPACE),
      };
      const index = engine.at(names);
      await index.beginLoad("papers");
      for (let turn = 0; turn < 4; turn += 1) {
        expect(await preflight(index, SMALL_SPACE)).toMatchObject({ passed: true });
        await index.papers.refresh();
      }
      await index.endLoad("papers");
      const { indices } = await client.indices.segments({ index: names.papers });
      const [shard] = Object.values(indices[names.papers]!.shards).flat();
      expect(shard!.num_search_segments).toBeLessThanOrEqual(1);
    });

    it("packing gives each part one vector graph, also where all was written in one go, and leaves every document as it was", async () => {
      const divided = place.open({ shards: 2 });
      const names = {
        papers: await divided.createGeneration("papers", SMALL_SPACE),
        signals: await divided.createGeneration("signals", SMALL_SPACE),
      };
      const { papers } = divided.at(names);
      const rows = Array.from({ length: 600 }, (_, index) =>
        row(paper({ paper_id: `doi:${index}` }), unitVector([Math.sin(index), Math.cos(index), (index % 7) / 7])),
      );
      await divided.at(names).beginLoad("papers");
      await papers.write(rows);
      await papers.refresh();
      const ids = rows.map(({ document }) => document.paper_id);
      const before = [await papers.get(ids), await papers.vectors(ids)];
      const written = await segmentsOf(names.papers);
      expect(await graphBytes(names.papers)).toBe(0);
      for (const _ of ["once", "repeated"]) {
        await divided.at(names).endLoad("papers");
        const packed = await segmentsOf(names.papers);
        expect(packed.map(({ length }) => length)).toEqual([1, 1]);
        // What is merged from now on gets a graph, so that it is in both parts where neither is the segment that was written.
        for (const [part, [name]] of packed.entries()) expect(written[part]).not.toContain(name);
        expect(await graphBytes(names.papers)).toBeGreaterThan(0);
        expect([await papers.get(ids), await papers.vectors(ids)]).toEqual(before);
        expect(await papers.count({})).toBe(ids.length);
      }
      const mapped = await client.indices.getMapping({ index: names.papers });
      expect(mapped[names.papers]!.mappings.properties!.embedding).toMatchObject({
        index_options: MAPPINGS.papers.mappings.properties.embedding!.index_options,
      });
    });

    it("an index that is filled at once is packed with its graph at the end of its first load, and never again", async () => {
      const prefix = `${place.prefix}at-once-`;
      const filled = openElasticsearch({ url: url!, prefix });
      try {
        await filled.create(SMALL_SPACE, { isFilledAtOnce: true });
        await filled.beginLoad("papers");
        await filled.papers.write(
          Array.from({ length: 300 }, (_, index) => row(paper({ paper_id: `doi:${index}` }), vectorAt(index / 300))),
        );
        await filled.endLoad("papers", { unfinished: true });
        const index = `${prefix}papers-v1-000001`;
        // As many segments as threads wrote at once.
        const [written] = await segmentsOf(index);
        expect(await graphBytes(index)).toBe(0);
        await filled.endLoad("papers");
        const packed = await segmentsOf(index);
        expect(packed).toEqual([[expect.any(String)]]);
        expect(written).not.toContain(packed[0]![0]);
        expect(await graphBytes(index)).toBeGreaterThan(0);
        await filled.papers.write([row(paper({ paper_id: "doi:later" }), vectorAt(0.5))]);
        await filled.endLoad("papers");
        expect(await segmentsOf(index)).toEqual([[...packed[0]!, expect.any(String)]]);
        expect(await filled.papers.count({})).toBe(301);
        expect((await filled.identity())[0]).toMatchObject({ fingerprint: fingerprint(MAPPINGS.papers), space: SMALL_SPACE });
      } finally {
        await filled[Symbol.asyncDispose]();
      }
    });

    /** Of each part of an index, the names of the segments that searches read. */
    async function segmentsOf(index: string): Promise<string[][]> {
      const { indices } = await client.indices.segments({ index });
      return Object.values(indices[index]!.shards).map((copies) => Object.keys([copies].flat()[0]!.segments));
    }

    async function graphBytes(index: string): Promise<number> {
      const { _all } = await client.indices.stats({ index, metric: ["dense_vector"] });
      return (_all.primaries as unknown as VectorStats).dense_vector.off_heap.total_vex_size_bytes;
    }
  });
});

/** `vex`: Lucene's files of graphs. */
interface VectorStats {
  dense_vector: { off_heap: { total_vex_size_bytes: number } };
}

function openPlace() {
  const prefix = `test-${randomBytes(6).toString("hex")}-`;
  const engines: Engine[] = [];
  return {
    prefix,
    open(layout: Layout = {}) {
      const engine = openElasticsearch({ url: url!, prefix, ...layout });
      engines.push(engine);
      return engine;
    },
    async dispose() {
      const client = new Client({ node: url! });
      const indices = Object.keys(await client.indices.get({ index: `${prefix}*` }));
      if (indices.length > 0) await client.indices.delete({ index: indices });
      await client.close();
      await Promise.all(engines.map((engine) => engine[Symbol.asyncDispose]()));
    },
  };
}
