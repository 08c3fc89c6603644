import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { betaQuantile } from "../../src/canvas/beta.ts";
import { CitationBook } from "../../src/canvas/citation-book.ts";
import { groupCount, measure, saturation } from "../../src/canvas/dimensions.ts";
import { judge } from "../../src/canvas/judgment.ts";
import type { Signal } from "../../src/documents/signal.ts";
import { SIGNAL_KINDS } from "../../src/documents/signal-kinds.ts";
import { paper, signal } from "../support/documents.ts";

const PAPERS = [
  paper({ paper_id: "acl:P19-1001", authors: ["Ann Lee"] }),
  paper({ paper_id: "acl:P19-1002", authors: ["Bob Roe"] }),
];
const about = (given: Partial<Signal> & Pick<Signal, "signal_id" | "kind">) => signal({ paper_ids: ["acl:P19-1001"], ...given });
const verdictOf = (signals: Signal[], papers = PAPERS) => judge({ papers, signals }, new CitationBook());

const anySignal = fc
  .record({
    kind: fc.constantFrom(...SIGNAL_KINDS),
    number: fc.nat(30),
    value: fc.option(fc.integer({ min: 0, max: 5_000 })),
    unit: fc.constantFrom(null, "stars", "rating of 10", "percentile", "citations"),
    polarity: fc.constantFrom("supports" as const, "against" as const, "neutral" as const),
  })
  .map(({ number, ...given }) => about({ signal_id: `sig:${number}-${given.kind}`, ...given }));

describe("the judgment", () => {
  it("calls what is unknown null, never zero, and decides nothing by it", () => {
    const judgment = verdictOf([]);
    expect(judgment.verdict).toBe("insufficient_evidence");
    expect(judgment.coverage).toBe(0);
    expect(judgment.demand).toBeNull();
    expect(judgment.dimensions.map((dimension) => dimension.score)).toEqual(judgment.dimensions.map(() => null));
    expect(judgment.dimensions.map((dimension) => dimension.interval)).toEqual(judgment.dimensions.map(() => [0.1, 0.9]));
  });

  it("is blocked where every paper was retracted", () => {
    expect(verdictOf([], [paper({ paper_id: "acl:P19-1003", retracted: true })]).verdict).toBe("blocked");
  });

  it("says prototype with good evidence and code of several papers, whose use is not known", () => {
    const judgment = verdictOf([
      about({ signal_id: "sig:1", kind: "award" }),
      about({ signal_id: "sig:2", kind: "acceptance" }),
      about({ signal_id: "sig:3", kind: "reproduction" }),
      about({ signal_id: "sig:4", kind: "code" }),
      about({ signal_id: "sig:5", kind: "code", paper_ids: ["acl:P19-1002"] }),
      about({ signal_id: "sig:6", kind: "dataset" }),
    ]);
    expect(judgment.verdict).toBe("prototype");
    expect(judgment.coverage).toBe(0.55);
  });

  it("cites the signals of each dimension that has a score", () => {
    const book = new CitationBook();
    const { dimensions } = judge(
      { papers: PAPERS, signals: [about({ signal_id: "sig:1", kind: "award" }), about({ signal_id: "sig:2", kind: "code" })] },
      book,
    );
    for (const dimension of dimensions) expect(dimension.citations.length > 0).toBe(dimension.score !== null);
    expect(book.citations.map((citation) => citation.id)).toEqual(["sig:1", "sig:2"]);
  });

  it("does not depend on the order of signals or on repetitions", () => {
    fc.assert(
      fc.property(fc.array(anySignal, { maxLength: 20 }), (signals) => {
        const unique = [...new Map(signals.map((item) => [item.signal_id, item])).values()];
        expect(verdictOf([...unique, ...unique].reverse())).toEqual(verdictOf(unique));
      }),
      { numRuns: 100 },
    );
  });

  it("keeps every score, interval and bound between 0 and 1, the middle inside", () => {
    fc.assert(
      fc.property(fc.array(anySignal, { maxLength: 20 }), (signals) => {
        const judgment = verdictOf(signals);
        for (const { score, interval } of judgment.dimensions) {
          expect(interval[0]).toBeGreaterThanOrEqual(0);
          expect(interval[1]).toBeLessThanOrEqual(1);
          if (score !== null) expect(interval[0] <= score && score <= interval[1]).toBe(true);
        }
        const [low, middle, high] = judgment.readiness;
        expect(low <= middle && middle <= high).toBe(true);
        expect(judgment.confidence).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 100 },
    );
  });

  it("a failed reproduction halves the evidence", () => {
    const evidence = (signals: Signal[]) => measure({ papers: PAPERS, signals })[0].score!;
    const base = [about({ signal_id: "sig:1", kind: "award" })];
    expect(evidence([...base, about({ signal_id: "sig:2", kind: "reproduction", polarity: "against" })])).toBeCloseTo(
      evidence(base) / 2,
    );
  });

  it("tells momentum only from counts at three dates", () => {
    const citations = (history: Signal["history"]) =>
      measure({
        papers: PAPERS,
        signals: [
          about({ signal_id: "sig:1", kind: "citation", unit: "citations", value: 100, observed_at: "2025-01-01", history }),
        ],
      }).find((dimension) => dimension.name === "momentum")!;
    expect(citations([{ observed_at: "2024-01-01", value: 10 }]).score).toBeNull();
    const growing = citations([
      { observed_at: "2023-01-01", value: 5 },
      { observed_at: "2024-01-01", value: 10 },
    ]);
    expect(growing.score).toBeCloseTo(93 / 8 / (1 + 93 / 8), 1);
  });
});

describe("its arithmetic", () => {
  it("authors in common make one group", () => {
    expect(groupCount([{ authors: ["a", "b"] }, { authors: ["c"] }, { authors: ["b", "c"] }, { authors: ["d"] }])).toBe(2);
    expect(groupCount([])).toBe(0);
  });

  it("saturation is one half at its half value", () => {
    expect(saturation(0, 5)).toBe(0);
    expect(saturation(5, 5)).toBeCloseTo(0.5);
  });

  it.each([
    [0, 0, 0.1, 0.1],
    [0, 0, 0.9, 0.9],
    [1, 0, 0.5, Math.SQRT1_2],
    [9, 1, 0.1, 0.6898],
  ])("the Beta quantile of %d and %d at %d is right", (successes, failures, p, expected) => {
    expect(betaQuantile(successes, failures, p)).toBeCloseTo(expected, 2);
  });
});
