import { describe, expect, it } from "vitest";
import { chooseStatements } from "../../src/answers/extractive/choose.ts";
import { opposed } from "../../src/text/opposed.ts";
import { opposesEarlier, points } from "../../src/answers/extractive/points.ts";
import { withContext } from "../../src/answers/extractive/quote-context.ts";
import type { RankedPassage } from "../../src/answers/extractive/ranked-passages.ts";
import { sentenceRoles, type Role } from "../../src/answers/extractive/roles.ts";
import { asQuoted } from "../../src/answers/quoted.ts";
import { sentenceVectors } from "../../src/embedding/sentence-vectors.ts";
import { worthQuoting } from "../../src/answers/extractive/worth-quoting.ts";
import { vectorAt } from "../support/documents.ts";
import { hashEmbedder } from "../support/hash-embedder.ts";
import { only, passage } from "../support/passages.ts";

describe("a passage that is quoted already", () => {
  const abstract = "We train a model. It fails on names. It is small.";
  const own = passage("a", "It fails on names.", { abstract });
  const start = abstract.indexOf("It fails");

  it("is given as the whole quote that it lies within, so that both are one citation; any other as it is", () => {
    const of = (from: number, to: number) => [{ text: "", quotes: [{ paper: own.paper.paper, start: from, end: to }] }];
    const found = asQuoted({ ...own, start, end: start + own.text.length }, of(0, start + own.text.length));
    expect(found).toMatchObject({ start: 0, text: "We train a model. It fails on names." });
    expect(asQuoted(own, [])).toBe(own);
  });
});

describe("the choice of quotes", () => {
  it("takes two sentences of a paper at most, four of one that stands out", () => {
    const of = (id: string, score: number) =>
      Array.from({ length: 5 }, (_, index) => passage(id, `Statement ${index} of ${id} about nothing else`, { score }));
    const counts = (first: number) => {
      const chosen = chooseStatements([...of("a", first), ...of("b", 0.5)], 6);
      return ["a", "b"].map((id) => chosen.filter(([own]) => own.paper.paper.paper_id === id).length);
    };
    expect(counts(0.55)).toEqual([2, 2]);
    expect(counts(1)).toEqual([4, 2]);
  });

  it("takes evidence on a claim in its order, up to four sentences of a paper, however alike and however weak", () => {
    const words = ["Wombats dig deep", "Herons nest high", "Otters swim far", "Badgers sleep long", "Foxes hunt late"];
    const ranked = words.map((text, index) =>
      passage("a", text, {
        relevance: [0.9, 0.4, 0.39, 0.38, 0.37][index]!,
        vector: vectorAt([1, 0.8, 0.3, -0.2, -0.7][index]!),
      }),
    );
    const other = passage("b", "Another finding altogether", { relevance: 0.36, vector: vectorAt(-1) });
    const texts = (claim: boolean) => chooseStatements([...ranked, other], 5, { claim }).map(([own]) => own.text);
    expect(texts(true)).toEqual([...words.slice(0, 4), other.text]);
    expect(texts(false)).toEqual([words[0], other.text]);
  });

  it("joins sentences of two papers that say the same, unless they are worded the other way", () => {
    const same = "Dense retrieval improves the recall of rare names on open questions";
    const [joined] = chooseStatements([passage("a", same), passage("b", `${same} too`)], 5);
    expect(joined!.map((own) => own.paper.paper.paper_id)).toEqual(["a", "b"]);
    const other = "Dense retrieval degrades the recall of rare names on open questions";
    expect(chooseStatements([passage("a", same), passage("b", other)], 5)).toHaveLength(2);
  });

  it("takes in the sentence before where a quote leans on it", () => {
    const abstract = "We train a retriever on questions alone. It beats term matching by nine points. It is small.";
    const [own] = withContext([[passage("a", "It beats term matching by nine points.", { abstract })]])[0]!;
    expect(own.text).toBe("We train a retriever on questions alone. It beats term matching by nine points.");
    expect(abstract.slice(own.start, own.end)).toBe(own.text);
  });

  it("takes in the sentence after where that turns what was said", () => {
    const abstract =
      "Models write summaries as good as those of people. However, they invent names in every third one. They are cheap.";
    const [own] = withContext([[passage("a", "Models write summaries as good as those of people.", { abstract })]])[0]!;
    expect(own.text).toBe("Models write summaries as good as those of people. However, they invent names in every third one.");
    expect(abstract.slice(own.start, own.end)).toBe(own.text);
  });

  it.each(["This paper beats term matching by nine points.", "These results show that training helps."])(
    "%j stands alone",
    (text) => {
      const [own] = withContext([[passage("a", text, { abstract: `We train a retriever on questions alone. ${text}` })]])[0]!;
      expect(own.text).toBe(text);
    },
  );

  it("drops a quote that stands within another one", () => {
    const abstract = "We train a retriever on questions alone. It beats term matching by nine points.";
    const quotes = ["We train a retriever on questions alone.", "It beats term matching by nine points."];
    expect(withContext(quotes.map((text) => [passage("a", text, { abstract })]))).toHaveLength(1);
  });
});

