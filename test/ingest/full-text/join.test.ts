import { expect, it } from "vitest";
import { lineJoiner } from "../../../ingest/full-text/pdf/join.ts";

const DOCUMENT = [
  "the state of the art is of interest",
  "ing has been cut off a page before",
  "fine and tuning, pretrained models, document level",
];

it.each([
  [["a state-", "of-the-art model"], "a state-of-the-art model"],
  [["it is interest-", "ing to see"], "it is interesting to see"],
  [["infor-", "mation"], "information"],
  [["fine-", "tuning"], "fine-tuning"],
  [["pre-", "trained models"], "pretrained models"],
])("lines %j are one text: %s", (lines, text) => {
  expect(lineJoiner(DOCUMENT)(lines)).toBe(text);
});
