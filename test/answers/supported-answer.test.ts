import { describe, expect, it } from "vitest";
import { readQuestion } from "../../src/answers/question/read.ts";
import { unlessContested } from "../../src/answers/lead.ts";
import { supportedAnswer } from "../../src/answers/supported-answer.ts";
import type { Sufficiency } from "../../src/evidence/sufficiency.ts";
import type { Reading } from "../../src/reranking/port.ts";
import { CitationBook } from "../../src/citations/book.ts";
import { paper } from "../support/documents.ts";

/** The answer to a question that quotes these abstracts whole. */
function answered(
  question: string,
  abstracts: readonly string[],
  answers?: number,
  wasRead = true,
  readings: Reading[] = [],
  evidence: Sufficiency = { state: "answered", reason: "Read." },
) {
  const sentences = abstracts.map((abstract, index) => {
    const own = paper({ paper_id: `doi:10.5555/${index}`, title: "A study", abstract, authors: [`Author ${index}`] });
    return {
      text: `From a study: “${abstract}”`,
      quotes: [{ paper: own, start: 0, end: abstract.length, reading: readings[index] ?? null }],
      ...(answers === undefined ? {} : { answers, wasRead }),
    };
  });
  const summary = { sentences, summarizer: { name: "extractive", model: null }, degraded: [] };
  const read = readQuestion(question, { today: "2026-01-01" });
  return supportedAnswer(question, read, evidence, summary, new CitationBook());
}

const QUESTION = "Does dense retrieval beat BM25?";
const FOR = "Dense retrieval clearly outperforms BM25 on open questions.";
const NEITHER = "We look at dense retrieval and BM25 on questions about entities.";

describe("what quotes say to a comparison", () => {
  it("opens the answer where at least two thirds of the papers quoted say something", () => {
    const { answer, support, lead } = answered(QUESTION, [FOR, FOR, NEITHER]);
    expect(support?.direction).toBe("supports");
    expect(answer.sentences[0]!.text).toMatch(/^Mostly dense retrieval: two of the three/u);
    expect(lead).toBe(answer.sentences[0]);
    // Nor does it where something speaks against it.
    expect(unlessContested(answer.sentences, lead, true)).toEqual(answer.sentences.slice(1));
    expect(unlessContested(answer.sentences, lead, false)).toEqual(answer.sentences);
    expect(unlessContested(answer.sentences, null, true)).toEqual(answer.sentences);
    const open = answered(QUESTION, [FOR, FOR, NEITHER, NEITHER]);
    expect(open.answer.sentences[0]!.text).toMatch(/^From a study/u);
    expect(open.lead).toBeNull();
  });

  it("is not told by a sentence about both together after one that says the contrary", () => {
    const both =
      "Dense retrieval is far less effective than BM25 here. Nevertheless hybrids of BM25 and dense retrieval improve on BM25.";
    expect(answered(QUESTION, [both]).support).toMatchObject({ for: [] });
  });
});

/** The first sentence of the answer to `QUESTION` that quotes these sentences of each paper apart. */
function leadOf(papers: readonly (readonly string[])[]): string {
  const sentences = papers.flatMap((texts, index) => {
    const own = paper({ paper_id: `doi:10.5555/${index}`, abstract: texts.join(" "), authors: [`Author ${index}`] });
    return texts.map((text) => {
      const start = own.abstract!.indexOf(text);
      return { text: `From a study: “${text}”`, quotes: [{ paper: own, start, end: start + text.length, reading: null }] };
    });
  });
  const summary = { sentences, summarizer: { name: "extractive", model: null }, degraded: [] };
  const read = readQuestion(QUESTION, { today: "2026-01-01" });
  const evidence: Sufficiency = { state: "answered", reason: "Read." };
  return supportedAnswer(QUESTION, read, evidence, summary, new CitationBook()).answer.sentences[0]!.text;
}

describe("what opens a comparison", () => {
  const against = "BM25 clearly outperforms dense retrieval on entities.";

  it("counts a paper that says both once, where papers are mixed", () => {
    expect(leadOf([[FOR], [against]])).toBe("Mixed: of the two papers quoted, one points to dense retrieval and one to BM25.");
    expect(leadOf([[FOR], [against], [FOR, against]])).toBe(
      "Mixed: of the three papers quoted, one points to dense retrieval, one to BM25 and one to both.",
    );
  });

  it("and where most point one way", () => {
    expect(leadOf([[FOR], [FOR], [FOR], [FOR, against]])).toBe(
      "Mostly dense retrieval: three of the four papers quoted point that way, one both ways.",
    );
  });
});

