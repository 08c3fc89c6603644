import { quoteStance } from "../../src/answers/stance/quote-stance.ts";
import { stanceText } from "../../src/answers/stance/stance-text.ts";
import { chanceOfNo, chanceOfRefuting } from "../../src/answers/stance/lean.ts";
import { describe, expect, it } from "vitest";
import { readQuestion } from "../../src/answers/question/read.ts";
import {
  comparesDirectly,
  favoredSide,
  favoredSideByTitle,
  tellsSides,
  isThirdAhead,
  namedSides,
  sidesMissing,
} from "../../src/answers/stance/comparison-stance.ts";
import { counterEvidenceOf, counterSearchText } from "../../src/answers/stance/counter.ts";
import { oppositesOf } from "../../src/answers/stance/opposite.ts";
import { stanceOf } from "../../src/answers/stance/stance.ts";

describe("a quote that rules count for a claim", () => {
  it("is not counted where the model of claims finds that it likelier says neither", () => {
    const claim = "Label smoothing improves translation.";
    const text = "Label smoothing improves translation by two points.";
    const said = (says: number) =>
      quoteStance(claim, readQuestion(claim), { text, title: "", reading: { grade: 2, says, against: 0.1, ofClaim: true } });
    expect([said(0.9), said(0.2)]).toEqual(["supports", "none"]);
  });
});

describe("the chance that a sentence refutes a claim", () => {
  const claim = stanceText("Label smoothing improves translation.");

  it("is a matter of the model of claims and of words", () => {
    const by = (text: string, against: number) => chanceOfRefuting(claim, text, against);
    const [yes, no] = ["Label smoothing improves translation.", "Label smoothing does not improve translation."];
    expect(by(no, 0.5)).toBeGreaterThan(by(yes, 0.5));
    expect(by(no, 0.9)).toBeGreaterThan(by(no, 0.5));
    expect(by(yes, 0.1)).toBeLessThan(0.1);
    expect(by(no, 0.95)).toBeGreaterThan(0.9);
  });
});

describe("the chance that a quote points to a no", () => {
  it("is what the model of claims says where it read it, and else a matter of words, too", () => {
    const [asked, text] = [stanceText("Label smoothing helps translation."), "Label smoothing fails to help translation."];
    expect(chanceOfNo(asked, text, { against: 0.02, ofClaim: true })).toBe(0.02);
    expect(chanceOfNo(asked, text, { against: 0.02 })).toBeGreaterThan(0.02);
  });
});

describe("what a sentence says to a claim", () => {
  it.each([
    ["Data augmentation does not improve translation.", "Data augmentation improves translation by two points.", "against"],
    ["Does dropout increase overfitting of small networks?", "Dropout decreases overfitting of small networks.", "against"],
    ["Dropout increases overfitting of small networks.", "Dropout increases overfitting of small networks.", "supports"],
    ["Does dropout reduce overfitting of small networks?", "Vocabularies grow with the corpus.", "none"],
    ["Does dropout reduce overfitting of small networks?", "", "none"],
    ["", "Dropout increases overfitting of small networks.", "none"],
  ])("%j: %j: %s", (claim, sentence, stance) => {
    expect(stanceOf(claim, sentence).stance).toBe(stance);
  });

  it("follows the side that a comparison asks about", () => {
    const sentence = "Dense retrieval outperforms BM25 on long questions.";
    expect(stanceOf("Does BM25 outperform dense retrieval?", sentence).stance).toBe("against");
    expect(stanceOf("Is BM25 worse than dense retrieval?", sentence).stance).toBe("supports");
    expect(stanceOf(readQuestion("Does dense retrieval outperform BM25?"), sentence).stance).toBe("supports");
  });
});

