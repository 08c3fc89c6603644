import { Tokenizer } from "@huggingface/tokenizers";
import { Tensor } from "onnxruntime-node";
import type { Input } from "./task.ts";

/**
 * Far more characters than `maxTokens` tokens of any language take; what follows is cut before tokenizing, since a tokenizer reads
 * all it is given.
 */
const CHARACTERS_PER_TOKEN = 64;
/** Of a pair the question takes at most this share of the tokens. */
const QUESTION_SHARE = 0.5;

/** What a model may be fed with, from the tokens of an input and, for pairs, which half each is of. */
const INPUTS: Record<string, (ids: readonly number[], types: readonly number[]) => ArrayLike<number>> = {
  input_ids: (ids) => ids,
  attention_mask: (ids) => ids.map(() => 1),
  token_type_ids: (_, types) => types,
  position_ids: (ids) => ids.map((_, index) => index),
};

interface Encoded {
  ids: number[];
  types: number[];
}

/** The tokenizer of a model folder, which cuts to `maxTokens` tokens. */
export function openTokens(tokenizerJson: object, tokenizerConfig: object, maxTokens: number) {
  const tokenizer = new Tokenizer(tokenizerJson, tokenizerConfig);
  const longest = maxTokens * CHARACTERS_PER_TOKEN;
  /** The special token that closes every text, where there is one. */
  const closing = tokenizer.encode("").ids.at(-1);

  const cut = ({ ids, types }: Encoded): Encoded => {
    if (ids.length <= maxTokens) return { ids, types };
    if (closing === undefined || ids.at(-1) !== closing)
      return { ids: ids.slice(0, maxTokens), types: types.slice(0, maxTokens) };
    return { ids: [...ids.slice(0, maxTokens - 1), closing], types: [...types.slice(0, maxTokens - 1), types.at(-1)!] };
  };
  const encoded = (text: string, pair: string | null): Encoded => {
    const { ids, token_type_ids: types } = tokenizer.encode(text.slice(0, longest), {
      text_pair: pair?.slice(0, longest) ?? null,
      return_token_type_ids: true,
    });
    return cut({ ids, types: types ?? ids.map(() => 0) });
  };

  return {
    /** How to feed a model with these inputs. Throws for one that is not known. */
    feeds(inputNames: readonly string[]): (input: Input) => Record<string, Tensor> {
      const unknown = inputNames.filter((name) => !Object.hasOwn(INPUTS, name));
      if (unknown.length > 0 || !inputNames.includes("input_ids")) {
        throw new Error(`the model's inputs must be among ${Object.keys(INPUTS).join(", ")}; they are ${inputNames.join(", ")}`);
      }
      return (input) => {
        const { ids, types } =
          typeof input === "string" ? encoded(input, null) : encoded(shortened(tokenizer, input[0], maxTokens), input[1]);
        const tensor = (values: ArrayLike<number>) =>
          new Tensor("int64", BigInt64Array.from(Array.from(values), BigInt), [1, ids.length]);
        return Object.fromEntries(inputNames.map((name) => [name, tensor(INPUTS[name]!(ids, types))]));
      };
    },
  };
}

/** The question without what would leave the text no room. */
function shortened(tokenizer: Tokenizer, question: string, maxTokens: number): string {
  const maxQuestionTokens = Math.floor(maxTokens * QUESTION_SHARE);
  const { ids } = tokenizer.encode(question.slice(0, maxTokens * CHARACTERS_PER_TOKEN), { add_special_tokens: false });
  return ids.length <= maxQuestionTokens
    ? question
    : tokenizer.decode(ids.slice(0, maxQuestionTokens), { skip_special_tokens: true });
}
