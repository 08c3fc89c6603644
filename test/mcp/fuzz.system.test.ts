import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SCOPES } from "../../src/access/scopes.ts";
import { REGISTRY } from "../../src/mcp/registry.ts";
import type { SchemaNode } from "../../src/mcp/json-schema.ts";
import { hashEmbedder } from "../support/hash-embedder.ts";
import { modernBody, MODERN, post, type Answer } from "../support/mcp-requests.ts";
import { openTestLibrary, startTestServer, type TestServer } from "../support/mcp-server.ts";
import { loadSample } from "../support/sample-library.ts";
import { askWithin, workspaceWith } from "../support/workspaces.ts";

/*
 * Requests made up from the published schemas: valid arguments, broken ones, and messages that are hardly messages. `FUZZ_REQUESTS` sets how
 * many in all; `FUZZ_SEED` repeats a run.
 */

const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 2_100);
const SEED = process.env.FUZZ_SEED === undefined ? undefined : Number(process.env.FUZZ_SEED);

let library: Awaited<ReturnType<typeof openTestLibrary>>;
let server: TestServer;
let key: string;
const ids: string[] = [];

beforeAll(async () => {
  library = await openTestLibrary({ embedder: hashEmbedder() });
  await loadSample(library);
  server = await startTestServer(library, { ratePerMinute: 1_000_000_000 });
  key = await server.key([...SCOPES]);
  const { papers, signals } = library.engine;
  ids.push(...(await papers.list({ filters: {}, sort: "paper_id", limit: 5 })).documents.map((paper) => paper.paper_id));
  ids.push(...(await signals.list({ filters: {}, sort: "signal_id", limit: 5 })).documents.map((signal) => signal.signal_id));
  const { workspace_id } = await workspaceWith(library, [{ kind: "paper", id: ids[0] }]);
  ids.push(workspace_id, (await askWithin(library, workspace_id, "Does dense retrieval beat BM25?")).run_id);
});

afterAll(async () => {
  await server.close();
  await library[Symbol.asyncDispose]();
});

const oddText = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.constantFrom(
    "",
    " ",
    "\u0000",
    "\u202e",
    "../..",
    "*:*",
    "title:(",
    "' OR 1=1 --",
    "null",
    "-1",
    "💥".repeat(50),
    "x".repeat(3_000),
  ),
  fc.constantFrom("retrieval", "Does dense retrieval beat BM25?", "EMNLP", "10.18653/v1/2020.emnlp-main.550"),
);
const oddValue = fc.oneof(
  oddText,
  fc.constantFrom(null, true, false, 0, -1, 1.5, 1e308, -0, Number.MAX_SAFE_INTEGER, [], {}, [[[]]], { __proto__: null }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.jsonValue({ maxDepth: 4 }),
);

/** Values that a schema allows, as far as it says. */
function valid(node: SchemaNode, name = ""): fc.Arbitrary<unknown> {
  if (node.enum) return fc.constantFrom(...node.enum);
  if (node.const !== undefined) return fc.constant(node.const);
  if (node.anyOf) return fc.oneof(...node.anyOf.map((alternative) => valid(alternative, name)));
  switch (node.type) {
    case "integer":
      return fc.integer({ min: node.minimum ?? 0, max: Math.min(node.maximum ?? 100, 3_000) });
    case "number":
      return fc.double({ min: node.minimum ?? 0, max: node.maximum ?? 1, noNaN: true });
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "array":
      return fc.array(valid(node.items ?? {}), { minLength: node.minItems ?? 0, maxLength: Math.min(node.maxItems ?? 5, 5) });
    case "object": {
      // A member may be required of which no more is published.
      const unknown = Object.fromEntries((node.required ?? []).map((member): [string, SchemaNode] => [member, {}]));
      const members = Object.entries({ ...unknown, ...node.properties }).map(([member, of]): [string, fc.Arbitrary<unknown>] => [
        member,
        valid(of, member),
      ]);
      return fc.record(Object.fromEntries(members), { requiredKeys: node.required ?? [] });
    }
    default:
      return name.endsWith("_id")
        ? fc.oneof(fc.constantFrom(...ids), oddText)
        : fc.oneof({ weight: 2, arbitrary: fc.constantFrom("dense retrieval", "code", "2021-01-01", "EMNLP") }, oddText);
  }
}

/** Valid arguments with one member replaced, removed, renamed or added. */
function broken(schema: SchemaNode): fc.Arbitrary<unknown> {
  const names = Object.keys(schema.properties ?? {});
  const spoil = fc.record({
    name: fc.oneof(
      ...(names.length > 0 ? [fc.constantFrom(...names)] : []),
      fc.constantFrom("__proto__", "constructor", "toString", "querry"),
      fc.string({ maxLength: 20 }),
    ),
    value: oddValue,
    remove: fc.boolean(),
  });
  return fc.tuple(valid(schema), spoil).map(([args, { name, value, remove }]) => {
    const entries = Object.entries(args as object).filter(([member]) => member !== name);
    return Object.fromEntries(remove ? entries : [...entries, [name, value]]);
  });
}

const LEAK =
  /node_modules|\.ts:\d+|\bat .+ \(.+:\d+:\d+\)|s2s_[0-9A-Za-z]{20}|ECONN|\/(?:home|root|tmp|usr|work)\/|\b(?:lancedb|sqlite|zod)\b/iu;

/** What holds for every answer. `sent`: an error may repeat the caller's own words. */
function expectSound(answer: Answer, sent: string): void {
  expect(answer.status).toBeLessThan(500);
  expect(Buffer.byteLength(answer.text)).toBeLessThan(100_000);
  if (answer.status === 202) return;
  const body = JSON.parse(answer.text) as { jsonrpc: string; result?: { isError?: boolean }; error?: unknown };
  expect(body.jsonrpc).toBe("2.0");
  expect("result" in body !== "error" in body).toBe(true);
  expect(answer.text).not.toContain('"code":"internal');
  if (body.error === undefined && body.result?.isError !== true) return;
  const leak = LEAK.exec(answer.text)?.[0];
  if (leak !== undefined) expect(sent).toContain(leak);
}

async function check(body: object, headers: Record<string, string> = {}): Promise<void> {
  const sent = JSON.stringify(body);
  expectSound(await post(server.url, sent, { key, headers }), sent);
}

const perTool = Math.ceil((REQUESTS * 0.8) / REGISTRY.tools.length / 2);

describe.each(REGISTRY.tools.map((tool) => [tool.name, tool] as const))("%s", (name, tool) => {
  const schema = tool.published.inputSchema as SchemaNode;
  const request = (args: unknown) => ({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } });

  it("answers arguments that its schema allows", { timeout: 600_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(valid(schema), async (args) => check(request(args))),
      { numRuns: perTool, seed: SEED },
    );
  });

  it("answers arguments that it does not", { timeout: 600_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof({ weight: 9, arbitrary: broken(schema) }, oddValue), async (args) => check(request(args))),
      { numRuns: perTool, seed: SEED },
    );
  });
});