describe("a long name", () => {
  it("is not met without what narrows it", () => {
    const graphs: [string, string] = ["graph neural network", "gradient boosting"];
    expect(namedSides(graphs, "Deep neural networks underperform gradient boosting.")).toEqual([false, true]);
    expect(favoredSide(graphs, "Deep neural networks underperform gradient boosting.")).toBe(0);
    expect(favoredSide(graphs, "Graph networks underperform gradient boosting.")).toBe(-1);
    const llms: [string, string] = ["neural machine translation", "large language models"];
    expect(namedSides(llms, "For each language pair Transformer models are best.")).toEqual([false, false]);
    expect(namedSides(llms, "LLMs are best.")).toEqual([false, true]);
  });

  it("stands nowhere in words that any name has, and both sides behind what beats them are of a third thing", () => {
    const levels: [string, string] = ["subword units", "character-level models"];
    const said = (sentence: string) => favoredSide(levels, sentence);
    expect(said("The proposed model outperforms existing subword- and character-based architectures.")).toBe(0);
    expect(
      said("Ours has higher accuracy than the subword-level model, with more capacity than the standard character-level model."),
    ).toBe(0);
    expect(said("Compared to subword-based models, character-based models are better at rare words.")).toBe(-1);
    const ways: [string, string] = ["extractive summarization", "abstractive summarization"];
    expect(favoredSide(ways, "The summaries are better than strong extractive and extractive-abstractive baselines.")).toBe(0);
    expect(favoredSide(["medical LLMs", "physicians"], "LLMs outperform physicians on medical exams.")).toBe(1);
    expect(favoredSide(["graph neural networks", "random walks"], "Networks over graphs outperform random walks.")).toBe(1);
  });

  it("is not beaten where it is named again after it won, nor where a later clause decides", () => {
    const sides: [string, string] = ["DPO", "PPO"];
    expect(favoredSide(sides, "DPO beats PPO on summarization and DPO is cheaper.")).toBe(1);
    expect(favoredSide(sides, "DPO beats PPO and DPO is cheaper.")).toBe(1);
    expect(favoredSide(["SGD", "Adam"], "AdaX outperforms SGD and Adam; of the two, SGD generalizes better than Adam.")).toBe(1);
  });

  it("is beaten where a third thing beats both, though one is named before, too", () => {
    const optimizers: [string, string] = ["SGD", "Adam"];
    const sentence = "Many parts of Adam are unnecessary, and simpler ways outperform both Adam and methods such as SGD.";
    expect(favoredSide(optimizers, sentence)).toBe(0);
    expect(isThirdAhead(optimizers, sentence)).toBe(true);
    expect(favoredSide(optimizers, "Adam is slow, and it outperforms SGD on text.")).toBe(-1);
  });

  it("is not met without the word that makes another thing of it", () => {
    const sides: [string, string] = ["matrix factorization", "neural collaborative filtering"];
    expect(namedSides(sides, "Matrix factorization is one way of collaborative filtering.")).toEqual([true, false]);
    expect(namedSides(sides, "Neural collaborative filtering loses.")).toEqual([false, true]);
    expect(namedSides(["deep neural networks", "random forests"], "Random forests beat neural networks.")).toEqual([true, true]);
  });

  it("is told by the main clause where that tells, not by what is conceded", () => {
    const optimizers: [string, string] = ["SGD", "Adam"];
    expect(favoredSide(optimizers, "While Adam trains faster than SGD, it often generalizes worse than SGD.")).toBe(1);
    expect(favoredSide(optimizers, "Although SGD outperforms Adam, it falls short of second-order methods.")).toBe(1);
    expect(favoredSide(optimizers, "Although it is simple, SGD outperforms Adam, these gains hold across tasks.")).toBe(1);
  });

  it("is not told where each is ahead in a clause of its own, and “while” in passing turns nothing", () => {
    const optimizers: [string, string] = ["SGD", "Adam"];
    expect(favoredSide(optimizers, "SGD is better on images, while Adam works better on text.")).toBe(0);
    expect(tellsSides(optimizers, "SGD is better on images, while Adam works better on text.")).toBe(true);
    expect(favoredSide(optimizers, "SGD, while matching Adam on text, generalizes better.")).toBe(0);
    expect(favoredSide(optimizers, "Adam is faster than SGD.")).toBe(-1);
  });

  it("may be told without that where two of its words stand together", () => {
    const zero: [string, string] = ["zero-shot large language models", "supervised classifiers"];
    expect(favoredSide(zero, "Large language models are worse than supervised classifiers.")).toBe(-1);
    const trees: [string, string] = ["gradient boosted decision trees", "neural networks"];
    expect(favoredSide(trees, "Boosted trees outperform neural networks.")).toBe(1);
  });

  it("that begins with an abbreviation is named by it alone where it tells by whom", () => {
    expect(namedSides(["MQM annotation by translators", "crowds"], "MQM is slow.")).toEqual([true, false]);
    expect(namedSides(["NMT output post-editing", "translation from scratch"], "NMT is slow.")).toEqual([false, false]);
  });
});

