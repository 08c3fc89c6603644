import { describe, expect, it } from "vitest";
import { demandsMet, keptIfRead, statesAmount, tellsFailure } from "../../src/answers/extractive/demands.ts";
import { readQuestion } from "../../src/answers/question/read.ts";
import { only, passage } from "../support/passages.ts";

const kept = (question: string, text: string, roles = only("result")) =>
  demandsMet(passage("a", text, { roles }), readQuestion(question, { today: "2026-01-01" }), question);

describe("a name that is asked about", () => {
  it.each([
    ["Which corpora exist for Mandarin?", "We present a corpus of Chinese news."],
    ["Which corpora exist for Farsi?", "We present a corpus of Persian news."],
    ["How well does Llama 3 parse?", "We compare Llama 2 and 3 and reach an accuracy of 80%."],
    ["How well is Type 2 diabetes found?", "Type 1 and type 2 diabetes are found with an accuracy of 80%."],
  ])("is met in its other forms: %s %s", (question, text) => {
    expect(kept(question, text)).toBe(1);
  });
});

describe("what a kind of question demands of a sentence", () => {
  it.each([
    ["How much does pruning speed up inference?", "Pruning speeds up inference by 40%.", "Pruning makes inference much faster."],
    ["How accurate is dependency parsing on tweets?", "The parser reaches 80.2% on tweets.", "We parse 929 tweets of 250 users."],
    ["How much does pruning hurt accuracy?", "Accuracy drops by 2.1 points.", "We prune 12 models on 40 languages."],
    ["Is BM25 better than dense retrieval?", "BM25 beats dense retrieval on names.", "The paper runs BM25 and dense retrieval."],
    ["Is BM25 better than dense retrieval?", "BM25 beats dense retrieval on names.", "Our method is the best on all sets."],
    [
      "What are the limits of dense retrieval?",
      "Dense retrieval fails on rare names.",
      "Our dense retrieval outperforms all others by far.",
    ],
    [
      "papers that report that augmentation does not help parsing",
      "Augmentation does not improve the parser.",
      "Augmentation greatly improves the parser.",
    ],
    ["How are parsers evaluated?", "Parsers are evaluated using attachment scores.", "Our parser outperforms all others."],
    ["What is entity linking?", "Entity linking is the task of finding an entry for a name.", "We present results on names."],
    [
      "Which datasets exist for entity linking?",
      "We present a dataset of names with their entries.",
      "We present results on names and entries.",
    ],
    [
      "Which datasets exist for entity linking?",
      "We release NameSet, a corpus of names.",
      "We present a method and test it on a dataset of names.",
    ],
    ["What are the limits of dense retrieval?", "Names are not found.", "Our model is better on names."],
    ["Which treebanks exist for Wolof?", "We present a treebank of Wolof.", "We present a corpus of names in Wolof."],
    ["Which lexicons exist for Wolof?", "We present a dictionary of Wolof.", "We present a corpus of Wolof."],
    [
      "Which parallel corpora exist for Wolof?",
      "We release a bilingual corpus of Wolof.",
      "We release a corpus of Wolof tweets.",
    ],
    [
      "Which datasets of names exist in languages other than English?",
      "We present a dataset of names in Wolof.",
      "We present a dataset of English names.",
    ],
    [
      "Which non-English datasets of names exist?",
      "We present a dataset of English and Wolof names.",
      "We present a dataset of English names.",
    ],
    [
      "Is BM25 better than dense retrieval?",
      "BM25 beats dense retrieval on names.",
      "Our method outperforms both BM25 and dense retrieval.",
    ],
    [
      "Which corpora of learner English exist?",
      "We present a corpus of learner English.",
      "We present a corpus of learner Spanish.",
    ],
    ["How well does GPT-4 parse?", "GPT-4 reaches 80.2% where GPT-3 reached 70.1%.", "GPT-3.5 reaches 80.2% on tweets."],
    ["Does Llama 2 parse well?", "Parsers with Llama-2 are good.", "Parsers with Llama 3 are good."],
    ["How many examples does parsing need?", "A parser needs 16 labeled examples.", "A parser gains 5.9% on 15 datasets."],
    [
      "I write parsers, so how are parsers evaluated?",
      "Parsers are evaluated by a metric.",
      "Our parser outperforms all others.",
    ],
    [
      "Which datasets exist for entity linking?",
      "We create a corpus of names.",
      "We run all systems on the created corpus of names.",
    ],
    [
      "Which methods reduce bias in embeddings?",
      "We remove the bias of embeddings by projecting them.",
      "We present a measure of bias in embeddings.",
    ],
    [
      "Does augmentation help parsing?",
      "The parser gains from augmentation.",
      "Nous appliquons ensuite un regroupement automatique des phrases.",
    ],
    [
      "What approaches have been proposed for summarizing conflicting news?",
      "We propose a graph model that merges reports of one event.",
      "Conflicting reports remain a complex challenge.",
    ],
    [
      "How can solvers be kept from relying on shallow patterns?",
      "We train solvers by contrasting problems of one pattern.",
      "Solvers fail as soon as a pattern is missing.",
    ],
  ])("%s", (question, meets, lacks) => {
    expect(kept(question, meets)).toBe(1);
    expect(kept(question, lacks)).toBeLessThan(1);
  });

  it.each([
    ["Why do detectors fail on dialects?", "Annotators mislabel what only the dialect makes offensive."],
    ["Does augmentation help parsing?", "Our proposed augmentation improves parsers."],
  ])("nothing that answers all the same: %s %s", (question, text) => {
    expect(kept(question, text)).toBe(1);
  });

  it("findings are asked for, not what was to be found out", () => {
    const question = "Does augmentation help parsing?";
    expect(kept(question, "We study whether augmentation helps.", only("aim"))).toBeLessThan(1);
    expect(kept("Which papers augment treebanks?", "We aim to augment treebanks.", only("aim"))).toBe(1);
  });

  it("the state of the art is told by who is best", () => {
    expect(kept("What is the state of the art in parsing?", "Our parser outperforms all others.")).toBe(1);
  });

  it("of a comparison, a sentence on both sides keeps more than one on one side, and that more than one on neither", () => {
    const [both, one, none] = ["BM25 beats dense retrieval.", "BM25 is fast.", "Names are rare."].map((text) =>
      kept("Is BM25 better than dense retrieval?", text),
    );
    expect(both).toBeGreaterThan(one!);
    expect(one).toBeGreaterThan(none!);
  });
});

