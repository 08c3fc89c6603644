import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, vi } from "vitest";
import { createKey, revokeKey } from "../../src/access/keys.ts";
import type { Library } from "../../src/retrieval/library.ts";
import { hashEmbedder } from "../support/hash-embedder.ts";
import { openTestLibrary, startTestServer } from "../support/mcp-server.ts";
import { legacyBody, post } from "../support/mcp-requests.ts";

const LATE_MS = 700;
const call = (name: string, args: object) => legacyBody("tools/call", { name, arguments: args });
const SEARCH = call("search_papers", { query: "anything", retrieval: "lexical" });

/** A server over an empty index, whose store of keys answers after `delay.ms`; `searches`: how often papers were searched. */
async function openLate() {
  const library = await openTestLibrary({ embedder: hashEmbedder() });
  await library.engine.create(library.embedder.space);
  const delay = { ms: 0 };
  let searches = 0;
  const at: Library["engine"]["at"] = (names) => {
    const index = library.engine.at(names);
    const search: typeof index.papers.search = (...args) => {
      searches += 1;
      return index.papers.search(...args);
    };
    return { ...index, papers: { ...index.papers, search } };
  };
  const get: Library["records"]["get"] = async (...args) => {
    if (args[0] === "key" && delay.ms > 0) await sleep(delay.ms);
    return library.records.get(...args);
  };
  const server = await startTestServer({
    ...library,
    engine: { ...library.engine, at },
    records: { ...library.records, get },
  });
  const newKey = () => createKey(library.records, { name: "test", account: "local", scopes: ["papers:read"] });
  return {
    library,
    delay,
    newKey,
    searches: () => searches,
    ask: (key: string, body = SEARCH) => post(server.url, body, { key }),
    async [Symbol.asyncDispose]() {
      await server.close();
      await library[Symbol.asyncDispose]();
    },
  };
}

it("while the key store is late, a search begins before the check of a key that was good lately ends, and is answered after it", async () => {
  await using late = await openLate();
  const { key } = await late.newKey();
  expect((await late.ask(key)).status).toBe(200);
  expect(late.searches()).toBeGreaterThan(0);
  const before = late.searches();
  late.delay.ms = LATE_MS;
  const startedAt = performance.now();
  const answer = late.ask(key);
  await vi.waitFor(() => expect(late.searches()).toBeGreaterThan(before), { timeout: LATE_MS - 100, interval: 10 });
  const { status, json } = await answer;
  expect([status, json.result.structuredContent.papers]).toEqual([200, []]);
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(LATE_MS - 5);
});

it("a key that was revoked since gets nothing, however late the store is, and begins nothing any more", async () => {
  await using late = await openLate();
  const { key, info } = await late.newKey();
  await late.ask(key);
  await revokeKey(late.library.records, info.key_id);
  late.delay.ms = LATE_MS;
  const refused = await late.ask(key);
  expect([refused.status, refused.json.error.data.code, refused.json.result]).toEqual([401, "revoked_key", undefined]);
  const before = late.searches();
  expect((await late.ask(key)).status).toBe(401);
  expect(late.searches()).toBe(before);
});

it("what was found is kept back where the store does not answer in time", async () => {
  await using late = await openLate();
  const { key } = await late.newKey();
  await late.ask(key);
  late.delay.ms = 60_000;
  const { status, json } = await late.ask(key);
  expect([status, json.error.data.code, json.result]).toEqual([503, "key_store_unavailable", undefined]);
});

it("a key that this server has not seen lately, and a call that keeps something, wait for the check", async () => {
  await using late = await openLate();
  late.delay.ms = LATE_MS;
  const { key } = await late.newKey();
  const asked = late.ask(key);
  await sleep(LATE_MS / 2);
  expect(late.searches()).toBe(0);
  expect((await asked).status).toBe(200);

  const before = late.searches();
  const malformed = late.ask(key, call("search_signal_canvas", { query: "anything" }));
  await sleep(LATE_MS / 2);
  expect(late.searches()).toBe(before);
  // This key lacks a scope that the tool needs, which is said once the key is known to be good.
  expect((await malformed).status).toBe(403);
});
