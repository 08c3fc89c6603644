import { createHash } from "node:crypto";
import { createReadStream, existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { z } from "zod";

/** Where exports put the model, in the order in which they are looked for. */
const USUAL_FILES = ["model.onnx", "onnx/model.onnx", "model_quantized.onnx", "onnx/model_quantized.onnx"];
const TOKENIZER_FILES = ["tokenizer.json", "tokenizer_config.json"];
/** What exports call the weights of a model too large for one file. */
const EXTERNAL_WEIGHTS = [(file: string) => `${file}_data`, (file: string) => `${file}.data`];

/** The model's file in a folder where none is named. */
export function modelFile(folder: string): string {
  return USUAL_FILES.find((file) => existsSync(join(folder, file))) ?? "model.onnx";
}

/**
 * SHA-256 of the files that make a model's output, by name. Where the folder has a `SHA256SUMS`, every file named there is compared with it. Throws where a file is missing or
 * another than it should be, and where `sumsRequired` and there is none.
 */
export async function checksumsOf(folder: string, file: string, { sumsRequired = false } = {}): Promise<Record<string, string>> {
  const weights = EXTERNAL_WEIGHTS.map((nameOf) => nameOf(file)).filter((name) => existsSync(join(folder, name)));
  const checksums: Record<string, string> = {};
  for (const name of [file, ...TOKENIZER_FILES, ...weights]) checksums[name] = await sha256(folder, name);
  for (const [name, expected] of await publishedChecksums(folder, sumsRequired)) {
    const actual = checksums[name] ?? (await sha256(folder, name));
    if (actual !== expected) throw new Error(`${name} is not the file that SHA256SUMS names; restore it`);
  }
  return checksums;
}

/** What a file states; throws with its name and the keys that are wrong. */
export function parsedFile<Schema extends z.ZodType>(file: string, schema: Schema, content: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(content);
  if (parsed.success) return parsed.data;
  throw new Error(`${file}: ${parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`).join("; ")}`);
}

/** A file of the folder as JSON; undefined where there is none. Throws where it is not JSON. */
export async function readJsonIn(folder: string, name: string): Promise<unknown> {
  if (!existsSync(join(folder, name))) return undefined;
  const text = await readFile(join(folder, name), "utf8").catch(() => missing(name));
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new Error(`${name} is not valid JSON`);
  }
}

async function publishedChecksums(folder: string, required: boolean): Promise<[name: string, checksum: string][]> {
  const sums = await readFile(join(folder, "SHA256SUMS"), "utf8").catch(() => null);
  if (sums === null && required) throw new Error("SHA256SUMS is missing");
  const lines = (sums ?? "").split("\n").filter((line) => line.trim() !== "");
  return lines.map((line) => {
    const [, checksum, name] = /^([0-9a-f]{64}) [ *]([\w./-]+)\s*$/u.exec(line) ?? [];
    if (!name || !checksum) throw new Error("SHA256SUMS contains an invalid line");
    return [name, checksum];
  });
}

/** In pieces: weights of gigabytes would not fit in one buffer. */
async function sha256(folder: string, name: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(join(folder, name)), hash).catch(() => missing(name));
  return hash.digest("hex");
}

function missing(name: string): never {
  throw new Error(`${name} is missing or cannot be read`);
}