describe("models as a side", () => {
  it("are told by what kind they are, and language models by that name alone", () => {
    const words: [string, string] = ["character level", "subword models"];
    const sentence = "Morpheme-based models are better than character n-grams.";
    expect(namedSides(words, sentence)).toEqual([true, false]);
    expect(favoredSide(words, sentence)).toBe(0);
    const graphs: [string, string] = ["knowledge graph embeddings", "language models"];
    expect(namedSides(graphs, "Our embeddings of the knowledge graph outperform other models of a language.")).toEqual([
      true,
      false,
    ]);
    expect(namedSides(graphs, "Pretrained language models lag behind.")).toEqual([false, true]);
    expect(namedSides(graphs, "LLMs lag behind.")).toEqual([false, true]);
  });
});

describe("sides that stand together", () => {
  it("behind what is held against both are told apart by nothing", () => {
    const sides: [string, string] = ["LoRA", "full fine-tuning"];
    const third = "It is competitive compared with LoRA and full fine-tuning, and outperforms strong baselines.";
    expect(favoredSide(sides, third)).toBe(0);
    expect(favoredSide(sides, "Compared with LoRA, full fine-tuning is better.")).toBe(-1);
  });

  it("may be compared by a superlative on one of them", () => {
    const sides: [string, string] = ["constituency", "dependency parsing"];
    expect(comparesDirectly(sides, "Using a constituency representation improves roles the most.", "A study")).toBe(true);
    expect(comparesDirectly(sides, "Using a constituency representation improves the most frequent roles.", "A study")).toBe(
      false,
    );
  });

  it("are not compared by what puts a third ahead of both, or speaks of one alone", () => {
    expect(comparesDirectly(["DPO", "PPO"], "Our method, which improves on PPO and DPO, helps the most.", "A study")).toBe(false);
    expect(comparesDirectly(["DPO", "PPO"], "PPO performs best when the rate is small.", "A study")).toBe(false);
  });

  it("one of which the title names is said where a quote speaks of the paper's own way", () => {
    const sides: [string, string] = ["deep ensembles", "MC dropout"];
    const quote = (text: string) => [{ text, paper: { title: "Uncertainty by Deep Ensembles" } }];
    expect(sidesMissing(sides, quote("Our method is as good as Bayesian networks."))).toEqual(["MC dropout"]);
    expect(sidesMissing(sides, quote("Bayesian networks are good."))).toEqual(["deep ensembles", "MC dropout"]);
  });
});

