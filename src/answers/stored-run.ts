import type { CanvasRun } from "./run.ts";
import { readQuestion } from "./question/read.ts";
import type { CanvasAnswer } from "./schema.ts";

/** An answer as an earlier release kept it: without what came later. */
type StoredAnswer = Omit<CanvasAnswer, "read_as" | "support" | "evidence" | "ground"> &
  Partial<Pick<CanvasAnswer, "read_as" | "support" | "evidence">> & {
    ground: CanvasAnswer["ground"] & { versions_folded?: number };
  };

/** A kept run in today's shape: what its release did not know yet is read from the question, or empty. */
export function storedRun(run: Omit<CanvasRun, "answer"> & { answer: StoredAnswer }): CanvasRun {
  const { answer } = run;
  const { versions_folded: versions = 0, ...ground } = answer.ground;
  return {
    ...run,
    answer: {
      ...answer,
      read_as: answer.read_as ?? readQuestion(answer.query, { today: run.asked_at.slice(0, 10) }),
      support: answer.support ?? null,
      evidence: answer.evidence ?? [],
      ground: { ...ground, versions: ground.versions ?? versions },
    },
  };
}