describe("what is counted of a comparison under a condition", () => {
  const sides = "Dense retrieval or BM25 for question answering in domains not seen in training?";

  it("is what holds under it", () => {
    const near = "Dense retrieval outperforms BM25 in question answering.";
    const met = "On out-of-domain question answering BM25 outperforms dense retrieval.";
    expect(answered(sides, [near, met]).support).toMatchObject({ for: [], against: [2] });
    expect(answered("Dense retrieval or BM25 for question answering?", [near, met]).support).toMatchObject({
      for: [1],
      against: [2],
    });
  });

  it("is not what was thought before", () => {
    const question = "Hash join or sort-merge join?";
    const before = "We look at the sort-merge join, as it was deemed inferior to the hash join.";
    expect(answered(question, [before]).support).toMatchObject({ for: [], against: [] });
    const shown = "It has been shown that the sort-merge join underperforms the hash join.";
    expect(answered(question, [shown]).support).toMatchObject({ for: [], against: [] });
    const found = "The sort-merge join clearly outperforms competing hash joins.";
    expect(answered(question, [found]).support).toMatchObject({ for: [], against: [1] });
    const held = "When latency is considered, the hash join outperforms the sort-merge join on data that was held out.";
    expect(answered(question, [held]).support).toMatchObject({ for: [1], against: [] });
  });

  it.each([
    ["COMET or BLEU for agreement with human judgments?", "COMET outperforms BLEU in agreement with humans."],
    ["BERT or LSTM for detecting online harassment?", "BERT outperforms LSTM for detecting harassment."],
    ["Is CRF or HMM better for part of speech tagging?", "CRF outperforms HMM in part of speech tagging."],
  ])("has conditions in words of another meaning nowhere: %s", (question, found) => {
    expect(answered(question, [found]).support!.for).toEqual([1]);
  });
});

describe("a question whether something is ready", () => {
  const question = "Text-to-SQL for company databases: are current systems good enough for production?";

  it("has a no in a quote that says that it is not good enough, and no yes in one that says that it works", () => {
    const unready = "Current text-to-SQL systems are not yet sufficiently accurate for unsupervised use.";
    const { support } = answered(question, [unready, "Our text-to-SQL system is accurate."]);
    expect(support).toMatchObject({ direction: "unsettled", for: [], against: [1] });
    expect(support!.sentence).toContain("2 papers quoted; read them for a yes or a no.");
    expect(answered(question, ["Speech recognition is not yet accurate enough."]).support!.against).toEqual([]);
  });

  it.each([
    "Our text-to-SQL system is not only accurate but also fast.",
    "Text-to-SQL schemas that do not fit into the context are pruned.",
    "There is not enough training data for text-to-SQL, which we collect.",
    "Existing text-to-SQL metrics are not reliable, so we propose a better one.",
  ])("has no no in: %s", (sentence) => {
    expect(answered(question, [sentence]).support!.against).toEqual([]);
  });
});

describe("a list of what papers only have words of", () => {
  const question = "Which approaches exist for detecting test smells and flaky tests?";

  it("is the closest evidence", () => {
    const { answer, support } = answered(question, [
      "A tool for smells of code.",
      "A test of a tool that many people wrote finds smells.",
    ]);
    expect(answer.state).toBe("weak");
    expect(support!.sentence).toMatch(
      /^None of the papers quoted speaks of “test smells” or “flaky tests”; they only share words with that\./u,
    );
    const named = answered(question, ["A tool for smells of code.", "A tool for flaky tests."]);
    expect(named.answer.state).toBe("answered");
    const other = answered("How are test smells detected?", ["A tool for smells of code."]);
    expect(other.support!.sentence).not.toContain("speaks of");
  });
});

describe("a question whether something is good enough", () => {
  it("has no yes in what is better than others", () => {
    const quotes = [1, 2, 3].map((number) => `Watermarks are more robust against paraphrasing than others by ${number} points.`);
    const yes = quotes.map((): Reading => ({ grade: 3, says: 0.95, against: 0.02 }));
    const sentence = (question: string) => answered(question, quotes, 0.8, true, yes).support!.sentence;
    expect(sentence("Are watermarks robust against paraphrasing?")).toContain("lean toward yes");
    expect(sentence("Are watermarks robust enough against paraphrasing?")).not.toContain("lean");
  });
});

