import { afterAll, beforeAll, expect, it } from "vitest";
import { createAccount } from "../../src/access/accounts.ts";
import { COMMAND_LINE } from "../../src/access/actor.ts";
import { createKey, rotateKey } from "../../src/access/keys.ts";
import { hashEmbedder } from "../support/hash-embedder.ts";
import { bare, legacyBody, post } from "../support/mcp-requests.ts";
import { openTestLibrary, startTestServer, type TestServer } from "../support/mcp-server.ts";

let library: Awaited<ReturnType<typeof openTestLibrary>>;
let server: TestServer;

beforeAll(async () => {
  library = await openTestLibrary({ embedder: hashEmbedder() });
  server = await startTestServer(library, { ratePerMinute: 40 });
});
afterAll(async () => {
  await server.close();
  await library[Symbol.asyncDispose]();
});

const whoami = async (key: string) => {
  const { result } = (await post(server.url, legacyBody("tools/call", { name: "whoami", arguments: {} }), { key })).json;
  return { facts: result.structuredContent, text: result.content[0].text as string };
};

it("tells a key's name, account, scopes, expiry and limits, and its use today, this call included", async () => {
  const ada = await createAccount(library.records, { name: "ada", password: "correct horse battery" }, COMMAND_LINE);
  const { key, info } = await createKey(library.records, { name: "my *editor*", account: ada, scopes: ["signals:read"] });
  for (let request = 0; request < 3; request += 1) await post(server.url, bare(request), { key });
  const { facts, text } = await whoami(key);
  expect(facts).toEqual({
    key_id: info.key_id,
    name: "my *editor*",
    account: "ada",
    scopes: ["signals:read"],
    expires_at: info.expires_at,
    replaced: false,
    limits: { requests_per_minute: 40, requests_left: 36, calls_at_once: 8 },
    requests_today: 4,
  });
  for (const fact of [info.key_id, "ada", "signals:read", info.expires_at!, "40", "36", "4"]) expect(text).toContain(fact);
});

it("tells of a key that was rotated that a newer one is there", async () => {
  const { key, info } = await createKey(library.records, {
    name: "old",
    account: "local",
    scopes: ["papers:read"],
    expiresInDays: "never",
  });
  expect((await whoami(key)).text).toContain("Does not expire");
  const { old } = await rotateKey(library.records, info.key_id, { overlap: "24h" });
  const { facts, text } = await whoami(key);
  expect(facts).toMatchObject({ replaced: true, expires_at: old.expires_at });
  expect(text).toContain("newer key");
});

it("counts at other servers once they have written it down", async () => {
  const { key } = await createKey(library.records, { name: "two", account: "local", scopes: ["papers:read"] });
  const second = await startTestServer(library, { ratePerMinute: 40 });
  for (let request = 0; request < 2; request += 1) await post(second.url, bare(request), { key });
  await second.close();
  expect((await whoami(key)).facts.requests_today).toBe(3);
});
