import { describe, expect, it } from "vitest";
import { checkText, type CheckedSentence } from "../../src/citations/check-text.ts";
import type { DraftProblemKind } from "../../src/citations/draft-problems.ts";
import type { DraftSources } from "../../src/citations/draft-sources.ts";
import type { DraftDocument } from "../../src/citations/named-documents.ts";

const DPR =
  "Passage search long relied on sparse term matching. A plain dual encoder beats BM25 by 9 to 19 points of top-20 accuracy. It was trained on 59,000 pairs.";
const ENTITIES =
  "Dense retrievers fail on simple questions about entities. Augmenting the training data does not repair this failure of dense retrieval. Rare entities are the hardest.";
const HASHING =
  "Binary codes shrink the index from 65GB to 2GB while accuracy stays where it was. Both tasks are trained jointly.";

const document = (id: string, title: string, abstract: string, given: Partial<DraftDocument> = {}): DraftDocument => ({
  kind: "paper",
  id,
  title,
  authors: ["Ann Lee", "Bob Roe"],
  year: 2020,
  venue: "EMNLP",
  retracted: false,
  texts: [
    { field: "abstract", text: abstract },
    { field: "title", text: title },
  ],
  ...given,
});

const DOCUMENTS = [
  document("doi:10.1/dpr", "Dense passage search", DPR),
  document("doi:10.1/entities", "Entity questions", ENTITIES),
  document("doi:10.1/hashing", "Hashing for passages", HASHING),
  document("doi:10.1/gone", "A withdrawn study", "Syntactic rules make better questions than templates do.", { retracted: true }),
];

function place(id: string, words: string) {
  const text = DOCUMENTS.find((one) => one.id === id)!.texts[0]!.text;
  const start = text.indexOf(words);
  return { id, place: { id, field: "abstract" as const, start, end: start + words.length } };
}

const SOURCES: DraftSources = {
  documents: DOCUMENTS,
  citations: new Map([
    [1, place("doi:10.1/dpr", "A plain dual encoder beats BM25 by 9 to 19 points of top-20 accuracy.")],
    [2, place("doi:10.1/entities", "Augmenting the training data does not repair this failure of dense retrieval.")],
    [3, place("doi:10.1/hashing", "Binary codes shrink the index from 65GB to 2GB while accuracy stays where it was.")],
    [4, place("doi:10.1/gone", "Syntactic rules make better questions than templates do.")],
  ]),
  evidence: new Map([[1, place("doi:10.1/entities", "Rare entities are the hardest.")]]),
  ids: new Map([
    ["doi:10.1/dpr", "doi:10.1/dpr"],
    ["doi:10.1/hashing", "doi:10.1/hashing"],
  ]),
  known: ["Does dense retrieval beat BM25?"],
  signalsHidden: false,
};

const check = (draft: string): CheckedSentence[] => checkText(draft, SOURCES).sentences;
const kinds = (sentence: CheckedSentence) => sentence.problems.map(({ kind }) => kind);

describe("a sentence is supported", () => {
  it.each<[string, string, string]>([
    ["that repeats what it cites", "A plain dual encoder beats BM25 by 9 to 19 points of top-20 accuracy [1].", "A plain"],
    ["whose mark stands behind the full stop", "A dual encoder beats BM25 by 9 to 19 points. [1]", "A plain"],
    [
      "that keeps a negation in other words",
      "More training data cannot repair this failure of dense retrieval [2].",
      "Augmenting",
    ],
    ["that rests on another sentence of the abstract", "It was trained on 59,000 pairs [1].", "It was trained"],
    ["that rounds a figure and says so", "The dual encoder was trained on about 60,000 pairs [1].", "It was trained"],
    ["that cites a passage of the evidence", "The hardest are rare entities [e1].", "Rare entities"],
    ["that cites a paper by its id", "The index shrinks from 65GB to 2GB [doi:10.1/hashing].", "Binary codes"],
    ["that names an id in round brackets", "Binary codes shrink the index to 2GB (doi:10.1/hashing).", "Binary codes"],
    ["with an id and a quote", "It is small (doi:10.1/hashing: “shrink the index from 65GB to 2GB”).", "shrink the index"],
    [
      "that quotes with an omission",
      "The authors write “Binary codes shrink … accuracy stays where it was” [3].",
      "accuracy stays",
    ],
    ["that names authors, year and venue", "Lee and Roe (EMNLP 2020) beat BM25 by 9 to 19 points [1].", "A plain"],
  ])("%s", (_, draft, quoted) => {
    const [sentence] = check(draft);
    expect(sentence).toMatchObject({ status: "supported", problems: [] });
    expect(sentence!.supported_by.some(({ quote }) => quote.startsWith(quoted))).toBe(true);
    for (const { id, field, start, end, quote } of sentence!.supported_by) {
      const stored = DOCUMENTS.find((one) => one.id === id)?.texts.find((one) => one.field === field);
      expect(stored?.text.slice(start, end)).toBe(quote);
    }
  });

  it("by the citation of the next sentence, where that has its words", () => {
    const [first, second] = check("A plain dual encoder beats BM25 by 9 to 19 points. It was trained on 59,000 pairs [1].");
    expect([first!.status, second!.status]).toEqual(["supported", "supported"]);
  });
});

