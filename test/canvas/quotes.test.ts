import { describe, expect, it } from "vitest";
import { chooseStatements } from "../../src/canvas/choose.ts";
import { manner } from "../../src/canvas/manner.ts";
import { opposed } from "../../src/canvas/opposed.ts";
import { opposesEarlier, points } from "../../src/canvas/points.ts";
import { withContext } from "../../src/canvas/quote-context.ts";
import type { RankedPassage } from "../../src/canvas/ranked-passages.ts";
import { sentenceVectors } from "../../src/canvas/sentence-vectors.ts";
import { paper, vectorAt } from "../support/documents.ts";
import { hashEmbedder } from "../support/hash-embedder.ts";

function passage(
  id: string,
  text: string,
  given: Partial<RankedPassage> & { score?: number; abstract?: string } = {},
): RankedPassage {
  const { score = 0.5, abstract = text, ...rest } = given;
  const start = abstract.indexOf(text);
  return {
    text,
    start,
    end: start + text.length,
    position: 0,
    relevance: 1,
    vector: null,
    paper: { paper: paper({ paper_id: id, abstract, authors: [id] }), score, cosine: null, anchor: false },
    ...rest,
  };
}

describe("the choice of quotes", () => {
  it("takes two sentences of a paper at most, four of one that stands out", () => {
    const of = (id: string, score: number) =>
      Array.from({ length: 5 }, (_, index) => passage(id, `Statement ${index} of ${id} about nothing else`, { score }));
    const counts = (first: number) => {
      const chosen = chooseStatements([...of("a", first), ...of("b", 0.5)], 6);
      return ["a", "b"].map((id) => chosen.filter(([own]) => own.paper.paper.paper_id === id).length);
    };
    expect(counts(0.55)).toEqual([2, 2]);
    expect(counts(1)).toEqual([4, 2]);
  });

  it("joins sentences of two papers that say the same, unless they are worded the other way", () => {
    const same = "Dense retrieval improves the recall of rare names on open questions";
    const [joined] = chooseStatements([passage("a", same), passage("b", `${same} too`)], 5);
    expect(joined.map((own) => own.paper.paper.paper_id)).toEqual(["a", "b"]);
    const other = "Dense retrieval degrades the recall of rare names on open questions";
    expect(chooseStatements([passage("a", same), passage("b", other)], 5)).toHaveLength(2);
  });

  it("leaves out what is far less relevant than the best rather than padding the answer", () => {
    expect(chooseStatements([passage("a", "One"), passage("b", "Two", { relevance: 0.4 })], 5)).toHaveLength(1);
  });

  it("takes in the sentence before where a quote leans on it", () => {
    const abstract = "We train a retriever on questions alone. It beats term matching by nine points. It is small.";
    const [[own]] = withContext([[passage("a", "It beats term matching by nine points.", { abstract })]]);
    expect(own.text).toBe("We train a retriever on questions alone. It beats term matching by nine points.");
    expect(abstract.slice(own.start, own.end)).toBe(own.text);
  });

  it("drops a quote that stands within another one", () => {
    const abstract = "We train a retriever on questions alone. It beats term matching by nine points.";
    const quotes = ["We train a retriever on questions alone.", "It beats term matching by nine points."];
    expect(withContext(quotes.map((text) => [passage("a", text, { abstract })]))).toHaveLength(1);
  });
});

describe("the order of quotes", () => {
  it("puts what is about the same together, and sentences of one paper in the order of its abstract", () => {
    const abstract = "Second in rank. First in rank.";
    const found = points([
      [passage("a", "First in rank.", { abstract, vector: vectorAt(1) })],
      [passage("b", "Something else", { vector: vectorAt(0) })],
      [passage("a", "Second in rank.", { abstract, vector: vectorAt(0) })],
      [passage("c", "About the same", { vector: vectorAt(0.9) })],
    ]);
    expect(found.map((point) => point.map(([own]) => own.text))).toEqual([
      ["Second in rank.", "First in rank.", "About the same"],
      ["Something else"],
    ]);
  });

  it("tells a statement that is worded the other way than one of another paper before it", () => {
    const [better, worse] = [
      "Dense retrieval improves recall of rare entity questions",
      "Dense retrieval degrades recall of rare entity questions",
    ];
    expect(opposesEarlier([[passage("a", better)], [passage("b", worse)]], 1)).toBe(true);
    expect(opposesEarlier([[passage("a", better)], [passage("a", worse)]], 1)).toBe(false);
  });
});

describe("worded the other way", () => {
  it.each([
    ["Pruning reduces hallucination in summaries", "Pruning increases hallucination in summaries", true],
    ["Training on noise improves translation quality", "Training on noise does not improve translation quality", true],
    ["Training on noise improves translation quality", "Training on noise improves translation quality greatly", false],
    ["Pruning reduces hallucination in summaries", "Larger vocabularies increase the size of models", false],
    ["Retrieval reads documents", "Retrieval reads long documents", false],
  ])("%j and %j: %j", (a, b, expected) => {
    expect(opposed(a, b)).toBe(expected);
    expect(opposed(b, a)).toBe(expected);
  });
});

describe("the manner of a sentence", () => {
  it.each([
    ["We find that retrieval reduces errors by 12.5%.", "Errors of retrieval are an important topic."],
    ["Retrieval reduces errors.", "This reduces errors."],
    ["We show that pruning helps.", "Whether pruning helps has yet to be explored."],
    ["We show that models write well.", "Models have shown a great capacity for writing."],
    ["CONCLUSIONS: Retrieval reduces errors.", "METHODS: We reviewed errors of retrieval."],
  ])("%j is worth more than %j", (better, worse) => {
    expect(manner(better)).toBeGreaterThan(manner(worse));
  });
});

describe("vectors of sentences", () => {
  it("are computed once, and the same from memory", async () => {
    const embedder = hashEmbedder();
    const first = await sentenceVectors(embedder, ["one", "two", "one"]);
    const second = await sentenceVectors(embedder, ["two", "three"]);
    expect(embedder.texts).toEqual(["one", "two", "three"]);
    expect(second[0]).toEqual(first[1]);
    expect(first[0]).toEqual(first[2]);
  });

  it("are missing where the model refuses the text", async () => {
    expect(await sentenceVectors(hashEmbedder({ refuse: "poison" }), ["good", "poison"])).toEqual([
      expect.any(Float32Array),
      null,
    ]);
  });
});
