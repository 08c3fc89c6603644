import { readFileSync } from "node:fs";

export interface SamplePaper {
  title: string;
  abstract: string | null;
}

/** Title and abstract of the bundled sample's papers. */
export function samplePapers(): SamplePaper[] {
  return readFileSync(new URL("../../sample/papers.jsonl", import.meta.url), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as SamplePaper);
}
