import { existsSync } from "node:fs";
import type { z } from "zod";
import { Environment } from "./settings.ts";
import { telemetryOf, withoutUnusedTelemetry, type TelemetrySettings } from "./telemetry/settings.ts";

export interface Config {
  host: string;
  port: number;
  /** The origin under which people reach the service, without a slash at its end. */
  baseUrl: string;
  dataDir: string;
  logLevel: string;
  allowedOrigins: string[];
  /** How many proxies in a row stand before the server; 0: none. */
  trustProxy: number;
  engine:
    | { kind: "lancedb" }
    | {
        kind: "elasticsearch";
        /** Nodes of one cluster. */
        url: string[];
        auth: { apiKey: string } | { username: string; password: string } | null;
        caFile: string | null;
        /** Of the indexes of papers and signals that are created from now on; null: the cluster's default. */
        shards: number | null;
        replicas: number | null;
      };
  /** Put before the names of everything stored, so that several installations can share a cluster. */
  indexPrefix: string;
  embedder:
    | { kind: "local"; modelDir: string | null; calibrationFile: string | null }
    | {
        kind: "openai";
        model: string;
        baseUrl: string | null;
        apiKey: string | null;
        dimensions: number | null;
        queryPrefix: string;
        textPrefix: string;
        maxTokens: number | null;
        matryoshka: number | null;
        calibrationFile: string | null;
      };
  /** Whether passages of full texts are embedded when they are loaded, and found by their vectors. */
  embedsPassages: boolean;
  summarizer: { kind: "extractive" } | { kind: "openai"; model: string; baseUrl: string | null; apiKey: string | null };
  /** The file that names the sources to be asked; null: `sources.json` of the working folder, where there is one. */
  sourcesFile: string | null;
  /** Whether `serve` asks the sources that are due. */
  scheduler: boolean;
  /** Puts the first papers found in a better order; null: nothing does. */
  reranker:
    | { kind: "endpoint"; baseUrl: string; model: string | null; apiKey: string | null }
    | { kind: "local"; modelDir: string }
    | null;
  /** Whether the best sentences of an answer are read a second time, by the bundled model. */
  sentenceReader: boolean;
  rateLimitPerMinute: number;
  /** How long the server goes on answering once it is told to stop, while it says that it will. */
  stopGraceMs: number;
  /** Where traces are sent; null: nowhere. */
  telemetry: TelemetrySettings | null;
  /** Signing in through an OpenID Connect provider; null: not offered. */
  oidc: OidcConfig | null;
}

export interface OidcConfig {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Lower case: whole addresses, `@domain` for all of a domain, `*` for everybody whom the issuer knows. */
  allowedEmails: string[];
  /** What people know the provider as. */
  name: string;
}

/** Settings that cannot be used: one line a setting, without values of secrets. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

/**
 * Reads `.env` of the working folder (what the environment says wins) and the environment.
 * Throws `ConfigError`: one line a wrong setting, with its name and what is allowed.
 */
