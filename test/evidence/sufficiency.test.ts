import { describe, expect, it } from "vitest";
import type { EvidencePaper } from "../../src/evidence/evidence-paper.ts";
import { withSubject } from "../../src/evidence/sufficiency.ts";
import { paper } from "../support/documents.ts";

const ANSWERED = { state: "answered", reason: "Drawn from the papers." } as const;

describe("an answer is weak where no paper is about the subject", () => {
  const words = [
    "parser",
    "treebank",
    "latency",
    "phone",
    "quantization",
    "vocabulary",
    "distillation",
    "pruning",
    "calibration",
    "tagging",
    "lexicon",
    "prosody",
  ];
  const state = (subject: readonly string[], abstract: string) => {
    const terms = subject.map((stem) => ({ stems: [stem] }));
    const papers = [
      {
        paper: paper({ paper_id: "doi:10.1/a", title: "A paper", abstract }),
        score: 1,
        cosine: 0.6,
        anchor: false,
      } as EvidencePaper,
    ];
    return withSubject(ANSWERED, { papers }, terms).state;
  };
  const stems = [
    "parser",
    "treebank",
    "latenc",
    "phone",
    "quantiz",
    "vocabulari",
    "distil",
    "prune",
    "calibr",
    "tag",
    "lexicon",
    "prosodi",
  ];

  it("that is short, unless one has most of its words", () => {
    expect(state(stems.slice(0, 4), words.slice(0, 2).join(" "))).toBe("weak");
    expect(state(stems.slice(0, 4), words.slice(0, 4).join(" "))).toBe("answered");
  });

  it("that is long, unless one has about six of its words", () => {
    expect(state(stems, words.slice(0, 3).join(" "))).toBe("weak");
    expect(state(stems, words.slice(0, 8).join(" "))).toBe("answered");
  });
});
