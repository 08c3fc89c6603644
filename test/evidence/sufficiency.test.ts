import { describe, expect, it } from "vitest";
import type { Evidence } from "../../src/evidence/evidence.ts";
import type { EvidencePaper } from "../../src/evidence/evidence-paper.ts";
import { relevantPapers, sufficiencyOf, withSubject } from "../../src/evidence/sufficiency.ts";
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
  const state = (subject: readonly string[], abstract: string, also: readonly string[] = []) => {
    const terms = subject.map((stem) => ({ stems: [stem] }));
    const papers = [
      {
        paper: paper({ paper_id: "doi:10.1/a", title: "A paper", abstract }),
        score: 1,
        cosine: 0.6,
        anchor: false,
      } as EvidencePaper,
    ];
    return withSubject(
      ANSWERED,
      { papers },
      terms,
      also.map((stem) => ({ stems: [stem] })),
    ).state;
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

  it("that is short, unless one has another name for it", () => {
    expect(state(stems.slice(0, 4), "pruning", ["prune"])).toBe("answered");
    expect(state(stems.slice(0, 4), "pruning", ["distil"])).toBe("weak");
  });

  it("that is long, unless one has about six of its words", () => {
    expect(state(stems, words.slice(0, 3).join(" "))).toBe("weak");
    expect(state(stems, words.slice(0, 8).join(" "))).toBe("answered");
  });
});

describe("a paper that names the subject in so many words is evidence from a lower cosine on", () => {
  const EMBEDDER = { answerThreshold: 0.42, supportMargin: 0.06 };
  const TERMS = [{ stems: ["adapt"] }, { stems: ["match"], weight: 0.5 }, { stems: ["full", "fine", "tune"] }];
  const found = (abstract: string, cosine: number): Evidence => {
    const item: EvidencePaper = {
      paper: paper({ paper_id: "doi:10.1/a", title: "Lightweight models", abstract }),
      score: 1,
      cosine,
      anchor: false,
    };
    return {
      papers: [item],
      vector: new Float32Array([1]),
      bestCosine: cosine,
      coverage: 1,
      missing: [],
      signals: [],
      degraded: [],
      retracted: [],
      folded: [],
      without_abstract: 0,
    };
  };
  const NAMING = "Adapters are competitive with full fine-tuning.";
  const taken = (abstract: string, cosine: number, terms: typeof TERMS = TERMS) =>
    relevantPapers(EMBEDDER, found(abstract, cosine), terms).length;

  it("but not where it is foreign in meaning, has a part of the subject, or its words far from each other", () => {
    expect(taken(NAMING, 0.2)).toBe(1);
    expect(taken(NAMING, 0.1)).toBe(0);
    expect(taken("Full fine-tuning is expensive.", 0.2)).toBe(0);
    const apart =
      "Fine sand is tuned by us, and it is long before a full moon rises over many towns, that all of this is adapted.";
    expect(taken(apart, 0.2)).toBe(0);
  });

  it("nor where the subject is one word, which may mean anything", () => {
    expect(taken(NAMING, 0.2, [{ stems: ["adapt"] }])).toBe(0);
  });

  it("and one that is a little below the threshold is read, so that a sentence may tell whether it is evidence", () => {
    const near = sufficiencyOf(EMBEDDER, found("Full fine-tuning is expensive.", 0.37), TERMS);
    expect(near).toMatchObject({ state: "no_evidence", ifRead: "Drawn from the 1 nearest paper in the library." });
    expect(taken("Full fine-tuning is expensive.", 0.37)).toBe(1);
    expect(sufficiencyOf(EMBEDDER, found("Full fine-tuning is expensive.", 0.35), TERMS)).not.toHaveProperty("ifRead");
  });

  it("so that a short question in the terms of a trade is not refused", () => {
    expect(sufficiencyOf(EMBEDDER, found(NAMING, 0.2), TERMS).state).toBe("weak");
    expect(sufficiencyOf(EMBEDDER, found(NAMING, 0.2)).state).toBe("no_evidence");
  });
});
