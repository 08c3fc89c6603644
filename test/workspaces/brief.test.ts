import { describe, expect, it } from "vitest";
import type { BriefAnswer } from "../../src/workspaces/brief.ts";
import { briefLines } from "../../src/workspaces/brief-markdown.ts";
import type { Workspace } from "../../src/workspaces/workspace.ts";

const WORKSPACE = {
  workspace_id: "ws_1",
  name: "Shelf",
  thesis: null,
  items: [],
  updated_at: "2026-01-02T03:04:05.678Z",
  version: 1,
} as unknown as Workspace;
const ANSWER: BriefAnswer = {
  run_id: "run_1",
  asked_at: "2026-01-02T03:04:05.678Z",
  question: "Does it hold?",
  state: "answered",
  reason: "Drawn from 2 papers.",
  authored: null,
  verdict: "watch",
  sentences: [{ text: "It holds.", references: [], flags: ["term_not_quoted"] }],
  counter_evidence: [],
  gaps: [],
  quotes: [],
};
const written = (answer: BriefAnswer) =>
  briefLines({ workspace: WORKSPACE, answers: [answer], references: [], numberOf: () => 1 }).join("\n");

describe("an answer in a brief", () => {
  it("says what is to be checked in words, not in codes", () => {
    expect(written(ANSWER)).toContain("check: uses terms not found in its quotes");
    expect(written(ANSWER)).not.toContain("term\\_not\\_quoted");
    expect(written(ANSWER)).not.toContain("term_not_quoted");
  });

  it("says who worded it, where that was a model", () => {
    expect(written({ ...ANSWER, authored: "Worded by the language model gpt-x." })).toContain("Worded by the language model gpt");
    expect(written(ANSWER)).not.toContain("Worded by");
  });
});