describe("a question for one of two that reads like one for a yes or no", () => {
  const question = "Can sarcasm be detected from the sentence alone, or is the conversation needed too?";
  const quotes = [1, 2, 3].map(
    (number) => `Sarcasm is detected better by ${number} points from the sentence with the conversation.`,
  );
  const yes = quotes.map((): Reading => ({ grade: 3, says: 0.95, against: 0.02 }));

  it("is not answered by a yes, whatever the quotes lean to, and says what to read them for", () => {
    const { answer, support } = answered(question, quotes, 0.8, true, yes);
    expect(answer.sentences[0]!.text).toMatch(/^From a study/u);
    expect(support).toMatchObject({ direction: null });
    expect(support?.sentence).toMatch(/^3 papers quoted; read them for which of the two it is\./u);
  });

  it.each([
    "Can sarcasm be detected from the sentence or its title?",
    "Can embeddings represent words that are rare or have many senses?",
    "Does label smoothing improve translation, or does it not?",
    "Can it be read by people who do not speak or do not read the language?",
  ])("says nothing of two where one is asked about: %s", (other) => {
    expect(answered(other, quotes, 0.8, true, yes).support?.sentence).not.toContain("which of the two");
  });
});

describe("a question about doing without something", () => {
  const question = "How can a speech translation system be trained without transcripts?";

  it("is answered weakly, with the reason, where no quote speaks of that", () => {
    const { answer } = answered(question, ["We train speech translation on speech with its transcripts."]);
    expect(answer).toMatchObject({ state: "weak" });
    expect(answer.reason).toContain("“without transcripts”");
  });

  it("is answered where one does", () => {
    expect(answered(question, ["We train speech translation from speech alone, without transcripts."]).answer.state).toBe(
      "answered",
    );
  });
});

describe("a question that excepts something", () => {
  const question = "sign language translation, any dataset beyond weather forecasts?";
  const weather = "We present a dataset of weather forecasts in sign language for translation.";
  const other = "We present a dataset of lectures in sign language for translation.";

  it("is answered weakly, with the reason, where all quotes are about just that", () => {
    const { answer } = answered(question, [weather, weather]);
    expect(answer).toMatchObject({ state: "weak" });
    expect(answer.reason).toBe(
      "All passages quoted are about “weather forecasts”, which was not asked for. Below is the closest evidence.",
    );
  });

  it("is answered where one is not, and need not say “without”", () => {
    expect(answered(question, [weather, other]).answer.state).toBe("answered");
    expect(answered(question, [other]).answer.state).toBe("answered");
    // The exception is told by fewer words than the question has for it.
    const posts = "Which hate speech datasets other than Twitter data exist?";
    expect(answered(posts, ["We present a dataset of hate speech in forums."]).answer.state).toBe("answered");
  });
});

describe("an answer whose best passage hardly answers", () => {
  const abstracts = [FOR, NEITHER, FOR, NEITHER];

  it("is none, which says that the papers are near, and what of the question none of them tells", () => {
    const { answer, support, quoted } = answered(QUESTION, abstracts, 0.36);
    expect(answer).toEqual({
      state: "no_evidence",
      reason:
        "The papers found are near this question, but none of their sentences clearly says which is ahead, “dense retrieval” or “BM25”.",
      sentences: [],
    });
    expect(support).toBeNull();
    expect(quoted.size).toBe(0);
    expect(answered("Does label smoothing help translation?", abstracts, 0.36).answer.reason).toBe(
      "The papers found are near this question, but none of their sentences clearly answers it.",
    );
  });

  it("is none of things below .33, and a list of papers whatever it promises", () => {
    const state = (question: string, answers: number) => answered(question, abstracts, answers).answer.state;
    expect(state("Which methods exist for dense retrieval?", 0.32)).toBe("no_evidence");
    expect(state("Which methods exist for dense retrieval?", 0.33)).toBe("answered");
    expect(state("Any papers on dense retrieval?", 0.32)).toBe("answered");
    expect(state("What are the latest advances in dense retrieval?", 0.32)).toBe("answered");
    expect(state("Where can I read about dense retrieval?", 0.32)).toBe("answered");
    expect(state("Which surveys of dense retrieval exist?", 0.32)).toBe("answered");
  });

  it("is weak, and shows all evidence, of a claim", () => {
    const claim = "Dense retrieval is better than BM25.";
    expect(answered(claim, abstracts, 0.2).answer).toMatchObject({ state: "weak" });
    expect(answered(claim, abstracts, 0.2).answer.sentences).toHaveLength(4);
    expect(answered(claim, abstracts, 0.19).answer.state).toBe("no_evidence");
  });

  it("is weak, and shows the three closest, where it was only compared with the question", () => {
    const { answer, quoted } = answered(QUESTION, abstracts, 0.19, false);
    expect(answer).toMatchObject({ state: "weak" });
    expect(answer.reason).toContain("no passage in them clearly answers");
    expect(answer.sentences).toHaveLength(3);
    expect(quoted.size).toBe(3);
  });

  it("is an answer from .37 on, and where nothing was predicted", () => {
    expect(answered(QUESTION, abstracts, 0.37).answer.state).toBe("answered");
    expect(answered(QUESTION, abstracts, 0.3, false).answer.state).toBe("answered");
    expect(answered(QUESTION, abstracts).answer.state).toBe("answered");
  });
});

