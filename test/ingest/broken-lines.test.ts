import { describe, expect, it } from "vitest";
import { withoutBrokenLines } from "../../ingest/sources/broken-lines.ts";

describe("texts that were copied out of set lines", () => {
  it.each([
    ["machine transla- tion of the lan- guages", "machine translation of the languages"],
    ["the state-of-the- art", "the state-of-the-art"],
    ["cross- lingual, user- generated text", "cross-lingual, user-generated text"],
    ["pre- and post-editing", "pre- and post-editing"],
    ["one- to many-fold", "one- to many-fold"],
    ["BERT- based and GPT- 4", "BERT- based and GPT- 4"],
    ["of unrelated signals.We discuss both", "of unrelated signals. We discuss both"],
    ["is it faithful?In this paper", "is it faithful? In this paper"],
    ["a sentence.A further one", "a sentence. A further one"],
    ["spaCy.Tokenizer and e.g. U.S. news, at example.Com", "spaCy.Tokenizer and e.g. U.S. news, at example.Com"],
    ["nothing to mend - here. And there.", "nothing to mend - here. And there."],
  ])("%j becomes %j", (text, mended) => {
    expect(withoutBrokenLines(text)).toBe(mended);
    expect(withoutBrokenLines(mended)).toBe(mended);
  });
});
