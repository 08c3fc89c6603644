import { describe, expect, it } from "vitest";
import { cluster } from "../../src/topics/cluster.ts";
import { topicIds } from "../../src/topics/identity.ts";
import { labels, TermCounter } from "../../src/topics/labels.ts";
import { keysOf, nameFrom, nameKey } from "../../src/topics/names.ts";
import { momentum } from "../../src/topics/momentum.ts";
import { people } from "../../src/topics/people.ts";
import { seededRandom } from "../../src/topics/random.ts";
import { dot, matrix, nearestRow, normalize, rowOf, type Matrix } from "../../src/topics/vectors.ts";
import { VocabularyCounter } from "../../src/topics/vocabulary.ts";
import { eachTerm, termKey, words } from "../../src/topics/words.ts";

describe("cluster", () => {
  const points = scattered({ centers: 7, points: 1_400, dimensions: 24 });

  it("finds well separated groups, whichever seed it starts from", () => {
    for (const seed of [1, 2, 3]) {
      const centroids = cluster(points, { clusters: 7, minimumPoints: 2, seed });
      const homes = Array.from({ length: points.rows }, (_, row) => nearestRow(centroids, rowOf(points, row)).row);
      const purity = groupsOf(homes, (row) => row % 7).reduce((sum, count) => sum + count, 0) / points.rows;
      expect(purity).toBeGreaterThan(0.8);
      for (let row = 0; row < centroids.rows; row += 1)
        expect(Math.abs(dot(rowOf(centroids, row), rowOf(centroids, row)) - 1)).toBeLessThan(1e-5);
    }
  });

  it("is the same for the same seed, and keeps close to the centroids it begins with", () => {
    const first = cluster(points, { clusters: 7, minimumPoints: 2, seed: 5 });
    expect(cluster(points, { clusters: 7, minimumPoints: 2, seed: 5 })).toEqual(first);
    const again = cluster(points, { clusters: 7, minimumPoints: 2, seed: 6, begin: first });
    for (let row = 0; row < first.rows; row += 1) expect(nearestRow(again, rowOf(first, row)).cosine).toBeGreaterThan(0.99);
  });

  it.each([
    ["no point", 0, 5, 0],
    ["one point", 1, 5, 1],
    ["fewer points than clusters", 3, 5, 3],
  ])("of %s yields what there is", (_, count, clusters, expected) => {
    const few = scattered({ centers: 3, points: count, dimensions: 8 });
    expect(cluster(few, { clusters, minimumPoints: 1, seed: 1 }).rows).toBe(expected);
  });

  it("dissolves groups of fewer points than it may", () => {
    const lonely = scattered({ centers: 3, points: 90, dimensions: 8 });
    rowOf(lonely, 89).fill(0)[7] = 1;
    const sizes = new Map<number, number>();
    const centroids = cluster(lonely, { clusters: 12, minimumPoints: 5, seed: 1 });
    for (let row = 0; row < lonely.rows; row += 1) {
      const home = nearestRow(centroids, rowOf(lonely, row)).row;
      sizes.set(home, (sizes.get(home) ?? 0) + 1);
    }
    expect(centroids.rows).toBeLessThan(12);
    expect(Math.min(...sizes.values())).toBeGreaterThan(1);
  });
});

describe("terms", () => {
  it.each([
    ["The Art of Dense Retrieval", ["art", "dens", "dens retriev", "retriev"]],
    ["Language models: a study", ["languag", "languag model"]],
    ["A study of methods", []],
    [
      "open-domain question answering",
      ["open-domain", "open-domain question", "open-domain question answer", "question answer", "answer"],
    ],
    ["", []],
  ])("of “%s” are its runs of up to three words that name a subject", (text, keys) => {
    const found: string[] = [];
    eachTerm(words(text), (run) => found.push(termKey(run)));
    expect(found.toSorted()).toEqual([...keys].toSorted());
  });
});

