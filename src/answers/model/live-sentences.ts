import type { SummaryRequest } from "../summarizer.ts";
import type { AnswerWatch } from "../watch.ts";
import { ClaimScanner } from "./claim-scanner.ts";
import { checkClaims } from "./claims.ts";
import type { EvidenceSpan } from "./evidence.ts";
import { LOOKED_AT, MAX_CHARACTERS, type ModelClaim } from "./task.ts";

/**
 * Tells `watch` each sentence that holds against the spans while the model writes. The function takes the next piece of what the model writes and its place; a piece at 0
 * begins anew, and what was told before is withdrawn.
 */
export function liveSentences(
  spans: readonly EvidenceSpan[],
  { question, limit }: Pick<SummaryRequest, "question" | "limit">,
  watch: AnswerWatch,
): (piece: string, at: number) => void {
  let scanner = new ClaimScanner();
  let claims: (ModelClaim | null)[] = [];
  let told = 0;
  return (piece, at) => {
    if (at === 0) {
      if (told > 0) watch.withdrawn();
      [scanner, claims, told] = [new ClaimScanner(), [], 0];
    }
    if (at > MAX_CHARACTERS || claims.length >= LOOKED_AT * limit) return;
    const found = scanner.read(piece);
    if (found.length === 0) return;
    claims.push(...found);
    const { sentences } = checkClaims(claims.slice(0, LOOKED_AT * limit), spans, question);
    for (const sentence of sentences.slice(told, limit)) watch.sentence(sentence);
    told = Math.max(told, Math.min(limit, sentences.length));
  };
}
