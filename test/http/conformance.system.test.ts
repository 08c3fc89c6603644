import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MCP_PATH } from "../../src/http/mcp-route.ts";
import { CONFORMANCE_REGISTRY } from "../support/conformance-fixture.ts";
import { hashEmbedder } from "../support/hash-embedder.ts";
import { keyAddingProxy } from "../support/key-adding-proxy.ts";
import { openTestLibrary, startTestServer, type TestServer } from "../support/mcp-server.ts";
import { runProgram } from "../support/run-program.ts";

/* The MCP project's own conformance suite against the whole HTTP server. */

const require = createRequire(import.meta.url);
const baseline = fileURLToPath(new URL("conformance-baseline.yml", import.meta.url));

let library: Awaited<ReturnType<typeof openTestLibrary>>;
let server: TestServer;
let proxy: Awaited<ReturnType<typeof keyAddingProxy>>;
let results: string;

beforeAll(async () => {
  library = await openTestLibrary({ embedder: hashEmbedder() });
  server = await startTestServer(library, { registry: CONFORMANCE_REGISTRY });
  proxy = await keyAddingProxy(server.origin, await server.key());
  results = await mkdtemp(join(tmpdir(), "signal-canvas-conformance-"));
});

afterAll(async () => {
  await proxy[Symbol.asyncDispose]();
  await server.close();
  await library[Symbol.asyncDispose]();
  await rm(results, { recursive: true });
});

describe("the conformance suite", () => {
  it.each([
    ["2025-11-25", "active", 51],
    ["2026-07-28", "all", 119],
  ] as const)("of %s, %s, finds nothing but what the baseline names", async (version, suite, passed) => {
    const { exitCode, stdout } = await runProgram(
      require.resolve("@modelcontextprotocol/conformance/package.json"),
      "conformance",
      ["server", "--url", proxy.origin + MCP_PATH, "--spec-version", version, "--suite", suite].concat(
        ["--expected-failures", baseline],
        ["-o", results],
      ),
    );
    const summary = stdout.slice(stdout.indexOf("=== SUMMARY"));
    expect(exitCode, summary).toBe(0);
    expect(Number(/Total: (\d+) passed/u.exec(summary)?.[1]), summary).toBeGreaterThanOrEqual(passed);
  });
});
