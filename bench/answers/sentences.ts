import { z } from "zod";
import type { AnswerSentence, CanvasAnswer } from "../../src/answers/schema.ts";
import type { Citation } from "../../src/citations/citation.ts";

type Cited = Pick<CanvasAnswer, "answer" | "citations">;

/** For each sentence of an answer, in its order, what it cites. */
export function citedBySentence({ answer, citations }: Cited): Citation[][] {
  const byNumber = new Map(citations.map((citation) => [citation.number, citation]));
  return answer.sentences.map((sentence: Pick<AnswerSentence, "citations">) =>
    sentence.citations.flatMap((number) => byNumber.get(number) ?? []),
  );
}

/** The rank of the first sentence with a citation that `wanted` accepts, from 1; null where none has one. */
export function rankOf(cited: readonly (readonly Citation[])[], wanted: (citation: Citation) => boolean): number | null {
  const index = cited.findIndex((citations) => citations.some(wanted));
  return index === -1 ? null : index + 1;
}

const Support = z.object({ support: z.object({ direction: z.string().nullish() }) });

/** The direction that an answer says its evidence has, where it says one. */
export function directionOf(canvas: unknown): string | null {
  return Support.safeParse(canvas).data?.support.direction ?? null;
}
