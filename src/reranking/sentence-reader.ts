import { fileURLToPath } from "node:url";
import { logistic } from "../shared/logistic.ts";
import { openPairModel, type PairModel } from "./local.ts";
import type { Reading, SentenceReader } from "./port.ts";

/** Reads a question together with a sentence behind its paper's title; `models/README.md` says how it was made. */
export const BUNDLED_READER = fileURLToPath(new URL("../../models/sentence-reader", import.meta.url));

/** Its grade; the log odds that a sentence points either way where a yes or no is asked for, and, if it does, that it points to a no. */
const OUTPUTS = 3;

function readingOf(values: Float32Array): Reading {
  const [grade, says, against] = values as unknown as [number, number, number];
  return { grade, says: logistic(says), against: logistic(against) };
}

/**
 * The bundled model that reads the best sentences of an answer again. It is loaded when it is first needed, so that commands which answer nothing do not wait for it;
 * `readings` throws what `open` does.
 */
export function bundledSentenceReader(modelDir = BUNDLED_READER): SentenceReader {
  let opened: Promise<PairModel> | undefined;
  const open = () =>
    (opened ??= openPairModel({ modelDir, named: "models/sentence-reader", sumsRequired: true, numbers: OUTPUTS }));
  return {
    model: "sentence-reader",
    open: async () => void (await open()),
    readings: async (question, texts, signal) => (await (await open()).read(question, texts, signal)).map(readingOf),
    [Symbol.asyncDispose]: async () => (await opened?.catch(() => undefined))?.[Symbol.asyncDispose](),
  };
}
