import { mkdtempSync, readFileSync, rmSync } from "node:fs";
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

const SERVICE_ROLE = documentedRole("deployment.md", "signal-canvas");
const GRANTING_ROLE = documentedRole("analysts.md", "analyst-keys");

const server = await startSecuredElasticsearch(SUPER);
if (server === null && process.env.REQUIRE_ELASTICSEARCH === "1") throw new Error("no Elasticsearch to run with security");

describe.skipIf(server === null)("what Docker Compose sets up in Elasticsearch", () => {
  const { url, caFile, setUp, ask, askWithKey } = server as SecuredElasticsearch;
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
    const well = await findings();
    expect(well.filter(({ state }) => state === "failed")).toEqual([]);
    const storage = well.find(({ part }) => part === "storage");
    expect(storage?.says).toMatch(/accepts writes; [\d.]+ GB free on the fullest node of Elasticsearch/u);
    const granted = await run(["index", "grant-analyst", "--json"]);
    expect(JSON.parse(granted.out)).toMatchObject({ reads: expect.arrayContaining(["canvas-papers"]) });
  });

  it("lets a service that connects with an API key grant keys as a user that may do nothing else", async () => {
    const post = (path: string, body: object, method = "POST") => ask("elastic", SUPER, method, path, body);
    const { body: service } = await post("/_security/api_key", { name: "service", role_descriptors: { service: SERVICE_ROLE } });
    const withKey = { ELASTICSEARCH_USERNAME: "", ELASTICSEARCH_PASSWORD: "", ELASTICSEARCH_API_KEY: service.encoded as string };
    expect(await run(["ask", "Does dense retrieval beat BM25?"], withKey)).toMatchObject({ code: 0 });
    expect(await run(["index", "grant-analyst"], withKey)).toMatchObject({ code: 1, err: expect.stringContaining("--user") });

    await post("/_security/role/analyst-keys", GRANTING_ROLE, "PUT");
    await post("/_security/user/granter", { password: OWN, roles: ["analyst-keys"] }, "PUT");
    const grant = (password: string) =>
      runCommand(["index", "grant-analyst", "--user", "granter", "--json"], { ...settings, ...withKey }, `${password}\n`);
    expect(await grant("wrong")).toMatchObject({ code: 1, err: expect.stringContaining("name and password") });
    const { out } = await grant(OWN);
    const { key } = JSON.parse(out) as { key: string };
    for (const [method, path, status] of [
      ["GET", "/canvas-papers/_search?size=1", 200],
      ["GET", "/canvas-signals/_mapping", 200],
      ["GET", "/canvas-records/_search", 403],
      ["POST", "/canvas-papers/_doc", 403],
      ["POST", "/_security/api_key", 403],
    ] as const)
      expect((await askWithKey(key, method, path, method === "POST" ? { name: "more" } : undefined)).status, path).toBe(status);
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
    const unverified = failure("issuer is not trusted", "ELASTICSEARCH_CA_FILE");
    expect(await failed({ ELASTICSEARCH_CA_FILE: "" })).toMatchObject([unverified, unverified]);
    const plain = { ELASTICSEARCH_URL: url.replace("https:", "http:"), ELASTICSEARCH_CA_FILE: "" };
    expect(await failed(plain)).toMatchObject([failure("speaks TLS", "https://"), { part: "records" }]);
    const search = (await findings({ ELASTICSEARCH_USERNAME: "kibana_system" })).find(({ part }) => part === "search papers");
    expect(search).toMatchObject({ state: "failed", ...failure("do not have the privileges", "docs/deployment.md") });
  });

  it("lets Kibana in", async () => {
    expect((await ask("kibana_system", OWN, "GET", "/_security/_authenticate")).body).toMatchObject({
      username: "kibana_system",
    });
  });
});

/** The role that a page of `docs` tells to make, for indexes with the prefix of these tests. */
function documentedRole(page: string, name: string): object {
  const text = readFileSync(join(import.meta.dirname, "../../docs", page), "utf8");
  const [, role] = new RegExp(`PUT /_security/role/${name}\\n([\\s\\S]+?)\\n\`\`\``, "u").exec(text)!;
  return JSON.parse(role!.replace(/(?<=")(?=(?:papers|signals|passages|records)\*?")/gu, "canvas-")) as object;
}
