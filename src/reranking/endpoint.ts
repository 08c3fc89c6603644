import { fetchAtMost } from "../openai/fetch-at-most.ts";
import { RerankerFailure, type Reranker } from "./port.ts";

export interface RerankerOptions {
  /** What `/rerank` is put after, e.g. `http://localhost:8080` (TEI) or `https://api.jina.ai/v1`. */
  baseUrl: string;
  /** Sent where the endpoint serves several; TEI serves one and needs none. */
  model: string | null;
  apiKey: string | null;
}

/** How an endpoint wants the texts: as `documents` (Cohere, Jina, vLLM) or as `texts` (TEI). */
type Form = "documents" | "texts";

const MAX_ANSWER_BYTES = 1_000_000;
/** What an endpoint answers that wants the other form. */
const REFUSED = new Set([400, 422]);

/** A reranker behind an HTTP endpoint of the usual shape. Opening asks it nothing; which form it takes is found out with the first request. */
export function openRerankerEndpoint({ baseUrl, model, apiKey }: RerankerOptions): Reranker {
  const address = `${baseUrl.replace(/\/+$/u, "")}/rerank`;
  const limitedFetch = fetchAtMost(MAX_ANSWER_BYTES);
  let form: Form | null = null;

  const ask = async (shape: Form, query: string, texts: readonly string[], signal: AbortSignal): Promise<Response> => {
    const body = {
      ...(model === null ? {} : { model }),
      query,
      ...(shape === "documents" ? { documents: texts, top_n: texts.length, return_documents: false } : { texts, truncate: true }),
    };
    try {
      return await limitedFetch(address, {
        method: "POST",
        headers: { "content-type": "application/json", ...(apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }) },
        body: JSON.stringify(body),
        redirect: "error",
        signal,
      });
    } catch {
      signal.throwIfAborted();
      throw new RerankerFailure("the endpoint cannot be reached, or closed the connection");
    }
  };

  const answerOf = async (query: string, texts: readonly string[], signal: AbortSignal): Promise<Response> => {
    for (const shape of form === null ? (["documents", "texts"] as const) : [form]) {
      const response = await ask(shape, query, texts, signal);
      if (response.ok) {
        form = shape;
        return response;
      }
      await response.body?.cancel();
      if (!REFUSED.has(response.status)) throw new RerankerFailure(`the endpoint answered with status ${response.status}`);
    }
    form = null;
    throw new RerankerFailure("the endpoint rejects the request");
  };

  return {
    model: model ?? "endpoint",
    async scores(query, texts, signal) {
      signal.throwIfAborted();
      if (texts.length === 0) return [];
      const response = await answerOf(query, texts, signal);
      const answer: unknown = await response.json().catch(() => {
        signal.throwIfAborted();
        throw new RerankerFailure("the endpoint's response cannot be read");
      });
      return scoresIn(answer, texts.length);
    },
    [Symbol.asyncDispose]: async () => undefined,
  };
}

/** The score of each text; rows come in any order, each with the index of its text: every index once, every score a finite number. */
function scoresIn(answer: unknown, count: number): number[] {
  const rows = Array.isArray(answer) ? answer : (answer as { results?: unknown } | null)?.results;
  if (!Array.isArray(rows)) throw new RerankerFailure("the endpoint's response contains no list of results");
  if (rows.length !== count) throw new RerankerFailure(`the endpoint returned ${rows.length} scores for ${count} texts`);
  const scores = new Map<number, number>();
  for (const row of rows as ({ index?: unknown; score?: unknown; relevance_score?: unknown } | null)[]) {
    const score = row?.relevance_score ?? row?.score;
    const index = row?.index;
    if (typeof index !== "number" || !Number.isInteger(index) || index < 0 || index >= count || scores.has(index))
      throw new RerankerFailure("the endpoint's response does not name each text once");
    if (typeof score !== "number" || !Number.isFinite(score))
      throw new RerankerFailure("the endpoint returned a score that is no number");
    scores.set(index, score);
  }
  return Array.from({ length: count }, (_, index) => scores.get(index)!);
}
