import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

/*
 * ONNX models small enough to know what they answer, written as protocol buffers by hand (fields of onnx.proto3), and a tokenizer of whole words for them.
 */

/** Words that the tokenizer knows; an id is the place in this list. */
const VOCABULARY = ["[UNK]", "[CLS]", "[SEP]", "query:", "tea", "coffee", "graph", "tree", "river", "one", "two", "three"];

/** What a tiny model holds for a word: numbers that differ from word to word. */
export function rowOf(word: string, dimensions: number): number[] {
  const id = Math.max(0, VOCABULARY.indexOf(word));
  return Array.from({ length: dimensions }, (_, index) => Math.fround(Math.sin(1 + id * 12.9898 + index * 78.233)));
}

/** Vectors of tokens: `last_hidden_state`, to be pooled. Wants token types, as BERT does. */
export function tokenModel(dimensions: number): Buffer {
  return model({
    inputs: ["input_ids", "attention_mask", "token_type_ids"],
    nodes: [node("Gather", ["table", "input_ids"], ["last_hidden_state"])],
    tables: [
      tensor(
        "table",
        [VOCABULARY.length, dimensions],
        VOCABULARY.flatMap((word) => rowOf(word, dimensions)),
      ),
    ],
    output: { name: "last_hidden_state", shape: ["batch", "tokens", dimensions] },
  });
}

/** A vector of the text that the model pools itself and does not normalize: `sentence_embedding`. Wants positions, as decoders do. */
export function pooledModel(dimensions: number): Buffer {
  return model({
    inputs: ["input_ids", "attention_mask", "position_ids"],
    nodes: [
      node("Gather", ["table", "input_ids"], ["rows"]),
      node("ReduceMean", ["rows"], ["sentence_embedding"], [integers("axes", [1]), integer("keepdims", 0)]),
    ],
    tables: [
      tensor(
        "table",
        [VOCABULARY.length, dimensions],
        VOCABULARY.flatMap((word) => rowOf(word, dimensions)),
      ),
    ],
    output: { name: "sentence_embedding", shape: ["batch", dimensions] },
  });
}

/** What the cross-encoder holds for a word. */
export function worthOf(word: string): number {
  return Math.max(0, VOCABULARY.indexOf(word)) / 4;
}

/** A cross-encoder: one logit, the sum of what the words of the text are worth; those of the question count nothing. `outputs`: so many equal logits. */
export function crossEncoder(outputs = 1): Buffer {
  return model({
    inputs: ["input_ids", "attention_mask", "token_type_ids"],
    nodes: [
      node("Gather", ["worth", "input_ids"], ["worths"]),
      node("Cast", ["token_type_ids"], ["types"], [integer("to", FLOAT)]),
      node("Unsqueeze", ["types", "last_axis"], ["column"]),
      node("Mul", ["worths", "column"], ["counted"]),
      node("ReduceSum", ["counted", "token_axis"], ["logits"], [integer("keepdims", 0)]),
    ],
    tables: [
      tensor(
        "worth",
        [VOCABULARY.length, outputs],
        VOCABULARY.flatMap((word) => Array.from({ length: outputs }, () => (word.startsWith("[") ? 0 : worthOf(word)))),
      ),
      integerTensor("last_axis", [2]),
      integerTensor("token_axis", [1]),
    ],
    output: { name: "logits", shape: ["batch", outputs] },
  });
}

/** A folder with a model, the tokenizer of whole words, and further files as JSON. */
export async function modelFolder(
  folder: string,
  file: string,
  content: Buffer,
  others: Record<string, unknown> = {},
): Promise<string> {
  const files: Record<string, unknown> = {
    "tokenizer.json": TOKENIZER,
    "tokenizer_config.json": { model_max_length: 12 },
    ...others,
  };
  for (const [name, value] of [
    ...Object.entries(files).map(([name, value]) => [name, JSON.stringify(value)] as const),
    [file, content] as const,
  ]) {
    await mkdir(join(folder, name, ".."), { recursive: true });
    await writeFile(join(folder, name), value);
  }
  return folder;
}

