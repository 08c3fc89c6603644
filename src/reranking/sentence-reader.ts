import { fileURLToPath } from "node:url";
import { openLocalReranker } from "./local.ts";
import type { Reranker, SentenceReader } from "./port.ts";

/** Reads a question together with a sentence behind its paper's title; `models/README.md` says how it was made. */
export const BUNDLED_READER = fileURLToPath(new URL("../../models/sentence-reader", import.meta.url));

/**
 * The bundled model that reads the best sentences of an answer again. It is loaded when it is first needed, so that commands which answer nothing do not wait for it;
 * `scores` throws what `open` does.
 */
export function bundledSentenceReader(modelDir = BUNDLED_READER): SentenceReader {
  let opened: Promise<Reranker> | undefined;
  const open = () => (opened ??= openLocalReranker({ modelDir, named: "models/sentence-reader", sumsRequired: true }));
  return {
    model: "sentence-reader",
    open: async () => void (await open()),
    scores: async (query, texts, signal) => (await open()).scores(query, texts, signal),
    [Symbol.asyncDispose]: async () => (await opened?.catch(() => undefined))?.[Symbol.asyncDispose](),
  };
}
