import { describe, expect, it } from "vitest";
import { agreement } from "../../src/evidence/relevance.ts";
import { contentTerms } from "../../src/text/terms.ts";
import { abbreviationIn, writtenOtherwise } from "../../src/text/written-otherwise.ts";

describe("what a text writes of a phrase in another way", () => {
  const share = (phrase: string, text: string) =>
    agreement([{ text: phrase, stems: contentTerms(phrase).map(({ stem }) => stem) }], { title: text, abstract: null }).title;

  it.each([
    ["pretrained language models", "Pre-trained language models"],
    ["pre-trained language models", "Pretrained language models"],
    ["fine-tuning", "How to finetune"],
    ["finetuning", "Fine-tuning made easy"],
    ["code-switching", "Codeswitched speech"],
    ["retrieval-augmented generation", "RAG for lawyers"],
    ["large language models", "LLMs at work"],
    ["mixture of experts", "Routing in MoE layers"],
    ["chain of thought", "Why CoT works"],
    ["in-context learning", "ICL in practice"],
    ["part of speech", "A POS tagger"],
    ["Bayesian optimization", "Why Bayesian optimization (BO) fails"],
    ["theory of mind", "Theory of Mind (ToM) in machines"],
  ])("%s: %s", (phrase, text) => {
    expect(share(phrase, text)).toBe(1);
  });

  it.each([
    ["Bayesian optimization", "Standard BO fails"],
    ["Bayesian optimization", "(BOLD) optimizers"],
    ["prefix tuning", "Prompt tuning (PT) is unstable"],
    ["domain adaptation", "Data augmentation (DA) helps"],
    ["graph attention network", "GANs generate images"],
    ["in-context learning", "Contrastive learning (CL) is robust"],
    ["fine-tuning", "A fine result"],
    ["code-switching", "Switching sides"],
    ["parsing", "RAG and LLM"],
  ])("%s, but not: %s", (phrase, text) => {
    expect(share(phrase, text)).toBeLessThan(1);
  });

  it.each([
    ["NER", "Named entity recognition in tweets"],
    ["LLMs", "Large language models as judges"],
    ["RAG", "Retrieval augmented generation"],
    ["LSTM taggers", "Long short-term memory for taggers"],
  ])("an abbreviation of a question is met where it is written out: %s", (phrase, text) => {
    expect(share(phrase, text)).toBe(1);
  });

  it.each([
    ["NER", "Recognition of named things"],
    ["RAG", "Generation without retrieval"],
    ["XYZ", "Xylophones yield zeal"],
  ])("but not by its words apart, nor one that is not well known: %s", (phrase, text) => {
    expect(share(phrase, text)).toBe(0);
  });

  it("is not asked of what was quoted word for word", () => {
    const exact = { text: "fine-tuning", stems: contentTerms("fine-tuning").map(({ stem }) => stem), exact: true };
    expect(agreement([exact], { title: "How to finetune", abstract: null }).title).toBe(0);
  });

  it("says nothing of a phrase without content", () => {
    expect(writtenOtherwise("of the")("Of the (OT) kind", ["kind"])).toEqual([]);
  });

  it("tells where an abbreviation stands", () => {
    expect(abbreviationIn("Unlike RAG, it is fast.", "retrieval-augmented generation")).toBe(7);
    expect(abbreviationIn("Unlike rag, it is fast.", "retrieval-augmented generation")).toBeNull();
    expect(abbreviationIn("Batch normalization (BN) helps, and BN is cheap.", "batch normalization")).toBe(21);
    expect(abbreviationIn("RAG", "retrieval")).toBeNull();
  });
});