describe("labels", () => {
  it("name what sets a class apart, write words as abstracts do, and no two are the same", () => {
    const papers = [
      { of: 0, title: "Parsing Arabic with BERT", abstract: "Here arabic, no: Arabic parsing with BERT over Arabic treebanks." },
      { of: 0, title: "Arabic Parsing Again", abstract: "More Arabic parsing." },
      { of: 1, title: "Speech Translation", abstract: "We translate speech; speech translation of speech." },
      { of: 1, title: "Better Speech Translation", abstract: "Speech translation." },
      { of: 2, title: "Speech Translation", abstract: "Speech translation again, with parsing." },
      { of: 2, title: "Speech Translation and Parsing", abstract: null },
    ];
    const vocabulary = new VocabularyCounter();
    for (const { title } of papers) vocabulary.add(title);
    const counter = new TermCounter(vocabulary.vocabulary(), 3);
    for (const { of, ...paper } of papers) counter.add(of, paper);
    const classes = counter.terms().map((terms, of) => ({
      terms,
      papers: 2,
      titles: papers.filter((paper) => paper.of === of).map(({ title }) => title),
    }));
    const named = labels(classes, (phrase) => counter.cased(phrase)).map(({ label }) => label);
    expect(named[0]).toMatch(/Arabic/u);
    expect(named[1]).toMatch(/speech translation/iu);
    expect(new Set(named).size).toBe(3);
  });
});

describe("the name of a topic", () => {
  const terms = (list: Record<string, number>) => Object.entries(list).map(([term, weight]) => ({ term, weight, papers: 5 }));
  const retrieval = terms({ "dense retrieval": 0.5, retrieval: 0.3, dense: 0.2, passage: 0.15, "question answering": 0.2 });
  const free = () => false;

  it.each([
    [
      "that several titles have, before a longer one of a single title",
      [
        "Dense Passage Retrieval for Open Question Answering",
        "Fast Dense Retrieval",
        "Dense retrieval: a study",
        "On dense retrieval",
      ],
      "Dense Retrieval",
    ],
    [
      "in English, where English titles have one too",
      [
        "Le dense retrieval de la langue",
        "Le dense retrieval et la question",
        "L’étude du dense retrieval",
        "Passage Question",
        "On passage questions",
      ],
      "Passage Question",
    ],
    ["of another language, where no title is English", ["L’analyse dense passage de la langue"], "dense passage"],
    ["with joining words inside", ["Retrieval for Question Answering: a study"], "Retrieval for Question Answering"],
    ["that ends where a part of a title ends", ["Passage: retrieval"], null],
    ["that begins and ends with words of the subject", ["An Improved Dense Retrieval Baseline of Us"], "Dense Retrieval"],
    ["never out of capitals alone", ["DENSE RETRIEVAL"], null],
    ["of no single word", ["Retrieval"], null],
    ["of nothing", [], null],
  ])("is a phrase %s", (_what, titles, name) => {
    expect(nameFrom({ titles, terms: retrieval }, free)).toBe(name);
  });

  it("takes an elision for no part of a word", () => {
    expect(keysOf("l’analyse d’un corpus qu'elle")).toEqual(keysOf("analyse corpus elle"));
  });

  it("is not one that another topic has, in whatever order and form", () => {
    const titles = ["Dense Retrieval", "Dense Retrievals", "Passage Retrieval"];
    const taken = nameKey(keysOf("retrieval, dense"));
    expect(nameFrom({ titles, terms: retrieval }, (keys) => nameKey(keys) === taken)).toBe("Passage Retrieval");
  });

  it("is not one that another topic has with a hyphen or without", () => {
    const titles = ["Retrieval-augmented generation of answers", "Retrieval augmented generation of code"];
    const both = terms({ "retrieval-augmented generation": 1, "retrieval augmented generation": 1, retrieval: 1 });
    const classes = titles.map((title, index) => ({ terms: both, papers: 9 - index, titles: [title, title] }));
    const [first, second] = labels(classes, (phrase) => phrase.toLowerCase());
    expect(first!.label).toBe("Retrieval-augmented generation");
    expect(second!.label).not.toBe("Retrieval augmented generation");
  });

  it("stands in the words of running text with a capital, and the larger topic chooses first", () => {
    const small = { terms: retrieval, papers: 2, titles: ["ColBERT Dense Retrieval", "Dense Retrieval"] };
    const made = labels([small, { ...small, papers: 9 }], (phrase) => phrase.toLowerCase());
    expect(made[1]!.label).toBe("Dense retrieval");
    expect(made[0]!.label).not.toBe(made[1]!.label);
  });
});

