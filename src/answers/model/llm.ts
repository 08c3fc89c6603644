import {
  LanguageModelError,
  type CompletionCall,
  type CompletionRequest,
  type LanguageModel,
} from "../../language-model/port.ts";
import { checkClaims } from "./claims.ts";
import { liveSentences } from "./live-sentences.ts";
import { modelEvidence } from "./evidence.ts";
import { ANSWER_SCHEMA, instructions, ONCE_MORE, readClaims } from "./task.ts";
import { ReplyCache } from "./reply-cache.ts";
import type { SummaryRequest, SummarySentence } from "../summarizer.ts";
import type { AnswerWatch } from "../watch.ts";

/** What a model wrote, as far as it held. */
export interface ModelSummary {
  sentences: SummarySentence[];
  /** How many claims of the model were left out, and how many there were. */
  dropped: number;
  looked_at: number;
}

/** Why there is no answer of the model that could be used. The message may be shown to anyone. */
export class SummarizerFailure extends Error {
  override readonly name = "SummarizerFailure";
}

/** Estimated tokens of question and evidence: eight abstracts have some 4,000, and most local models are set up for 8,192. */
const EVIDENCE_TOKENS = 6_000;
/** Where the model's window is smaller still, the evidence is halved this often. */
const HALVINGS = 2;
/** Models that reason first need room for it. */
const ANSWER_TOKENS = 4_000;
/** Above this share of claims that do not hold, the rest is not trusted either. */
const MAX_DROPPED = 0.3;

const CACHES = new WeakMap<LanguageModel, ReplyCache>();

/**
 * The sentences that a language model writes from the evidence, each checked against what it was sent. Throws `SummarizerFailure`
 * where it gives nothing that can be used within its time, after asking it once more at most; rejects with the reason of `signal`
 * once that is aborted. `watch` is told the sentences that hold while the model writes. `request.papers` must not be empty.
 */
export async function writeWithModel(
  model: LanguageModel,
  request: SummaryRequest,
  { watch, signal }: { watch?: AnswerWatch | undefined; signal?: AbortSignal | undefined } = {},
): Promise<ModelSummary> {
  const deadline = performance.now() + model.patienceMs;
  for (let halvings = 0; ; halvings += 1) {
    try {
      return await write(model, request, EVIDENCE_TOKENS / 2 ** halvings, { deadline, signal, watch });
    } catch (error) {
      if (!(error instanceof LanguageModelError)) throw error;
      if (error.kind !== "too_long" || halvings === HALVINGS) throw new SummarizerFailure(REASONS[error.kind], { cause: error });
    }
  }
}

const REASONS: Record<LanguageModelError["kind"], string> = {
  unavailable: "The LLM did not answer.",
  refused: "The LLM declined to answer.",
  too_long: "The evidence does not fit the LLM.",
};

async function write(
  model: LanguageModel,
  request: SummaryRequest,
  tokens: number,
  { watch, ...patience }: { deadline: number; signal?: AbortSignal | undefined; watch?: AnswerWatch | undefined },
): Promise<ModelSummary> {
  const { spans, data } = modelEvidence(request, tokens);
  if (spans.length === 0) throw new SummarizerFailure("No sentence of the evidence could be given to the LLM.");
  const task = { instructions: instructions(request.limit), data, schema: ANSWER_SCHEMA, maxTokens: ANSWER_TOKENS };
  const call = watch === undefined ? patience : { ...patience, onText: liveSentences(spans, request, watch) };
  const cache = cacheOf(model);
  const known = cache.get(task);
  const reply = known ?? (await readableReply(model, task, request.limit, call));
  const claims = readClaims(reply, request.limit) ?? [];
  if (claims.length === 0) throw new SummarizerFailure("The LLM found no answer in the evidence.");
  const { sentences, dropped, looked_at } = checkClaims(claims, spans, request.question);
  if (sentences.length === 0 || dropped > MAX_DROPPED * looked_at) {
    throw new SummarizerFailure(
      `${dropped} of ${looked_at} sentences written by the LLM failed the check against their sources.`,
    );
  }
  if (known === null) cache.set(task, reply);
  return { sentences: sentences.slice(0, request.limit), dropped, looked_at };
}

/** An answer of the form asked for; the model gets a second chance. */
async function readableReply(
  model: LanguageModel,
  task: CompletionRequest,
  limit: number,
  call: CompletionCall,
): Promise<string> {
  const first = await model.complete(task, call);
  if (readClaims(first, limit) !== null) return first;
  const second = await model.complete({ ...task, instructions: `${task.instructions}\n\n${ONCE_MORE}` }, call);
  if (readClaims(second, limit) !== null) return second;
  throw new SummarizerFailure("The LLM's answer could not be read.");
}

function cacheOf(model: LanguageModel): ReplyCache {
  const known = CACHES.get(model);
  if (known) return known;
  const cache = new ReplyCache();
  CACHES.set(model, cache);
  return cache;
}