describe("the side that a sentence puts ahead", () => {
  it.each<[string, -1 | 0 | 1]>([
    ["BM25 outperforms dense retrieval.", 1],
    ["Dense retrieval outperforms BM25.", -1],
    ["BM25 is outperformed by dense retrieval.", -1],
    ["Unlike in other tests, dense retrieval wins clearly over BM25.", -1],
    ["BM25 is 24.8 points of recall behind the best dense retrieval.", -1],
    ["Dense retrieval loses to BM25 on names.", 1],
    ["Dense retrieval loses quality faster than BM25 when documents are added.", 1],
    ["BM25 degrades more gracefully on typos, while dense retrieval answers faster.", -1],
    ["Dense retrieval is faster than BM25.", -1],
    ["Dense retrieval without training is far less effective than BM25.", 1],
    ["Dense retrieval and BM25 are compared by their win rates.", 0],
    ["BM25 does not outperform dense retrieval.", -1],
    ["BM25 lags far behind dense retrieval.", -1],
    ["Compared with dense retrieval, BM25 is more robust.", 1],
    ["Unlike BM25, dense retrieval has a lower error rate.", -1],
    ["BM25 is not worse than dense retrieval.", 0],
    ["We compare BM25 and dense retrieval.", 0],
    ["BM25 outperforms all.", 0],
  ])("%j: %d", (sentence, expected) => {
    expect(favoredSide(["BM25", "dense retrieval"], sentence)).toBe(expected);
  });

  it.each([
    ["The cascaded system scores 51.0 BLEU, outperforming the end-to-end model.", 1],
    ["Our end-to-end model surpasses cascaded translation.", -1],
    ["A cascaded system outperforms speech translation by hand.", 0],
    ["We outperform all systems, both end-to-end and cascaded.", 0],
  ])("what follows the second side belongs to both: %j: %d", (sentence, expected) => {
    expect(favoredSide(["cascaded", "end-to-end speech translation systems"], sentence)).toBe(expected);
    expect(favoredSide(["end-to-end speech translation systems", "cascaded"], sentence) + expected).toBe(0);
  });

  it.each([
    ["It outperforms existing methods, including DPO and PPO.", true],
    ["BPO-aligned models outperform the same models aligned by PPO and DPO.", true],
    ["It performs strongly compared to baselines like PPO, DPO.", true],
    ["DPO outperforms PPO.", false],
    ["Compared to PPO, DPO is better.", false],
    ["We get better results with DPO than with PPO.", false],
    ["We look at DPO and PPO.", false],
    ["It outperforms PPO.", false],
  ])("a third thing is ahead of both, which compares them not: %j: %s", (sentence, third) => {
    expect(isThirdAhead(["DPO", "PPO"], sentence)).toBe(third);
    if (third) expect(comparesDirectly(["DPO", "PPO"], sentence, "A study")).toBe(false);
  });

  it.each([
    ["DPO is comparable to PPO.", "A study", true],
    ["DPO outperforms PPO.", "A study", true],
    ["It is comparable to PPO.", "A study of DPO", true],
    ["We compare DPO and PPO.", "A study", true],
    ["We look at DPO and PPO.", "A study", false],
    ["DPO is good.", "A study", false],
    ["It is comparable to SFT.", "DPO and PPO", false],
  ])("two may be compared with each other: %j (%s): %s", (sentence, title, compared) => {
    expect(comparesDirectly(["DPO", "PPO"], sentence, title)).toBe(compared);
  });

  it("a compound is named as such, written with or without its hyphen", () => {
    const sides: [string, string] = ["Encoder-decoder", "decoder-only models"];
    expect(namedSides(sides, "Decoder-only models perform worse than an encoder-only one.")).toEqual([false, true]);
    expect(namedSides(sides, "Encoder decoder models beat decoder-only ones.")).toEqual([true, true]);
    expect(favoredSide(sides, "Encoder-decoder models outperform decoder-only ones.")).toBe(1);
  });

  it("does not take an error rate for words", () => {
    const sides = ["Voice", "words"] as const;
    const sentence = "Evaluations show lower word error rates, better speaker voice consistency, and higher correlations.";
    expect(namedSides([...sides], sentence)).toEqual([true, false]);
    expect(favoredSide([...sides], sentence)).toBe(0);
    expect(namedSides([...sides], "The words of a speaker say more than the voice.")).toEqual([true, true]);
  });

  it("a side of words that the other side has too is named by them", () => {
    const sides: [string, string] = ["post-editing machine translation", "translating"];
    expect(namedSides(sides, "Post-editing is 63% faster than translating from scratch.")).toEqual([true, true]);
  });

  it.each([
    [["multilingual BERT", "BERT"], "XLM-R is far better than multilingual BERT."],
    [["graph RAG", "RAG"], "Fine-tuning is more accurate than graph RAG."],
    [["post-editing machine translation", "translating"], "Our interface is faster than post-editing machine translation."],
  ] as [[string, string], string][])("a side within the other is not ahead of it: %j, %j", (sides, sentence) => {
    expect(favoredSide(sides, sentence)).toBe(0);
  });

  it("a compound is named by its other forms too", () => {
    expect(favoredSide(["fine-tuning", "prompting"], "Fine-tuned models outperform prompting on all tasks.")).toBe(1);
    expect(namedSides(["pre-training", "prompting"], "Pre-trained models are large.")).toEqual([true, false]);
  });

  it.each([
    "Among the baselines, BM25 and dense retrieval perform on par.",
    "We compare two baselines, BM25 and dense retrieval, and find both equally good.",
    "Of the two baselines, BM25 works best, dense retrieval worst.",
    "In higher education, BM25 and dense retrieval are used.",
    "Improving over the years, dense retrieval is now on a par with BM25.",
  ])("no third thing is ahead: %s", (sentence) => {
    expect(isThirdAhead(["BM25", "dense retrieval"], sentence)).toBe(false);
  });

  it("are not missing where a quote has words that begin as theirs", () => {
    const quote = (text: string) => [{ text, paper: { title: "A study" } }];
    const sides = ["column stores", "row stores"] as const;
    expect(sidesMissing(sides, quote("Columnar management is fast, the row store is not."))).toEqual([]);
    expect(sidesMissing(sides, quote("The row store is fast."))).toEqual(["column stores"]);
  });

  it("are named by their initials and by what they are based on", () => {
    const rag = ["retrieval-augmented generation", "fine-tuning"] as const;
    const sentence = "While unsupervised fine-tuning offers some improvement, RAG consistently outperforms it.";
    expect(namedSides(rag, sentence)).toEqual([true, true]);
    expect(favoredSide(rag, "RAG consistently outperforms fine-tuning.")).toBe(1);
    const tuned = ["prefix tuning", "prompt tuning"] as const;
    expect(favoredSide(tuned, "Full fine-tuning is slower than prompt tuning (PT).")).toBe(0);
    const adapters = ["adapters", "fine-tuning"] as const;
    expect(favoredSideByTitle(adapters, "Our method outperforms baselines without fine-tuning.", "Adapters for parsing")).toBe(0);
    expect(favoredSideByTitle(adapters, "It clearly outperforms standard fine-tuning.", "Adapters for parsing")).toBe(1);
    expect(namedSides(["template-based", "neural generation"], "Even templated baselines exceed neural models.")).toEqual([
      true,
      true,
    ]);
    expect(namedSides(["template-based", "neural generation"], "Neural models improve.")).toEqual([false, true]);
  });

  it("a side of one noun shares nothing with the other", () => {
    expect(favoredSide(["dense retrieval", "BM25"], "Retrieval with vectors, dense or not, beats BM25.")).toBe(1);
    expect(namedSides(["extractive", "abstractive summarization"], "Summarization improves.")).toEqual([false, false]);
    expect(namedSides(["convolutional", "recurrent encoders"], "Encoders improve.")).toEqual([false, false]);
    expect(namedSides(["pruning", "weight quantization"], "Quantization improves.")).toEqual([false, true]);
  });

  it.each([
    ["Multilingual DPR is far less effective than BM25.", "A Benchmark for Dense Retrieval", 1],
    ["It improves over BM25 by nine points of recall.", "A Benchmark for Dense Retrieval", -1],
    ["With no labels it beats every baseline and rivals BM25.", "A Benchmark for Dense Retrieval", 0],
    ["Multilingual DPR is far less effective than BM25.", "A Benchmark of Parsers", 0],
    ["Multilingual DPR is far less effective than BM25.", "Dense Retrieval and BM25", 0],
    ["Nothing is compared here.", "Dense Retrieval", 0],
  ])("the title says who is compared with the one that a sentence names: %s (%s)", (sentence, title, expected) => {
    expect(favoredSideByTitle(["BM25", "dense retrieval"], sentence, title)).toBe(expected);
  });
});

