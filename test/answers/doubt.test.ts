import { describe, expect, it } from "vitest";
import { isInDoubt, withFurther, withoutFar } from "../../src/answers/extractive/doubt.ts";
import type { RankedPassage } from "../../src/answers/extractive/ranked-passages.ts";
import { readQuestion } from "../../src/answers/question/read.ts";
import { passage } from "../support/passages.ts";

const quote = (id: string, relevance: number, score = 1): RankedPassage =>
  passage(id, `Sentence of ${id}.`, { relevance, score });
const further = (
  worthy: readonly RankedPassage[],
  firsts: readonly RankedPassage[],
  room: number,
  question = "How is dropout tuned?",
) => withFurther(worthy, firsts, { room, question, read: readQuestion(question) });
const ids = (passages: readonly RankedPassage[]) => passages.map(({ paper }) => paper.paper.paper_id);

describe("whether one of the quotes answers", () => {
  it.each([
    ["nothing is quoted", [], true],
    ["one quote hardly answers", [0.4], true],
    ["three do not make it sure enough", [0.5, 0.45, 0.4], true],
    ["four do", [0.5, 0.45, 0.4, 0.4], false],
    ["one more likely answers than not, by itself", [0.59], true],
    ["nor with one that may", [0.59, 0.54], true],
    ["but with two", [0.59, 0.54, 0.3], false],
    ["one likely answers", [0.6], false],
    ["one surely does", [0.7, 0.1], false],
  ])("%s", (_, predicted, doubt) => {
    expect(isInDoubt(predicted)).toBe(doubt);
  });
});

describe("quotes that are likely off", () => {
  it("are left out where others are left: those of papers far from the subject that hardly promise anything", () => {
    const near = [quote("a", 0.6, 0.5), quote("b", 0.45, 0.9)];
    expect(ids(withoutFar([...near, quote("c", 0.49, 0.7)], 2))).toEqual(["a", "b"]);
  });

  it("stay where fewer other papers are left, however many sentences these have", () => {
    const near = [quote("a", 0.6), { ...quote("a", 0.55), start: 100 }];
    const all = [...near, quote("b", 0.45, 0.7)];
    expect(withoutFar(all, 2)).toBe(all);
  });

  it("stay where fewer others are left", () => {
    const few = [quote("a", 0.45, 0.9), quote("b", 0.45, 0.7)];
    expect(withoutFar(few, 2)).toBe(few);
  });
});

describe("an answer in doubt", () => {
  it("gets the best sentences of further papers until one likely answers, three at most", () => {
    const firsts = ["a", "b", "c", "d", "e", "f"].map((id, index) => quote(id, 0.45 - index / 50));
    expect(ids(further(firsts.slice(0, 1), firsts, 5))).toEqual(["a", "b", "c", "d"]);
    expect(ids(further([quote("x", 0.58)], firsts, 5))).toEqual(["x", "a", "b"]);
    expect(ids(further([], firsts, 5))).toEqual(["a", "b", "c"]);
  });

  it("gets none of the papers that it quotes, none that are likely off, and none that promise next to nothing", () => {
    const firsts = [quote("a", 0.45), quote("b", 0.44, 0.7), quote("c", 0.27)];
    expect(ids(further([quote("a", 0.45)], firsts, 5))).toEqual(["a"]);
  });

  it("gets what tells a limit, or what the reader likes, before what is only predicted a little higher, and nothing of little worth", () => {
    const plain = quote("plain", 0.4);
    const limit = passage("limit", "Dropout fails to help small networks.", { relevance: 0.38, score: 1 });
    const liked = { ...quote("liked", 0.38), reading: { grade: 1.2, says: 0, against: 0 } };
    expect(ids(further([], [plain, limit], 1))).toEqual(["limit"]);
    expect(ids(further([], [plain, liked], 1))).toEqual(["liked"]);
    const poor = passage("poor", "We describe dropout.", { relevance: 0.3, score: 1 });
    expect(ids(further([], [poor], 5))).toEqual([]);
  });

  it("gets surer ones where a yes or no is asked for, or a cause", () => {
    const firsts = [quote("a", 0.39)];
    const asked = (question: string) => ids(further([], firsts, 5, question));
    expect(asked("How is dropout tuned?")).toEqual(["a"]);
    expect(asked("Does dropout help?")).toEqual([]);
    expect(asked("Why does dropout help?")).toEqual([]);
  });

  it("gets no more than there is room for, and one that likely answers nothing", () => {
    const firsts = ["b", "c", "d"].map((id) => quote(id, 0.4));
    expect(ids(further([quote("a", 0.4)], firsts, 2))).toEqual(["a", "b"]);
    expect(ids(further([quote("a", 0.4)], firsts, 0))).toEqual(["a"]);
    expect(ids(further([quote("a", 0.75)], firsts, 5))).toEqual(["a"]);
  });
});