describe("an answer from papers that are not near the question", () => {
  const far: Sufficiency = { state: "no_evidence", reason: "Nothing close.", ifRead: "Drawn from the 4 nearest papers." };
  const first = (answers?: number, wasRead = true) => answered(QUESTION, [FOR, NEITHER], answers, wasRead, [], far).answer;

  it("is none, unless its first sentence was read and surely answers", () => {
    expect(first(0.59)).toMatchObject({ state: "no_evidence", reason: "Nothing close.", sentences: [] });
    expect(first(0.9, false).state).toBe("no_evidence");
    expect(first().state).toBe("no_evidence");
    expect(first(0.6)).toMatchObject({ state: "answered", reason: "Drawn from the 4 nearest papers." });
  });
});

describe("papers that are not near a question which they do not answer to the point", () => {
  it("are no weak evidence either, and are not cited", () => {
    const far: Sufficiency = { state: "no_evidence", reason: "Nothing close.", ifRead: "Drawn from the 4 nearest papers." };
    const { answer, support, quoted } = answered("How much does BERT improve parsing?", ["Text."], 0.7, true, [], far);
    expect(answer).toMatchObject({ state: "no_evidence", reason: "Nothing close.", sentences: [] });
    expect(support).toBeNull();
    expect(quoted.size).toBe(0);
  });
});

describe("an answer from papers that lack words of the subject", () => {
  const lacking: Sufficiency = { state: "weak", reason: "Not everything.", inOtherWords: "Drawn from 4 papers." };
  const first = (answers?: number, wasRead = true, evidence = lacking) =>
    answered(QUESTION, [FOR, FOR, NEITHER], answers, wasRead, [], evidence).answer;

  it("is weak, and shows quotes alone", () => {
    expect(first(0.59)).toMatchObject({ state: "weak", reason: "Not everything." });
    expect(first(0.9, false).state).toBe("weak");
    expect(first().state).toBe("weak");
    expect(Object.keys(first(0.59)).toSorted()).toEqual(["reason", "sentences", "state"]);
  });

  it("is an answer where its first sentence was read and surely answers, but not where the evidence is weak for another reason", () => {
    expect(first(0.6)).toMatchObject({ state: "answered", reason: "Drawn from 4 papers." });
    expect(first(0.6, true, { state: "weak", reason: "One paper." })).toMatchObject({ state: "weak", reason: "One paper." });
  });
});

