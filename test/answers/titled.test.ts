import { describe, expect, it } from "vitest";
import { matchTerms } from "../../src/answers/question/match-terms.ts";
import { readQuestion } from "../../src/answers/question/read.ts";
import { besideTitles, titlesAbout, withTitles } from "../../src/answers/titled.ts";
import { CitationBook } from "../../src/citations/book.ts";
import type { EvidencePaper } from "../../src/evidence/evidence-paper.ts";
import { paper } from "../support/documents.ts";

const EMBEDDER = { answerThreshold: 0.4 };

function titled(title: string, cosine: number | null = 0.6): EvidencePaper {
  return { paper: paper({ paper_id: `p:${title}`, title, abstract: null, year: 2022 }), score: 0.5, cosine, anchor: false };
}

function about(question: string, titles: EvidencePaper[], papers: EvidencePaper[] = []): string[] {
  const read = readQuestion(question);
  return titlesAbout(EMBEDDER, { titled: titles, papers }, matchTerms(read), read, question).map((item) => item.paper.title);
}

const SAMPLER = titled("A Fast Solver for Diffusion Sampling in Ten Steps");

describe("titles of papers without an abstract", () => {
  it("are about a question where they have most of its subject and are near to it", () => {
    const question = "Which methods exist for diffusion sampling in few steps?";
    expect(about(question, [SAMPLER, titled("Diffusion of Innovations"), titled(SAMPLER.paper.title, 0.2)])).toEqual([
      SAMPLER.paper.title,
    ]);
  });

  it("are about a comparison whose sides both stand in them", () => {
    const question = "Is DPO as good as PPO for aligning language models with human preferences?";
    expect(about(question, [titled("DPO Meets PPO: Token Optimization"), titled("PPO at Scale")])).toEqual([
      "DPO Meets PPO: Token Optimization",
    ]);
  });

  it("are about a question whose other name they have", () => {
    const question = "Why are word vectors all bunched up in one direction? (anisotropy)";
    expect(about(question, [titled("Anisotropy Is Inherent to Transformers")])).toHaveLength(1);
  });

  it("are told once where several records have the same", () => {
    const question = "Which methods exist for diffusion sampling in few steps?";
    const [other, again] = [titled("Few-Step Diffusion Sampling"), { ...SAMPLER, paper: { ...SAMPLER.paper, paper_id: "p:2" } }];
    expect(about(question, [SAMPLER, other, again])).toEqual([SAMPLER.paper.title, other.paper.title]);
    expect(about(question, [SAMPLER], [{ ...again, paper: { ...again.paper, abstract: "We sample." } }])).toEqual([]);
  });

  it("are none where something is excepted", () => {
    expect(about("Which parsers exist for languages other than English?", [titled("Parsers for English")])).toEqual([]);
  });

  it("have more of the subject where they are entries of a list than where they are named beside an answer", () => {
    const near = titled("Over-smoothing in Graph Models");
    expect(about("Why do graph networks suffer from over-smoothing?", [near])).toHaveLength(1);
    expect(about("Which methods reduce over-smoothing in deep residual graph networks?", [near])).toEqual([]);
  });

  it("are none where the paper was retracted", () => {
    const retracted = { ...SAMPLER, paper: { ...SAMPLER.paper, retracted: true } };
    expect(about("Which methods exist for diffusion sampling in few steps?", [retracted])).toEqual([]);
  });
});

describe("a list with titles", () => {
  const READ = { constraints: {} };
  const LIST = {
    state: "answered" as const,
    reason: "Drawn from the 3 most relevant papers in the library.",
    sentences: [{ text: "From X: “a sampler”", citations: [1], flags: [], point: 1 }],
  };

  it("has them behind what was read, each citing its title whole, and says so", () => {
    const book = new CitationBook();
    const { sentences, reason, state } = withTitles(LIST, [SAMPLER], READ, book);
    expect(state).toBe("answered");
    expect(reason).toContain("1 more paper without an abstract is listed by title.");
    expect(sentences.map(({ point }) => point)).toEqual([1, 2]);
    const [cited] = book.citations;
    expect(cited).toMatchObject({ id: SAMPLER.paper.paper_id, field: "title", quote: SAMPLER.paper.title, start: 0 });
    expect(sentences[1]!.text).toContain(`y its title alone: “${SAMPLER.paper.title}”`);
    const named = { ...SAMPLER, paper: { ...SAMPLER.paper, authors: ["Ann Lee"] } };
    const said = (item: EvidencePaper) => withTitles(LIST, [item], READ, new CitationBook()).sentences[1]!.text;
    expect(said(named)).toMatch(/^From Lee, by its title alone: /u);
    expect(said({ ...SAMPLER, paper: { ...SAMPLER.paper, authors: [] } })).toMatch(/^By its title alone: /u);
  });

  it("is made of two or more of them where no sentence fits, and then is weak", () => {
    const none = { state: "no_evidence" as const, reason: "None.", sentences: [] };
    expect(withTitles(none, [SAMPLER], READ, new CitationBook())).toBe(none);
    const made = withTitles(none, [SAMPLER, titled("Another Diffusion Sampler")], READ, new CitationBook());
    expect(made).toMatchObject({ state: "weak", sentences: [{ point: 1 }, { point: 2 }] });
  });

  it("of data sets takes titles that name one", () => {
    const titles = [titled("Offline Learning with Decision Trees"), titled("A Benchmark for Offline Learning")];
    const { sentences } = withTitles(LIST, titles, { ...READ, artifact: "dataset" }, new CitationBook());
    expect(sentences.map(({ text }) => text).slice(1)).toEqual([expect.stringContaining("A Benchmark for Offline Learning")]);
  });

  it("takes none where something is to be left out, which a title does not tell", () => {
    expect(withTitles(LIST, [SAMPLER], { constraints: { without: ["training"] } }, new CitationBook())).toBe(LIST);
  });
});

describe("the line on the evidence beside titles", () => {
  const support = (sentence: string) =>
    ({ direction: null, groups: 1, for: [], against: [], strength: "thin", years: null, sentence }) as const;
  const said = (sentence: string, titles: number) =>
    besideTitles({ ...support(sentence), for: [], against: [] }, titles)?.sentence;

  it("does not say that none brings its own where titles do", () => {
    const none = "None of the 3 papers quoted presents data of its own. 3 independent groups, 2021.";
    expect(said(none, 2)).toBe(
      "None of the 3 papers quoted presents data of its own; the 2 listed by title do, by their titles. 3 independent groups, 2021.",
    );
    expect(said("The one paper quoted does not present data of its own. 1 independent group.", 1)).toBe(
      "The one paper quoted does not present data of its own; the one listed by title does, by that title. 1 independent group.",
    );
  });

  it("stays as it is without titles, and where it says something else", () => {
    const none = "None of the 3 papers quoted presents data of its own.";
    expect(said(none, 0)).toBe(none);
    expect(said("3 papers quoted. 3 independent groups.", 2)).toBe("3 papers quoted. 3 independent groups.");
    expect(besideTitles(null, 2)).toBeNull();
  });
});
