import { describe, expect, it } from "vitest";
import { ConfigError, loadConfig } from "../src/config.ts";

describe("who words the answers", () => {
  it("is nobody where no model is set", () => {
    expect(loadConfig({}).summarizer).toEqual({ kind: "extractive" });
    expect(loadConfig({ SUMMARIZER: "extractive", SUMMARIZER_MODEL: "m" }).summarizer).toEqual({ kind: "extractive" });
  });

  it("is the model that is set, at OpenAI or elsewhere; a key is needed at OpenAI alone", () => {
    const elsewhere = { SUMMARIZER_MODEL: "m", OPENAI_BASE_URL: "http://localhost:11434/v1" };
    expect(loadConfig(elsewhere).summarizer).toEqual({
      kind: "openai",
      model: "m",
      baseUrl: elsewhere.OPENAI_BASE_URL,
      apiKey: null,
    });
    expect(loadConfig({ SUMMARIZER_MODEL: "m", OPENAI_API_KEY: "k" }).summarizer).toMatchObject({ baseUrl: null, apiKey: "k" });
  });

  it.each([
    [{ SUMMARIZER: "openai", OPENAI_API_KEY: "k" }, /^SUMMARIZER_MODEL: /u],
    [{ SUMMARIZER_MODEL: "m" }, /^OPENAI_API_KEY: /u],
    [{ SUMMARIZER: "gpt" }, /^SUMMARIZER: must be extractive or openai$/u],
  ])("%j stops the start with a line that names the setting", (environment, line) => {
    expect(() => loadConfig(environment)).toThrow(ConfigError);
    expect(() => loadConfig(environment)).toThrow(line);
  });
});

function problemsOf(environment: Record<string, string>): string {
  try {
    loadConfig(environment);
    return "";
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.message;
  }
}

describe("what a model expects", () => {
  const endpoint = { EMBEDDING_MODEL: "m", EMBEDDING_BASE_URL: "http://localhost:1/v1" };

  it("is a setting for endpoints; a space at a prefix's end counts", () => {
    const given = { EMBEDDING_QUERY_PREFIX: "query: ", EMBEDDING_MAX_TOKENS: "512", EMBEDDING_MATRYOSHKA: "256" };
    expect(loadConfig({ ...endpoint, ...given }).embedder).toMatchObject({
      queryPrefix: "query: ",
      textPrefix: "",
      maxTokens: 512,
      matryoshka: 256,
    });
  });

  it("is refused where a folder states it", () => {
    expect(problemsOf({ EMBEDDING_QUERY_PREFIX: "q" })).toBe(
      "EMBEDDING_QUERY_PREFIX: only for endpoints; a folder states this in its model.json",
    );
  });
});

describe("a reranker", () => {
  it("is an endpoint or a folder, not both", () => {
    expect(loadConfig({}).reranker).toBeNull();
    expect(loadConfig({ RERANKER_BASE_URL: "http://localhost:1" }).reranker).toMatchObject({ kind: "endpoint" });
    expect(loadConfig({ RERANKER_MODEL_DIR: "." }).reranker).toEqual({ kind: "local", modelDir: "." });
    expect(problemsOf({ RERANKER_MODEL_DIR: ".", RERANKER_BASE_URL: "http://localhost:1" })).toMatch(
      /^RERANKER_BASE_URL, RERANKER_MODEL_DIR: /u,
    );
  });
});

const OIDC = {
  OIDC_ISSUER: "https://login.example/realm",
  OIDC_CLIENT_ID: "canvas",
  OIDC_CLIENT_SECRET: "the-secret-value",
  OIDC_ALLOWED_EMAILS: "Ada@canvas.example, @lab.example",
};