describe("a yes-or-no question whose quotes cannot be counted", () => {
  const question = "Does label smoothing help translation?";
  const quotes = [
    "Translation with label smoothing is looked at.",
    "Label smoothing in translation.",
    "Translation and label smoothing.",
  ];
  const reading = (says: number, against: number): Reading => ({ grade: 2, says, against });
  const lean = (...readings: Reading[]) => answered(question, quotes, 0.7, true, readings);

  it("leads to a no where they surely lean to one, which is told apart", () => {
    const no = lean(reading(0.9, 0.95), reading(0.9, 0.95), reading(0.9, 0.95));
    expect(no.lead?.text).toContain("leans toward no");
    expect(no.leadsToNo).toBe(true);
    const yes = lean(reading(0.9, 0.02), reading(0.9, 0.02), reading(0.9, 0.02));
    expect(yes.lead?.text).toContain("leans toward yes");
    expect(yes.leadsToNo).toBeUndefined();
  });

  it("leans nowhere where the best of them hardly answers", () => {
    const { answer: told, support } = answered(question, quotes, 0.29, false, [
      reading(0.8, 0.05),
      reading(0.9, 0.05),
      reading(0.9, 0.05),
    ]);
    expect(told.state).toBe("weak");
    expect(support!.sentence).not.toContain("lean");
  });

  it("leans nowhere where the question is of many words, of which the quotes may know but some", () => {
    const long = `${question.slice(0, -1)} of patents, contracts, subtitles, manuals, tweets and sermons into morphologically rich languages?`;
    const { answer: told, support } = answered(long, quotes, 0.7, true, [
      reading(0.8, 0.05),
      reading(0.9, 0.05),
      reading(0.9, 0.05),
    ]);
    expect(told.state).toBe("answered");
    expect(support!.sentence).not.toContain("lean");
  });

  it("leans nowhere where the quotes are beside the subject, or about another language than the one asked about", () => {
    const sure = [reading(0.9, 0.05), reading(0.9, 0.05), reading(0.9, 0.05)];
    const beside = ["Dropout helps parsing.", "Dropout raises accuracy.", "Gains are large."];
    const german = quotes.map((quote) => `${quote.slice(0, -1)} into German.`);
    for (const [asked, texts] of [
      [question, beside],
      ["Does label smoothing help translation into Swahili?", german],
    ] as const) {
      const { answer: told, support } = answered(asked, texts, 0.7, true, sure);
      expect(told.sentences[0]!.text).toMatch(/^From a study/u);
      expect(support!.sentence).not.toContain("lean");
    }
    expect(lean(...sure).answer.sentences[0]!.text).toContain("leans toward yes");
  });

  it("opens with which way they lean, with those behind that cited, and settles nothing", () => {
    const { answer, support } = lean(reading(0.8, 0.05), reading(0.9, 0.05), reading(0.1, 0.05));
    expect(answer.sentences[0]).toEqual({ text: "The evidence quoted leans toward yes.", citations: [1, 2], flags: [] });
    expect(support).toMatchObject({ direction: "unsettled", for: [], against: [] });
    expect(support!.sentence).toContain("2 of the 3 papers quoted lean toward yes (estimated from their wording).");
    const all = lean(reading(0.8, 0.05), reading(0.9, 0.05), reading(0.8, 0.05));
    expect(all.support!.sentence).toContain("The 3 papers quoted lean toward yes (estimated from their wording).");
    expect(lean(reading(0.9, 0.95), reading(0.9, 0.95), reading(0.1, 0.5)).answer.sentences[0]!.text).toBe(
      "The evidence quoted leans toward no.",
    );
  });

  it("counts only quotes that likely answer, though others may be exceptions", () => {
    const sure = { says: 0.9, against: 0.05, grade: 2 };
    const near = { ...sure, grade: 1.9 };
    expect(lean(sure, sure, near).support!.sentence).toContain("2 of the 3 papers quoted lean toward yes");
    expect(lean(sure, near, near).support!.sentence).not.toContain("lean");
    const denied = "Label smoothing fails to improve translation.";
    expect(answered(question, [quotes[0]!, quotes[1]!, denied], 0.7, true, [sure, sure, near]).answer.sentences[0]!.text).toBe(
      "The evidence quoted leans toward yes, with exceptions.",
    );
  });

  it("is told below the quotes where those behind it lack a condition of the question", () => {
    const asked = "Does label smoothing improve calibration of translation models?";
    const sure = [reading(0.9, 0.05), reading(0.9, 0.05)];
    const of = (what: string) =>
      [`Label smoothing helps ${what}.`, `Label smoothing is good for ${what}.`].map(
        (text) => `${text} It is for translation models.`,
      );
    const whole = answered(asked, of("calibration"), 0.7, true, sure);
    expect(whole.answer.sentences[0]!.text).toBe("The evidence quoted leans toward yes.");
    const lacking = answered(asked, of("training"), 0.7, true, sure);
    expect(lacking.answer.sentences[0]!.text).toMatch(/^From a study/u);
    expect(lacking.support!.sentence).toContain("lean toward yes");
  });

  it("leans on no quote that denies it in so many words, and says that there is one", () => {
    const sure = [reading(0.9, 0.05), reading(0.9, 0.05), reading(0.9, 0.05)];
    const denied = "Label smoothing on its own fails to improve translation.";
    const { answer, support } = answered(question, [quotes[0]!, quotes[1]!, denied], 0.7, true, sure);
    expect(answer.sentences[0]).toMatchObject({
      text: "The evidence quoted leans toward yes, with exceptions.",
      citations: [1, 2],
    });
    expect(support!.sentence).toContain("2 of the 3 papers quoted lean toward yes");
    expect(answered(question, [quotes[0]!, denied, denied], 0.7, true, sure).support!.sentence).not.toContain("lean");
  });

  it.each([
    ["Does pruning degrade the performance of parsers?", "Pruning degrades performance of parsers."],
    ["Does alignment reduce harmful outputs?", "Alignment makes harmful outputs rare to reduce them."],
    ["Does self-training help parsing?", "Self-training helps parsing and does not require labels."],
    ["Do parsers fail on tweets?", "Parsers fail to handle tweets."],
  ])("takes no yes for a denial: %s", (asked, said) => {
    const sure = [reading(0.9, 0.03), reading(0.9, 0.03), reading(0.9, 0.03)];
    const { answer } = answered(asked, [said, `${said} Again.`, `${said} Once more.`], 0.7, true, sure);
    expect(answer.sentences[0]!.text).not.toContain("exceptions");
  });

  it("about small models leans on quotes about such models alone", () => {
    const asked = "Does label smoothing help translation with small models?";
    const sure = [reading(0.9, 0.05), reading(0.9, 0.05)];
    const of = (kind: string) =>
      ["Translation with label smoothing in", "Label smoothing for translation by"].map((text) => `${text} ${kind}.`);
    expect(answered(asked, of("small models"), 0.7, true, sure).support!.sentence).toContain("lean toward yes");
    expect(answered(asked, of("models with 125M parameters"), 0.7, true, sure).support!.sentence).toContain("lean toward yes");
    expect(answered(asked, of("large models"), 0.7, true, sure).support!.sentence).not.toContain("lean");
  });

  it("leans on quotes that name what is asked about, with the words together", () => {
    const asked = "Does adversarial training help translation?";
    const sure = [reading(0.9, 0.05), reading(0.9, 0.05)];
    const said = (text: string) =>
      answered(asked, [`${text} helps translation.`, `For translation ${text} is good.`], 0.7, true, sure).support!.sentence;
    expect(said("adversarial training")).toContain("lean toward yes");
    expect(said("training of an adversarial kind")).toContain("lean toward yes");
    expect(said("smoothing for adversarial robustness without any further training")).not.toContain("lean");
  });

  it("asked whether something is ready, too", () => {
    const asked = "Is label smoothing ready for translation in production?";
    const said = "Translation in production with label smoothing.";
    const sure = [reading(0.9, 0.97), reading(0.9, 0.97), reading(0.9, 0.97)];
    const { answer, support } = answered(asked, [said, `${said} Again.`, `${said} Once more.`], 0.7, true, sure);
    expect(answer.sentences[0]!.text).toBe("The evidence quoted leans toward no.");
    expect(support).toMatchObject({ direction: "unsettled" });
    // That it works is no yes to whether it is ready.
    const works = [reading(0.9, 0.03), reading(0.9, 0.03), reading(0.9, 0.03)];
    const open = answered(asked, [said, `${said} Again.`, `${said} Once more.`], 0.7, true, works);
    expect(open.support!.sentence).toContain("3 papers quoted; read them for a yes or a no.");
  });

  it("says so in the line below alone where less is said", () => {
    const { answer, support } = lean(reading(0.7, 0.05), reading(0.7, 0.05));
    expect(answer.sentences[0]!.text).toMatch(/^From a study/u);
    expect(support!.sentence).toContain("lean toward yes");
  });

  it.each([
    ["too little is said", [reading(0.7, 0.05), reading(0.4, 0.05)]],
    ["it is said both ways", [reading(0.9, 0.02), reading(0.7, 0.95)]],
    ["one quote alone says it", [reading(0.99, 0.05)]],
  ])("tells nothing where %s", (_, readings) => {
    const { answer, support } = lean(...readings);
    expect(answer.sentences[0]!.text).toMatch(/^From a study/u);
    expect(support!.sentence).toContain("3 papers quoted; read them for a yes or a no.");
  });
});