describe("an amount", () => {
  it.each([
    ["It takes 5,000 examples.", true],
    ["The gain is 2.3 points.", true],
    ["It halves the error: half of all mistakes are gone.", true],
    ["Published in 2019, it uses BERT4 and F1.", false],
    ["Models such as GPT-2 and word2vec help.", false],
    ["It helps a lot.", false],
  ])("%s", (text, states) => {
    expect(statesAmount(text)).toBe(states);
  });
});

describe("a failure", () => {
  it.each([
    ["Augmentation does not help.", true],
    ["Pretraining hurts on small sets.", true],
    ["Gains are negligible.", true],
    ["Dense retrieval loses quality faster than BM25.", true],
    ["Detectors mislabel tweets in a dialect as abusive.", true],
    ["Augmentation helps in every setting.", false],
  ])("%s", (text, fails) => {
    expect(tellsFailure(text)).toBe(fails);
  });
});

describe("the demands of a sentence that is read together with the question", () => {
  const read = (question: string, text: string, roles = only("result")) =>
    demandsMet(passage("a", text, { roles }), readQuestion(question, { today: "2026-01-01" }), question, { toBeRead: true });

  it("take away the root of what they do otherwise, and nothing where they are met", () => {
    const question = "How much does pruning speed up inference?";
    const without = "Pruning makes inference much faster.";
    expect(read(question, without)).toBeCloseTo(Math.sqrt(kept(question, without)), 10);
    expect(read(question, without)).toBeLessThan(1);
    expect(read(question, "Pruning speeds up inference by 40%.")).toBe(1);
  });

  it("leave a yes or no to the reader, but for its language", () => {
    const question = "Does pruning speed up inference?";
    const aim = "We study whether pruning speeds up inference.";
    expect(kept(question, aim, only("aim"))).toBeLessThan(1);
    expect(read(question, aim, only("aim"))).toBe(1);
    expect(read(question, "Nous montrons que les poids sont inutiles dans une couche.")).toBeLessThan(0.5);
  });
});

