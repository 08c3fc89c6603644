import { randomBytes } from "node:crypto";
import { describe, inject } from "vitest";
import { openElasticsearch } from "../../src/engine/elasticsearch/engine.ts";
import { openElasticsearchRecords } from "../../src/records/elasticsearch.ts";
import { openTestLibrary } from "../support/mcp-server.ts";
import { answersContract } from "./contract.ts";

const url = inject("elasticsearchUrl");

describe.skipIf(url === null)("on a real server", () => {
  answersContract("Elasticsearch", () => {
    const options = { url: url!, auth: null, caFile: null, prefix: `answers-${randomBytes(4).toString("hex")}-` };
    return openTestLibrary({ engine: openElasticsearch(options), records: openElasticsearchRecords(options) });
  });
});
