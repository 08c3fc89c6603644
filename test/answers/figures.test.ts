import { describe, expect, it } from "vitest";
import { countedUnit, figureAsked, tellsFigure } from "../../src/answers/extractive/figures.ts";

const tells = (question: string, text: string) => tellsFigure(text, figureAsked(question));

const PARSING = "How accurate is dependency parsing on tweets?";
const SARCASM = "How well do systems detect sarcasm?";
const HELPS = "How much does augmentation help classification?";
const SPEED = "How much does pruning speed up inference?";
const AGREE = "How much do annotators agree on offensive language?";
const EXAMPLES = "How many examples does few-shot parsing need?";

describe("what figures a question asks for", () => {
  it.each([
    [PARSING, "quality"],
    [SARCASM, "quality"],
    [HELPS, "quality"],
    ["How much does quantization reduce the accuracy of language models?", "quality"],
    [SPEED, "speed"],
    ["How fast is constituency parsing?", "speed"],
    [AGREE, "share"],
    ["What share of papers can be reproduced?", "share"],
    ["How often do dialogue models contradict themselves?", "share"],
    [EXAMPLES, "count"],
    ["How much annotated data does a parser need?", "count"],
    ["How much memory does adapter tuning save?", "count"],
    ["What happens when models are trained on their own outputs?", null],
  ])("%s: %s", (question, asked) => {
    expect(figureAsked(question)).toBe(asked);
  });
});

describe("what a question wants the number of", () => {
  it.each([
    ["How many examples does prompting need?", "examples"],
    ["What share of warnings are false, and how many do developers fix?", null],
    ["How many of the warnings are false?", null],
    ["Which warnings are true, and how many should developers fix?", null],
  ])("%s", (question, unit) => {
    expect(countedUnit(question)).toBe(unit);
  });
});

describe("a figure of what is asked for", () => {
  it.each([
    [PARSING, "The parser reaches an accuracy of 80.2% on tweets."],
    [HELPS, "It improves classification with an order-of-magnitude increase in accuracy per example."],
    [PARSING, "We obtain a LAS of 77.4 on the test set."],
    [PARSING, "Labeled attachment falls to .71 on tweets."],
    [PARSING, "It makes half of the errors of the older parser."],
    [SARCASM, "The best of 40 teams reaches an F1 of 0.83."],
    [SARCASM, "Systems reach 64 F1 on unseen topics."],
    [SARCASM, "A recall of 91.5 was measured."],
    [HELPS, "Augmentation gains 3.0 points on average."],
    [HELPS, "It improves accuracy by 8.8% over six data sets."],
    [HELPS, "The relative gain is 12 percent."],
    [HELPS, "Accuracy doubled with ten examples."],
    [SPEED, "Inference is 2.4x faster."],
    [SPEED, "It takes 30 ms instead of 75."],
    [SPEED, "Pruning brings a 10-fold speedup."],
    [SPEED, "The pruned parser reads 1,200 tokens per second."],
    [SPEED, "Inference takes 3 hours on one processor."],
    [SPEED, "Pruning makes inference three times, or 3 times, as fast."],
    [AGREE, "Cohen's kappa was 0.61."],
    [AGREE, "They agree on two out of three comments."],
    [AGREE, "Annotators chose the same label in 71% of all cases."],
    [EXAMPLES, "With 16 examples a relation it comes close to full training."],
    [EXAMPLES, "Hundreds of examples are enough."],
  ])("%s %s", (question, text) => {
    expect(tells(question, text)).toBe(true);
  });
});

describe("another figure, or none", () => {
  it.each([
    [PARSING, "We annotate 929 tweets with dependencies."],
    [PARSING, "The treebank was made in 2014."],
    [PARSING, "We compare 12 parsers on 3 treebanks."],
    [PARSING, "We present (1) a treebank and (2) a parser."],
    [PARSING, "The parser is accurate."],
    [SARCASM, "We collect 39,000 tweets by 2,000 users."],
    [SARCASM, "We run 350 experiments with seven models."],
    [SARCASM, "We fine-tune BERT4 and a model of 7B parameters."],
    [HELPS, "Our benchmark covers 40 languages."],
    [HELPS, "We use three augmentation methods on six data sets."],
    [HELPS, "We study 5-shot classification with GPT-2."],
    [SPEED, "We prune 12 layers of 4-bit models."],
    [SPEED, "Inference is much faster."],
    [AGREE, "We ask 25 annotators about 10,000 comments."],
    [AGREE, "Agreement is low."],
    [EXAMPLES, "Few examples are needed."],
    [EXAMPLES, "We work on 5-shot parsing with GPT-4."],
  ])("%s %s", (question, text) => {
    expect(tells(question, text)).toBe(false);
  });
});
