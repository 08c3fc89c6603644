import { randomBytes } from "node:crypto";
import { describe, inject } from "vitest";
import { openElasticsearch } from "../../src/engine/elasticsearch/engine.ts";
import { exportsContract } from "./contract.ts";

const url = inject("elasticsearchUrl");

describe.skipIf(url === null)("on a real server", () => {
  exportsContract("Elasticsearch", async () => {
    const prefix = `test-${randomBytes(6).toString("hex")}-`;
    const engine = openElasticsearch({ url: url!, prefix });
    return {
      engine,
      async dispose() {
        await engine.drop();
        await engine[Symbol.asyncDispose]();
      },
    };
  });
});
