import { afterAll, beforeAll, expect, it } from "vitest";
import { askCanvas } from "../../src/answers/answer.ts";
import type { CanvasAnswer } from "../../src/answers/schema.ts";
import { hashEmbedder } from "../support/hash-embedder.ts";
import { legacyBody, post } from "../support/mcp-requests.ts";
import { openTestLibrary, startTestServer, type TestServer } from "../support/mcp-server.ts";
import { loadSample } from "../support/sample-library.ts";

/* check_answer over the bundled sample, with a run of the account and one of another. */

const QUERY = "Does dense retrieval beat BM25?";
const RETRACTED = "doi:10.18653/v1/2020.acl-main.69";

let library: Awaited<ReturnType<typeof openTestLibrary>>;
let server: TestServer;
let own: CanvasAnswer;
let strange: CanvasAnswer;

beforeAll(async () => {
  library = await openTestLibrary({ embedder: hashEmbedder() });
  await loadSample(library);
  server = await startTestServer(library);
  const request = { query: QUERY, mode: "corpus", time_scope: "all", match_count: 8 } as const;
  own = await askCanvas(library, { ...request, account: "local" });
  strange = await askCanvas(library, { ...request, account: "somebody-else" });
}, 60_000);

afterAll(async () => {
  await server.close();
  await library[Symbol.asyncDispose]();
});

async function check(args: object, scopes?: Parameters<TestServer["key"]>[0]) {
  const key = await server.key(scopes);
  const answer = await post(server.url, legacyBody("tools/call", { name: "check_answer", arguments: args }), { key });
  return answer.json.result;
}

const paperQuotes = () => own.citations.filter(({ kind, field }) => kind === "paper" && field === "abstract");

it("what an answer quotes is supported by its numbers, and says where", async () => {
  const text = paperQuotes()
    .map(({ quote, number }) => `- ${quote.replace(/\.$/u, "")} [${number}].`)
    .join("\n");
  const { structuredContent: result, content } = await check({ text, run_id: own.run_id });
  expect(paperQuotes().length).toBeGreaterThan(1);
  expect(result.summary).toMatchObject({ flagged: 0, uncited: 0, no_claim: 0 });
  expect(content[0].text).toContain("1. ok");
  for (const { supported_by: by } of result.sentences) expect(by.length).toBeGreaterThan(0);
});

it("a number that the run lacks, and a retracted paper, are named in both forms of the result", async () => {
  const text = `Dense retrieval beats BM25 [99]. Rules over dependency syntax yield question–answer pairs [${RETRACTED}].`;
  const { structuredContent: result, content } = await check({ text, run_id: own.run_id });
  const kinds = result.sentences.map(({ problems }: { problems: { kind: string }[] }) => problems.map(({ kind }) => kind));
  expect(kinds[0]).toEqual(["dead_number"]);
  expect(kinds[1]).toContain("retracted");
  expect(result.summary).toMatchObject({ flagged: 2, retracted: 1 });
  for (const kind of ["dead", "retracted"]) expect(content[0].text).toContain(kind);
});

it("a run of another account is not found", async () => {
  const { isError, structuredContent } = await check({ text: "Dense retrieval beats BM25 [1].", run_id: strange.run_id });
  expect(isError).toBe(true);
  expect(structuredContent.error.code).toBe("not_found");
});

it("a signal is not shown to a key that may not read signals", async () => {
  const signal = (await library.engine.signals.list({ filters: {}, sort: "newest", limit: 1 })).documents[0]!;
  const text = `${signal.statement.replace(/\.$/u, "")} [${signal.signal_id}].`;
  const without = await check({ text }, ["papers:read"]);
  expect(without.structuredContent.sentences.at(-1).problems[0].kind).toBe("signals_scope_missing");
  const withScope = await check({ text }, ["papers:read", "signals:read"]);
  expect(JSON.stringify(withScope.structuredContent.sentences.at(-1).problems)).not.toContain("signals_scope_missing");
});

it("more ids than are looked up at once are refused", async () => {
  const text = Array.from({ length: 201 }, (_, index) => `[doi:10.1000/${index}]`).join(" ");
  const { isError, structuredContent } = await check({ text });
  expect(isError).toBe(true);
  expect(structuredContent.error).toMatchObject({ code: "invalid_argument", field: "text" });
});
