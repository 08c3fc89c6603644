import { describe, expect, it } from "vitest";
import { answering, answeringFeatures } from "../../src/answers/extractive/answering.ts";
import { answersTo } from "../../src/answers/extractive/answers-to.ts";
import type { RankedPassage } from "../../src/answers/extractive/ranked-passages.ts";
import { boosted, type TreeNode, type Trees } from "../../src/answers/extractive/trees.ts";
import weights from "../../src/answers/extractive/sentence-answers.json" with { type: "json" };
import { readQuestion } from "../../src/answers/question/read.ts";
import { QUESTION_KINDS } from "../../src/answers/question/schema.ts";
import { passage as passageOfText, vectorAt } from "../support/documents.ts";
import { only, passage } from "../support/passages.ts";

const MODEL = weights as unknown as Trees;
const QUESTION = "Does dense retrieval improve the recall of rare names?";
const READ = readQuestion(QUESTION);

describe("boosted trees", () => {
  const trees: Trees = {
    features: ["length", "named"],
    base: 1,
    trees: [
      [0, 10, 0.25, [0, 20, 0.5, 0.75]],
      [1, 0.5, 0, -2],
    ],
  };

  it.each([
    ["below the first threshold", { length: 9 }, 1.25],
    ["at the first threshold", { length: 10 }, 1.25],
    ["above it, at the second", { length: 20 }, 1.5],
    ["above both", { length: 20.5 }, 1.75],
    ["two features in two trees", { length: 9, named: 1 }, -0.75],
    ["a feature that no tree knows", { length: 9, unknown: 100 }, 1.25],
    ["no feature: all are 0", {}, 1.25],
  ])("%s", (_, features, value) => {
    expect(boosted(trees, features)).toBe(value);
  });
});

/** A sentence by itself in a paper, as near to the question in meaning as `cosine` says. */
function compared(id: string, text: string, given: Partial<RankedPassage> & { cosine?: number } = {}): RankedPassage {
  const { cosine = 0.6, roles = only("result"), ...rest } = given;
  const own = passage(id, text, { roles, vector: vectorAt(cosine), ...rest });
  const words = cosine > 0 ? 0.8 : 0;
  const candidate = { ...own.candidate, roles, cosine, cosineGap: 0.6 - cosine, words, coverage: words, paperCoverage: words };
  return { ...own, relevance: words / 2, candidate, paper: { ...own.paper, cosine } };
}

const STRONG = "Dense retrieval improves the recall of rare names by nine points, our results show.";
const WEAK = "Dense retrieval has become common in search engines in recent years.";
const OFF = "Summaries of news were written by twelve people over three weeks in May.";
const strong = (id: string) => compared(id, STRONG);
const weak = (id: string) => compared(id, WEAK, { roles: only("background"), cosine: 0.02 });
const fair = (id: string) => compared(id, WEAK, { roles: only("background"), cosine: 0.5 });
const off = (id: string) => compared(id, OFF, { roles: only("background"), cosine: 0 });
const shown = (passages: readonly RankedPassage[]) =>
  answersTo(passages, READ, { list: false, question: QUESTION }).map(({ paper, text }) => [paper.paper.paper_id, text]);

