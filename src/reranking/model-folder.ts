import { basename, resolve } from "node:path";
import { z } from "zod";
import { checksumsOf, modelFile, parsedFile, readJsonIn } from "../onnx/model-files.ts";

const Stated = z
  .object({
    model: z.string().min(1).max(100),
    file: z.string().regex(/^(?:[\w-][\w.-]*\/)*[\w-][\w.-]*\.onnx$/u, "must be the path of an .onnx file in the folder"),
    maxTokens: z.int().min(16).max(8192),
  })
  .partial();
const TokenizerConfig = z.object({ model_max_length: z.number().nullish() });
const ModelConfig = z.object({ max_position_embeddings: z.number().nullish() });

/** Most cross-encoders read so many tokens of a pair; longer pairs cost more than their time allows. */
const MAX_TOKENS = 512;

export interface RerankerFolder {
  folder: string;
  model: string;
  file: string;
  /** Of a pair. */
  maxTokens: number;
}

/**
 * Reads and checks a folder with a cross-encoder: its model, its tokenizer and, optionally, a `model.json`. What that leaves out follows from `tokenizer_config.json`, `config.json` and
 * the folder's name. Throws an `Error` with what is wrong.
 */
export async function readRerankerFolder(folder: string, { sumsRequired = false } = {}): Promise<RerankerFolder> {
  const read = async <Schema extends z.ZodType>(name: string, schema: Schema): Promise<z.infer<Schema>> =>
    parsedFile(name, schema, (await readJsonIn(folder, name)) ?? {});
  const stated = await read("model.json", Stated);
  const tokenizer = await read("tokenizer_config.json", TokenizerConfig);
  const config = await read("config.json", ModelConfig);
  const file = stated.file ?? modelFile(folder);
  await checksumsOf(folder, file, { sumsRequired });
  return {
    folder,
    model: stated.model ?? basename(resolve(folder)),
    file,
    maxTokens:
      stated.maxTokens ??
      Math.min(MAX_TOKENS, tokenizer.model_max_length ?? MAX_TOKENS, config.max_position_embeddings ?? MAX_TOKENS),
  };
}
