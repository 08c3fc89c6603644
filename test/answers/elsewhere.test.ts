import { describe, expect, it } from "vitest";
import { readQuestion } from "../../src/answers/question/read.ts";
import { comparedElsewhere } from "../../src/answers/stance/elsewhere.ts";

interface Quoted {
  text: string;
  title?: string;
  abstract?: string;
}

function elsewhere(question: string, ...quotes: Quoted[]) {
  const quoted = quotes.map(({ text, title = "A study", abstract = "" }, index) => ({
    paper: { paper_id: `p${index}`, title, abstract },
    text,
  }));
  return comparedElsewhere(question, readQuestion(question, { today: "2026-01-01" }), quoted);
}

const RELATION = "Is LSTM or CNN better for relation classification?";
const LEGAL = "BERT or RoBERTa for legal judgment prediction?";
const SPEECH = "Is pipeline or end-to-end modeling better for speech translation?";
const FEW = "Does prompt tuning outperform fine-tuning on named entity recognition?";

describe("a paper compares two things for something else than asked", () => {
  it.each([
    [RELATION, "The LSTM outperforms the CNN in part-of-speech tagging."],
    [RELATION, "The CNN beats the LSTM by two points on speech."],
    [RELATION, "LSTM is better than CNN for parsing."],
    [RELATION, "We compare an LSTM with a CNN on sentiment."],
    [RELATION, "The CNN is faster than the LSTM."],
    [LEGAL, "RoBERTa outperforms BERT on sarcasm."],
    [LEGAL, "BERT is worse than RoBERTa on all tweets."],
    [LEGAL, "RoBERTa is superior to BERT in reading comprehension."],
    [LEGAL, "RoBERTa surpasses BERT in entity linking."],
    [SPEECH, "The pipeline outperforms end-to-end modeling in dialogue."],
    [SPEECH, "End-to-end modeling is better than a pipeline in entity extraction."],
    [SPEECH, "The pipeline falls short of end-to-end modeling in parsing."],
    [FEW, "Prompt tuning outperforms fine-tuning on summarization."],
    [FEW, "Fine-tuning is better than prompt tuning in translation."],
    [FEW, "Prompt tuning lags behind fine-tuning on questions with numbers."],
  ])("%s %s", (question, text) => {
    expect(elsewhere(question, { text })?.papers).toBe(1);
  });

  it("is counted by paper, with what is asked in the question's words", () => {
    const tagging = { text: "The LSTM outperforms the CNN in tagging." };
    expect(elsewhere(RELATION, tagging, { text: "Relations are classified by an LSTM." }, tagging)).toEqual({
      papers: 2,
      instead: "relation classification",
    });
    expect(elsewhere("Is LSTM or CNN better for relation classification when data are scarce?", tagging)?.instead).toBe(
      "relation classification",
    );
  });
});

describe("that is not said where it is not sure", () => {
  it.each<[string, string, Quoted]>([
    ["the sentence names it", RELATION, { text: "The LSTM outperforms the CNN in relation classification." }],
    ["the sentence names it in part", RELATION, { text: "The LSTM outperforms the CNN in text classification." }],
    ["the title names it", RELATION, { text: "The LSTM beats the CNN.", title: "Classifying Relations with Networks" }],
    ["the abstract names it", RELATION, { text: "The LSTM beats the CNN.", abstract: "We classify relations between names." }],
    ["initials name it", FEW, { text: "Prompt tuning outperforms fine-tuning in biomedical NER." }],
    ["initials name it", SPEECH, { text: "The pipeline beats end-to-end modeling.", title: "A Look at ST" }],
    ["one side alone is quoted", RELATION, { text: "The LSTM is accurate in tagging." }],
    ["one side alone is quoted", LEGAL, { text: "RoBERTa outperforms all baselines on sarcasm." }],
    ["the two are not compared", RELATION, { text: "We train an LSTM and a CNN." }],
    ["the two are not compared", LEGAL, { text: "BERT and RoBERTa are language models." }],
    ["a third thing is compared with both", LEGAL, { text: "Our model outperforms BERT and RoBERTa on sarcasm." }],
    ["a third thing is compared with both", RELATION, { text: "We compare it with networks such as LSTM and CNN." }],
    ["neither is quoted", RELATION, { text: "Tagging is better with more data." }],
    ["the question names nothing", "Does dense retrieval beat BM25?", { text: "BM25 beats dense retrieval on code." }],
    ["the question names nothing", "Is LSTM better than CNN?", { text: "The LSTM is better than the CNN in tagging." }],
    ["the question names nothing", "LSTM vs CNN", { text: "The LSTM outperforms the CNN in tagging." }],
    ["no two things are compared", "Does dropout help parsing?", { text: "Dropout is better than nothing in tagging." }],
  ])("%s: %s", (_, question, quote) => {
    expect(elsewhere(question, quote)).toBeNull();
  });
});