describe("the order of quotes", () => {
  it("puts what is about the same together, and of one paper's sentences the best first", () => {
    const abstract = "Second in rank. First in rank.";
    const found = points([
      [passage("a", "First in rank.", { abstract, vector: vectorAt(1) })],
      [passage("b", "Something else", { vector: vectorAt(0) })],
      [passage("a", "Second in rank.", { abstract, vector: vectorAt(0) })],
      [passage("c", "About the same", { vector: vectorAt(0.9) })],
    ]);
    expect(found.map((point) => point.map(([own]) => own.text))).toEqual([
      ["First in rank.", "Second in rank.", "About the same"],
      ["Something else"],
    ]);
  });

  it("tells a statement that is worded the other way than one of another paper before it", () => {
    const [better, worse] = [
      "Dense retrieval improves recall of rare entity questions",
      "Dense retrieval degrades recall of rare entity questions",
    ];
    expect(opposesEarlier([[passage("a", better)], [passage("b", worse)]], 1)).toBe(true);
    expect(opposesEarlier([[passage("a", better)], [passage("a", worse)]], 1)).toBe(false);
  });
});

describe("worded the other way", () => {
  it.each([
    ["Pruning reduces hallucination in summaries", "Pruning increases hallucination in summaries", true],
    ["Training on noise improves translation quality", "Training on noise does not improve translation quality", true],
    ["Training on noise improves translation quality", "Training on noise improves translation quality greatly", false],
    ["Pruning reduces hallucination in summaries", "Larger vocabularies increase the size of models", false],
    ["Retrieval reads documents", "Retrieval reads long documents", false],
    ["Post-editing reduces translation time for editors", "Machine translation accelerates post-editing for editors", false],
    ["Pruning reduces the latency of parsers greatly", "Pruning increases the latency of parsers greatly", true],
  ])("%j and %j: %j", (a, b, expected) => {
    expect(opposed(a, b)).toBe(expected);
    expect(opposed(b, a)).toBe(expected);
  });
});

describe("what may stand in an answer", () => {
  const texts = (passages: RankedPassage[], aims = false) => worthQuoting(passages, { aims }).map(({ text }) => text);

  it("is nothing far less relevant than the best", () => {
    expect(texts([passage("a", "One"), passage("b", "Two", { relevance: 0.04 })])).toEqual(["One"]);
  });

  it.each(["background", "aim", "question"] as const)("is no %s of an abstract that has the outcome", (role) => {
    const before = passage("a", "Before", { roles: only(role) });
    expect(texts([before, passage("a", "Outcome", { relevance: 0.5 })])).toEqual(["Outcome"]);
    expect(texts([before, passage("b", "Outcome", { relevance: 0.5 })])).toEqual(["Before", "Outcome"]);
  });

  it("is the aim too, where the question asks what there is", () => {
    const found = [passage("a", "Aim", { roles: only("aim") }), passage("a", "Outcome", { relevance: 0.5 })];
    expect(texts(found, true)).toEqual(["Aim", "Outcome"]);
  });

  it.each(["announcement", "organisation"] as const)("is no %s, unless there is nothing else", (role) => {
    const idle = passage("a", "Idle", { roles: only(role) });
    expect(texts([idle, passage("b", "Outcome", { relevance: 0.5 })])).toEqual(["Outcome"]);
    expect(texts([idle])).toEqual(["Idle"]);
  });

  it("is of other papers only what is about the subject, where the question is about one", () => {
    const about = passage("a", "Own");
    about.paper.anchor = true;
    const cites = passage("c", "Cites", { relevance: 0.3 });
    cites.paper.relation = "cites";
    expect(texts([about, passage("b", "Other", { relevance: 0.3 }), cites])).toEqual(["Own", "Cites"]);
  });
});

describe("what a sentence does in its abstract", () => {
  const likeliest = (abstract: string[]) =>
    sentenceRoles(abstract).map((roles) => (Object.entries(roles) as [Role, number][]).sort(([, a], [, b]) => b - a)[0]![0]);

  it("is told by its wording and its place", () => {
    expect(
      likeliest([
        "Dialogue systems often repeat themselves, which remains a challenging problem.",
        "In this paper, we propose a novel framework that keeps a memory of past replies.",
        "Specifically, the memory is trained together with the encoder using a contrastive loss.",
        "Experimental results show that our model outperforms strong baselines by 4.2 points.",
        "We release our code and data to encourage future research.",
      ]),
    ).toEqual(["background", "aim", "method", "result", "announcement"]);
  });

  it("adds up to one", () => {
    for (const roles of sentenceRoles(["One sentence alone.", "Is this a question?"]))
      expect(Object.values(roles).reduce((sum, share) => sum + share, 0)).toBeCloseTo(1);
  });
});

describe("vectors of sentences", () => {
  it("are computed once, and the same from memory", async () => {
    const embedder = hashEmbedder();
    const first = await sentenceVectors(embedder, ["one", "two", "one"]);
    const second = await sentenceVectors(embedder, ["two", "three"]);
    expect(embedder.texts).toEqual(["one", "two", "three"]);
    expect(second[0]).toEqual(first[1]);
    expect(first[0]).toEqual(first[2]);
  });

  it("are missing where the model refuses the text", async () => {
    expect(await sentenceVectors(hashEmbedder({ refuse: "poison" }), ["good", "poison"])).toEqual([
      expect.any(Float32Array),
      null,
    ]);
  });
});
