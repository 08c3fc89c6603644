import { describe, expect, test } from "vitest";
import { openElasticsearchRecords } from "../../src/records/elasticsearch.ts";
import type { Records } from "../../src/records/port.ts";
import { blackHole, closedPort, fakeElasticsearch, json } from "../support/fake-elasticsearch.ts";

const CALLS: [string, (records: Records) => Promise<unknown>][] = [
  ["get", (records) => records.get("key", "x")],
  ["put", (records) => records.put("key", "x", { hash: "x" })],
  ["list", (records) => records.list("key", { limit: 1 })],
  ["delete", (records) => records.delete("key", "x")],
];

const UNAVAILABLE = { name: "PublicError", code: "records_unavailable" };

describe.concurrent.each(CALLS)("records in an Elasticsearch that is away: %s", (_, call) => {
  test("says so at once on a closed port", async () => {
    await using records = openElasticsearchRecords({ url: await closedPort(), prefix: "" });
    expect(await failureOf(call(records), 1_000)).toMatchObject(UNAVAILABLE);
  });

  test("says so within two seconds where nothing is answered", async () => {
    await using server = await blackHole();
    await using records = openElasticsearchRecords({ url: server.url, prefix: "" });
    expect(await failureOf(call(records), 2_400)).toMatchObject(UNAVAILABLE);
  });

  test("never takes a proxy's 404 for an answer: a key would look unknown", async () => {
    await using server = await fakeElasticsearch((_, response) => response.writeHead(404).end("<h1>no such host</h1>"));
    await using records = openElasticsearchRecords({ url: server.url, prefix: "" });
    expect(await failureOf(call(records), 1_000)).toMatchObject(UNAVAILABLE);
  });

  test("never takes a refusal for an answer", async () => {
    const refusal = { error: { type: "security_exception", reason: "no" } };
    await using server = await fakeElasticsearch((_, response) => json(response, 401, refusal));
    await using records = openElasticsearchRecords({ url: server.url, prefix: "" });
    expect(await failureOf(call(records), 1_000)).toMatchObject(UNAVAILABLE);
  });

  test("says so once it is closed", async () => {
    const records = openElasticsearchRecords({ url: await closedPort(), prefix: "" });
    await records[Symbol.asyncDispose]();
    expect(await failureOf(call(records), 1_000)).toMatchObject(UNAVAILABLE);
  });
});

/** What a call fails with, within this time. */
async function failureOf(call: Promise<unknown>, withinMs: number): Promise<unknown> {
  const start = performance.now();
  const failure = await call.then(
    () => null,
    (error: unknown) => error,
  );
  expect(performance.now() - start).toBeLessThan(withinMs);
  return failure;
}
