import { describe, expect, it } from "vitest";
import { gaps, untoldOf, untoldTerms } from "../../src/answers/gaps.ts";
import { matchTerms } from "../../src/answers/question/match-terms.ts";
import { readQuestion } from "../../src/answers/question/read.ts";
import type { EvidencePaper } from "../../src/evidence/evidence-paper.ts";
import { paper, signal } from "../support/documents.ts";

const EVIDENCE = {
  missing: ["Winograd"],
  papers: [{}],
  without_abstract: 0,
  signals: [signal({ signal_id: "sig_1", kind: "award" })],
} as unknown as Parameters<typeof gaps>[0];

describe("gaps", () => {
  it("name words that no paper has", () => {
    expect(gaps(EVIDENCE, { kind: "which_exist", answered: false })).toEqual(["None of the papers read mentions “Winograd”."]);
  });

  it("name papers without an abstract where they are as many as those that were read", () => {
    const blind = (count: number) =>
      gaps({ ...EVIDENCE, papers: [{}, {}, {}] as never, without_abstract: count }, { kind: "does_it", answered: true }).some(
        (gap) => gap.includes("no abstract"),
      );
    expect([0, 2, 3].map(blind)).toEqual([false, false, true]);
  });

  it("name those of them that are about the subject by their titles, also where nothing answers", () => {
    const titles = ["A", "B", "C", "D"].map((title): EvidencePaper => ({
      paper: paper({ paper_id: title, title, abstract: null, year: 2020 }),
      score: 0,
      cosine: null,
      anchor: false,
    }));
    const told = (count: number, answered: boolean) =>
      gaps(
        { ...EVIDENCE, missing: [], papers: [{}, {}, {}, {}, {}, {}, {}, {}, {}] as never, without_abstract: count },
        {
          kind: "does_it",
          answered,
          titles: titles.slice(0, count),
        },
      );
    expect(told(1, true)).toEqual([
      "1 paper close to the question has no abstract in the library, so it could not be quoted: “A” (2020).",
    ]);
    expect(told(4, false)).toEqual([
      "4 papers close to the question have no abstract in the library, so they could not be quoted, among them “A” (2020); “B” (2020); “C” (2020).",
    ]);
  });

  it("miss reproductions only where readiness is asked for", () => {
    const reproductions = (kind: Parameters<typeof gaps>[1]["kind"]) =>
      gaps(EVIDENCE, { kind, answered: true }).some((gap) => gap.includes("reproductions"));
    expect(reproductions("readiness")).toBe(true);
    expect(reproductions("does_it")).toBe(false);
  });

  it("miss signals only where readiness is asked for", () => {
    const silent = { ...EVIDENCE, signals: [] };
    const told = (kind: Parameters<typeof gaps>[1]["kind"]) =>
      gaps(silent, { kind, answered: true }).some((gap) => gap.includes("no signals"));
    expect(told("readiness")).toBe(true);
    expect(told("how_done")).toBe(false);
  });
});

