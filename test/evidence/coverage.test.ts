import { describe, expect, it } from "vitest";
import { coverageOf, unmentioned } from "../../src/evidence/coverage.ts";
import type { EvidencePaper } from "../../src/evidence/evidence-paper.ts";
import { aboutSubject, byRelevance } from "../../src/evidence/relevance.ts";
import { matchTerms } from "../../src/answers/question/match-terms.ts";
import { readQuestion } from "../../src/answers/question/read.ts";
import { paper } from "../support/documents.ts";

function found(title: string, abstract: string, cosine = 0.5): EvidencePaper {
  return { paper: paper({ paper_id: `doi:10.1/${title}`, title, abstract }), score: 1, cosine, anchor: false };
}

const termsOf = (question: string) => matchTerms(readQuestion(question, { today: "2026-11-24" }));

describe("what no paper mentions", () => {
  const missing = (question: string) =>
    coverageOf(termsOf(question), [found("Summaries", "We summarize scientific documents.")]).missing;

  it("is a rare word of the subject, not the verb of the question", () => {
    expect(missing("Does zeugma detection use lexicons?")).toContain("zeugma");
    expect(missing("Do parsers memorize zeugma?")).toEqual(["zeugma"]);
  });

  it("is no word that a paper writes with a hyphen, nor one that a passage of its full text has", () => {
    const papers = [found("Immunity", "Several genes are up-regulated upon infection.")];
    expect(coverageOf(termsOf("Which peptides are upregulated by zeugma?"), papers).missing).not.toContain("upregulated");
    expect(unmentioned(["zeugma", "litotes"], [...papers, found("Figures", "Zeugmas are rare.")])).toEqual(["litotes"]);
    expect(unmentioned([], papers)).toEqual([]);
  });

  it("is of a long subject a name alone", () => {
    const long = "summaries of long scientific documents by an advisor with limited memory, sitting tenants and noisy sensors?";
    expect(missing(`Does QuuxBERT help ${long}`)).toEqual(["QuuxBERT"]);
    expect(missing(`Does training help ${long}`)).toEqual([]);
  });
});

describe("papers near in meaning", () => {
  const terms = termsOf("Do position embeddings learn relative distance?");
  const whole = found("Distance", "Position embeddings learn the relative distance of words.", 0.4);
  const half = found("Positions", "Position embeddings and distance of tokens.", 0.6);
  const other = found("Knowledge", "Static embeddings hold facts.", 0.6);

  it("are about the subject where they have enough of its words", () => {
    const many = [whole, half, whole, whole, whole, other];
    expect(aboutSubject(many, terms)).toEqual([whole, half, whole, whole, whole]);
  });

  it("are about the subject in whatever words where they are among the five nearest to what is searched by", () => {
    const near = (item: EvidencePaper, nearness: number) => ({ ...item, nearness });
    const far = Array.from({ length: 6 }, (_, index) => near(whole, 0.1 + index / 100));
    const inOtherWords = near(other, 0.6);
    expect(aboutSubject([...far, near(other, 0.01), inOtherWords], terms)).toEqual([...far, inOtherWords]);
    expect(aboutSubject([...far, other], terms)).toEqual(far);
  });

  it("are about the subject where they have another name for it whole", () => {
    const far = Array.from({ length: 6 }, () => ({ ...whole, nearness: 0.5 }));
    const named = { ...other, nearness: 0.01 };
    expect(aboutSubject([...far, named], terms, termsOf("static embeddings"))).toEqual([...far, named]);
    expect(aboutSubject([...far, named], terms, termsOf("static lexicons"))).toEqual(far);
  });

  it("are put in the order of how near they are to what is searched by, not to the question, where they agree alike", () => {
    const [first, second] = [
      { ...whole, cosine: 0.3, nearness: 0.6 },
      { ...whole, cosine: 0.6, nearness: 0.3 },
    ];
    expect(byRelevance([second, first], terms).map(({ nearness }) => nearness)).toEqual([0.6, 0.3]);
  });
});