describe("the sentences that answer", () => {
  it("are on the subject if they have another name for it, which the question gives in parentheses", () => {
    const asked = "Does it help that words are bunched up?";
    const subjectOf = (question: string) =>
      answeringFeatures([strong("a")], readQuestion(question)).map(({ subject }) => subject);
    expect(subjectOf(`${asked} (dense retrieval)`)).toEqual([1]);
    expect(subjectOf(`${asked} (sparse parsing)`)).toEqual(subjectOf(asked));
    expect(subjectOf(asked)[0]).toBeLessThan(1);
  });

  it("are told apart: outright answers, sentences on the subject, sentences on anything else", () => {
    const [best, middle, least] = answering([strong("a"), weak("b"), off("c")], READ, QUESTION);
    expect(best).toBeGreaterThanOrEqual(0.4);
    expect(middle).toBeGreaterThanOrEqual(0.1);
    expect(middle).toBeLessThan(0.4);
    expect(least).toBeLessThan(0.1);
  });

  it("of an abstract leave out a second one that leads up to the finding; in a full text it may be how it was done", () => {
    const question = "How were crows of the zoo caught?";
    const how = "Crows of the zoo were caught using ladder traps and color-ringed, our results show.";
    const first = compared("a", how, { cosine: 0.7 });
    const second = compared("a", how.replace("results", "notes"), { cosine: 0.7, roles: only("background"), start: 200 });
    const text = passageOfText({ passage_id: "text:a-0" });
    const view = { ...first.paper, paper: { ...first.paper.paper, passage: text } };
    const count = (paper: RankedPassage["paper"]) =>
      answersTo(
        [first, second].map((one) => ({ ...one, paper })),
        readQuestion(question),
        { list: false, question },
      ).length;
    expect([count(first.paper), count(view)]).toEqual([1, 2]);
  });

  it("are all that answer, the best first", () => {
    const found = answersTo([weak("w"), ...["a", "b", "c"].map(strong)], READ, { list: false, question: QUESTION });
    expect(found.map(({ paper }) => paper.paper.paper_id)).toEqual(["a", "b", "c"]);
    expect(found[0]!.relevance).toBeGreaterThanOrEqual(0.4);
  });

  it("one that may answer stays only as the best of one of the two best papers, a weak one only alone", () => {
    expect(shown([fair("a"), { ...fair("a"), start: 100 }, fair("b"), fair("c")])).toEqual([
      ["a", WEAK],
      ["b", WEAK],
    ]);
    expect(shown([weak("a"), weak("b")])).toEqual([["a", WEAK]]);
    expect(shown([weak("a"), weak("b"), strong("c")])).toEqual([["c", STRONG]]);
  });

  it("in doubt are those of further papers, too, as far as there is room; a list gets none", () => {
    const read = (id: string): RankedPassage => {
      const one = fair(id);
      return { ...one, reading: { grade: 1.5, says: 0, against: 0 }, paper: { ...one.paper, score: 1 } };
    };
    const passages = ["a", "b", "c", "d", "e", "f"].map(read);
    const found = (given: { list?: boolean; room?: number }) =>
      answersTo(passages, READ, { list: false, question: QUESTION, ...given }).map(({ paper }) => paper.paper.paper_id);
    expect(found({})).toEqual(["a"]);
    expect(found({ room: 3 })).toEqual(["a", "b", "c"]);
    expect(found({ room: 9 })).toEqual(["a", "b", "c", "d"]);
    expect(found({ list: true, room: 9 })).toEqual(found({ list: true }));
  });

  it("a sentence on something else stays only where there is nothing else", () => {
    expect(shown([off("a"), weak("b")])).toEqual([["b", WEAK]]);
    expect(shown([off("a"), off("b")])).toEqual([["a", OFF]]);
  });

  it.each(["announcement", "organisation", "question"] as const)("are never one that most likely is of the kind %s", (role) => {
    expect(shown([compared("a", STRONG, { roles: only(role) }), weak("b")])).toEqual([["b", WEAK]]);
    expect(shown([compared("a", STRONG, { roles: only(role) })])).toEqual([]);
  });

  it("are led by what was read together with the question and found to answer it", () => {
    const read = { ...fair("b"), reading: { grade: 3, says: 0, against: 0 } };
    const [unread, answers] = answering([fair("a"), read], READ, QUESTION) as [number, number];
    expect(answers).toBeGreaterThan(unread);
    const [off] = answering([{ ...fair("b"), reading: { grade: -1, says: 0, against: 0 } }], READ, QUESTION) as [number];
    expect(off).toBeLessThan(unread);
    expect(shown([fair("a"), read])[0]).toEqual(["b", WEAK]);
  });

  it("come from what was embedded, or from everything where nothing was", () => {
    const words = { ...strong("a"), vector: null };
    expect(shown([words, weak("b")])).toEqual([["b", WEAK]]);
    expect(shown([words, { ...strong("b"), vector: null }]).map(([id]) => id)).toEqual(["a", "b"]);
  });
});

describe("the trained trees", () => {
  it("look at nothing but features that a passage is given", () => {
    const given = new Set(
      QUESTION_KINDS.flatMap((kind) => answeringFeatures([strong("a")], { ...READ, kind }).flatMap(Object.keys)),
    );
    expect(MODEL.features.filter((name) => !given.has(name))).toEqual([]);
    expect(new Set(MODEL.features).size).toBe(MODEL.features.length);
    const used = MODEL.trees.flatMap(featuresOf);
    expect(Math.max(...used)).toBeLessThan(MODEL.features.length);
    expect(used.length).toBeGreaterThan(100);
  });
});

function featuresOf(node: TreeNode): number[] {
  return typeof node === "number" ? [] : [node[0], ...featuresOf(node[2]), ...featuresOf(node[3])];
}