describe("quotes that are likely no answer", () => {
  const abstracts = ["Text on dense retrieval compared with BM25.", "Dense retrieval unlike BM25, and text."];

  it.each([
    ["How is text simplified?", 0.5, 0.7, "which may answer this only in part (estimated)."],
    ["Which methods exist for text?", 0.45, 0.6, "of which some may not fit what is asked for (estimated)."],
    [
      "Does label smoothing help translation?",
      0.5,
      0.7,
      "which may answer this only in part (estimated); read them for a yes or a no.",
    ],
    [
      "Is dense retrieval or BM25 better?",
      0.5,
      0.7,
      "which may answer this only in part (estimated); read them for which is ahead.",
    ],
  ])("%s says below %d that few may answer, and below %d that they may do so in part", (asked, hardly, clear, partly) => {
    expect(answered(asked, abstracts, hardly - 0.01).support!.sentence).toMatch(
      /^2 papers quoted, which may not (?:answer|fit)/u,
    );
    expect(answered(asked, abstracts, hardly).support!.sentence).toContain(`2 papers quoted, ${partly}`);
    expect(answered(asked, abstracts, clear - 0.01).support!.sentence).toContain(`2 papers quoted, ${partly}`);
    expect(answered(asked, abstracts, clear).support!.sentence).toMatch(/^2 papers quoted[.;]/u);
    expect(answered(asked, abstracts).support!.sentence).toMatch(/^2 papers quoted[.;]/u);
  });

  it("says of three and more that few may answer", () => {
    const three = [...abstracts, "More on dense retrieval and BM25."];
    const said = (question: string) => answered(question, three, 0.44).support!.sentence;
    expect(said("How is text simplified?")).toMatch(/^3 papers quoted, of which few may answer this outright \(estimated\)\./u);
    expect(said("Which methods exist for text?")).toMatch(
      /^3 papers quoted, of which few may fit what is asked for \(estimated\)\./u,
    );
  });

  it("says of one paper that it may answer in part, unless it likely answers or was not read", () => {
    const sentence = (question: string, share: number, wasRead = true) =>
      answered(question, ["Text."], share, wasRead).support!.sentence;
    expect(sentence("How is text simplified?", 0.7)).toBe("1 paper quoted. 1 independent group.");
    expect(sentence("How is text simplified?", 0.69)).toBe(
      "1 paper quoted, which may answer this only in part (estimated). 1 independent group.",
    );
    expect(sentence("Which methods exist for text?", 0.5)).toMatch(
      /^1 paper quoted, which may fit what is asked for only in part \(estimated\)\./u,
    );
    expect(sentence("How is text simplified?", 0.44, false)).toMatch(/^1 paper quoted\./u);
  });

  it("does not say so where a quote tells in so many words what is asked for", () => {
    const cause = "Chatbots give dull replies because they are trained for likelihood.";
    const sentence = (text: string) => answered("Why do chatbots give dull replies?", [text], 0.41).support!.sentence;
    expect(sentence(cause)).toMatch(/^1 paper quoted\./u);
    expect(sentence("Chatbots give dull replies.")).toMatch(/^1 paper quoted, which may not answer/u);
  });

  it("name a figure that is lacking, but nothing that can be told in other words, unless they were not read", () => {
    const sentence = (question: string, share: number, wasRead = true) =>
      answered(question, ["Text."], share, wasRead).support!.sentence;
    expect(sentence("Why do chatbots give dull replies?", 0.49)).toMatch(/^1 paper quoted, which may not answer/u);
    expect(sentence("Why do chatbots give dull replies?", 0.7)).toMatch(/^1 paper quoted\. /u);
    expect(sentence("Why do chatbots give dull replies?", 0.5, false)).toMatch(/^The one paper quoted does not name a cause/u);
    expect(sentence("How much does BERT improve parsing?", 0.9)).toMatch(/^The one paper quoted does not give a figure/u);
  });

  it.each([
    ["Why do chatbots give dull replies?", "No passage quoted names a cause in so many words."],
    ["What are the limits of chatbots?", "No passage quoted names a limitation."],
    ["How is the fluency of chatbots measured?", "No passage quoted names a metric."],
    ["What is grounding in dialogue?", "No passage quoted gives a definition."],
    ["How well do chatbots parse, and why are they slow?", "No passage quoted names a cause in so many words."],
  ])("%s may be answered in other words, and is weak only where no quote was read", (question, reason) => {
    expect(answered(question, ["Text."], 0.5, false).answer).toMatchObject({
      state: "weak",
      reason: expect.stringContaining(reason),
    });
    expect(answered(question, ["Text."], 0.5).answer.state).toBe("answered");
  });

  it("names a language that no quote names, and no other term, where one likely answers", () => {
    const sentence = (question: string, share: number) => answered(question, ["We tag names."], share).support!.sentence;
    expect(sentence("How is NER done for Swahili?", 0.55)).toContain("Swahili");
    expect(sentence("How is tagging done in GPT-4?", 0.54)).toContain("GPT-4");
    expect(sentence("How is tagging done in GPT-4?", 0.55)).not.toContain("GPT-4");
  });

  it("says so where none holds the two against each other", () => {
    const third = "Our method outperforms all others, including dense retrieval and BM25.";
    const line = "None of the 2 papers quoted compares the two with each other.";
    expect(answered(QUESTION, [third, "BM25 is quick."], 0.9).support!.sentence).toContain(line);
    expect(answered(QUESTION, [third, "Dense retrieval is comparable to BM25."], 0.9).support!.sentence).toContain(
      "2 papers quoted; read them",
    );
  });

  it("does not say so of quotes of which one is counted", () => {
    const { support } = answered(QUESTION, [FOR, NEITHER, NEITHER], 0.42);
    expect(support!.for).toEqual([1]);
    expect(support!.sentence).not.toContain("estimated");
  });
});

