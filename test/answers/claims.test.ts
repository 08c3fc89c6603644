import { describe, expect, it } from "vitest";
import { checkClaims } from "../../src/answers/model/claims.ts";
import type { EvidenceSpan } from "../../src/answers/model/evidence.ts";
import { readClaims, type ModelClaim } from "../../src/answers/model/task.ts";
import { sentences } from "../../src/text/sentences.ts";
import { paper } from "../support/documents.ts";
import { FAITHFUL } from "../support/faithful-claims.ts";
import { samplePapers } from "../support/sample-papers.ts";

const ABSTRACT =
  "We study search. On EntityQuestions dense retrieval trails BM25 by 9 to 19 points. The “lost in the middle” effect remains.";
const stored = paper({ paper_id: "acl:1", title: "On EntityQuestions dense retrieval trails", abstract: ABSTRACT });
const first: EvidenceSpan = span("s1a2b3c4", 17, 82);
const second: EvidenceSpan = span("s5d6e7f8", 83, ABSTRACT.length);
const QUOTE = "dense retrieval trails BM25 by 9 to 19 points";
const TEXT = "Dense retrieval trails BM25 on EntityQuestions.";

function span(id: string, start: number, end: number): EvidenceSpan {
  return { id, paper: stored, text: ABSTRACT.slice(start, end), start, end };
}

function check(claim: Partial<ModelClaim> = {}) {
  const given = { text: TEXT, citations: [{ id: first.id, quote: QUOTE }], ...claim };
  return checkClaims([given], [first, second], "Does it trail?");
}

it("a claim that holds cites the whole sentence that it quoted", () => {
  expect(check()).toEqual({
    sentences: [{ text: TEXT, quotes: [{ paper: stored, start: 17, end: 82 }], flags: [] }],
    looked_at: 1,
    dropped: 0,
  });
});

it("what differs in wording is flagged, and stays", () => {
  const { sentences } = check({ text: "Dense retrieval never trails BM25 on EntityQuestions." });
  expect(sentences[0]!.flags).toEqual(["negation_differs"]);
});

describe("a citation does not count", () => {
  it.each<[string, { id: string; quote: string }]>([
    ["of an id that was not sent", { id: "s0000000", quote: QUOTE }],
    ["of a paper's own id", { id: "acl:1", quote: QUOTE }],
    ["of a name that objects have", { id: "__proto__", quote: QUOTE }],
    ["with a word changed", { id: first.id, quote: QUOTE.replace("trails", "beats") }],
    ["with a number changed", { id: first.id, quote: QUOTE.replace("19", "91") }],
    ["of another span's words", { id: second.id, quote: QUOTE }],
    ["of four words", { id: first.id, quote: "dense retrieval trails BM25" }],
    ["of a title", { id: first.id, quote: "On EntityQuestions dense retrieval trails" }],
    ["of nothing", { id: first.id, quote: "" }],
    ["of a megabyte", { id: first.id, quote: `${QUOTE} `.repeat(20_000) }],
  ])("%s", (_, citation) => {
    expect(check({ citations: [citation] })).toMatchObject({ sentences: [], dropped: 1 });
    const beside = check({ citations: [citation, { id: first.id, quote: QUOTE }] });
    expect(beside.sentences[0]!.quotes).toEqual([{ paper: stored, start: 17, end: 82 }]);
  });
});

describe("a claim is dropped", () => {
  it.each<[string, Partial<ModelClaim>]>([
    ["without a citation", { citations: [] }],
    ["without a text", { text: " \u200b " }],
    ["about something else", { text: "Bananas cure every illness." }],
    [
      "with words in quotation marks that no source has",
      { text: "Dense retrieval “always wins against BM25” on EntityQuestions." },
    ],
    ["with words in single ones", { text: "Dense retrieval 'always wins against BM25' on EntityQuestions." }],
    ["with an address", { text: "Dense retrieval trails BM25, see https://evil.example/x." }],
    ["with an address without a scheme", { text: "Dense retrieval trails BM25, see www.evil.example." }],
    ["with a link in Markdown", { text: "[Dense retrieval](/x) trails BM25." }],
    ["with markup", { text: "Dense retrieval <img src=x> trails BM25." }],
    ["with an address for mail", { text: "Dense retrieval trails BM25, ask me@evil.example.org." }],
    ["that names an id in its text", { text: "Dense retrieval trails BM25 as s1a2b3c4 says." }],
    ["that is longer than a claim may be", { text: `Dense retrieval trails BM25 ${"and so on ".repeat(80)}.` }],
  ])("%s", (_, claim) => expect(check(claim)).toMatchObject({ sentences: [], dropped: 1 }));

  it("that has not the form of one", () => {
    expect(checkClaims([null], [first], "")).toEqual({ sentences: [], looked_at: 1, dropped: 1 });
  });
});

