import { describe, expect, it } from "vitest";
import { readQuestion } from "../../src/answers/question/read.ts";
import {
  availabilitySentence,
  missingFactsReason,
  missingFactsSentence,
  type FactQuote,
} from "../../src/answers/stance/requested-facts.ts";

const quote = (paper_id: string, text: string, title = "A title"): FactQuote => ({ paper: { paper_id, title }, text });
const told = (question: string, ...quotes: FactQuote[]) => {
  const read = readQuestion(question, { today: "2026-01-01" });
  return { sentence: missingFactsSentence(read, question, quotes), nothing: missingFactsReason(read, question, quotes) };
};

describe("what the papers quoted tell of what is asked", () => {
  it.each([
    ["How much does pruning speed up inference?", "It is 40% faster.", "It is much faster.", "gives a figure"],
    ["What are the limits of pruning?", "Pruning fails on small models.", "Pruned models are small.", "names a limitation"],
    ["When does pruning fail?", "It loses quality faster on names.", "Pruning is used on names.", "names a limitation"],
    ["What is pruning?", "Pruning is the removal of weights.", "Weights were pruned.", "gives a definition"],
    ["Why does pruning hurt?", "It hurts because weights are lost.", "It hurts by 4 points.", "names a cause in so many words"],
    [
      "Why does BLEU fail?",
      "It fails since BLEU was no measure of meaning.",
      "It has failed since the 1990s.",
      "names a cause in so many words",
    ],
    ["Why does pruning hurt?", "A factor is the loss of weights.", "It hurts by 4 points.", "names a cause in so many words"],
    ["Why does pruning hurt?", "Pruned models are prone to relying on cues.", "It hurts.", "names a cause in so many words"],
    [
      "Why is sarcasm hard?",
      "Ambiguity in sarcasm makes it very difficult.",
      "Sarcasm makes people laugh.",
      "names a cause in so many words",
    ],
    ["pruning in parsers, why is it slow", "It is slow because of memory.", "It is slow.", "names a cause in so many words"],
    ["What explains the cost of pruning?", "It is due to memory.", "It is slow.", "names a cause in so many words"],
    [
      "Which datasets exist for pruning?",
      "Our contributions are (1) a new dataset for pruning.",
      "Our contributions are (1) a method on a dataset.",
      "presents data of its own",
    ],
    [
      "How many examples does pruning need?",
      "With 16 labeled examples it works.",
      "It gains 5.9% on 15 datasets.",
      "gives a number of examples",
    ],
    ["How many examples does pruning need?", "A 16-shot prompt is enough.", "It gains 5.9 points.", "gives a number of examples"],
    [
      "How much labeled data does pruning need?",
      "Only 100 sentences were labeled.",
      "It gains 5.9 points.",
      "gives an amount of data",
    ],
    [
      "Which datasets exist for pruning?",
      "We release a dataset of pruned models.",
      "We test on a dataset.",
      "presents data of its own",
    ],
  ])("%s: only that none does", (question, tells, lacks, words) => {
    expect(told(question, quote("a", tells), quote("b", lacks))).toEqual({ sentence: null, nothing: null });
    const none = told(question, quote("b", lacks), quote("c", lacks));
    expect(none.sentence).toBe(`None of the 2 papers quoted ${words}.`);
    expect(none.nothing).toContain(words.replace(" of its own", ""));
  });

  it.each([
    ["Is there a dataset that labels what causes emotions?", "We introduce a dataset of emotion triggers."],
    ["How well can models predict what causes an accident?", "F1 is 81.2."],
  ])("wants no cause where one is spoken of: %s", (question, text) => {
    expect(told(question, quote("a", text))).toEqual({ sentence: null, nothing: null });
  });

  it.each([
    "The one-to-many nature of dialogue makes automatic evaluation difficult and expensive.",
    "Long inputs make retrieval hard even with filters.",
  ])("takes for a cause: %s", (text) => {
    expect(told("Why do models fail?", quote("a", text)).sentence).toBeNull();
  });

  it.each(["We make publicly available a new challenging test set.", "It makes parsing less difficult."])(
    "takes for no cause: %s",
    (text) => {
      expect(told("Why do models fail?", quote("a", text)).sentence).toContain("does not name a cause");
    },
  );

  it.each([
    "We develop an aligner for it.",
    "We explore transfer and build a cross-lingual parser.",
    "The toolkit is on GitHub.",
  ])("takes for software what is made and called by what it does: %s", (text) => {
    expect(told("Is there code for forced alignment?", quote("a", text)).sentence).toBeNull();
  });

  it("asks for no definition where the best of several is asked for", () => {
    const question = "What is the current best approach for pruning?";
    expect(told(question, quote("a", "Weights were pruned.")).sentence).toBeNull();
    expect(told("What is pruning?", quote("a", "Weights were pruned.")).sentence).toContain("definition");
  });

  it.each(["Existing systems fail on noisy speech.", "We present a survey of alignment errors.", "Parsers are slow."])(
    "takes for no software: %s",
    (text) => {
      const question = "Is there code for forced alignment?";
      const read = readQuestion(question, { today: "2026-01-01" });
      const quotes = [quote("a", text)];
      expect(missingFactsSentence(read, question, quotes)).toBe("The one paper quoted does not present software of its own.");
      expect(missingFactsReason(read, question, quotes)).not.toBeNull();
      // Unless its code is on record.
      expect(missingFactsSentence(read, question, [{ ...quotes[0]!, hasCode: true }])).toBeNull();
      expect(missingFactsReason(read, question, [{ ...quotes[0]!, hasCode: true }])).toBeNull();
    },
  );

  it.each([
    ["How is pruning evaluated?", "We propose a score for it.", "This affects different metrics."],
    ["I prune models, so how is pruning evaluated?", "We report ROUGE scores.", "We adapt metrics of NLP."],
    ["How is pruning evaluated?", "By the accuracy of the score.", "We measure it."],
    ["How is pruning evaluated?", "Scores by experts are collected.", "Its evaluation is hard."],
  ])("%s: that none names by what, but not where something may measure", (question, tells, may) => {
    expect(told(question, quote("a", tells), quote("b", "Pruning is old.")).sentence).toBeNull();
    expect(told(question, quote("b", may), quote("c", may))).toEqual({ sentence: null, nothing: null });
    expect(told(question, quote("b", "Pruning is old."), quote("c", "It is fast."))).toEqual({
      sentence: "None of the 2 papers quoted names a metric.",
      nothing: "No passage quoted names a metric. Below is the closest evidence.",
    });
  });

  it("counts none that says that there is no such data", () => {
    const asked = "Which parallel corpora exist for Rusyn?";
    const texts = ["We align a parallel corpus.", "Neither annotated nor parallel corpora are available for Rusyn."];
    expect(told(asked, ...texts.map((text, index) => quote(`${index}`, text))).sentence).toBe(
      "1 of the 2 papers quoted names parallel data.",
    );
    expect(told(asked, quote("a", "We address the lack of parallel corpora.")).sentence).toContain("does not name");
    const brought = [
      "To address the lack of parallel corpora, we release the first parallel corpus of Rusyn.",
      "We present a parallel corpus that is not only the largest resource but also freely available.",
    ];
    expect(told(asked, ...brought.map((text, index) => quote(`${index}`, text)))).toEqual({ sentence: null, nothing: null });
  });

  it("counts those that name the kind of data that is asked for", () => {
    const asked = "Which treebanks exist for Wolof?";
    const [bank, other] = [quote("a", "We present a treebank of Wolof."), quote("b", "We present a corpus of Wolof.")];
    expect(told(asked, bank, other)).toEqual({
      sentence: "1 of the 2 papers quoted names a treebank.",
      nothing: null,
    });
    expect(told(asked, bank, quote("c", "It has 400 trees.", "A UD corpus of Wolof"), other).sentence).toBe(
      "2 of the 3 papers quoted name a treebank.",
    );
    expect(told(asked, bank)).toEqual({ sentence: null, nothing: null });
    expect(told(asked, other)).toEqual({
      sentence: "The one paper quoted does not name a treebank.",
      nothing: "No passage quoted names a treebank. Below is the closest evidence.",
    });
  });

  it.each([
    ["How many of the errors are due to tokenization?", "About a third of the errors are."],
    ["How many low-resource languages does mBERT cover?", "mBERT covers 104 languages."],
    ["How many few-shot examples does parsing need?", "It needs 2000 labeled examples."],
    ["How many tokens does it read?", "It gains 3 points with only ten tokens."],
    ["How many studies exist?", "Only one study was found."],
    ["How much does text simplification reduce reading time?", "It falls by 20%."],
    ["How much better is speech recognition with more data?", "It is 20% better."],
    ["What approaches exist for parsing when no treebank is available?", "We transfer a parser by projecting annotations."],
    ["Which methods parse languages without a treebank?", "We transfer a parser by projecting annotations."],
    ["How is summarization evaluated?", "Summaries are evaluated with ROUGE and BLEU."],
    ["How is summarization evaluated?", "Summaries are assessed by perplexity and accuracy."],
  ])("%s is told by “%s”", (question, tells) => {
    expect(told(question, quote("a", tells), quote("b", tells))).toEqual({ sentence: null, nothing: null });
  });

  it.each(["-", "a-", "1"])("is told of long texts too, however often they have %j", (part) => {
    const long = quote("a", `scores of examples ${part.repeat(20_000)}`);
    expect(told("How is pruning evaluated?", long).sentence).toBeNull();
    expect(told("How many examples does pruning need?", long).sentence).toBe(
      "The one paper quoted does not give a number of examples.",
    );
  });

  it("is said of one paper too", () => {
    const { sentence } = told("Which datasets exist for pruning?", quote("a", "We test on it."));
    expect(sentence).toBe("The one paper quoted does not present data of its own.");
  });

  it("makes an answer weak where no quote tells it, but for how well something works, which words may say too", () => {
    expect(told("How much does pruning speed up inference?", quote("a", "It is much faster.")).nothing).toBe(
      "No passage quoted gives a figure. Below is the closest evidence.",
    );
    expect(told("Which datasets exist for pruning?", quote("a", "We test on it.")).nothing).toBe(
      "No passage quoted presents data. Below is the closest evidence.",
    );
    expect(told("How well does pruning work?", quote("a", "It works."))).toEqual({
      sentence: "The one paper quoted does not give a figure.",
      nothing: null,
    });
  });

  it("a title that names the thing tells it too", () => {
    const found = told("Which datasets exist for pruning?", quote("a", "It has 40 models.", "PruneSet: A Dataset for Pruning"));
    expect(found).toEqual({ sentence: null, nothing: null });
  });

  it.each([
    "What is known about pruning?",
    "What is the relation between pruning and distillation?",
    "What is behind the loss in pruned models?",
  ])("%s asks for no definition", (question) => {
    expect(told(question, quote("a", "Weights were pruned."))).toEqual({ sentence: null, nothing: null });
  });

  it("says nothing where a yes or no or the better of two is asked for, or nothing is quoted", () => {
    expect(told("Does pruning help?", quote("a", "It helps."))).toEqual({ sentence: null, nothing: null });
    expect(told("Is pruning better than distillation?", quote("a", "It is."))).toEqual({ sentence: null, nothing: null });
    expect(told("How much does it help?").sentence).toBeNull();
  });
});