describe("topicIds", () => {
  const before = new Map([
    ["topic:a", ["1", "2", "3", "4"]],
    ["topic:b", ["5", "6", "7", "8"]],
  ]);

  it("keep to the group that holds most of what they stood for, whatever else it holds now", () => {
    const [first, second, third] = topicIds([["5", "6", "7", "new-1", "new-2"], ["1", "2", "3", "4", "8"], ["new-3"]], before);
    expect([first, second]).toEqual(["topic:b", "topic:a"]);
    expect(third).toMatch(/^topic:[0-9a-f]{12}$/u);
  });

  it("stand once where a topic was split, and end where its papers are gone", () => {
    const ids = topicIds([["1", "2", "3"], ["4"], ["9"]], before);
    expect(ids[0]).toBe("topic:a");
    expect(new Set(ids).size).toBe(3);
    expect(ids).not.toContain("topic:b");
  });

  it("are made from the papers alone: the same group gets the same id", () => {
    expect(topicIds([["x", "y"]], new Map())).toEqual(topicIds([["y", "x"]], new Map()));
  });
});

describe("momentum", () => {
  const library = { 2016: 100, 2017: 100, 2018: 100, 2019: 100, 2020: 100, 2021: 100 };

  it("is 1 for a topic that grows as the library does, above for one that outgrows it, below for one that falls behind", () => {
    expect(momentum({ 2016: 10, 2017: 10, 2018: 10, 2019: 10, 2020: 10, 2021: 10 }, library).ratio).toBe(1);
    // Ten years' worth: 30 papers, a share of .05. (25+3)/(10+3) over (5+3)/(15+3).
    expect(momentum({ 2018: 5, 2020: 10, 2021: 15 }, library)).toMatchObject({
      ratio: 4.85,
      recent: { from: 2020, to: 2021, papers: 25, library: 200 },
      before: { from: 2017, to: 2019, papers: 5, library: 300 },
      formula: "(25+3)/(10.0+3) ÷ (5+3)/(15.0+3) = 4.85",
    });
    expect(momentum({ 2017: 20, 2018: 20 }, library).ratio).toBeLessThan(0.3);
  });

  it("does not fall because the library's last year has only begun", () => {
    const begun = { ...library, 2022: 10 };
    expect(momentum({ 2018: 10, 2019: 10, 2020: 10, 2021: 10, 2022: 1 }, begun).ratio).toBeGreaterThan(0.9);
  });

  it.each([
    ["no year", {}, {}],
    ["no earlier year", { 2021: 3 }, { 2021: 30 }],
    ["no year of the topic", {}, library],
  ])("is unknown, with the reason, where there is %s", (_, topic, all) => {
    const { ratio, formula } = momentum(topic, all);
    expect(ratio).toBeNull();
    expect(formula).toMatch(/[.]$/u);
  });
});

describe("people", () => {
  it("counts papers by name, and groups those who wrote at least two with one another", () => {
    const { people: counted, groups } = people([
      { authors: ["Ada", "Ben"] },
      { authors: ["Ada", "Ben", "Cy"] },
      { authors: ["Cy", "Di"] },
      { authors: ["Ada", "Eve"] },
      { authors: Array.from({ length: 100 }, (_, index) => `Member ${index}`) },
      { authors: Array.from({ length: 100 }, (_, index) => `Member ${index}`) },
    ]);
    expect(counted.slice(0, 2)).toEqual([
      { name: "Ada", papers: 3 },
      { name: "Ben", papers: 2 },
    ]);
    expect(groups).toEqual([{ people: ["Ada", "Ben"], size: 2, papers: 2 }]);
  });
});

/** Unit vectors around random centers, in turn. */
function scattered({ centers, points, dimensions }: { centers: number; points: number; dimensions: number }): Matrix {
  const random = seededRandom(99);
  const around = Array.from({ length: centers }, () => Float32Array.from({ length: dimensions }, () => random() - 0.5));
  const made = matrix(points, dimensions);
  for (let row = 0; row < points; row += 1) {
    const vector = rowOf(made, row);
    for (let index = 0; index < dimensions; index += 1) vector[index] = around[row % centers]![index]! + 0.3 * (random() - 0.5);
    normalize(vector);
  }
  return made;
}

/** For each home, how many rows share its most frequent subject. */
function groupsOf(homes: readonly number[], subjectOf: (row: number) => number): number[] {
  const counts = new Map<number, Map<number, number>>();
  for (const [row, home] of homes.entries()) {
    const own = counts.get(home) ?? new Map<number, number>();
    own.set(subjectOf(row), (own.get(subjectOf(row)) ?? 0) + 1);
    counts.set(home, own);
  }
  return [...counts.values()].map((own) => Math.max(...own.values()));
}
