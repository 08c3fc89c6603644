import { basename, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { ConfigError } from "../config.ts";
import { contentHash } from "../documents/hash.ts";
import type { EmbeddingSpace } from "../engine/port.ts";
import { checksumsOf, modelFile, readJsonIn } from "../onnx/model-files.ts";
import { readQuestionAdapter } from "./question-adapter.ts";
import { completeCard, parseCard, type ModelCard, type StatedCard } from "./model-card.ts";
import { statedBySentenceTransformers } from "./sentence-transformers.ts";

export const BUNDLED_MODEL = fileURLToPath(new URL("../../models/all-MiniLM-L6-v2-int8", import.meta.url));

export interface ModelFolder {
  folder: string;
  card: ModelCard;
  space: EmbeddingSpace;
  /** As `Embedder` has it; undefined where the model has none. */
  searchVector: ((question: Float32Array) => Float32Array) | undefined;
}

/**
 * Reads and checks a folder with a model, its tokenizer and what is to be known of it: from `model.json` and, for what that leaves out, from the files of sentence-transformers.
 * Where it has a `SHA256SUMS` (the bundled one must), every file named there is compared with it. Throws `ConfigError` with what is wrong.
 */
export async function readModelFolder(folder: string): Promise<ModelFolder> {
  const isBundled = folder === BUNDLED_MODEL;
  try {
    const stated = await statedIn(folder);
    const card = completeCard({ ...stated, model: stated.model ?? nameOf(folder), file: stated.file ?? modelFile(folder) });
    const checksums = await checksumsOf(folder, card.file, { sumsRequired: isBundled });
    const space = spaceOf(card, checksums);
    const { questionAdapter } = card;
    const searchVector =
      questionAdapter === null ? undefined : await readQuestionAdapter(folder, questionAdapter, space.dimensions);
    return { folder, card, space, searchVector };
  } catch (error) {
    const subject = isBundled ? `models/${basename(folder)}` : "EMBEDDING_MODEL_DIR";
    throw new ConfigError(`${subject}: ${(error as Error).message}`, { cause: error });
  }
}

async function statedIn(folder: string): Promise<StatedCard> {
  const own = parseCard((await readJsonIn(folder, "model.json")) ?? {});
  const others = await statedBySentenceTransformers((name) => readJsonIn(folder, name), own);
  return { ...others, ...own };
}

/** A folder's own name, in the letters that a model's name may have. */
function nameOf(folder: string): string {
  return (
    basename(resolve(folder))
      .replaceAll(/[^\w.:-]/gu, "-")
      .slice(0, 100) || "model"
  );
}

/** The revision follows from everything that makes the vectors: the files, the length, the prefixes, the pooling and the cut. */
function spaceOf(
  { model, dimensions, maxTokens, queryPrefix, textPrefix, pooling, matryoshka }: ModelCard,
  checksums: Record<string, string>,
): EmbeddingSpace {
  const made = {
    checksums,
    maxTokens,
    queryPrefix,
    textPrefix,
    pooling: pooling ?? undefined,
    matryoshka: matryoshka ?? undefined,
  };
  return { model: `${model}@${contentHash(made).slice(0, 12)}`, dimensions: matryoshka ?? dimensions };
}
