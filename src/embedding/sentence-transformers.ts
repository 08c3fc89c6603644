import { z } from "zod";
import { parsedFile } from "../onnx/model-files.ts";
import type { StatedCard } from "./model-card.ts";

/** Reads a file of the folder as JSON: undefined where there is none; throws where it is none. */
export type ReadJson = (name: string) => Promise<unknown>;

const Modules = z.array(z.object({ type: z.string(), path: z.string().default("") }));
const PoolingConfig = z.object({
  word_embedding_dimension: z.int().optional(),
  embedding_dimension: z.int().optional(),
  pooling_mode: z.string().optional(),
  pooling_mode_cls_token: z.boolean().optional(),
  pooling_mode_mean_tokens: z.boolean().optional(),
  pooling_mode_lasttoken: z.boolean().optional(),
  include_prompt: z.boolean().default(true),
});
const Prompts = z.object({
  prompts: z.record(z.string(), z.string().nullable()).default({}),
  default_prompt_name: z.string().nullish(),
  similarity_fn_name: z.string().nullish(),
});
const SentenceBert = z.object({ max_seq_length: z.int().nullish() });
const TokenizerConfig = z.object({ model_max_length: z.number().nullish() });
const ModelConfig = z.object({ hidden_size: z.int().optional(), max_position_embeddings: z.int().optional() });

const KNOWN_MODULES = new Set(["Transformer", "Pooling", "Normalize"]);
const QUERY_PROMPTS = ["query", "search_query", "retrieval.query", "web_search_query"];
const TEXT_PROMPTS = ["document", "passage", "search_document", "retrieval.passage", "corpus"];
/** Longer texts are no abstracts; models state up to a million. */
const MAX_LENGTH = 8_192;

/**
 * What the files that sentence-transformers writes state of a model: `modules.json` with the configuration of its pooling, `config_sentence_transformers.json` (prompts, similarity),
 * `sentence_bert_config.json`, `tokenizer_config.json` and `config.json` (length, dimensions). `own` is
 * what the folder's own card states, which counts before. Throws where the model computes what cannot be repeated here.
 */
export async function statedBySentenceTransformers(read: ReadJson, own: StatedCard): Promise<StatedCard> {
  const parsed = async <Schema extends z.ZodType>(name: string, schema: Schema): Promise<z.infer<Schema> | undefined> => {
    const content = await read(name);
    return content === undefined ? undefined : parsedFile(name, schema, content);
  };
  const modules = await parsed("modules.json", Modules);
  const kinds = modules?.map(({ type }) => type.split(".").at(-1)!) ?? [];
  const foreign = kinds.find((kind) => !KNOWN_MODULES.has(kind));
  if (foreign !== undefined) throw new Error(`modules.json names a module that is not supported here: ${foreign}`);
  const folder = modules?.[kinds.indexOf("Pooling")]?.path ?? "1_Pooling";
  const pooling = await parsed(`${folder}/config.json`, PoolingConfig);
  const prompts = await parsed("config_sentence_transformers.json", Prompts);
  const [bert, tokenizer, model] = [
    await parsed("sentence_bert_config.json", SentenceBert),
    await parsed("tokenizer_config.json", TokenizerConfig),
    await parsed("config.json", ModelConfig),
  ];
  const similarity = own.similarity ?? prompts?.similarity_fn_name;
  if (similarity === "dot" && own.similarity === undefined && !kinds.includes("Normalize")) {
    throw new Error(
      "the model compares vectors by their dot product and does not normalize them; only models that compare by cosine are supported",
    );
  }
  const lengths = [bert?.max_seq_length, tokenizer?.model_max_length, model?.max_position_embeddings].filter(
    (length) => typeof length === "number",
  );
  const length = bert?.max_seq_length ?? (lengths.length > 0 ? Math.min(...lengths) : undefined);
  const prompt = (names: readonly string[]) => promptOf(prompts, names);
  const stated: StatedCard = {
    dimensions: pooling?.word_embedding_dimension ?? pooling?.embedding_dimension ?? model?.hidden_size,
    maxTokens: length === undefined ? undefined : Math.min(MAX_LENGTH, length),
    pooling: own.pooling ?? (pooling && poolingOf(pooling, prompts)),
    queryPrefix: prompt(QUERY_PROMPTS),
    textPrefix: prompt(TEXT_PROMPTS),
  };
  return stated;
}

function promptOf(prompts: z.infer<typeof Prompts> | undefined, names: readonly string[]): string | undefined {
  const name = names.find((name) => prompts?.prompts[name] !== undefined) ?? prompts?.default_prompt_name;
  return name == null ? undefined : (prompts?.prompts[name] ?? undefined);
}

function poolingOf(config: z.infer<typeof PoolingConfig>, prompts: z.infer<typeof Prompts> | undefined): StatedCard["pooling"] {
  if (!config.include_prompt && Object.values(prompts?.prompts ?? {}).some((prompt) => prompt)) {
    throw new Error("the model leaves its prompt out of the pooling, which is not supported here");
  }
  const named = { cls: "cls", mean: "mean", lasttoken: "last" } as const;
  const { pooling_mode: mode } = config;
  if (mode !== undefined && !Object.hasOwn(named, mode)) throw new Error(`the model's pooling is not supported here: ${mode}`);
  const modes = [
    ...(mode === undefined ? [] : [named[mode as keyof typeof named]]),
    ...(config.pooling_mode_cls_token ? ["cls" as const] : []),
    ...(config.pooling_mode_mean_tokens ? ["mean" as const] : []),
    ...(config.pooling_mode_lasttoken ? ["last" as const] : []),
  ];
  if (modes.length !== 1)
    throw new Error("the model's pooling is not supported here: mean, CLS token or last token, one of them");
  return modes[0];
}
