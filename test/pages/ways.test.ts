import { describe, expect, it } from "vitest";
import type { CanvasAnswer } from "../../src/answers/schema.ts";
import { waysOn } from "../../src/pages/views/ask/ways.ts";

const REQUEST = { mode: "corpus", time_scope: "all" } as Parameters<typeof waysOn>[1];

function shown(state: CanvasAnswer["answer"]["state"], titles: readonly string[]): string {
  const canvas = {
    query: "Why?",
    answer: { state, reason: "So.", sentences: [] },
    nearest_matches: titles.map((title, index) => ({ paper_id: `doi:${index}`, title, year: 2020, url: null, cosine: 0.5 })),
  } as unknown as CanvasAnswer;
  const markup = waysOn(canvas, REQUEST);
  return markup === null ? "" : String(markup);
}

describe("below an answer that is missing or weak", () => {
  it("the closest papers come before what to try, in the order in which they are told", () => {
    const text = shown("no_evidence", ["On b", "On a"]);
    const places = ["Closest papers, not evidence", "On b", "On a", "What to try", "/search?q=Why%3F"].map((part) =>
      text.indexOf(part),
    );
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places[0]).toBeGreaterThan(0);
  });

  it("is what to try alone where no paper is told, and nothing below an answer", () => {
    expect(shown("weak", [])).toContain("What to try");
    expect(shown("weak", [])).not.toContain("Closest papers");
    expect(shown("answered", [])).toBe("");
  });
});
