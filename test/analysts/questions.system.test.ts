import { randomBytes } from "node:crypto";
import { Client, type estypes } from "@elastic/elasticsearch";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { compose, type Composition } from "../../src/compose.ts";
import { loadConfig } from "../../src/config.ts";
import { folderPlace, type Place } from "../access/places.ts";
import { loadSample } from "../support/sample-library.ts";
import { ANSWERS, comparable, type Answer } from "./answers.ts";
import { questions } from "./questions.ts";

const url = inject("elasticsearchUrl");

describe.skipIf(url === null)("the questions in Query DSL, on a real Elasticsearch", () => {
  const prefix = `test-${randomBytes(6).toString("hex")}-`;
  let place: Place;
  let library: Composition;
  let client: Client;

  beforeAll(async () => {
    place = await folderPlace();
    client = new Client({ node: url! });
    library = await compose(
      loadConfig({ ...place.settings, ENGINE: "elasticsearch", ELASTICSEARCH_URL: url!, INDEX_PREFIX: prefix }),
    );
    await loadSample(library);
  });
  afterAll(async () => {
    await library.engine.drop();
    const left = Object.keys(await client.indices.get({ index: `${prefix}*`, expand_wildcards: "all" }));
    if (left.length > 0) await client.indices.delete({ index: left });
    await library[Symbol.asyncDispose]();
    await client.close();
    await place[Symbol.asyncDispose]();
  });

  test.each(questions())("$number. $title", async ({ number, target, body }) => {
    const found = await client.search<{ paper_id: string }>({ index: `${prefix}${target}`, ...(body as estypes.SearchRequest) });
    expect(comparable(answerOf(found))).toEqual(comparable(ANSWERS[number]!));
  });
});

interface Bucket {
  key: string | number;
  key_as_string?: string;
  doc_count: number;
  value?: { value: number };
}

/** What a search found, as the question asks for it: buckets, a figure, the ids of the hits, or how many there are. */
function answerOf({ aggregations, hits }: estypes.SearchResponse<{ paper_id: string }>): Answer {
  const answer = aggregations?.answer as { buckets?: Bucket[] | Record<string, Bucket>; value?: number } | undefined;
  if (answer?.value !== undefined) return answer.value;
  if (Array.isArray(answer?.buckets)) {
    return answer.buckets.map(({ key, key_as_string, value, doc_count }): [string, number] => [
      key_as_string ?? String(key),
      value?.value ?? doc_count,
    ]);
  }
  if (answer?.buckets) return Object.entries(answer.buckets).map(([key, { doc_count }]): [string, number] => [key, doc_count]);
  return hits.hits.length > 0 ? hits.hits.map(({ _source }) => _source!.paper_id) : (hits.total as { value: number }).value;
}