describe("settings of signing in through OpenID Connect", () => {
  it("are left out as a whole", () => {
    expect(loadConfig({}).oidc).toBeNull();
    expect(loadConfig({ OIDC_ISSUER: " " }).oidc).toBeNull();
  });

  it("are taken together", () => {
    expect(loadConfig(OIDC).oidc).toEqual({
      issuer: "https://login.example/realm",
      clientId: "canvas",
      clientSecret: "the-secret-value",
      allowedEmails: ["ada@canvas.example", "@lab.example"],
      name: "login.example",
    });
    expect(loadConfig({ ...OIDC, OIDC_NAME: "Acme" }).oidc?.name).toBe("Acme");
  });

  it("in part are refused in one line that names what is missing", () => {
    expect(problemsOf({ OIDC_ISSUER: OIDC.OIDC_ISSUER, OIDC_CLIENT_SECRET: OIDC.OIDC_CLIENT_SECRET })).toBe(
      "OIDC_CLIENT_ID, OIDC_ALLOWED_EMAILS: required for signing in with OpenID Connect",
    );
    expect(problemsOf({ OIDC_NAME: "Acme" })).toMatch(
      /^OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_ALLOWED_EMAILS: required/u,
    );
  });

  it.each([
    ["OIDC_ISSUER", "http://login.example", "OIDC_ISSUER: must be an https URL (http only on this machine)"],
    ["OIDC_ISSUER", "login.example", "OIDC_ISSUER: must be an https URL (http only on this machine)"],
    [
      "OIDC_ALLOWED_EMAILS",
      "lab.example",
      "OIDC_ALLOWED_EMAILS: must be email addresses or @domains, separated by commas, or * for everyone the provider knows",
    ],
    [
      "OIDC_ALLOWED_EMAILS",
      "*@lab.example",
      "OIDC_ALLOWED_EMAILS: must be email addresses or @domains, separated by commas, or * for everyone the provider knows",
    ],
    [
      "OIDC_ALLOWED_EMAILS",
      ",",
      "OIDC_ALLOWED_EMAILS: must be email addresses or @domains, separated by commas, or * for everyone the provider knows",
    ],
  ])("%s %j is refused in one line", (name, value, line) => {
    expect(problemsOf({ ...OIDC, [name]: value })).toBe(line);
  });

  it("take http from this machine itself", () => {
    expect(loadConfig({ ...OIDC, OIDC_ISSUER: "http://127.0.0.1:9000" }).oidc?.issuer).toBe("http://127.0.0.1:9000");
  });
});

it("TRUST_PROXY takes a yes, a no and a number of proxies", () => {
  const proxies = (value: string) => loadConfig({ TRUST_PROXY: value }).trustProxy;
  expect([loadConfig({}).trustProxy, ...["false", "true", "0", "2"].map(proxies)]).toEqual([0, 0, 1, 0, 2]);
  expect(problemsOf({ TRUST_PROXY: "10.0.0.0/8" })).toBe("TRUST_PROXY: must be true, false, or the number of proxies, 0 to 9");
});

describe("the cluster", () => {
  it("is one address or a list of its nodes, and how indexes are divided is a setting", () => {
    const one = loadConfig({ ELASTICSEARCH_URL: "http://a:9200" }).engine;
    expect(one).toMatchObject({ kind: "elasticsearch", url: ["http://a:9200"], shards: null, replicas: null });
    const several = loadConfig({ ELASTICSEARCH_URL: "http://a:9200, https://b:9200", SHARDS: "3", REPLICAS: "0" }).engine;
    expect(several).toMatchObject({ url: ["http://a:9200", "https://b:9200"], shards: 3, replicas: 0 });
  });

  it.each([
    [{ ELASTICSEARCH_URL: "http://a:9200,b:9200" }, "ELASTICSEARCH_URL: must be an http or https URL"],
    [{ ELASTICSEARCH_URL: "," }, "ELASTICSEARCH_URL: must be one or several http or https URLs, separated by commas"],
    [{ SHARDS: "0" }, "SHARDS: must be a whole number, 1 to 1024"],
    [{ REPLICAS: "two" }, "REPLICAS: must be a whole number, 0 to 100"],
  ])("%j is refused", (environment, problem) => {
    expect(problemsOf(environment)).toBe(problem);
  });
});