describe("conditions that no quoted paper mentions", () => {
  const quoted = (...abstracts: string[]) =>
    abstracts.map((abstract, index): EvidencePaper => ({
      paper: paper({ paper_id: `doi:10.5555/${index}`, title: "A study of parsers", abstract }),
      score: 1,
      cosine: 0.5,
      anchor: false,
    }));
  const untold = (question: string, papers: readonly EvidencePaper[], known: string[] = []) => {
    const read = readQuestion(question, { today: "2026-01-01" });
    return untoldTerms(matchTerms(read), papers, { languages: read.constraints.languages, known });
  };
  const QUESTION = "Do graph-based parsers work well on long sentences in Basque?";

  it("are terms of several words and languages", () => {
    expect(untold(QUESTION, quoted("Graph-based parsers work well.", "Graph-based parsers are fast."))).toEqual([
      "None of the 2 papers quoted mentions “long sentences” or “Basque”.",
    ]);
    expect(untold(QUESTION, quoted("Graph-based parsers work well on long sentences of Basque."))).toEqual([]);
    expect(untold(QUESTION, quoted("Graph-based parsers of Basque."))).toEqual([
      "The paper quoted does not mention “long sentences”.",
    ]);
  });

  it("that but one of several mentions are told too, and what was told is not told again", () => {
    const papers = quoted("Long sentences of Basque.", "Basque parsers.", "Basque grammar.", "Basque and parsers.");
    expect(untold(QUESTION, papers)).toContain("Only 1 of the 4 papers quoted mentions “long sentences”.");
    expect(untold(QUESTION, papers.slice(0, 3)).join(" ")).not.toContain("long sentences");
    expect(untold(QUESTION, quoted("Parsers."), ["Basque"]).join(" ")).not.toContain("Basque");
    expect(untold("Does RoBERTa help?", quoted("Parsers."), ["BERT"])).toEqual(["The paper quoted does not mention “RoBERTa”."]);
  });

  it("are met by what narrows them: the thing itself is often said in other words", () => {
    const asked = "Which text entry techniques exist for virtual reality headsets?";
    expect(untold(asked, quoted("Text entry techniques in virtual reality."))).toEqual([]);
    expect(untold(asked, quoted("Text entry techniques for headsets."))).toEqual([
      "The paper quoted does not mention “virtual reality headsets”.",
    ]);
  });

  it("of several words are no names, those in capitals and languages are", () => {
    const names = (question: string) => {
      const read = readQuestion(question, { today: "2026-01-01" });
      return untoldOf(matchTerms(read), quoted("Parsers."), { languages: read.constraints.languages ?? [] }).names;
    };
    expect(names(QUESTION)).toEqual(["Basque"]);
    expect(names("Does RoBERTa help on long sentences?")).toEqual(["RoBERTa"]);
  });

  it.each([
    ["Do retrievers work on queries of an unseen domain?", "Cross-domain retrieval.", []],
    ["Do retrievers work on queries of an unseen domain?", "Retrieval.", ["The paper quoted does not mention “unseen domain”."]],
    ["Which keyboards exist for virtual reality headsets?", "Keyboards of Head-Mounted Displays.", []],
    ["How is sarcasm detected in text and speech?", "Sarcasm in spoken dialogue.", []],
    ["How is sarcasm detected in text and speech?", "Sarcasm in tweets.", ["The paper quoted does not mention “speech”."]],
    ["Which charts can be read by blind users?", "Charts for people with visual impairments.", []],
    ["Which charts can be read by blind users?", "Charts.", ["The paper quoted does not mention “blind users”."]],
    ["How are summaries made of court decisions?", "Legal summaries.", []],
    ["How are summaries of papers made?", "Summaries of news.", []],
    ["Are programs repaired by LLMs?", "Codex repairs programs.", []],
    ["Are programs repaired by LLMs?", "We opt for a bloom filter.", ["The paper quoted does not mention “LLMs”."]],
    ["Can people tell AI-written essays?", "GPT-4-generated essays.", []],
    ["Are programs repaired by LLMs?", "Genetic repair of programs.", ["The paper quoted does not mention “LLMs”."]],
    ["Can people tell AI-written essays?", "Essays generated by ChatGPT.", []],
    ["Can people tell AI-written essays?", "Essays.", ["The paper quoted does not mention “AI-written essays”."]],
  ])("are said in other words: %s %s", (question, abstract, gaps) => {
    expect(untold(question, quoted(abstract))).toEqual(gaps);
  });

  it.each([
    "How is hate speech detected?",
    "How accurate is part-of-speech tagging?",
    "Are word embeddings embedded in hyperbolic space?",
    "Which smart contracts are checked?",
    "Which metrics agree with human judgments?",
    "How is code by LLMs checked?",
    "How is the code of GANs tested?",
  ])("of another meaning are no conditions: %s", (question) => {
    const read = readQuestion(question, { today: "2026-01-01" });
    expect(untoldOf(matchTerms(read), quoted("Parsers."), { languages: [] }).names).toEqual([]);
  });

  it("are told without what is to be done with them, and how", () => {
    const asked = "What approaches are there for detecting flaky tests automatically?";
    expect(untold(asked, quoted("Code smells."))).toEqual(["The paper quoted does not mention “flaky tests”."]);
    expect(untold("Which learning rate schedules exist?", quoted("Parsers."))).toEqual([
      "The paper quoted does not mention “learning rate schedules”.",
    ]);
    expect(untold("Do debiasing methods fall short?", quoted("Bias."))).toEqual([]);
    expect(untold("Does a large language model help parsing?", quoted("Parsing."))).toEqual([]);
  });

  it("are met by a passage of a paper's full text too", () => {
    const [own] = quoted("Graph-based parsers of Basque.");
    const passage = { ...own!, paper: { ...own!.paper, abstract: "They work well on long sentences." } };
    expect(untold(QUESTION, [own!, passage])).toEqual([]);
    expect(untold(QUESTION, [passage, own!])).toEqual([]);
  });

  it("are languages by any of their names, but not English", () => {
    expect(untold("Which treebanks exist for Farsi?", quoted("A treebank of Persian."))).toEqual([]);
    expect(untold("Which parallel corpora exist for Swahili and English?", quoted("Parallel corpora of Swahili."))).toEqual([]);
    expect(untold("Which treebanks exist for Farsi?", quoted("A treebank of Dutch."))).toEqual([
      "The paper quoted does not mention “Farsi”.",
    ]);
  });

  it("are names, but not what papers write out", () => {
    expect(untold("Do LLMs beat BERT?", quoted("Large language models are better."))).toEqual([
      "The paper quoted does not mention “BERT”.",
    ]);
    expect(untold("How fast is decoding speed now?", quoted("Models are slow."))).toEqual([
      "The paper quoted does not mention “decoding speed”.",
    ]);
  });

  it("are no single everyday words, no participles and nothing without quotes", () => {
    expect(untold("Does pruning help when a lot of data is added?", quoted("Pruning is fast, with data."))).toEqual([]);
    expect(untold("Can parsers work with data collected by users?", quoted("Parsers work."))).toEqual([]);
    expect(untold("Can depression be told from messages of social media users online?", quoted("Depression."))).toEqual([]);
    expect(untold("How much do treebanks distort the results?", quoted("Results."))).toEqual([]);
    expect(untold(QUESTION, [])).toEqual([]);
  });
});