describe("what can be had", () => {
  const quoted = (...abstracts: string[]) =>
    abstracts.map((abstract, index) => ({ paper: { paper_id: `p${index}`, title: "A study", abstract }, text: abstract }));
  const told = (question: string, ...abstracts: string[]) =>
    availabilitySentence(readQuestion(question, { today: "2026-01-01" }), question, quoted(...abstracts));

  const asked = (things: string) => `open ${things} of parliamentary debates`;

  it("is told where it is asked for", () => {
    expect(told(asked("corpora"), "The corpus is freely available.", "Debates are long.")).toBe(
      "For 1 of the 2 papers quoted data, code or a model is said to be available, in the abstract or on record.",
    );
    expect(told(asked("corpora"), "Debates are long.", "They are dull.")).toBe(
      "Where data, code or a model is to be had is told neither in the abstracts of the 2 papers quoted nor on record.",
    );
    expect(told(asked("corpora"), "We release it.", "It is on GitHub.")).toBe(
      "For both papers quoted data, code or a model is said to be available, in the abstract or on record.",
    );
    expect(told(asked("corpora"), "We release it.", "It is on GitHub.", "It is available online.")).toMatch(
      /^For all 3 papers quoted/u,
    );
    expect(told(asked("corpora"), "Debates.")).toBe(
      "Where data, code or a model is to be had is told neither in the abstract of the one paper quoted nor on record.",
    );
  });

  it.each([
    "parallel corpora of debates I can use commercially",
    "parsers that a school could use right now",
    "pretrained taggers with weights available",
  ])("is asked for by: %s", (question) => {
    expect(told(question, "We release it.")).toMatch(/^For the one paper quoted data, code or a model is said/u);
  });

  it.each(["The corpus is not publicly available.", "No parser is available.", "It cannot be released."])(
    "is not what is denied: %s",
    (text) => {
      expect(told(asked("corpora"), text)).toMatch(/^Where data, code or a model is to be had is told neither/u);
    },
  );

  it("is not that which is lacking", () => {
    expect(told(asked("corpora"), "Neither annotated nor parallel corpora are available.")).toMatch(
      /^Where data, code or a model is to be had is told neither/u,
    );
  });

  it("counts code on record, and is not told of another question", () => {
    const question = "tools with code for program repair";
    const read = readQuestion(question, { today: "2026-01-01" });
    const quotes = quoted("Repair.", "More repair.").map((quote, index) => ({ ...quote, hasCode: index === 0 }));
    expect(availabilitySentence(read, question, quotes)).toMatch(/^For 1 of the 2 papers quoted/u);
    expect(told("Which corpora of debates exist?", "Debates.")).toBeNull();
    expect(told("Is there code for pruning?", "Our code is publicly available.")).toMatch(
      /^For the one paper quoted data, code/u,
    );
    expect(told("How is open information extraction done?", "It is open.")).toBeNull();
    expect(told("Which methods can use unlabeled data?", "It is available.")).toBeNull();
    expect(told("Which methods measure public opinion?", "Opinions.")).toBeNull();
    expect(told("Which error-correcting code for storage exists?", "Codes.")).toBeNull();
    expect(told(asked("corpora"), "We study published debates.", "Publicly traded firms debate.")).toMatch(
      /^Where data, code or a model is to be had is told neither/u,
    );
  });
});
