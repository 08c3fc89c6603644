import { z } from "zod";
import { ConfigError } from "../config.ts";
import { parsedFile, readJsonIn } from "../onnx/model-files.ts";
import type { Embedder } from "./port.ts";

/** What was measured of a model on collections of its user; `npm run bench -- calibrate` writes it. */
export const Calibration = z.object({
  /** The space that it holds for: `model` of `EmbeddingSpace`. */
  model: z.string(),
  fusionWeight: z.number().min(0).max(1),
  answerThreshold: z.number().min(-1).max(1),
  supportMargin: z.number().min(0).max(1),
});
export type Calibration = z.infer<typeof Calibration>;

/** Where a folder's own calibration stands. */
export const CALIBRATION_FILE = "calibration.json";

/** Reads a calibration; null where the folder has none. Throws `ConfigError` where the file is none, or that of another model. */
export async function readCalibration(folder: string, file: string, model: string): Promise<Calibration | null> {
  try {
    const content = await readJsonIn(folder, file);
    if (content === undefined) return null;
    const calibration = parsedFile(file, Calibration, content);
    if (calibration.model !== model)
      throw new Error(
        `${file}: was measured with ${calibration.model}, but the model is ${model}; remove it and calibrate again`,
      );
    return calibration;
  } catch (cause) {
    throw new ConfigError(`EMBEDDING_CALIBRATION: ${(cause as Error).message}`, { cause });
  }
}

/** The embedder with the weight, threshold and margin that were measured for it. */
export function calibrated(embedder: Embedder, { fusionWeight, answerThreshold, supportMargin }: Calibration): Embedder {
  return {
    kind: embedder.kind,
    fusionWeight,
    answerThreshold,
    supportMargin,
    searchVector: embedder.searchVector,
    get space() {
      return embedder.space;
    },
    embedQuery: (text, signal) => embedder.embedQuery(text, signal),
    embedTexts: (texts, signal) => embedder.embedTexts(texts, signal),
    [Symbol.asyncDispose]: () => embedder[Symbol.asyncDispose](),
  };
}
