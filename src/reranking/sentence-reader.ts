import { fileURLToPath } from "node:url";
import { logistic } from "../shared/logistic.ts";
import { openPairModel, type PairModel } from "./local.ts";
import type { Reading, SentenceReader, Stance } from "./port.ts";

/** Reads a question together with a sentence behind its paper's title; `models/README.md` says how it was made. */
export const BUNDLED_READER = fileURLToPath(new URL("../../models/sentence-reader", import.meta.url));

/** Reads a claim together with a sentence behind its paper's title, for which way the sentence points. */
const BUNDLED_CLAIM_READER = fileURLToPath(new URL("../../models/claim-reader", import.meta.url));

/** Its grade; the log odds that a sentence points either way where a yes or no is asked for, and, if it does, that it points to a no. */
const OUTPUTS = 3;

function readingOf(values: Float32Array): Reading {
  const [grade, says, against] = values as unknown as [number, number, number];
  return { grade, says: logistic(says), against: logistic(against) };
}

/** Logits of: it bears the claim out; it refutes it; neither. */
function stanceOf(values: Float32Array): Stance {
  const [supports, refutes, neither] = values as unknown as [number, number, number];
  return {
    says: 1 - 1 / (1 + Math.exp(supports - neither) + Math.exp(refutes - neither)),
    against: logistic(refutes - supports),
    ofClaim: true,
  };
}

/**
 * The bundled model that reads the best sentences of an answer again. It is loaded when it is first needed, so that commands which answer nothing do not wait for it;
 * `readings` throws what `open` does.
 */
export function bundledSentenceReader(modelDir = BUNDLED_READER, claimsDir = BUNDLED_CLAIM_READER): SentenceReader {
  let opened: Promise<PairModel> | undefined;
  let openedForClaims: Promise<PairModel> | undefined;
  const open = () =>
    (opened ??= openPairModel({ modelDir, named: "models/sentence-reader", sumsRequired: true, numbers: OUTPUTS }));
  const openForClaims = () =>
    (openedForClaims ??= openPairModel({
      modelDir: claimsDir,
      named: "models/claim-reader",
      sumsRequired: true,
      numbers: OUTPUTS,
    }));
  return {
    model: "sentence-reader",
    open: async (what) => void (await (what === "claims" ? openForClaims() : open())),
    readings: async (question, texts, signal) => (await (await open()).read(question, texts, signal)).map(readingOf),
    stances: async (claim, texts, signal) => (await (await openForClaims()).read(claim, texts, signal)).map(stanceOf),
    [Symbol.asyncDispose]: async () => {
      for (const one of [opened, openedForClaims]) await (await one?.catch(() => undefined))?.[Symbol.asyncDispose]();
    },
  };
}
