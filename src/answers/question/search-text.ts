import type { ReadQuestion } from "./schema.ts";

const ARTIFACT_WORDS = { code: "code", dataset: "dataset", model: "pretrained model" };

/**
 * What to search for to find papers on a question: its subject with the constraints that texts speak of, without the words that only make
 * it a question. Years and venues are not in it; they are for filters. Empty where a question has no subject (“Who won at ACL 2022?”).
 */
export function searchText({ subject, artifact, constraints }: ReadQuestion): string {
  const { size, languages = [], without = [] } = constraints;
  const has = (text: string) => subject.text.toLowerCase().includes(text.toLowerCase());
  const words = [
    // A bound in numbers (“under 7B parameters”) is written differently in every paper.
    ...(size && size.minimum === undefined && size.maximum === undefined ? [size.text] : []),
    subject.text,
    ...languages.filter((language) => !has(language)),
    ...without.map((what) => `without ${what}`),
    ...(artifact && !has(artifact) ? [ARTIFACT_WORDS[artifact]] : []),
  ];
  return subject.text === "" && languages.length === 0 ? "" : words.filter((word) => word !== "").join(" ");
}
