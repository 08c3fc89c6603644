import { expect, it } from "vitest";
import { createKey } from "../../src/access/keys.ts";
import { usageOfKey } from "../../src/access/usage.ts";
import { hashEmbedder } from "../support/hash-embedder.ts";
import { openTestLibrary, startTestServer } from "../support/mcp-server.ts";
import { post } from "../support/mcp-requests.ts";

it("a key's errors are counted beside its requests: refusals, and tools that end in an error", async () => {
  await using library = await openTestLibrary({ embedder: hashEmbedder() });
  const server = await startTestServer(library, { ratePerMinute: 4 });
  const { key, info } = await createKey(library.records, { name: "test", account: "local", scopes: ["papers:read"] });
  // Answered; refused arguments; a scope that is missing; answered; over the limit.
  for (const name of ["whoami", "get_paper", "save_workspace", "whoami", "whoami"]) {
    const params = { name, arguments: {} };
    await post(server.url, { jsonrpc: "2.0", id: 1, method: "tools/call", params }, { key });
  }
  // Counts are written down when the server closes.
  await server.close();
  expect(await usageOfKey(library.records, info.key_id)).toMatchObject({ last_30_days: 4, errors_last_30_days: 3 });
});
