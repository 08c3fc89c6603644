import { describe, expect, it } from "vitest";
import { sharedWords, wordingDifferences } from "../../src/citations/wording-differences.ts";
import type { WordingDifference } from "../../src/citations/citation.ts";

const TRAILS = "On EntityQuestions dense retrieval trails sparse retrieval such as BM25 by a wide margin.";
const SCORES = "BM25 reaches 45.2 points of recall, and DPR reaches 60.1 points.";
const DENIES = "Longer contexts do not improve the accuracy of the reader.";

describe("a claim is flagged", () => {
  it.each<[WordingDifference, string, string, string]>([
    [
      "term_not_quoted",
      "that names what the source does not",
      TRAILS,
      "On EntityQuestions dense retrieval such as ColBERT trails BM25.",
    ],
    [
      "term_not_quoted",
      "that says most of it in other words",
      TRAILS,
      "Retrieval models of this family struggle on simple questions about things.",
    ],
    ["negation_differs", "that leaves a negation out", DENIES, "Longer contexts improve the accuracy of the reader."],
    ["negation_differs", "that adds a negation", TRAILS, "On EntityQuestions dense retrieval never trails BM25."],
    [
      "direction_differs",
      "that turns less into more",
      TRAILS,
      "On EntityQuestions dense retrieval outperforms sparse retrieval.",
    ],
    ["direction_differs", "that turns more into less", "Re-ranking improves accuracy.", "Re-ranking reduces accuracy."],
    ["figures_reordered", "that swaps two figures", SCORES, "BM25 reaches 60.1 points of recall and DPR reaches 45.2 points."],
  ])("%s: %s", (flag, _, source, claim) => {
    expect(wordingDifferences(claim, [source], [])).toContain(flag);
  });
});

describe("a claim is not flagged", () => {
  it.each<[string, string, string[], string[]]>([
    ["that repeats its source", TRAILS, [TRAILS], []],
    ["that shortens its source", "Dense retrieval trails BM25 on EntityQuestions.", [TRAILS], []],
    [
      "that names what another of its sources names",
      "Dense retrieval trails BM25, and DPR reaches 60.1 points.",
      [TRAILS, SCORES],
      [],
    ],
    [
      "that names what the question names",
      "On ColBERT questions dense retrieval trails BM25 by a margin.",
      [TRAILS],
      ["Is ColBERT better?"],
    ],
    ["that keeps a negation", "Longer contexts do not improve the reader.", [DENIES], []],
    [
      "that says of two sources what each says",
      "Re-ranking improves accuracy but is slower.",
      ["Re-ranking improves accuracy.", "It is slower."],
      [],
    ],
    ["with the figures of its source in their order", "BM25 reaches 45.2 and DPR 60.1 points of recall.", [SCORES], []],
    [
      "where “without” denies a noun and not what is said of it",
      "DPR is far less effective where it was not trained.",
      ["DPR without training is far less effective."],
      [],
    ],
    ["where “not every” denies not all", "Not every test agrees, and DPR wins.", ["DPR wins, unlike in another test."], []],
    [
      "where “not only” denies nothing",
      "Re-ranking improves accuracy.",
      ["Re-ranking not only improves accuracy, it is cheap."],
      [],
    ],
  ])("%s", (_, claim, cited, known) => expect(wordingDifferences(claim, cited, known)).toEqual([]));
});

it.each([
  ["Dense retrieval trails.", [TRAILS], 1],
  ["Bananas are yellow.", [TRAILS], 0],
  ["", [TRAILS], 0],
])("the words of %j that its sources hold are a share of %d", (claim, cited, share) => {
  expect(sharedWords(claim, cited)).toBe(share);
});