describe("what is off is named", () => {
  it.each<[DraftProblemKind, string, string | null]>([
    ["uncited", "Binary codes shrink the index from 65GB to 2GB.", "Binary codes"],
    ["dead_number", "A dual encoder beats BM25 by 9 to 19 points [7].", null],
    ["unknown_id", "A dual encoder beats BM25 by 9 to 19 points [doi:10.1/nothing].", null],
    ["bent_quote", "The authors write “Binary codes double the index from 65GB to 2GB” [3].", "Binary codes shrink"],
    ["figure_not_quoted", "A dual encoder beats BM25 by 9 to 21 points of accuracy [1].", "A plain"],
    ["figure_not_quoted", "The index shrinks to 2GB and keeps 3.5% of accuracy [3].", null],
    ["negation_differs", "Augmenting the training data repairs this failure of dense retrieval [2].", "Augmenting"],
    ["negation_differs", "A plain dual encoder does not beat BM25 by 9 to 19 points [1].", "A plain"],
    ["direction_differs", "A plain dual encoder trails BM25 by 9 to 19 points [1].", "A plain"],
    ["term_not_quoted", "A plain dual encoder beats ColBERT by 9 to 19 points [1].", "A plain"],
    ["figures_reordered", "Binary codes shrink the index from 2GB to 65GB while accuracy stays [3].", "Binary codes"],
    ["wrong_paper", "Augmenting the training data does not repair the failure on entities [3].", "Augmenting"],
    ["wrong_paper", "They write “Rare entities are the hardest” [1].", "Rare entities"],
    ["retracted", "Syntactic rules make better questions than templates [4].", null],
  ])("%s: %s", (kind, draft, nearest) => {
    const [sentence] = check(draft);
    expect(kinds(sentence!)).toContain(kind);
    expect(sentence!.status).toBe(kind === "uncited" ? "uncited" : "flagged");
    const problem = sentence!.problems.find((one) => one.kind === kind);
    if (nearest !== null) expect(problem?.nearest?.quote.startsWith(nearest)).toBe(true);
  });

  it("a retracted paper may be called so", () => {
    expect(check("The study on syntactic rules was retracted [4].")[0]!.problems).toEqual([]);
  });

  it("swapped numbers are both found, with the papers that say it", () => {
    const draft =
      "Augmenting the training data does not repair dense retrieval [3]. Binary codes shrink the index from 65GB to 2GB [2].";
    const sentences = check(draft);
    expect(sentences.map(kinds)).toEqual([["wrong_paper"], ["wrong_paper"]]);
    expect(sentences.map(({ problems }) => problems[0]!.nearest?.number)).toEqual([2, 3]);
  });

  it("a number without a run is dead", () => {
    const [sentence] = checkText("BM25 is beaten [1].", { ...SOURCES, citations: new Map() }).sentences;
    expect(kinds(sentence!)).toEqual(["dead_number"]);
  });

  it("a signal that may not be read is said to be so", () => {
    const [sentence] = checkText("It has 12 stars [sig:abc].", { ...SOURCES, signalsHidden: true }).sentences;
    expect(kinds(sentence!)).toEqual(["signals_scope_missing"]);
  });
});

describe("a draft", () => {
  it.each([
    "# Dense retrieval",
    "**What is established**",
    "Established findings",
    "Does it work?",
    "In summary, the evidence is mixed.",
    "Three findings stand out:",
    "None of the papers compares the two.",
    "## Sources\n\n1. Lee and Roe, Dense passage search, EMNLP 2020.",
    "```\nBM25 is beaten by 3 points.\n```\n## End",
  ])("needs no citation where it states nothing: %s", (draft) => {
    expect(new Set(check(draft).map(({ status }) => status))).toEqual(new Set(["no_claim"]));
  });

  it("is cut into sentences at their places, whatever its Markdown", () => {
    const draft = `# Brief\n\n- A **dual encoder** beats BM25 [1].\n- Rare entities\n  are the hardest [e1]. [2] More follows. (doi:10.1/dpr) Then it ends.\n\n| a | b |\n|---|---|\n> Quoted 2.5 times, e.g. here [2, 3].`;
    const { sentences, summary } = checkText(draft, SOURCES);
    for (const { text, start, end } of sentences) expect(draft.slice(start, end)).toBe(text);
    expect(sentences.map(({ text }) => text)).toEqual([
      "Brief",
      "A **dual encoder** beats BM25 [1].",
      "Rare entities\n  are the hardest [e1]. [2]",
      "More follows. (doi:10.1/dpr)",
      "Then it ends.",
      "| a | b |",
      "Quoted 2.5 times, e.g. here [2, 3].",
    ]);
    const { supported, flagged, uncited, no_claim: none } = summary;
    expect(supported + flagged + uncited + none).toBe(summary.sentences);
  });

  it(
    "of 20,000 characters that are made to take long is checked before a tool call ends, which is after ten seconds",
    { timeout: 60_000 },
    () => {
      for (const piece of ["not ", "“a b c” [1]. ", "[1][2][3]", "(((", "“Rare entities are” ", "7 8 ", "No not. [e1] "]) {
        const started = performance.now();
        checkText(piece.repeat(20_000 / piece.length), SOURCES);
        expect(performance.now() - started, piece).toBeLessThan(10_000);
      }
    },
  );
});
