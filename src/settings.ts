import { existsSync } from "node:fs";
import { z } from "zod";
import { isPrivateLine } from "./shared/private-line.ts";
import { TELEMETRY_SETTINGS } from "./telemetry/settings.ts";

const setting = z.string().trim();
const httpUrl = setting.refine((value) => /^https?:$/u.test(URL.parse(value)?.protocol ?? ""), "an http or https URL");
const httpUrls = setting
  .transform((value) =>
    value
      .split(",")
      .map((url) => url.trim())
      .filter(Boolean),
  )
  .pipe(z.array(httpUrl).min(1, "one or several http or https URLs, separated by commas"));
const port = setting
  .regex(/^\d{1,5}$/u, "a port, 0 to 65535")
  .transform(Number)
  .refine((value) => value <= 65_535, "a port, 0 to 65535");
const count = (min: number, max: number) =>
  setting
    .regex(/^\d{1,9}$/u, `a whole number, ${min} to ${max}`)
    .transform(Number)
    .refine((value) => value >= min && value <= max, `a whole number, ${min} to ${max}`);

/** What each variable of the environment may be, before they are held against each other (`config.ts`). */
export const Environment = z.object({
  HOST: setting.default("127.0.0.1"),
  PORT: port.default(8080),
  BASE_URL: httpUrl.optional(),
  DATA_DIR: setting.default(".data"),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
  ALLOWED_ORIGINS: setting
    .transform((value) =>
      value
        .split(",")
        .map((origin) => origin.trim())
        .filter(Boolean),
    )
    .pipe(z.array(httpUrl))
    .default([]),
  TRUST_PROXY: setting
    .regex(/^(?:true|false|\d)$/u, "true, false, or the number of proxies, 0 to 9")
    .default("false")
    .transform((value) => (value === "true" ? 1 : value === "false" ? 0 : Number(value))),
  ENGINE: z.enum(["lancedb", "elasticsearch"]).optional(),
  ELASTICSEARCH_URL: httpUrls.optional(),
  ELASTICSEARCH_API_KEY: setting.optional(),
  ELASTICSEARCH_USERNAME: setting.optional(),
  ELASTICSEARCH_PASSWORD: z.string().optional(),
  ELASTICSEARCH_CA_FILE: setting.refine((file) => existsSync(file), "an existing file").optional(),
  SHARDS: count(1, 1_024).optional(),
  REPLICAS: count(0, 100).optional(),
  INDEX_PREFIX: setting
    .regex(/^[a-z][a-z0-9_-]{0,60}$/u, "lowercase letters, digits, - and _, starting with a letter")
    .optional(),
  EMBEDDER: z.enum(["local", "openai"]).optional(),
  EMBEDDING_MODEL: setting.optional(),
  EMBEDDING_BASE_URL: httpUrl.optional(),
  EMBEDDING_API_KEY: setting.optional(),
  EMBEDDING_DIMENSIONS: count(8, 4096).optional(),
  EMBEDDING_QUERY_PREFIX: z.string().optional(),
  EMBEDDING_TEXT_PREFIX: z.string().optional(),
  EMBEDDING_MAX_TOKENS: count(8, 1_000_000).optional(),
  EMBEDDING_MATRYOSHKA: count(8, 4096).optional(),
  EMBEDDING_CALIBRATION: setting.refine((file) => existsSync(file), "an existing file").optional(),
  EMBEDDING_MODEL_DIR: setting.refine((folder) => existsSync(folder), "an existing folder").optional(),
  SUMMARIZER: z.enum(["extractive", "openai"]).optional(),
  SUMMARIZER_MODEL: setting.optional(),
  OPENAI_BASE_URL: httpUrl.optional(),
  OPENAI_API_KEY: setting.optional(),
  SOURCES_FILE: setting.refine((file) => existsSync(file), "an existing file").optional(),
  SCHEDULER: z.enum(["on", "off"]).default("off"),
  STOP_GRACE_SECONDS: count(0, 60).default(5),
  PASSAGE_VECTORS: z.enum(["none", "all"]).default("none"),
  RERANKER_BASE_URL: httpUrl.optional(),
  RERANKER_MODEL: setting.optional(),
  RERANKER_API_KEY: setting.optional(),
  RERANKER_MODEL_DIR: setting.refine((folder) => existsSync(folder), "an existing folder").optional(),
  SENTENCE_READER: z.enum(["bundled", "none"]).default("bundled"),
  RATE_LIMIT_PER_MINUTE: count(1, 1_000_000).default(120),
  OIDC_ISSUER: setting
    .refine((value) => URL.canParse(value) && isPrivateLine(value), "an https URL (http only on this machine)")
    .optional(),
  OIDC_CLIENT_ID: setting.optional(),
  OIDC_CLIENT_SECRET: setting.optional(),
  OIDC_ALLOWED_EMAILS: setting
    .transform((value) =>
      value
        .toLowerCase()
        .split(/[\s,]+/u)
        .filter(Boolean),
    )
    .refine(
      (entries) => entries.length > 0 && entries.every((entry) => /^(?:\*|[^@*]*@[^@*]+)$/u.test(entry)),
      "email addresses or @domains, separated by commas, or * for everyone the provider knows",
    )
    .optional(),
  OIDC_NAME: setting.optional(),
  ...TELEMETRY_SETTINGS,
});

/** The names of all settings. */
export const SETTINGS: readonly string[] = Object.keys(Environment.shape);
