import { expect, test } from "vitest";
import { readQuestion } from "../../src/answers/question/read.ts";
import { readOtherNames } from "../../src/answers/question/other-names.ts";
import { readingOf } from "../../src/answers/render/reading.ts";

const names = (text: string) => readOtherNames(text).also.map((term) => term.text);

test.each([
  ["Why do tests pass and fail without any change? (flaky tests)", ["flaky tests"]],
  [
    "Which data sets are there for finding a moment in a film (temporal grounding, video moment retrieval)?",
    ["temporal grounding", "video moment retrieval"],
  ],
  [
    "Does it learn a task from examples alone? (in-context learning, few-shot learning, large language models)",
    ["in-context learning", "few-shot learning", "large language models"],
  ],
  ["How are words put into a space? (word2vec)", ["word2vec"]],
  ["sentences where the verb is left out (gapping; verb phrase ellipsis)", ["gapping", "verb phrase ellipsis"]],
])("other names stand behind the question in parentheses: %s", (text, wanted) => {
  expect(names(text)).toEqual(wanted);
});

test.each([
  "How well does parsing work (no GPU)?",
  "Which taggers are there for small languages (e.g. Sorbian)?",
  "How large are treebanks (in 2023)?",
  "Does it help (few labels)?",
  "Does it help (roughly 10 labels per class)?",
  "Does it help on long texts (more than one page)?",
  "Does self-training help (we have no labels and only a few hundred sentences to learn from)?",
  "Is BERT (Devlin et al.) better than word vectors at tagging?",
  "(flaky tests)",
])("what narrows a question, gives an example or stands within it is no other name: %s", (text) => {
  expect(readOtherNames(text)).toEqual({ also: [], rest: text });
});

test("other names are shown, and no paper must have them", () => {
  const asked = "Why do tests pass and fail without any change?";
  const bare = readQuestion(asked);
  const read = readQuestion(`${asked} (flaky tests)`);
  expect(read).toEqual({ ...bare, subject: { ...bare.subject, also: [{ text: "flaky tests", stems: ["flaki", "test"] }] } });
  expect(readingOf(read)).toContain("; also called “flaky tests”");
});