export function loadConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  if (environment === process.env && existsSync(".env")) process.loadEnvFile(".env");
  const given = Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => (value?.trim() ? [[name, value]] : [])),
  );
  const parsed = Environment.safeParse(withoutUnusedTelemetry(given));
  const problems = parsed.success
    ? []
    : parsed.error.issues.map((issue) => `${issue.path[0] as string}: must be ${allowedBy(issue)}`);
  if (!parsed.success) throw new ConfigError([...new Set(problems)].join("\n"));
  const env = parsed.data;

  const engineKind = env.ENGINE ?? (env.ELASTICSEARCH_URL ? "elasticsearch" : "lancedb");
  if (engineKind === "elasticsearch" && !env.ELASTICSEARCH_URL) {
    problems.push("ELASTICSEARCH_URL: is required if ENGINE is elasticsearch");
  }
  if ((env.ELASTICSEARCH_USERNAME === undefined) !== (env.ELASTICSEARCH_PASSWORD === undefined)) {
    problems.push("ELASTICSEARCH_USERNAME, ELASTICSEARCH_PASSWORD: must be set together");
  }
  const embedderKind = env.EMBEDDER ?? (env.EMBEDDING_MODEL || env.EMBEDDING_BASE_URL ? "openai" : "local");
  if (embedderKind === "openai" && !env.EMBEDDING_MODEL) problems.push("EMBEDDING_MODEL: is required if EMBEDDER is openai");
  if (embedderKind === "openai" && !env.EMBEDDING_BASE_URL && !(env.EMBEDDING_API_KEY ?? env.OPENAI_API_KEY)) {
    problems.push("EMBEDDING_API_KEY: is required if EMBEDDER is openai and EMBEDDING_BASE_URL is not set");
  }
  const ofEndpoints = [
    "EMBEDDING_QUERY_PREFIX",
    "EMBEDDING_TEXT_PREFIX",
    "EMBEDDING_MAX_TOKENS",
    "EMBEDDING_MATRYOSHKA",
  ] as const;
  const misplaced = embedderKind === "local" ? ofEndpoints.filter((name) => env[name] !== undefined) : [];
  if (misplaced.length > 0) problems.push(`${misplaced.join(", ")}: only for endpoints; a folder states this in its model.json`);
  const summarizerKind = env.SUMMARIZER ?? (env.SUMMARIZER_MODEL ? "openai" : "extractive");
  if (summarizerKind === "openai" && !env.SUMMARIZER_MODEL)
    problems.push("SUMMARIZER_MODEL: is required if SUMMARIZER is openai");
  if (summarizerKind === "openai" && !env.OPENAI_BASE_URL && !env.OPENAI_API_KEY)
    problems.push("OPENAI_API_KEY: is required if SUMMARIZER is openai and OPENAI_BASE_URL is not set");
  if (env.RERANKER_BASE_URL === undefined && (env.RERANKER_MODEL ?? env.RERANKER_API_KEY) !== undefined)
    problems.push("RERANKER_BASE_URL: is required if RERANKER_MODEL or RERANKER_API_KEY is set");
  if (env.RERANKER_BASE_URL !== undefined && env.RERANKER_MODEL_DIR !== undefined)
    problems.push("RERANKER_BASE_URL, RERANKER_MODEL_DIR: set only one of them");
  const oidcSettings = ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET", "OIDC_ALLOWED_EMAILS"] as const;
  const missing = oidcSettings.filter((name) => env[name] === undefined);
  if (missing.length > 0 && (missing.length < oidcSettings.length || env.OIDC_NAME !== undefined)) {
    problems.push(`${missing.join(", ")}: required for signing in with OpenID Connect`);
  }
  if (problems.length > 0) throw new ConfigError(problems.join("\n"));

  return {
    host: env.HOST,
    port: env.PORT,
    baseUrl: new URL(env.BASE_URL ?? `http://${env.HOST.includes(":") ? `[${env.HOST}]` : env.HOST}:${env.PORT}`).href.replace(
      /\/+$/u,
      "",
    ),
    dataDir: env.DATA_DIR,
    logLevel: env.LOG_LEVEL,
    allowedOrigins: env.ALLOWED_ORIGINS,
    trustProxy: env.TRUST_PROXY,
    engine:
      engineKind === "lancedb"
        ? { kind: "lancedb" }
        : {
            kind: "elasticsearch",
            url: env.ELASTICSEARCH_URL!,
            auth: elasticsearchAuth(env),
            caFile: env.ELASTICSEARCH_CA_FILE ?? null,
            shards: env.SHARDS ?? null,
            replicas: env.REPLICAS ?? null,
          },
    indexPrefix: env.INDEX_PREFIX ?? "",
    embedder:
      embedderKind === "local"
        ? { kind: "local", modelDir: env.EMBEDDING_MODEL_DIR ?? null, calibrationFile: env.EMBEDDING_CALIBRATION ?? null }
        : {
            kind: "openai",
            model: env.EMBEDDING_MODEL!,
            baseUrl: env.EMBEDDING_BASE_URL ?? null,
            apiKey: env.EMBEDDING_API_KEY ?? env.OPENAI_API_KEY ?? null,
            dimensions: env.EMBEDDING_DIMENSIONS ?? null,
            queryPrefix: env.EMBEDDING_QUERY_PREFIX ?? "",
            textPrefix: env.EMBEDDING_TEXT_PREFIX ?? "",
            maxTokens: env.EMBEDDING_MAX_TOKENS ?? null,
            matryoshka: env.EMBEDDING_MATRYOSHKA ?? null,
            calibrationFile: env.EMBEDDING_CALIBRATION ?? null,
          },
    summarizer:
      summarizerKind === "extractive"
        ? { kind: "extractive" }
        : {
            kind: "openai",
            model: env.SUMMARIZER_MODEL!,
            baseUrl: env.OPENAI_BASE_URL ?? null,
            apiKey: env.OPENAI_API_KEY ?? null,
          },
    embedsPassages: env.PASSAGE_VECTORS === "all",
    sourcesFile: env.SOURCES_FILE ?? null,
    scheduler: env.SCHEDULER === "on",
    reranker: rerankerOf(env),
    sentenceReader: env.SENTENCE_READER === "bundled",
    rateLimitPerMinute: env.RATE_LIMIT_PER_MINUTE,
    stopGraceMs: env.STOP_GRACE_SECONDS * 1_000,
    telemetry: telemetryOf(env),
    oidc: env.OIDC_ISSUER
      ? {
          issuer: env.OIDC_ISSUER,
          clientId: env.OIDC_CLIENT_ID!,
          clientSecret: env.OIDC_CLIENT_SECRET!,
          allowedEmails: env.OIDC_ALLOWED_EMAILS!,
          name: env.OIDC_NAME ?? new URL(env.OIDC_ISSUER).host,
        }
      : null,
  };
}

function rerankerOf(env: z.infer<typeof Environment>): Config["reranker"] {
  if (env.RERANKER_MODEL_DIR !== undefined) return { kind: "local", modelDir: env.RERANKER_MODEL_DIR };
  if (env.RERANKER_BASE_URL === undefined) return null;
  return {
    kind: "endpoint",
    baseUrl: env.RERANKER_BASE_URL,
    model: env.RERANKER_MODEL ?? null,
    apiKey: env.RERANKER_API_KEY ?? null,
  };
}

/** The value of a variable that a file of settings names, such as a credential; undefined where it is not set. */
export function namedVariable(name: string, environment: NodeJS.ProcessEnv = process.env): string | undefined {
  return environment[name]?.trim() || undefined;
}

/** The variables that name a proxy (`HTTP_PROXY`, `HTTPS_PROXY`, `NO_PROXY`), as agents of `node:http` take them. */
export function proxyVariables(): NodeJS.ProcessEnv {
  return process.env;
}

function elasticsearchAuth(
  env: z.output<typeof Environment>,
): { apiKey: string } | { username: string; password: string } | null {
  if (env.ELASTICSEARCH_API_KEY) return { apiKey: env.ELASTICSEARCH_API_KEY };
  if (env.ELASTICSEARCH_USERNAME && env.ELASTICSEARCH_PASSWORD) {
    return { username: env.ELASTICSEARCH_USERNAME, password: env.ELASTICSEARCH_PASSWORD };
  }
  return null;
}

function allowedBy(issue: z.core.$ZodIssue): string {
  return issue.code === "invalid_value" ? issue.values.join(" or ") : issue.message;
}
