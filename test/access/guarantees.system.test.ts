import { randomBytes } from "node:crypto";
import { Client } from "@elastic/elasticsearch";
import { describe, inject } from "vitest";
import { openElasticsearchRecords } from "../../src/records/elasticsearch.ts";
import { accessGuarantees } from "./guarantees.ts";

const url = inject("elasticsearchUrl");

describe.skipIf(url === null)("on a real server", () => {
  accessGuarantees("Elasticsearch", async () => {
    const prefix = `test-${randomBytes(6).toString("hex")}-`;
    const records = openElasticsearchRecords({ url: url!, prefix });
    return {
      records,
      second: async () => openElasticsearchRecords({ url: url!, prefix }),
      async dispose() {
        const client = new Client({ node: url! });
        const indices = Object.keys(await client.indices.get({ index: `${prefix}*`, expand_wildcards: "all" }));
        if (indices.length > 0) await client.indices.delete({ index: indices });
        await client.close();
        await records[Symbol.asyncDispose]();
      },
    };
  });
});
