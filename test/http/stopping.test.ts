import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { z } from "zod";
import { ingestRuns } from "../../ingest/history.ts";
import { createKey } from "../../src/access/keys.ts";
import { buildServer } from "../../src/http/app.ts";
import { createLogger } from "../../src/log.ts";
import { defineTool, READ_ONLY } from "../../src/mcp/tool.ts";
import { hashEmbedder } from "../support/hash-embedder.ts";
import { legacyBody, post } from "../support/mcp-requests.ts";
import { openTestLibrary } from "../support/mcp-server.ts";

const slowTool = defineTool({
  name: "slow",
  title: "Slow",
  description: "Answers after a while.",
  scopes: ["papers:read"],
  input: z.strictObject({}),
  output: z.looseObject({}),
  annotations: READ_ONLY,
  async handler() {
    await sleep(300);
    return { structured: {}, lines: () => ["done"] };
  },
});

test("a server that is told to stop says so first, answers what comes meanwhile, and closes when its last call is answered", async () => {
  await using library = await openTestLibrary({ embedder: hashEmbedder() });
  const { app, stopTaking, idle } = buildServer({
    library,
    ingestRuns: ingestRuns(library.records, "."),
    config: {
      baseUrl: "http://127.0.0.1:8080",
      allowedOrigins: [],
      trustProxy: 0,
      rateLimitPerMinute: 1_000,
      oidc: null,
      dataDir: ".",
    },
    log: createLogger("silent"),
    registry: { tools: [slowTool], resources: [], prompts: [] },
  });
  const origin = await app.listen({ host: "127.0.0.1", port: 0 });
  const { key } = await createKey(library.records, { name: "test", account: "local", scopes: ["papers:read"] });
  const call = () => post(`${origin}/api/mcp`, legacyBody("tools/call", { name: "slow", arguments: {} }), { key });

  const before = call();
  await sleep(50);
  stopTaking();
  expect((await post(`${origin}/readyz`, undefined, { method: "GET" })).json.status).toBe("not_ready");
  const during = call();
  await sleep(50);
  const startedAt = performance.now();
  await idle();
  expect(performance.now() - startedAt).toBeGreaterThan(100);
  await app.close();
  for (const answer of [await before, await during]) expect(answer.json.result.content[0].text).toBe("done");
  expect((await during).headers.get("connection")).toBe("close");
  await expect(call()).rejects.toMatchObject({ code: "ECONNREFUSED" });
});
