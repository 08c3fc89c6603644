import { readFileSync } from "node:fs";

/** Questions that the bundled sample answers. */
export const SAMPLE_QUESTIONS = [
  "dense retrieval for question answering",
  "does late interaction beat a single vector",
  "learned sparse term weights",
  "unsupervised training of retrievers",
  "reranking with cross-encoders",
];

/** So many plain questions, each another one, from those that this folder keeps; fewer where there are not so many. */
export function plainQuestions(count: number): string[] {
  const files = ["questions", "graded-questions", "graded-questions-last"];
  const lines = files.flatMap((name) =>
    readFileSync(new URL(`../${name}.jsonl`, import.meta.url), "utf8")
      .trimEnd()
      .split("\n"),
  );
  return [...new Set(lines.map((line) => (JSON.parse(line) as { question: string }).question))].slice(0, count);
}
