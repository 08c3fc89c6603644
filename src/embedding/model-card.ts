import { z } from "zod";
import { POOLINGS } from "../onnx/task.ts";
import { parsedFile } from "../onnx/model-files.ts";

/*
 * What is to be known of a model before its vectors mean anything. `models/README.md` explains each line; `model.json` states them, and what it leaves out is taken from the files
 * that sentence-transformers writes beside a model.
 */

/** Not measured for the model: both lists have the same say, and rather too little is held back than too much. */
export const UNCALIBRATED = { fusionWeight: 0.5, answerThreshold: 0.35, supportMargin: 0.1 } as const;

const SIMILARITIES = ["cosine", "dot", "euclidean"] as const;

/** What a file may state; each is optional, so that two files can complete each other. */
const Stated = z
  .object({
    model: z.string().regex(/^[\w.:/-]{1,100}$/u, "must be a name with only letters, digits and . : / - _"),
    file: z.string().regex(/^(?:[\w-][\w.-]*\/)*[\w-][\w.-]*\.onnx$/u, "must be the path of an .onnx file in the folder"),
    dimensions: z.int().min(8).max(8192),
    maxTokens: z.int().min(8).max(8192),
    pooling: z.enum(POOLINGS),
    queryPrefix: z.string().max(1_000),
    textPrefix: z.string().max(1_000),
    similarity: z.enum(SIMILARITIES),
    matryoshka: z.int().min(8).max(8192),
    fusionWeight: z.number().min(0).max(1),
    answerThreshold: z.number().min(-1).max(1),
    supportMargin: z.number().min(0).max(1),
    questionAdapter: z.string().regex(/^[\w-][\w.-]*$/u, "must be the name of a file in the folder"),
  })
  .partial();
export type StatedCard = z.infer<typeof Stated>;

/** What `model.json` states; throws an `Error` that names the keys that are wrong. */
export function parseCard(content: unknown): StatedCard {
  return parsedFile("model.json", Stated, content);
}

/** All that is known of a model. */
export interface ModelCard {
  model: string;
  file: string;
  /** Of what the model returns. */
  dimensions: number;
  maxTokens: number;
  /** Null: the model pools by itself. */
  pooling: (typeof POOLINGS)[number] | null;
  queryPrefix: string;
  textPrefix: string;
  /** How many dimensions are kept, where the model was trained for that; null: all. */
  matryoshka: number | null;
  fusionWeight: number;
  answerThreshold: number;
  supportMargin: number;
  /** The file of the matrix that a question's vector is searched by; null: none. */
  questionAdapter: string | null;
}

/** A card of what was stated; throws an `Error` that says what is missing or cannot be had. */
export function completeCard(stated: StatedCard & { model: string; file: string }): ModelCard {
  const { dimensions, maxTokens, matryoshka = null } = stated;
  if (dimensions === undefined || maxTokens === undefined) {
    throw new Error(
      `model.json: ${dimensions === undefined ? "dimensions" : "maxTokens"} is missing, and no other file of the folder states it`,
    );
  }
  if (matryoshka !== null && matryoshka > dimensions)
    throw new Error(`model.json: matryoshka must be at most ${dimensions}, the dimensions of the model`);
  return {
    model: stated.model,
    file: stated.file,
    dimensions,
    maxTokens,
    pooling: stated.pooling ?? null,
    queryPrefix: stated.queryPrefix ?? "",
    textPrefix: stated.textPrefix ?? "",
    matryoshka,
    fusionWeight: stated.fusionWeight ?? UNCALIBRATED.fusionWeight,
    answerThreshold: stated.answerThreshold ?? UNCALIBRATED.answerThreshold,
    supportMargin: stated.supportMargin ?? UNCALIBRATED.supportMargin,
    questionAdapter: stated.questionAdapter ?? null,
  };
}
