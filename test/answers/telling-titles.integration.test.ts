import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { askCanvas } from "../../src/answers/answer.ts";
import { paperText } from "../../src/documents/paper.ts";
import type { SentenceReader } from "../../src/reranking/port.ts";
import type { Library } from "../../src/retrieval/library.ts";
import { paper, row } from "../support/documents.ts";
import { hashEmbedder } from "../support/hash-embedder.ts";
import { openTestLibrary } from "../support/mcp-server.ts";

const QUESTION = "Does oversmoothing limit the depth of graph neural networks?";
const STATEMENT = "Oversmoothing Does Not Limit Deep Graph Neural Networks";
const PAPERS = [
  paper({
    paper_id: "p:one",
    title: "Depth of graph neural networks",
    abstract: "We study oversmoothing and the depth of graph neural networks on nine graphs.",
  }),
  paper({
    paper_id: "p:two",
    title: "Graph neural networks and oversmoothing",
    abstract: "Oversmoothing in graph neural networks of some depth has been discussed for years.",
  }),
  paper({ paper_id: "p:title", title: STATEMENT, abstract: null }),
];

/** Finds that titles answer, and so much of what stands behind one. */
function readerWith(grade: number): SentenceReader {
  return {
    model: "a reader",
    open: async () => {},
    readings: async (_, texts) => texts.map((text) => ({ grade: text === STATEMENT ? 1.2 : grade, says: 0, against: 0 })),
    stances: async () => [],
    [Symbol.asyncDispose]: async () => {},
  };
}

describe("an answer over a paper that has a title alone", () => {
  let library: Library & AsyncDisposable;
  beforeAll(async () => {
    library = await openTestLibrary({ embedder: hashEmbedder() });
    const { engine, embedder } = library;
    await engine.create(embedder.space);
    const vectors = await embedder.embedTexts(PAPERS.map(paperText));
    await engine.papers.write(PAPERS.map((one, index) => row(one, vectors[index] as Float32Array)));
    for (const target of ["papers", "signals", "passages"] as const) await engine.endLoad(target);
  });
  afterAll(() => library[Symbol.asyncDispose]());

  const asked = (grade: number) =>
    askCanvas(
      { ...library, sentenceReader: readerWith(grade) },
      { query: QUESTION, mode: "corpus", time_scope: "all", account: "a" },
    );

  it("quotes the title where no sentence answers, names what else is near, and checks the quote as any other", async () => {
    const { answer, citations, nearest_matches, support } = await asked(0.1);
    expect(answer.state).toBe("weak");
    expect(answer.reason).toContain("the title of 1 paper without an abstract suggests an answer");
    expect(answer.sentences).toHaveLength(1);
    expect(citations).toMatchObject([{ id: "p:title", field: "title", quote: STATEMENT }]);
    expect(nearest_matches.length).toBeGreaterThan(0);
    expect(support).toMatchObject({ direction: "unsettled", for: [], against: [] });
    expect(support!.sentence).toMatch(/^1 paper quoted; read it for a yes or a no\./u);
  });

  it("leaves it out where a sentence surely answers", async () => {
    const { answer, citations } = await asked(3);
    expect(answer.sentences.length).toBeGreaterThan(0);
    expect(citations.filter(({ id }) => id === "p:title")).toEqual([]);
  });
});
