import type { Evidence } from "../evidence/evidence.ts";
import type { QuestionKind } from "./question/schema.ts";

/** Kinds of questions that an independent reproduction would help to answer. */
const ABOUT_FINDINGS: ReadonlySet<QuestionKind> = new Set(["does_it", "how_well", "how_much", "comparison", "readiness"]);

/** What the evidence does not tell; where nothing is relevant to the question (`answered` false), only the terms of its subject that nothing mentions. */
export function gaps(
  { missing, without_abstract: blind, signals }: Evidence,
  { kind, answered }: { kind: QuestionKind; answered: boolean },
): string[] {
  const unmentioned =
    missing.length > 0 ? [`None of the papers read mentions ${missing.map((word) => `“${word}”`).join(", ")}.`] : [];
  if (!answered) return unmentioned;
  return [
    ...unmentioned,
    ...(blind > 0
      ? [
          blind === 1
            ? "1 paper close to the question has no abstract in the library, so it could not be quoted."
            : `${blind} papers close to the question have no abstract in the library, so they could not be quoted.`,
        ]
      : []),
    ...(signals.length === 0 ? ["The library has no signals for the papers read."] : []),
    ...(signals.length > 0 && ABOUT_FINDINGS.has(kind) && !signals.some((signal) => signal.kind === "reproduction")
      ? ["The library has no independent reproductions of the papers read."]
      : []),
  ];
}
