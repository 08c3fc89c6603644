import type { TestProject } from "vitest/node";
import { startElasticsearch } from "./elasticsearch.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Address of the Elasticsearch of this test run; null where none is to be had. */
    elasticsearchUrl: string | null;
  }
}

/** Starts the one Elasticsearch of a test run. `REQUIRE_ELASTICSEARCH=1` turns its absence into a failure. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startElasticsearch();
  if (server === null) {
    const reason = "no Elasticsearch: set ELASTICSEARCH_URL, or have Docker, or `mvn` and a JDK of 21 or later";
    if (process.env.REQUIRE_ELASTICSEARCH === "1") throw new Error(reason);
    console.log(`Tests on Elasticsearch are skipped: ${reason}.`);
  }
  project.provide("elasticsearchUrl", server?.url ?? null);
  return async () => server?.stop();
}
