import { expect, it } from "vitest";
import { outcomesFor } from "../../src/answers/extractive/for-question.ts";
import type { RankedPassage } from "../../src/answers/extractive/ranked-passages.ts";
import { readQuestion } from "../../src/answers/question/read.ts";
import { passage as passageOfText } from "../support/documents.ts";
import { only, passage } from "../support/passages.ts";

it("outcomes alone answer for an amount, of an abstract; of a full text any sentence may", () => {
  const method = passage("a", "We trained it on eight processors for two days.", { roles: only("method") });
  const result = passage("a", "It was faster by two points.", { roles: only("result") });
  const text = passageOfText({ passage_id: "text:a-0" });
  const seenThrough = (one: RankedPassage) => ({ ...one, paper: { ...one.paper, paper: { ...one.paper.paper, passage: text } } });
  const read = readQuestion("How many processors was it trained on?", { today: "2026-01-01" });
  const passages = [method, result, result];
  expect(outcomesFor(passages, read)).toEqual([result, result]);
  expect(outcomesFor(passages.map(seenThrough), read)).toHaveLength(3);
});
