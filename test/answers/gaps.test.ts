import { describe, expect, it } from "vitest";
import { gaps } from "../../src/answers/gaps.ts";
import { signal } from "../support/documents.ts";

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

  it("miss reproductions only where readiness is asked for", () => {
    const reproductions = (kind: Parameters<typeof gaps>[1]["kind"]) =>
      gaps(EVIDENCE, { kind, answered: true }).some((gap) => gap.includes("reproductions"));
    expect(reproductions("readiness")).toBe(true);
    expect(reproductions("does_it")).toBe(false);
  });
});
