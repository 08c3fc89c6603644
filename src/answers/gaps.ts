import type { Evidence } from "../evidence/evidence.ts";

/** What the evidence does not tell; where nothing is relevant to the question (`answered` false), only the terms of its subject that nothing mentions. */
export function gaps({ missing, without_abstract: blind, signals }: Evidence, answered: boolean): string[] {
  const unmentioned =
    missing.length > 0 ? [`None of the papers read mentions ${missing.map((word) => `“${word}”`).join(", ")}.`] : [];
  if (!answered) return unmentioned;
  return [
    ...unmentioned,
    ...(blind > 0
      ? [`${blind} ${blind === 1 ? "paper" : "papers"} close to the question could not be read: no abstract on record.`]
      : []),
    ...(signals.length === 0 ? ["No signal is on record for any of the papers read."] : []),
    ...(signals.length > 0 && !signals.some((signal) => signal.kind === "reproduction")
      ? ["No independent reproduction is on record for the papers read."]
      : []),
  ];
}
