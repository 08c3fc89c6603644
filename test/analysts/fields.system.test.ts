import { randomBytes } from "node:crypto";
import { Client, type estypes } from "@elastic/elasticsearch";
import { afterAll, describe, inject } from "vitest";
import { openElasticsearch } from "../../src/engine/elasticsearch/engine.ts";
import { analystFields } from "./fields-suite.ts";

const url = inject("elasticsearchUrl");

describe.skipIf(url === null)("on a real server", () => {
  const client = new Client({ node: url ?? "http://localhost:9200" });
  const prefixes: string[] = [];
  afterAll(async () => {
    for (const prefix of prefixes) {
      const left = Object.keys(await client.indices.get({ index: `${prefix}*`, expand_wildcards: "all" }));
      if (left.length > 0) await client.indices.delete({ index: left });
    }
    await client.close();
  });

  analystFields("Elasticsearch", () => {
    const prefix = `test-${randomBytes(6).toString("hex")}-`;
    prefixes.push(prefix);
    const named = (generation: string) => (generation.startsWith(prefix) ? generation : `${prefix}${generation}`);
    return {
      open: () => openElasticsearch({ url: url!, prefix, shards: 1, replicas: 0 }),
      stored: async (generation, id) =>
        (await client.get<Record<string, unknown>>({ index: named(generation), id }))._source ?? {},
      /** A mapping loses no fields: the index is made anew without them. */
      async makeOld(generation, names) {
        const index = named(generation);
        const { aliases, mappings, settings } = (await client.indices.get({ index }))[index]!;
        const properties = Object.fromEntries(Object.entries(mappings!.properties!).filter(([name]) => !names.includes(name)));
        await client.indices.delete({ index });
        await client.indices.create({
          index,
          aliases: aliases!,
          mappings: { ...mappings!, properties },
          settings: { analysis: (settings!.index as estypes.IndicesIndexSettings).analysis! },
        });
      },
    };
  });
});