const special = (id: string, type: number) => ({ SpecialToken: { id, type_id: type } });
const sequence = (id: string, type: number) => ({ Sequence: { id, type_id: type } });
const TOKENIZER = {
  version: "1.0",
  truncation: null,
  padding: null,
  added_tokens: VOCABULARY.slice(0, 3).map((content, id) => ({
    id,
    content,
    special: true,
    single_word: false,
    lstrip: false,
    rstrip: false,
    normalized: false,
  })),
  normalizer: null,
  pre_tokenizer: { type: "WhitespaceSplit" },
  post_processor: {
    type: "TemplateProcessing",
    single: [special("[CLS]", 0), sequence("A", 0), special("[SEP]", 0)],
    pair: [special("[CLS]", 0), sequence("A", 0), special("[SEP]", 0), sequence("B", 1), special("[SEP]", 1)],
    special_tokens: {
      "[CLS]": { id: "[CLS]", ids: [1], tokens: ["[CLS]"] },
      "[SEP]": { id: "[SEP]", ids: [2], tokens: ["[SEP]"] },
    },
  },
  decoder: null,
  model: {
    type: "WordPiece",
    unk_token: "[UNK]",
    continuing_subword_prefix: "##",
    max_input_chars_per_word: 100,
    vocab: Object.fromEntries(VOCABULARY.map((word, id) => [word, id])),
  },
};

/* Numbers of onnx.proto3. */
const FLOAT = 1;
const INT64 = 7;
const IR_VERSION = 8;
const OPSET = 13;
const KIND = { integer: 2, integers: 7 };

interface Graph {
  inputs: string[];
  nodes: Buffer[];
  tables: Buffer[];
  output: { name: string; shape: (string | number)[] };
}

function model({ inputs, nodes, tables, output }: Graph): Buffer {
  const graph = Buffer.concat([
    ...nodes.map((each) => field(1, each)),
    field(2, "tiny"),
    ...tables.map((each) => field(5, each)),
    ...inputs.map((name) => field(11, value(name, INT64, ["batch", "tokens"]))),
    field(12, value(output.name, FLOAT, output.shape)),
  ]);
  return Buffer.concat([number(1, IR_VERSION), field(7, graph), field(8, Buffer.concat([field(1, ""), number(2, OPSET)]))]);
}

function node(operator: string, inputs: string[], outputs: string[], attributes: Buffer[] = []): Buffer {
  return Buffer.concat([
    ...inputs.map((name) => field(1, name)),
    ...outputs.map((name) => field(2, name)),
    field(4, operator),
    ...attributes.map((each) => field(5, each)),
  ]);
}

function integer(name: string, value: number): Buffer {
  return Buffer.concat([field(1, name), number(3, value), number(20, KIND.integer)]);
}

function integers(name: string, values: number[]): Buffer {
  return Buffer.concat([field(1, name), ...values.map((value) => number(8, value)), number(20, KIND.integers)]);
}

function tensor(name: string, shape: number[], values: number[]): Buffer {
  return tensorOf(name, shape, FLOAT, Buffer.from(Float32Array.from(values).buffer));
}

function integerTensor(name: string, values: number[]): Buffer {
  return tensorOf(name, [values.length], INT64, Buffer.from(BigInt64Array.from(values, BigInt).buffer));
}

function tensorOf(name: string, shape: number[], type: number, content: Buffer): Buffer {
  return Buffer.concat([...shape.map((length) => number(1, length)), number(2, type), field(8, name), field(9, content)]);
}

function value(name: string, type: number, shape: (string | number)[]): Buffer {
  const dimensions = shape.map((length) => field(1, typeof length === "number" ? number(1, length) : field(2, length)));
  return Buffer.concat([
    field(1, name),
    field(2, field(1, Buffer.concat([number(1, type), field(2, Buffer.concat(dimensions))]))),
  ]);
}

/** A field with a length. */
function field(id: number, content: string | Buffer): Buffer {
  const bytes = Buffer.from(content);
  return Buffer.concat([varint((id << 3) | 2), varint(bytes.length), bytes]);
}

function number(id: number, value: number): Buffer {
  return Buffer.concat([varint(id << 3), varint(value)]);
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Buffer.from([...bytes, rest]);
    bytes.push((rest % 128) | 128);
  }
}