describe("a comparison of which a side is named otherwise", () => {
  const cascade = ["We close the gap to a strong cascade.", "A cascade is better."];
  const sentence = (share: number) =>
    answered("Is a pipeline or end-to-end speech translation better?", cascade, share).support!.sentence;

  it("is read for which is ahead where a quote likely answers, and not settled where none does", () => {
    expect(sentence(0.7)).toMatch(/^2 papers quoted; read them for which is ahead\./u);
    expect(sentence(0.55)).toMatch(/^2 papers quoted, which may answer this only in part/u);
    expect(sentence(0.54)).toMatch(/^No passage quoted mentions “pipeline”/u);
  });
});

describe("a comparison whose sides are described, not named", () => {
  const speed = ["Our method speeds up inference by up to 5.2x compared to full sequence models."];

  it("is not said to lack them in these words", () => {
    const { answer, support } = answered("Tagging edits on tokens versus rewriting the whole sentence", speed, 0.54);
    expect(answer.state).toBe("answered");
    expect(support!.sentence).toContain("read it for which is ahead");
  });

  it("is where one has a name", () => {
    const { answer } = answered("BM25 versus rewriting the whole sentence", speed, 0.54);
    expect(answer).toMatchObject({ state: "weak", reason: expect.stringContaining("“BM25”") });
  });
});