describe("the protocol", () => {
  const method = fc.oneof(
    fc.constantFrom(
      "initialize",
      "ping",
      "tools/list",
      "tools/call",
      "resources/read",
      "resources/templates/list",
      "prompts/get",
    ),
    fc.constantFrom("prompts/list", "completion/complete", "logging/setLevel", "notifications/initialized", "server/discover"),
    oddText,
  );
  const params = fc.oneof(
    oddValue,
    fc.dictionary(fc.constantFrom("name", "uri", "arguments", "ref", "argument", "_meta", "protocolVersion", "cursor"), oddValue),
    fc.record({
      ref: fc.record({ type: fc.constantFrom("ref/prompt", "ref/resource"), name: oddText, uri: oddText }),
      argument: fc.record({ name: fc.constantFrom("topic", "venue", "technique", "paper_id"), value: oddText }),
    }),
    fc.record({ name: fc.constantFrom("literature_brief", "build_or_wait"), arguments: fc.dictionary(oddText, oddText) }),
    fc.record({
      uri: fc.oneof(
        oddText,
        oddText.map((text) => `paper://${text}`),
        oddText.map((text) => `signal://${text}`),
        oddText.map((text) => `workspace://${text}`),
        oddText.map((text) => `run://${text}`),
      ),
    }),
  );
  const runs = Math.ceil(REQUESTS * 0.1);

  it("of the older era answers whatever is sent", { timeout: 600_000 }, async () => {
    const message = fc.oneof(
      { weight: 4, arbitrary: fc.record({ jsonrpc: fc.constant("2.0"), id: fc.oneof(fc.integer(), oddText), method, params }) },
      fc.record({ jsonrpc: oddValue, id: oddValue, method: oddValue, params: oddValue }, { requiredKeys: [] }),
    );
    await fc.assert(
      fc.asyncProperty(message, async (body) => check(body)),
      { numRuns: runs, seed: SEED },
    );
  });

  it("of the newer era answers whatever is sent", { timeout: 600_000 }, async () => {
    const header = (text: string) => /^[\x21-\x7e]{1,200}$/u.test(text);
    await fc.assert(
      fc.asyncProperty(method, params, fc.boolean(), async (named, given, agree) => {
        const args = given !== null && typeof given === "object" && !Array.isArray(given) ? given : {};
        const { name, uri } = args as { name?: unknown; uri?: unknown };
        const shown = [name, uri].find((value): value is string => typeof value === "string" && header(value));
        await check(modernBody(named, args), agree && header(named) ? MODERN(named, shown) : MODERN("tools/list"));
      }),
      { numRuns: runs, seed: SEED },
    );
  });
});
