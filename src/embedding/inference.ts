import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Tokenizer } from "@huggingface/tokenizers";
import { InferenceSession, Tensor } from "onnxruntime-node";

/** Text in, normalised vector out; one text an inference, on one thread. */
export interface Inference {
  embed(text: string): Promise<Float32Array>;
}

/**
 * Far more characters than `maxTokens` tokens of any language take; what follows is cut before tokenising, since a tokenizer reads
 * all it is given.
 */
const CHARACTERS_PER_TOKEN = 64;

/**
 * On x64 processors without VNNI the faster product of 8-bit numbers overflows: vectors then have a cosine of about .99 with those of other machines. With this
 * setting the exact product is taken there; elsewhere nothing changes.
 */
const SAME_EVERYWHERE = { session: { x64quantprecision: "1" } };

/**
 * Opens a model folder (see `readModelFolder`). The text is cut to `maxTokens` tokens, special ones included.
 *
 * A dynamically quantised model takes its scales from everything in a batch, so texts never share one: a vector depends on its text
 * alone. `session.run` occupies the thread that calls it until the result is there, hence this runs in a worker.
 */
export async function openInference(folder: string, maxTokens: number, dimensions: number): Promise<Inference> {
  const json = async (name: string) => JSON.parse(await readFile(join(folder, name), "utf8")) as object;
  const tokenizer = new Tokenizer(await json("tokenizer.json"), await json("tokenizer_config.json"));
  const session = await InferenceSession.create(join(folder, "model.onnx"), {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    logSeverityLevel: 3,
    extra: SAME_EVERYWHERE,
  });
  if (session.inputNames.toSorted().join() !== "attention_mask,input_ids") {
    throw new Error(`the inputs of model.onnx must be input_ids and attention_mask, not ${session.inputNames.join(", ")}`);
  }
  if (!session.outputNames.includes("embedding")) {
    throw new Error(`an output of model.onnx must be named embedding; found ${session.outputNames.join(", ")}`);
  }

  return {
    async embed(text) {
      const ids = tokenIds(tokenizer, text, maxTokens);
      const shape = [1, ids.length];
      const feeds = {
        input_ids: new Tensor("int64", BigInt64Array.from(ids, BigInt), shape),
        attention_mask: new Tensor("int64", new BigInt64Array(ids.length).fill(1n), shape),
      };
      const { embedding } = await session.run(feeds, ["embedding"]);
      if (!embedding) throw new Error("the model gave no output named embedding");
      const vector = Float32Array.from(embedding.data as Float32Array);
      if (vector.length !== dimensions)
        throw new Error(`the model returns ${vector.length} dimensions, but model.json says ${dimensions}`);
      if (!vector.every(Number.isFinite)) throw new Error("the model returned a number that is not finite");
      return vector;
    },
  };
}

/** The first tokens of the text, and the closing special token last. */
function tokenIds(tokenizer: Tokenizer, text: string, maxTokens: number): number[] {
  const { ids } = tokenizer.encode(text.slice(0, maxTokens * CHARACTERS_PER_TOKEN));
  return ids.length <= maxTokens ? ids : [...ids.slice(0, maxTokens - 1), ids[ids.length - 1]];
}
