import { describe, expect, it } from "vitest";
import { isPlain, readTypedQuery, type TypedQuery } from "../../src/retrieval/typed-query.ts";

describe("what people type", () => {
  it.each<[string, Partial<TypedQuery>]>([
    ["author:goldberg parsing", { text: "parsing", authors: ["goldberg"] }],
    ['author:"Yoav Goldberg" Author:levy', { text: "", authors: ["Yoav Goldberg", "levy"] }],
    [
      "venue:ACL year:2020-2023 summarization",
      { text: "summarization", venues: ["ACL"], years: { year_from: 2020, year_to: 2023 } },
    ],
    ["parsing year:2019", { text: "parsing", years: { year_from: 2019, year_to: 2019 } }],
    ["parsing year:2019-", { text: "parsing", years: { year_from: 2019 } }],
    ["parsing year:..2019", { text: "parsing", years: { year_to: 2019 } }],
    ["parsing year:>2019 year:<=2021", { text: "parsing", years: { year_from: 2020, year_to: 2021 } }],
    ["parsing year:[2019", { text: "parsing year:[2019" }],
    ["year:20x parsing", { text: "parsing", wrong: { field: "year", value: "20x" } }],
    ["year:2023-2020", { wrong: { field: "year", value: "2023-2020" } }],
    ["author:!!", { wrong: { field: "author", value: "!!" } }],
    ["category:cs.IR ranking", { text: "ranking", categories: ["cs.IR"] }],
    ['"word embeddings" gender', { text: "word embeddings gender", phrases: ["word embeddings"] }],
    ["“word embeddings” «gender bias»", { text: "word embeddings gender bias", phrases: ["word embeddings", "gender bias"] }],
    ["retrieval -dense -“late interaction”", { text: "retrieval", without: ["dense", "late interaction"] }],
  ])("%s", (query, expected) => expect(readTypedQuery(query)).toMatchObject(expected));

  it.each([
    "state-of-the-art retrieval - a survey",
    "temperature -1 and x - y",
    'a 12" screen',
    "author: identification methods",
    "BERT: pre-training",
    "https://doi.org/10.18653/v1/P19-1612",
    "coauthor:ship",
  ])("%s is plain text", (query) => {
    expect(isPlain(readTypedQuery(query))).toBe(true);
    expect(readTypedQuery(query).text.replaceAll('"', "")).toBe(query.replaceAll('"', "").replace(/\s+/gu, " ").trim());
  });
});