describe("what a question excepts", () => {
  const asked = (question: string, title: string, text: string) => {
    const read = readQuestion(question, { today: "2026-01-01" });
    const own = passage("a", text, { roles: only("result") });
    const sentence = { ...own, paper: { ...own.paper, paper: { ...own.paper.paper, title } } };
    return keptIfRead(sentence, read, question);
  };

  it.each([
    ["Any sign language dataset beyond weather forecasts?", "PHOENIX-Weather: a corpus", "It holds sign language."],
    ["Any sign language dataset beyond weather forecasts?", "A corpus", "TVGWeather holds sign language."],
    ["speech emotion corpora, not in English", "A corpus", "We present an English emotion corpus."],
    ["parsing languages other than English", "A parser", "We parse English news."],
    ["hate speech datasets that aren't in English", "A corpus", "We present an English corpus."],
    ["hate speech corpora not in english", "A corpus", "We present an English corpus."],
    ["non-english ner datasets", "A corpus", "We tag names in English news."],
    ["datasets in languages other than English/Chinese", "A corpus", "We present an English corpus."],
    ["datasets in languages other than English or Chinese", "A corpus", "We present a Chinese and English corpus."],
    [
      "code-switched speech, anything other than english-hindi or spanish-english",
      "A corpus",
      "We record Spanish and English speech.",
    ],
    ["code-switched speech, anything other than Spanish-English", "A corpus", "We record Spanish and English speech."],
    ["corpora other than LibriSpeech", "LibriSpeech again", "It is noisy."],
    ["hate speech datasets other than Twitter data", "A corpus", "We construct a corpus of Twitter posts."],
  ])("halves what is about just that: %s", (question, title, text) => {
    expect(asked(question, title, text)).toBe(0.5);
  });

  it.each([
    [
      "How are hallucinations detected without the model's internals?",
      "Our detector leverages the internal states of models.",
      0.5,
    ],
    ["Which detectors need no access to the model's internals?", "We train it using the internal states of a model.", 0.5],
    ["How are hallucinations detected without the model's internals?", "It requires no access to internal states.", 1],
    ["How are hallucinations detected without the model's internals?", "Unlike ways based on internal states, it samples.", 1],
    ["How are hallucinations detected without the model's internals?", "It uses several sampled answers of a model.", 1],
    ["How can NMT be trained without parallel data?", "We train it using parallel data of two domains.", 0.5],
    ["How can NMT be trained without parallel data?", "Our method requires no parallel data.", 1],
    ["How can NMT be trained without parallel data?", "It is based on back-translation without parallel data.", 1],
    ["How can NMT be trained without parallel data?", "It uses monolingual instead of parallel data.", 1],
    ["How can NMT be trained without parallel data?", "It is trained using non-parallel data only.", 1],
    ["Can models adapt without source data?", "It outperforms ways that use source data.", 1],
    ["How is tagging done without human labels?", "It is trained using labels that an LLM made.", 1],
    ["How are models quantized without accuracy loss?", "We use a distillation loss to keep accuracy.", 1],
  ])("halves what uses the very thing that it is to be done without: %s %s", (question, text, kept) => {
    expect(asked(question, "A way", text)).toBe(kept);
  });

  it.each([
    ["Any sign language dataset beyond weather forecasts?", "A corpus", "It holds lectures in sign language."],
    ["speech emotion corpora, not in English", "A corpus", "We present an English and German emotion corpus."],
    ["code-switched speech, anything other than Spanish-English", "A corpus", "We record Hindi and English speech."],
    ["Hindi code-switched speech, anything other than Spanish-English", "A corpus", "We record Hindi and English speech."],
    ["datasets in languages other than English/Chinese", "A corpus", "We present a German corpus."],
    ["How is parsing done without treebanks?", "A treebank", "We parse with a treebank."],
    ["Any sign language dataset beyond weather forecasts?", "A corpus", "Besides weather forecasts it holds lectures."],
    ["hate speech datasets other than Twitter data", "A corpus", "We annotate data of Reddit."],
    ["Are models other than LLMs used for tagging?", "CRFs for tagging", "Random fields are used for tagging."],
    ["Which metrics other than BLEU agree with people?", "A metric", "It agrees better than BLEU."],
    ["Which ways other than fine-tuning exist?", "Prompting", "Prompting works without fine-tuning."],
    [
      "How can tagging be done for languages other than English without labeled data?",
      "A tagger",
      "Without any labeled data it tags.",
    ],
    ["How to extend language models beyond their context window?", "A model", "We extend the context window."],
    ["Why do parsers work in English but not in Swahili?", "A parser", "Parsers fail on Swahili."],
  ])("leaves anything else: %s", (question, title, text) => {
    expect(asked(question, title, text)).toBe(1);
  });
});
