import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { ConfigError } from "../config.ts";
import { contentHash } from "../documents/hash.ts";
import type { EmbeddingSpace } from "../engine/port.ts";

export const BUNDLED_MODEL = fileURLToPath(new URL("../../models/all-MiniLM-L6-v2-int8", import.meta.url));

/** What `model.json` says of the model beside it; `models/README.md` explains each line. */
const ModelCard = z.object({
  model: z.string().regex(/^[\w.:/-]{1,100}$/u, "must be a name with only letters, digits and . : / - _"),
  dimensions: z.int().min(8).max(4096),
  maxTokens: z.int().min(8).max(8192),
  fusionWeight: z.number().min(0).max(1),
  answerThreshold: z.number().min(-1).max(1),
  queryPrefix: z.string().default(""),
  textPrefix: z.string().default(""),
});
type ModelCard = z.infer<typeof ModelCard>;

export interface ModelFolder {
  folder: string;
  card: ModelCard;
  space: EmbeddingSpace;
}

/**
 * Reads and checks a folder with `model.onnx`, `tokenizer.json`, `tokenizer_config.json` and `model.json`; where it has a
 * `SHA256SUMS` (the bundled one must), every file named there is compared with it. Throws `ConfigError` with what is wrong.
 */
export async function readModelFolder(folder: string): Promise<ModelFolder> {
  const subject = folder === BUNDLED_MODEL ? `models/${basename(folder)}` : "EMBEDDING_MODEL_DIR";
  const fail = (problem: string): never => {
    throw new ConfigError(`${subject}: ${problem}`);
  };
  const read = (name: string) => readFile(join(folder, name)).catch(() => fail(`${name} is missing or cannot be read`));

  const card = parseCard(await read("model.json"), fail);
  const checksums: Record<string, string> = {};
  for (const name of ["model.onnx", "tokenizer.json", "tokenizer_config.json"]) checksums[name] = sha256(await read(name));
  for (const [name, expected] of await publishedChecksums(folder, fail)) {
    const actual = checksums[name] ?? sha256(await read(name));
    if (actual !== expected) fail(`${name} is not the file that SHA256SUMS names; restore it`);
  }

  const { model, dimensions, maxTokens, queryPrefix, textPrefix } = card;
  const revision = contentHash({ checksums, maxTokens, queryPrefix, textPrefix }).slice(0, 12);
  return { folder, card, space: { model: `${model}@${revision}`, dimensions } };
}

type Fail = (problem: string) => never;

function parseCard(content: Buffer, fail: Fail): ModelCard {
  let json: unknown;
  try {
    json = JSON.parse(content.toString("utf8"));
  } catch {
    return fail("model.json is not valid JSON");
  }
  const parsed = ModelCard.safeParse(json);
  if (parsed.success) return parsed.data;
  return fail(`model.json: ${parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`).join("; ")}`);
}

async function publishedChecksums(folder: string, fail: Fail): Promise<[name: string, checksum: string][]> {
  const sums = await readFile(join(folder, "SHA256SUMS"), "utf8").catch(() => null);
  if (sums === null) return folder === BUNDLED_MODEL ? fail("SHA256SUMS is missing") : [];
  return sums
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => {
      const [, checksum, name] = /^([0-9a-f]{64}) [ *]([\w.-]+)\s*$/u.exec(line) ?? [];
      return name && checksum ? [name, checksum] : fail("SHA256SUMS contains an invalid line");
    });
}

function sha256(content: Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}
