import { describe, expect, it } from "vitest";
import { mostPromising } from "../../src/answers/extractive/promising.ts";
import { readQuestion } from "../../src/answers/question/read.ts";
import { passage as passageOfText } from "../support/documents.ts";
import { passage } from "../support/passages.ts";

const asked = (question: string) => mostPromising(readQuestion(question, { today: "2026-01-01" }), question);
const worded = (id: string, text: string) => {
  const { candidate, ...own } = passage(id, text);
  return { passage: { ...own, bestOutcome: 1 }, candidate };
};
const QUESTION = "Does label smoothing improve machine translation?";
const ANSWER = "Our results show that label smoothing improves machine translation by two BLEU points on all pairs.";
const OFF = "Twelve annotators read the sagas over three weeks in May and marked each verb.";

describe("the sentences worth reading", () => {
  it("are sixteen, those that promise an answer first", () => {
    const items = [...Array.from({ length: 20 }, (_, index) => worded(`off${index}`, OFF)), worded("answer", ANSWER)];
    const chosen = asked(QUESTION)(items);
    expect(chosen).toHaveLength(16);
    expect(chosen[0]).toBe(items.at(-1));
    expect(new Set(chosen).size).toBe(16);
  });

  it("are twenty-four where full texts are among them", () => {
    const text = passageOfText({ passage_id: "text:a-0" });
    const items = Array.from({ length: 30 }, (_, index) => {
      const { passage: own, candidate } = worded(`p${index}`, OFF);
      return { passage: { ...own, paper: { ...own.paper, paper: { ...own.paper.paper, passage: text } } }, candidate };
    });
    expect(asked(QUESTION)(items)).toHaveLength(24);
  });

  it("are all where there are no more", () => {
    expect(asked(QUESTION)([worded("a", OFF), worded("b", ANSWER)])).toHaveLength(2);
    expect(asked(QUESTION)([])).toEqual([]);
  });

  it("of a list are forty-eight, one of each paper before the second of any", () => {
    const list = "Which datasets exist for machine translation of sagas?";
    const data = "We present a dataset of 12,000 sentence pairs for machine translation of sagas.";
    const rich = worded("rich", data);
    const again = { ...rich, passage: { ...rich.passage, text: `${data} It is new.` } };
    const others = Array.from({ length: 47 }, (_, index) => worded(`p${index}`, OFF));
    const choice = mostPromising(readQuestion(list, { today: "2026-01-01" }), list, { many: "list" });
    const chosen = choice([rich, again, ...others]);
    expect(chosen).toHaveLength(48);
    expect(new Set(chosen.map(({ passage: own }) => own.paper.paper.paper_id)).size).toBe(48);
  });

  it("are sixty-four where it is read on", () => {
    const items = Array.from({ length: 90 }, (_, index) => worded(`p${index}`, OFF));
    expect(mostPromising(readQuestion(QUESTION, { today: "2026-01-01" }), QUESTION, { many: "further" })(items)).toHaveLength(64);
  });
});
