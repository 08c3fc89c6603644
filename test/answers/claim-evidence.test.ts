import { describe, expect, it } from "vitest";
import { answersTo } from "../../src/answers/extractive/answers-to.ts";
import { claimEvidence } from "../../src/answers/extractive/claim-evidence.ts";
import { isClaim } from "../../src/answers/question/kind.ts";
import { readQuestion } from "../../src/answers/question/read.ts";
import { passage } from "../support/passages.ts";

const CLAIM = "Dropout increases accuracy.";
const read = readQuestion(CLAIM, { today: "2026-01-01" });

describe("what states something is a claim, and asked for evidence on it", () => {
  it.each([
    "Activated Cdk5 phosphorylates the ATM protein in response to DNA damage.",
    "Risk-adjusted mortality rates are similar in teaching and non-teaching hospitals.",
    "PTEN is a regulator for the transcriptional activity of SRF",
    "Dropout does not change the accuracy of parsers",
    "DUSP4 downregulation deactivates the Ras-ERK pathway",
    "There is no relation between dropout and accuracy",
    "CD28 initiates signaling in T cells, which causes an exhaustion phenotype.",
    "Higher levels of carnitine, when associated with trimethylamine, are correlated with cardiovascular events.",
  ])("%s", (text) => {
    expect(isClaim(text)).toBe(true);
    expect(readQuestion(text, { today: "2026-01-01" }).kind).toBe("does_it");
  });

  it.each([
    "parsers that do not need a treebank",
    "Provide an example of a paper that learns a tokenizer by gradients.",
    "Is PTEN a regulator of SRF",
    "What is the state of the art in parsing",
    "datasets for parsing",
    "What methods improve low-resource parsing.",
    "How does dropout affect parsing accuracy.",
    "What are the limits of dense retrieval.",
    "Overview of methods that reduce hallucination.",
    "tokenization in languages where words do not have spaces",
    "training parsers when you do not have labeled data",
    "models to use if latency is the main concern",
    "Currently what are the limits of RAG",
    "In parsing, what is the best method",
    "There is a method that aligns words without a dictionary",
    "Of two parsers, which is faster on long sentences.",
    "Of BERT and RoBERTa, which gives the better embeddings for search.",
    "Which improves the accuracy more, dropout or weight decay.",
    "to what extent pretraining improves the calibration of models",
    "evidence on why dropout helps the training",
    "there is a known trade-off between accuracy and speed, what explains it",
    "There is a mismatch between train and test data. How can it be reduced",
    "There is a recent paper on tokenization of numbers that I cannot find",
  ])("but not %s", (text) => {
    expect(isClaim(text)).toBe(false);
  });
});

describe("evidence on a claim", () => {
  const reading = (grade: number, says: number) => ({ grade, says, against: 0.1 });
  const sentence = (id: string, text: string, says: number, relevance = 0.5) => ({
    ...passage(id, text, { relevance }),
    reading: reading(1, says),
  });

  it("counts what speaks of it, and says either way, beside the grade", () => {
    const of = (text: string, says: number, grade = 0.4) => claimEvidence(sentence("a", text, says), grade, CLAIM);
    expect(of("Dropout increases accuracy.", 0.9)).toBeGreaterThan(of("Parsers are slow.", 0.9));
    expect(of("Dropout increases accuracy.", 0.9)).toBeGreaterThan(of("Dropout increases accuracy.", 0.1));
    expect(of("Dropout increases accuracy.", 0.9, 0.9)).toBeGreaterThan(of("Dropout increases accuracy.", 0.9, 0.2));
    expect(of("Dropout increases accuracy.", 1, 5)).toBe(1);
    expect(of("Parsers are slow.", 0, 0)).toBeGreaterThanOrEqual(0);
  });

  it("leads where it is best, however questions are answered", () => {
    const texts = [
      "Accuracy of parsers is looked at in this work on trees.",
      "We find that dropout increases accuracy by 3 points.",
    ];
    const ranked = [sentence("a", texts[0]!, 0.05, 0.3), sentence("b", texts[1]!, 0.95, 0.9)];
    const found = answersTo(ranked, read, { list: false, question: CLAIM });
    expect(found[0]!.text).toBe(texts[1]);
    expect(found[0]!.relevance).toBeGreaterThan(found[1]?.relevance ?? 0);
  });
});
