import type { Evidence } from "../evidence/evidence.ts";
import type { QuestionKind } from "./question/schema.ts";

/** From this share on, of all papers close to the question, those without an abstract may hold what the answer lacks. */
const MANY_BLIND = 0.5;

/** What the evidence does not tell; where nothing is relevant to the question (`answered` false), only the terms of its subject that nothing mentions. */
export function gaps(
  { missing, papers, without_abstract: blind, signals }: Evidence,
  { kind, answered }: { kind: QuestionKind; answered: boolean },
): string[] {
  const unmentioned =
    missing.length > 0 ? [`None of the papers read mentions ${missing.map((word) => `“${word}”`).join(", ")}.`] : [];
  if (!answered) return unmentioned;
  const many = blind > 0 && blind >= MANY_BLIND * (papers.length + blind);
  return [
    ...unmentioned,
    ...(many
      ? [
          blind === 1
            ? "1 paper close to the question has no abstract in the library, so it could not be quoted."
            : `${blind} papers close to the question have no abstract in the library, so they could not be quoted.`,
        ]
      : []),
    ...(signals.length === 0 ? ["The library has no signals for the papers read."] : []),
    ...(signals.length > 0 && kind === "readiness" && !signals.some((signal) => signal.kind === "reproduction")
      ? ["The library has no independent reproductions of the papers read."]
      : []),
  ];
}
