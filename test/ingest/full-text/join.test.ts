import { expect, it } from "vitest";
import { lineJoiner } from "../../../ingest/full-text/pdf/join.ts";

const DOCUMENT = [
  "the state of the art is of interest",
  "ing has been cut off a page before",
  "fine and tuning, pretrained models, document level",
  "SciBERT and MEDLINE and BERT-CRF",
];

it.each([
  [["a state-", "of-the-art model"], "a state-of-the-art model"],
  [["it is interest-", "ing to see"], "it is interesting to see"],
  [["infor-", "mation"], "information"],
  [["fine-", "tuning"], "fine-tuning"],
  [["pre-", "trained models"], "pretrained models"],
  [["SciB-", "ERT and MED-", "LINE"], "SciBERT and MEDLINE"],
  [["BERT-", "CRF and NAACL-", "HLT"], "BERT-CRF and NAACL-HLT"],
  [["https://github.com/", "deepfigures-open"], "https://github.com/deepfigures-open"],
  [["see https:", "//nlm.nih.gov and http://", "allenai.org/data"], "see https://nlm.nih.gov and http://allenai.org/data"],
  [["http://allenai.org/data/", "https://github.com"], "http://allenai.org/data/ https://github.com"],
  [["at https://microsoft.com/", "Direct links"], "at https://microsoft.com/ Direct links"],
  [["upper/", "lowercase and Navarro–", "Frenk"], "upper/lowercase and Navarro–Frenk"],
])("lines %j are one text: %s", (lines, text) => {
  expect(lineJoiner(DOCUMENT)(lines)).toBe(text);
});
