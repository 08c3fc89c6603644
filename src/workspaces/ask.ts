import { askCanvas } from "../answers/answer.ts";
import type { CanvasRequest } from "../answers/request.ts";
import type { CanvasAnswer } from "../answers/schema.ts";
import type { AnswerWatch } from "../answers/watch.ts";
import type { Library } from "../retrieval/library.ts";
import { focusOf } from "./focus.ts";
import type { Owned } from "./store.ts";

/** A question of an account; with `workspace_id`, asked within that workspace. */
export type AccountRequest = Omit<CanvasRequest, "account" | "focus"> & { workspace_id?: string };

/** The longest that an answer is waited for: 20 s for a language model, a second or two for what stands in for it and for everything else. */
export const ANSWER_DEADLINE_MS = 30_000;

/** Answers a question for an account, the same for tools, pages and commands. Throws what `askCanvas` throws, and `not_found` for an unknown workspace. */
export async function askFor(
  library: Library,
  owned: Owned,
  { workspace_id: id, ...request }: AccountRequest,
  signal?: AbortSignal,
  watch?: AnswerWatch,
): Promise<CanvasAnswer> {
  const focus = id === undefined ? undefined : await focusOf(library, owned, id, signal);
  return askCanvas(library, { ...request, focus, account: owned.account }, signal, watch);
}