describe("a claim turned round", () => {
  it.each([
    ["Pruning increases errors.", "Pruning decreases errors", "There is no evidence that Pruning increases errors"],
    ["Does pruning improve speed?", "Does pruning worsen speed", "Does not pruning improve speed"],
    ["Pruning does not improve speed.", "Pruning does not worsen speed", "Pruning improve speed"],
    ["Models cannot count.", "Models can count", "Models can count"],
  ])("%j", (claim, reversed, denied) => {
    expect(oppositesOf(claim)).toEqual({ reversed, denied });
  });
});

describe("the search for the opposite", () => {
  it.each([
    [
      "Does dropout improve calibration?",
      "dropout calibration does not improve worsen no effect no improvement fails negative results",
    ],
    ["Does BM25 outperform dense retrieval?", "dense retrieval outperforms BM25 BM25 dense retrieval"],
  ])("of the reading of %j", (question, expected) => {
    expect(counterSearchText(readQuestion(question))).toBe(expected);
  });

  it("of a claim is the claim reversed", () => {
    expect(counterSearchText("Pruning increases errors.")).toBe(
      "Pruning decreases errors no effect no improvement fails negative results",
    );
    expect(counterSearchText(" ")).toBe("");
  });
});

describe("counter-evidence", () => {
  const claim = "Dropout increases overfitting of small networks.";
  const against = { paper_id: "a", text: "We find that dropout significantly decreases overfitting of small networks." };
  const agrees = { paper_id: "b", text: "We find that dropout significantly increases overfitting of small networks." };

  it("is what contradicts, and nothing that agrees or is about something else", () => {
    const other = { paper_id: "c", text: "Vocabularies grow with the corpus." };
    expect(counterEvidenceOf(claim, [agrees, other, against]).map(({ passage }) => passage)).toEqual([against]);
  });

  it("is one sentence of a paper", () => {
    expect(counterEvidenceOf(claim, [against, { ...against, text: `${against.text.slice(0, -1)} here.` }])).toHaveLength(1);
  });

  it("of a comparison is the other side ahead", () => {
    const passages = [
      { paper_id: "a", text: "BM25 outperforms dense retrieval." },
      { paper_id: "b", text: "Dense retrieval outperforms BM25." },
    ];
    expect(counterEvidenceOf("Does BM25 outperform dense retrieval?", passages)).toEqual([
      { passage: passages[1], confidence: 0.9 },
    ]);
  });
});
