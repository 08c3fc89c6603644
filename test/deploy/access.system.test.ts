import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { giveSampleVectors } from "../support/sample-library.ts";
import { startSecuredElasticsearch, type SecuredElasticsearch } from "../support/secured-elasticsearch.ts";
import { runCommand } from "../support/server-process.ts";

/* Awkward in JSON, in a shell and in curl's configuration alike. */
const SUPER = String.raw`su"per \ $HOME 'x'`;
const OWN = String.raw`its "own" \t $(id) pass`;
const USER = "signal-canvas";
const CHANGED = { persistent: { "cluster.max_shards_per_node": 900 } };

const server = await startSecuredElasticsearch(SUPER);
if (server === null && process.env.REQUIRE_ELASTICSEARCH === "1") throw new Error("no Elasticsearch to run with security");

describe.skipIf(server === null)("what Docker Compose sets up in Elasticsearch", () => {
  const { url, caFile, setUp, ask } = server as SecuredElasticsearch;
  const dataDir = mkdtempSync(join(tmpdir(), "signal-canvas-access-"));
  const settings = {
    ELASTICSEARCH_URL: url,
    ELASTICSEARCH_CA_FILE: caFile,
    ELASTICSEARCH_USERNAME: USER,
    ELASTICSEARCH_PASSWORD: OWN,
    INDEX_PREFIX: "canvas-",
    DATA_DIR: dataDir,
    REPLICAS: "0",
  };
  const run = (args: string[], changed: Record<string, string> = {}) => runCommand(args, { ...settings, ...changed });
  const findings = async (changed: Record<string, string> = {}) =>
    JSON.parse((await run(["doctor", "--json"], changed)).out) as {
      part: string;
      state: string;
      says: string;
      remedy?: string;
    }[];
  const setUpAccess = () =>
    setUp({ ELASTICSEARCH_USERNAME: USER, ELASTICSEARCH_PASSWORD: OWN, INDEX_PREFIX: "canvas-", KIBANA_PASSWORD: OWN });

  beforeAll(async () => {
    giveSampleVectors(dataDir);
    await setUpAccess();
  });
  afterAll(async () => {
    await server![Symbol.asyncDispose]();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it("may be set up again", async () => {
    await expect(setUpAccess()).resolves.toContain('"created":false');
  });

  it("lets the service do all of its work: load, answer, keep keys, build and promote, roll back and prune, grant", async () => {
    const demo = await run(["demo", "--no-serve"]);
    expect(demo).toMatchObject({ code: 0, out: expect.stringContaining("Your API key") });
    for (const args of [
      ["keys", "list"],
      ["ask", "Does dense retrieval beat BM25?"],
      ["index", "build", "--from-live", "--promote"],
      ["index", "rollback"],
      ["index", "prune"],
      ["index", "status"],
    ])
      expect(await run(args), args.join(" ")).toMatchObject({ code: 0 });
    expect((await findings()).filter(({ state }) => state === "failed")).toEqual([]);
    const granted = await run(["index", "grant-analyst", "--json"]);
    expect(JSON.parse(granted.out)).toMatchObject({ reads: expect.arrayContaining(["canvas-papers"]) });
  });

  it("keeps it from everything else", async () => {
    const refused = [
      ["GET", "/_security/user"],
      ["GET", "/other/_search"],
      ["PUT", "/other-2"],
      ["PUT", "/_cluster/settings"],
    ] as const;
    await ask("elastic", SUPER, "PUT", "/other");
    for (const [method, path] of refused) {
      const { status } = await ask(USER, OWN, method, path, path.startsWith("/_cluster") ? CHANGED : undefined);
      expect(status, `${method} ${path}`).toBe(403);
    }
  });

  it("is told from a wrong password and from a certificate that cannot be verified", async () => {
    const failed = async (changed: Record<string, string>) =>
      (await findings(changed)).filter(({ part, state }) => state === "failed" && ["engine", "records"].includes(part));
    const failure = (says: string, remedy: string) => ({
      says: expect.stringContaining(says),
      remedy: expect.stringContaining(remedy),
    });
    const wrongPassword = failure("rejected this server's credentials", "ELASTICSEARCH_PASSWORD");
    expect(await failed({ ELASTICSEARCH_PASSWORD: "wrong" })).toMatchObject([wrongPassword, wrongPassword]);
    const unverified = failure("certificate", "ELASTICSEARCH_CA_FILE");
    expect(await failed({ ELASTICSEARCH_CA_FILE: "" })).toMatchObject([unverified, unverified]);
  });

  it("lets Kibana in", async () => {
    expect((await ask("kibana_system", OWN, "GET", "/_security/_authenticate")).body).toMatchObject({
      username: "kibana_system",
    });
  });
});
