import { randomBytes } from "node:crypto";
import { afterEach, describe, inject } from "vitest";
import { openElasticsearch } from "../../src/engine/elasticsearch/engine.ts";
import type { Engine } from "../../src/engine/port.ts";
import { repeatedRowsSuite } from "./repeated-rows-suite.ts";

const url = inject("elasticsearchUrl");

describe.skipIf(url === null)("on a real server", () => {
  let opened: Engine | undefined;
  afterEach(async () => opened?.drop());

  repeatedRowsSuite("Elasticsearch", () => {
    opened = openElasticsearch({ url: url!, prefix: `test-${randomBytes(6).toString("hex")}-` });
    return opened;
  });
});