describe("what is left out", () => {
  it("is not missed as done without", () => {
    const { answer } = answered(
      "sign language data sets, what is there besides American and German",
      ["Data of Swiss signs."],
      0.9,
    );
    expect(answer.reason).not.toContain("without");
  });
});

describe("a comparison whose quotes compare the two for another task", () => {
  it("counts them for neither", () => {
    const quote = "Dense retrieval clearly outperforms BM25 on recipes.";
    const { answer, support } = answered("Is dense retrieval or BM25 better for code search?", [quote, quote]);
    expect(support).toMatchObject({ direction: "unsettled", for: [], against: [] });
    expect(support!.sentence).toContain("2 papers quoted; read them for which is ahead.");
    expect(answer.sentences[0]!.text).toMatch(/^From a study/u);
  });
});

describe("a yes-or-no question whose quotes state an outcome", () => {
  const question = "Does label smoothing improve calibration?";
  const yes = "Label smoothing improves calibration by 3.2 points over the baseline.";
  const no = "We find that label smoothing does not improve calibration.";

  it("opens with what they say, counted", () => {
    const { answer, support } = answered(question, [yes, yes, no, yes]);
    expect(support).toMatchObject({ direction: "supports", for: [1, 2, 4], against: [3] });
    expect(answer.sentences[0]!.text).toBe("Mostly yes: three of the four papers quoted point that way, one the other way.");
  });

  it("does not count a quote that takes it back in its next sentence", () => {
    expect(answered(question, [`${yes} However, this vanishes on larger models.`]).support).toMatchObject({ for: [] });
  });

  it("does not count what is only on the subject", () => {
    const quotes = ["Label smoothing may improve calibration.", "We study label smoothing for calibration."];
    expect(answered(question, quotes).support).toMatchObject({ direction: "unsettled", for: [], against: [] });
  });
});

describe("a quote that words take for a yes", () => {
  const question = "Does label smoothing improve translation?";
  const quote = "Label smoothing improves translation by two points.";
  const counted = (...readings: Reading[]) => answered(question, [quote, quote], 0.7, true, readings).support!;
  const reading = (against: number): Reading => ({ grade: 2, says: 0.3, against });

  it("is counted where the model that read it again agrees, and where none did", () => {
    expect(counted().for).toHaveLength(2);
    expect(counted(reading(0.05), reading(0.05)).for).toHaveLength(2);
  });

  it("is not counted where that finds a no likelier", () => {
    expect(counted(reading(0.95), reading(0.05)).for).toHaveLength(1);
    expect(counted(reading(0.95), reading(0.95))).toMatchObject({ direction: "unsettled", for: [], against: [] });
  });
});
