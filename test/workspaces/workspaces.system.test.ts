import { randomBytes } from "node:crypto";
import { Client } from "@elastic/elasticsearch";
import { describe, inject } from "vitest";
import { openElasticsearch } from "../../src/engine/elasticsearch/engine.ts";
import { openElasticsearchRecords } from "../../src/records/elasticsearch.ts";
import { hashEmbedder } from "../support/hash-embedder.ts";
import { workspacesSuite } from "./suite.ts";

const url = inject("elasticsearchUrl");

describe.skipIf(url === null)("on a real server", () => {
  workspacesSuite("Elasticsearch", async () => {
    const prefix = `test-${randomBytes(6).toString("hex")}-`;
    const engine = openElasticsearch({ url: url!, prefix });
    const second = () => openElasticsearchRecords({ url: url!, prefix });
    const records = second();
    const library = {
      engine,
      records,
      embedder: hashEmbedder(),
      async [Symbol.asyncDispose]() {
        const client = new Client({ node: url! });
        await client.indices.delete({ index: `${prefix}records-v1-000001` }, { ignore: [404] });
        await client.close();
        await Promise.all([engine[Symbol.asyncDispose](), records[Symbol.asyncDispose]()]);
      },
    };
    return { library, second };
  });
});
