import { describe, expect, it } from "vitest";
import type { RankedList } from "../../src/engine/searches.ts";
import { fuse } from "../../src/retrieval/fusion.ts";
import { sentences } from "../../src/text/sentences.ts";
import { snippet } from "../../src/retrieval/snippet.ts";
import { idKeys } from "../../src/retrieval/named-papers.ts";
import { inUsualSpelling, usualSpelling, withUsualSpelling } from "../../src/text/usual-spelling.ts";
import { contentTerms, questionStems } from "../../src/text/terms.ts";

const list = (...hits: [string, number][]) => ({
  hits: hits.map(([id, score]) => ({ id, score })),
  total: { value: hits.length, relation: "eq" as const },
});

describe("the usual spelling", () => {
  it.each([
    ["summarisers", "summarizers"],
    ["Generalise", "Generalize"],
    ["behavioural", "behavioral"],
    ["analysing", "analyzing"],
    ["centre", "center"],
    ["defences", "defenses"],
    ["programme", "program"],
    ["judgement", "judgment"],
    ["dialogs", "dialogues"],
  ])("of %s is %s, which stays", (word, usual) => {
    expect(usualSpelling(word)).toBe(usual);
    expect(usualSpelling(usual)).toBe(usual);
  });

  it.each(
    "promise precise supervised revised raise four hours sentence difference expertise improvised exercise blogs".split(" "),
  )("%s has no other", (word) => {
    expect(usualSpelling(word)).toBe(word);
  });

  it("is searched for beside the words as they were typed", () => {
    expect(withUsualSpelling("Do summarisers generalise? Summarisers!")).toBe(
      "Do summarisers generalise? Summarisers! summarizers generalize Summarizers",
    );
    expect(withUsualSpelling("dense retrieval")).toBe("dense retrieval");
    expect(inUsualSpelling("Do summarisers of dialog work?")).toBe("Do summarizers of dialogue work?");
  });
});

describe("fusion", () => {
  it("averages both legs, each scaled by its best score", () => {
    const fused = fuse(list(["a", 10], ["b", 5]), list(["b", 0.8], ["c", 0.4]), 0.5);
    expect(fused.map((hit) => [hit.id, hit.score])).toEqual([
      ["b", 0.75],
      ["a", 0.5],
      ["c", 0.25],
    ]);
    expect(fused[0]).toMatchObject({ lexical: { rank: 2, score: 5 }, semantic: { rank: 1, score: 0.8 } });
    expect(fused[1]!.semantic).toBeNull();
  });

  it("gives what lies beyond the end of a cut leg a little less than its last one, and of a whole leg nothing", () => {
    const cut = { ...list(["a", 10], ["b", 5]), total: { value: 2, relation: "gte" as const } };
    const scores = (lexical: RankedList, depth?: number) =>
      Object.fromEntries(
        fuse(lexical, list(["b", 0.8], ["c", 0.4]), 0.5, depth).map((hit) => [hit.id, Math.round(hit.score * 1_000) / 1_000]),
      );
    expect(scores(cut)).toEqual({ a: 0.5, b: 0.75, c: 0.25 + 0.2 });
    expect(scores(cut, 2)).toEqual({ a: 0.5 + 0.2, b: 0.75, c: 0.25 + 0.2 });
    expect(scores(list(["a", 10], ["b", 5]), 3)).toEqual({ a: 0.5, b: 0.75, c: 0.25 });
  });

  it("with one leg alone keeps that leg's order and scale", () => {
    expect(fuse(null, list(["a", 0.5], ["b", 0.25]), 0.5).map((hit) => hit.score)).toEqual([1, 0.5]);
  });

  it("gives nothing to negative cosines and breaks ties by id", () => {
    expect(fuse(list(["z", 2], ["a", 2]), list(["q", -0.2]), 0.5).map((hit) => [hit.id, hit.score])).toEqual([
      ["a", 0.5],
      ["z", 0.5],
      ["q", 0],
    ]);
  });
});

describe("sentences", () => {
  it.each<[string, string[]]>([
    ["One is here. Two is there.", ["One is here.", "Two is there."]],
    ["We follow Lee et al. (2019) closely. Then we stop.", ["We follow Lee et al. (2019) closely.", "Then we stop."]],
    ["Gains of 3.5 points, e.g. on SQuAD, hold. Fine.", ["Gains of 3.5 points, e.g. on SQuAD, hold.", "Fine."]],
    ["See Fig. 2 for J. Smith's result. End", ["See Fig. 2 for J. Smith's result.", "End"]],
    ["", []],
  ])("%j splits well", (text, expected) => {
    const spans = sentences(text);
    expect(spans.map((span) => span.text)).toEqual(expected);
    for (const span of spans) expect(text.slice(span.start, span.end)).toBe(span.text);
  });
});

describe("terms and snippets", () => {
  it("stop words go, stems and places stay", () => {
    const text = "The engines' running costs";
    expect(contentTerms(text).map((term) => term.stem)).toEqual(["engin", "run", "cost"]);
    for (const term of contentTerms(text)) expect(text.slice(term.start, term.end)).not.toBe("");
  });

  it("words that only make a question are left out of its terms", () => {
    expect(questionStems("How well does dense retrieval work?")).toEqual(["dens", "retriev"]);
    expect(questionStems("what works best?")).not.toEqual([]);
  });

  it("of two spellings both have the stem of the usual one", () => {
    const stems = (text: string) => contentTerms(text).map((term) => term.stem);
    expect(stems("summarisation of neighbours' behaviour, analysed")).toEqual(
      stems("summarization of neighbors' behavior, analyzed"),
    );
    expect(stems("dialog systems")).toEqual(stems("dialogue systems"));
  });

  it("the snippet is the sentence that holds most of the query, with its words marked", () => {
    const abstract = "Nothing here. Dense retrievers beat sparse ones. The end of retrieval.";
    const found = snippet({ title: "T", abstract }, new Set(questionStems("dense retrieval")));
    expect(found.text).toBe("Dense retrievers beat sparse ones.");
    expect(found.ranges.map(([start, end]) => found.text.slice(start, end))).toEqual(["Dense", "retrievers"]);
  });

  it("a paper without an abstract shows its title", () => {
    expect(snippet({ title: "Dense things", abstract: null }, new Set(["dens"]))).toEqual({
      field: "title",
      text: "Dense things",
      ranges: [[0, 5]],
    });
  });
});

describe("a query that is an id", () => {
  it.each([
    ["https://arxiv.org/abs/2004.04906v2", ["arxiv:2004.04906"]],
    ["rJl-b3RcF7", ["openreview:rJl-b3RcF7"]],
    ["retrieval", []],
    ["dense retrieval", []],
  ])("%s means %j", (query, keys) => expect(idKeys(query)).toEqual(keys));
});
