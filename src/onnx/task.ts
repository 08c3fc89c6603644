/** How the vectors of a text's tokens become the text's: their mean, the first one's, or the last one's. */
export const POOLINGS = ["mean", "cls", "last"] as const;
export type Pooling = (typeof POOLINGS)[number];

/** What a model is for, and how. */
export type InferenceTask =
  | {
      kind: "embedding";
      /** Null: the model pools by itself. */
      pooling: Pooling | null;
      /** What the model returns. */
      dimensions: number;
      /** So many of them are kept, from the first on. */
      kept: number;
    }
  | {
      kind: "relevance";
      /** How many numbers the model returns for a pair: cross-encoders for ranking return one. */
      numbers: number;
    };

export interface InferenceOptions {
  folder: string;
  /** The model's file in the folder. */
  file: string;
  maxTokens: number;
  task: InferenceTask;
}

/** A text, or a question with the text that may be relevant to it. */
export type Input = string | readonly [question: string, text: string];