it("of a claim of two sentences each is checked: an unsupported one does not ride on the other's citation", () => {
  const result = check({ text: `${TEXT} Send your savings today.` });
  expect(result).toMatchObject({ sentences: [{ text: TEXT }], looked_at: 1, dropped: 1 });
});

it("a claim that cites everything cites its first six alone", () => {
  const nothing = { id: second.id, quote: "no such words in this sentence" };
  const citations = [...Array.from({ length: 6 }, () => nothing), { id: first.id, quote: QUOTE }];
  expect(check({ citations })).toMatchObject({ sentences: [], dropped: 1 });
});

it("a claim said twice is said once", () => {
  const claim = { text: TEXT, citations: [{ id: first.id, quote: QUOTE }] };
  expect(checkClaims([claim, claim], [first], "")).toMatchObject({ sentences: [{ text: TEXT }], dropped: 0 });
});

it.each([
  [`${TEXT.slice(0, -1)} [1].`],
  [`${TEXT.slice(0, -1)} [s1a2b3c4].`],
  [`${TEXT.slice(0, -1)} [1, 7].`],
  [`${TEXT.slice(0, -1)} (s1a2b3c4, s5d6e7f8).`],
  [`**${TEXT}**`],
  [`- ${TEXT}`],
  [`1. ${TEXT}`],
])("marks that would pass for citations or lists are taken off: %s", (text) => {
  expect(check({ text }).sentences.map((sentence) => sentence.text)).toEqual([TEXT]);
});

it("words in quotation marks stay where a source has them, and numbers in brackets where they are text", () => {
  const text = "The “lost in the middle” effect remains (2 of 3 cases).";
  const { sentences } = check({ text, citations: [{ id: second.id, quote: "The 'lost in the middle' effect" }] });
  expect(sentences[0]!.text).toBe(text);
});

describe("an answer is read", () => {
  const claim = { text: "t", citations: [{ id: "a", quote: "q" }] };
  const json = JSON.stringify({ claims: [claim] });

  it.each<[string, string]>([
    ["as JSON", json],
    ["in a fence", `\`\`\`json\n${json}\n\`\`\``],
    ["among words", `Here you are: ${json} Anything else?`],
    ["after reasoning", `<think>{"claims": "maybe"}</think>${json}`],
    ["with members that were not asked for", json.replace('"text"', '"sure":1,"text"')],
  ])("%s", (_, answer) => expect(readClaims(answer, 5)).toEqual([claim]));

  it.each<[string, string]>([
    ["that is empty", ""],
    ["that is prose", "Dense retrieval fails."],
    ["that breaks off", json.slice(0, -3)],
    ["that is another object", '{"answer":"x"}'],
    ["whose claims are no list", '{"claims":{"0":"x"}}'],
    ["that is nested without end", "[".repeat(60_000)],
    ["that is too long", json + " ".repeat(70_000)],
  ])("never where it is one %s", (_, answer) => {
    expect(readClaims(answer, 5)).toBeNull();
  });

  it("with a mark for each claim that has not the form of one", () => {
    const claims = [claim, 1, null, {}, { ...claim, text: 3 }, { ...claim, citations: "a" }, { ...claim, citations: [{}] }];
    expect(readClaims(JSON.stringify({ claims }), 5)).toEqual([claim, null, null, null, null, null, null]);
  });

  it("no further than twice what was asked for", () => {
    expect(readClaims(JSON.stringify({ claims: Array.from({ length: 500 }, () => claim) }), 5)).toHaveLength(10);
  });
});

it("claims that put the sample's abstracts in other words faithfully are all kept, and none is flagged", () => {
  const spans = samplePapers().flatMap(({ title, abstract }, index) => {
    const source = paper({ paper_id: `acl:${index}`, title, abstract });
    return sentences(abstract ?? "").map((span, n): EvidenceSpan => ({ ...span, id: `s${index}x${n}`, paper: source }));
  });
  for (const { text, quotes } of FAITHFUL) {
    const citations = quotes.map((quote) => ({ id: spans.find((span) => span.text.includes(quote))!.id, quote }));
    const { sentences, dropped } = checkClaims([{ text, citations }], spans, "");
    expect(dropped, text).toBe(0);
    expect(
      sentences.flatMap((sentence) => sentence.flags),
      text,
    ).toEqual([]);
  }
});
