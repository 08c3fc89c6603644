import { expect, it } from "vitest";
import { centrality } from "../../src/answers/recorded/centrality.ts";

const PAPERS = new Map([
  ["title", { title: "Learning Sentence Embeddings", abstract: null }],
  ["apart", { title: "Embeddings of a Sentence", abstract: null }],
  ["abstract", { title: "A Study of Words", abstract: "We learn a sentence embedding." }],
  ["half", { title: "Word Embeddings", abstract: "For each sentence." }],
  ["none", { title: "Parsing", abstract: null }],
]);

it.each([
  ["title", 3],
  ["apart", 2],
  ["abstract", 1],
  ["half", 0.5],
  ["none", 0],
  ["unknown", 0],
])("a paper's place beside the subject: %s", (id, near) => {
  expect(centrality("sentence embeddings", PAPERS)({ paper_ids: [id] })).toBe(near);
});

it("is that of the nearest paper, and none without a subject", () => {
  expect(centrality("sentence embeddings", PAPERS)({ paper_ids: ["none", "abstract"] })).toBe(1);
  expect(centrality("", PAPERS)({ paper_ids: ["title"] })).toBe(0);
});
