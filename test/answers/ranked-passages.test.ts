import { expect, it } from "vitest";
import { rankedPassages } from "../../src/answers/extractive/ranked-passages.ts";
import type { EvidencePaper } from "../../src/evidence/evidence-paper.ts";
import { paper } from "../support/documents.ts";
import { hashEmbedder } from "../support/hash-embedder.ts";

const QUESTION = "Does sparse attention keep the accuracy of long documents?";
const read = (id: string, abstract: string, more: Partial<EvidencePaper> = {}): EvidencePaper => ({
  paper: paper({ paper_id: id, abstract }),
  score: 0.5,
  cosine: 0.5,
  anchor: false,
  ...more,
});
const told = (index: number) => `Sparse attention number ${index} keeps the accuracy of the long documents that we read.`;

it("sentences that were compared when their passages were chosen have vectors, and of all others as many as are left", async () => {
  const [compared, other] = [told(100), told(200)];
  const view = read("doi:whole", `${compared} ${other}`, { compared: [compared] });
  const rest = Array.from({ length: 49 }, (_, index) => told(300 + index));
  const more = read("doi:others", rest.join(" "), { compared: rest });
  const abstracts = Array.from({ length: 12 }, (_, index) => read(`doi:${index}`, told(index)));
  const embedder = hashEmbedder();
  const vector = await embedder.embedQuery(QUESTION);
  const ranked = await rankedPassages({ question: QUESTION, vector, papers: [...abstracts, view, more] }, embedder);
  const texts = ranked.map(({ text }) => text);
  expect(texts).toContain(compared);
  expect(texts).toContain(other);
  const withVector = ranked.filter((one) => one.vector !== null).map(({ text }) => text);
  expect(withVector).toHaveLength(56);
  expect(withVector).toContain(compared);
  expect(texts.slice(0, 56)).toEqual(withVector);
});
