import { readFileSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createAccount } from "../../src/access/accounts.ts";
import { COMMAND_LINE } from "../../src/access/actor.ts";
import { newKey } from "../../src/access/key-format.ts";
import { createKey, revokeKey } from "../../src/access/keys.ts";
import { missingScopes, SCOPES, type Scope } from "../../src/access/scopes.ts";
import { createSession } from "../../src/access/sessions.ts";
import { REGISTRY } from "../../src/mcp/registry.ts";
import {
  CREDENTIALS,
  documentTables,
  ENDPOINT,
  endpointAnswer,
  type Credential,
  type EndpointRow,
} from "../support/authorization-table.ts";
import { hashEmbedder } from "../support/hash-embedder.ts";
import { legacyBody, post, type PostOptions } from "../support/mcp-requests.ts";
import { openTestLibrary, startTestServer, type TestServer } from "../support/mcp-server.ts";

/* Who may do what, request by request, and that docs/authorization.md says so. */

let library: Awaited<ReturnType<typeof openTestLibrary>>;
let server: TestServer;
const keys = new Map<string, string>();
let expired: string;
let revoked: string;
let session: string;

beforeAll(async () => {
  library = await openTestLibrary({ embedder: hashEmbedder() });
  await library.engine.create(library.embedder.space);
  server = await startTestServer(library);
  const { records } = library;
  for (const scopes of everyScopeSet()) keys.set(scopes.join(" "), await server.key(scopes));
  expired = await expiredKey();
  const { key, info } = await createKey(records, { name: "gone", account: "local", scopes: SCOPES });
  await revokeKey(records, info.key_id);
  revoked = key;
  const ada = await createAccount(records, { name: "ada", password: "correct horse battery" }, COMMAND_LINE);
  session = (await createSession(records, ada, { address: null })).id;
}, 30_000);

afterAll(async () => {
  await server.close();
  await library[Symbol.asyncDispose]();
});

describe("docs/authorization.md", () => {
  it("has the rows of the tables, and no other (`UPDATE_PINS=1` writes them)", () => {
    const file = new URL("../../docs/authorization.md", import.meta.url);
    const { endpoint, pages } = documentTables();
    const isRow = (line: string) => line.startsWith("| `");
    const [before, between = ""] = readFileSync(file, "utf8").split("## The pages\n");
    const withRows = (text: string, rows: string[]) =>
      `${text
        .split("\n")
        .filter((line) => !isRow(line))
        .join("\n")
        .trimEnd()}\n${rows.join("\n")}\n`;
    const text = `${withRows(before!, endpoint)}\n## The pages\n${withRows(between, pages)}`;
    if (process.env.UPDATE_PINS === "1") writeFileSync(file, text);
    const message =
      "write docs/authorization.md again: UPDATE_PINS=1 npx vitest run --project quick test/http/authorization && npx oxfmt .";
    expect(readFileSync(file, "utf8"), message).toBe(text);
  });
});

describe.each(ENDPOINT.map((row) => [row.name, row] as const))("%s", (_name, row) => {
  it.each(CREDENTIALS)("with %s is answered as the table says", async (credential) => {
    for (const options of requestsWith(credential, row))
      expect(await answerOf(row, options)).toBe(endpointAnswer(row, credential));
  });
});

describe("what a key is shown", () => {
  it.each(everyScopeSet().map((scopes) => [scopes.join(" "), scopes] as const))(
    "with %s is what it may use, and everything shown works",
    async (name, scopes) => {
      const key = keys.get(name)!;
      const ask = async (method: string, params: object = {}) =>
        (await post(server.url, legacyBody(method, params), { key })).json.result as Record<string, Record<string, unknown>[]>;
      const shown = {
        tools: (await ask("tools/list")).tools!.map((tool) => tool.name),
        prompts: (await ask("prompts/list")).prompts!.map((prompt) => prompt.name),
        resources: (await ask("resources/templates/list")).resourceTemplates!.map((template) => template.name),
      };
      const usable = (item: { scopes: readonly Scope[] }) => missingScopes(item.scopes, scopes).length === 0;
      expect(shown).toEqual({
        tools: REGISTRY.tools.filter(usable).map((tool) => tool.name),
        prompts: REGISTRY.prompts.filter(usable).map((prompt) => prompt.listed.name),
        resources: REGISTRY.resources.filter(usable).map((resource) => resource.listed.name),
      });
      for (const row of ENDPOINT) expect(await answerOf(row, { key })).toBe(usable(row) ? "answered" : "403 missing_scope");
    },
  );

  it("in a prompt names only tools that whoever is shown the prompt may call", () => {
    for (const { scopes, ...prompt } of REGISTRY.prompts) {
      const args = Object.fromEntries((prompt.listed.arguments ?? []).map((argument) => [argument.name, "dense retrieval"]));
      const text = JSON.stringify(prompt.get(args));
      const named = REGISTRY.tools.filter((tool) => new RegExp(`\\b${tool.name}\\b`, "u").test(text));
      expect(named.length).toBeGreaterThan(0);
      for (const tool of named) expect(missingScopes(tool.scopes, scopes), `${prompt.listed.name}: ${tool.name}`).toEqual([]);
    }
  });
});

/** The requests that a credential of the table stands for. */
function requestsWith(credential: Credential, row: EndpointRow): PostOptions[] {
  switch (credential) {
    case "no key":
      return [{}, { authorization: "Bearer" }];
    case "malformed":
      return [{ key: "s2s_short" }, { key: `${newKey()}x` }, { authorization: "Basic YWRhOnNlY3JldA==" }];
    case "unknown":
      return [{ key: newKey() }];
    case "expired":
      return [{ key: expired }];
    case "revoked":
      return [{ key: revoked }];
    case "session cookie":
      return ["signal_canvas", "__Host-signal_canvas"].map((name) => ({ headers: { Cookie: `${name}=${session}` } }));
    case "lacks scope":
      return everyScopeSet()
        .filter((scopes) => row.scopes.length === 0 || missingScopes(row.scopes, scopes).length > 0)
        .map((scopes) => ({ key: keys.get(scopes.join(" "))! }));
    case "right key":
      return [{ key: keys.get(SCOPES.join(" "))! }];
  }
}

/** `answered` also where what was asked for finds fault with the arguments: then it has been reached. */
async function answerOf({ method, params }: EndpointRow, options: PostOptions): Promise<string> {
  const answer = await post(server.url, legacyBody(method, params), options);
  if (answer.status === 200) return "answered";
  return `${answer.status} ${answer.json.error.data.code}`;
}

async function expiredKey(): Promise<string> {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - 31 * 86_400_000 });
  try {
    return (await createKey(library.records, { name: "old", account: "local", scopes: SCOPES, expiresInDays: 30 })).key;
  } finally {
    vi.useRealTimers();
  }
}

/** Every set of scopes that a key can have. */
function everyScopeSet(): Scope[][] {
  return Array.from({ length: 2 ** SCOPES.length - 1 }, (_, index) =>
    SCOPES.filter((_scope, at) => ((index + 1) >> at) % 2 === 1),
  );
}
