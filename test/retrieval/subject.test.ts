import { describe, expect, it } from "vitest";
import { subjectOf } from "../../src/retrieval/subject.ts";

describe("the subject of a query", () => {
  it.each([
    ["Could you recommend research on parsing with few examples?", "parsing with few examples?"],
    ["Are there any studies that explore post-hoc detection of hallucinations?", "post-hoc detection of hallucinations?"],
    ["I'm looking for a paper that discusses constituency parsing by partition", "constituency parsing by partition"],
    ["Find papers discussing word alignment without supervision", "word alignment without supervision"],
    ["Which paper first studied multi-exit language models?", "first studied multi-exit language models?"],
    ["papers on shock-sound wave interaction .", "shock-sound wave interaction ."],
  ])("is what follows the words that ask for papers: %j", (query, subject) => expect(subjectOf(query)).toBe(subject));

  it.each([
    // Nothing asks for papers.
    "what is the basic mechanism of the transonic aileron buzz",
    "Aspirin inhibits the production of PGE2.",
    "attention is all you need",
    "direct preference optimization for alignment",
    "point cloud semantic segmentation",
    "search engine advertising auctions",
    "a search engine for legal texts",
    "Are search engines biased toward large sites?",
    "address space layout randomization defenses",
    "literature based discovery methods",
    "direct search methods for optimization",
    "Focused ultrasound for brain tumors",
    // Too little would be left.
    "papers on BERT",
    "research",
    "",
    "¿?",
  ])("is the whole of any other: %j", (query) => expect(subjectOf(query)).toBe(query));
});
