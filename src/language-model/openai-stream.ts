import type { OpenAI } from "openai";
import { LanguageModelError } from "./port.ts";

/**
 * The text of a completion that is sent piece by piece, each told to `onText` with its place. Null where nothing came that belongs to a stream: the endpoint does not
 * stream. Rejects with `LanguageModelError` where the model declines, and with what the client throws.
 */
export async function streamedContent(
  client: OpenAI,
  body: OpenAI.ChatCompletionCreateParamsNonStreaming,
  onText: (piece: string, at: number) => void,
  signal: AbortSignal,
): Promise<string | null> {
  const chunks: AsyncIterable<unknown> = await client.chat.completions.create({ ...body, stream: true }, { signal });
  let text = "";
  let isStream = false;
  for await (const chunk of chunks) {
    isStream = true;
    const { delta, finish_reason: ended } = firstChoice(chunk);
    if ((typeof delta?.refusal === "string" && delta.refusal !== "") || ended === "content_filter")
      throw new LanguageModelError("refused", "the model declined to answer");
    if (typeof delta?.content !== "string" || delta.content === "") continue;
    onText(delta.content, text.length);
    text += delta.content;
  }
  return isStream ? text : null;
}

interface Choice {
  delta?: { content?: unknown; refusal?: unknown } | null;
  finish_reason?: unknown;
}

/** The first choice of a chunk; an endpoint may send anything, and a last chunk without choices that counts tokens. */
function firstChoice(chunk: unknown): Choice {
  const choices = (chunk as { choices?: unknown } | null)?.choices;
  return (Array.isArray(choices) ? (choices[0] as Choice | null | undefined) : null) ?? {};
}
