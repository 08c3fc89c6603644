import { randomBytes } from "node:crypto";
import { Client } from "@elastic/elasticsearch";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { preflight } from "../../ingest/generations/checks.ts";
import { openElasticsearch } from "../../src/engine/elasticsearch/engine.ts";
import type { Engine } from "../../src/engine/port.ts";
import { SMALL_SPACE } from "../support/documents.ts";
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
  });
});

function openPlace() {
  const prefix = `test-${randomBytes(6).toString("hex")}-`;
  const engines: Engine[] = [];
  return {
    prefix,
    open() {
      const engine = openElasticsearch({ url: url!, prefix });
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
