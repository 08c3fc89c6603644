import { describe, expect, it } from "vitest";
import { gaps } from "../../src/answers/gaps.ts";
import { signal } from "../support/documents.ts";

const EVIDENCE = {
  missing: ["Winograd"],
  without_abstract: 0,
  signals: [signal({ signal_id: "sig_1", kind: "award" })],
} as unknown as Parameters<typeof gaps>[0];

describe("gaps", () => {
  it("name words that no paper has", () => {
    expect(gaps(EVIDENCE, { kind: "which_exist", answered: false })).toEqual(["None of the papers read mentions “Winograd”."]);
  });

  it("miss reproductions only where a finding is asked for", () => {
    const reproductions = (kind: Parameters<typeof gaps>[1]["kind"]) =>
      gaps(EVIDENCE, { kind, answered: true }).some((gap) => gap.includes("reproductions"));
    expect(reproductions("does_it")).toBe(true);
    expect(reproductions("which_exist")).toBe(false);
  });
});
