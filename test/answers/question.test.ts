import { describe, expect, test } from "vitest";
import { readQuestion } from "../../src/answers/question/read.ts";
import { ReadQuestion } from "../../src/answers/question/schema.ts";
import { searchText } from "../../src/answers/question/search-text.ts";
import { agreement } from "../../src/evidence/relevance.ts";
import { contentTerms } from "../../src/text/terms.ts";
import { QUESTION_CASES, type QuestionCase } from "./question-cases.ts";
import { QUESTIONS_OF_CLAUSES } from "./question-clauses.ts";
import { HELD_OUT_CASES } from "./question-held-out.ts";

const TODAY = "2026-11-22";

function stems(text: string): string[] {
  return [...new Set(contentTerms(text).map(({ stem }) => stem))].sort();
}

/** What a table row says, in the form in which a reading is compared with it. */
function wanted([, kind, subject, { negative, ...details } = {}]: QuestionCase) {
  return { kind, subject: stems(subject), ...details, ...(negative ? { negative } : {}) };
}

function read([question]: QuestionCase) {
  const { kind, record, artifact, sides, subject, constraints } = readQuestion(question, { today: TODAY });
  const { years, venues, languages, size, without, negative_results } = constraints;
  const detail = kind === "record" ? record : kind === "artifact" ? artifact : undefined;
  return {
    kind: detail === undefined ? kind : `${kind} ${detail}`,
    subject: [...new Set(subject.terms.flatMap((term) => term.stems))].sort(),
    ...(sides ? { sides } : {}),
    ...(years ? { years: [years.from, years.to] } : {}),
    ...(venues ? { venues } : {}),
    ...(languages ? { languages } : {}),
    ...(size ? { size: size.text } : {}),
    ...(without ? { without } : {}),
    ...(negative_results ? { negative: true } : {}),
  };
}

function reading(question: string, venues?: string[]) {
  return readQuestion(question, { today: TODAY, venues });
}

describe("questions as people type them are read into kind, subject and constraints", () => {
  test.each([...QUESTION_CASES, ...HELD_OUT_CASES])("%s", (...row) => {
    expect(read(row)).toEqual(wanted(row));
    expect(ReadQuestion.parse(readQuestion(row[0], { today: TODAY }))).toEqual(readQuestion(row[0], { today: TODAY }));
  });
});

test("“char” is read as texts write it", () => {
  expect(reading("char-level vs subword models for text normalization").sides).toEqual(["character-level", "subword models"]);
});

describe("what is asked is told from what is said besides", () => {
  test.each(QUESTIONS_OF_CLAUSES)("%s", (question, kind, sides) => {
    expect(reading(question)).toMatchObject({ kind, ...(sides ? { sides } : {}) });
  });

  test("words of whoever asks weigh half, and those of the setting all", () => {
    const weights = (question: string) => new Map(reading(question).subject.terms.map(({ text, weight = 1 }) => [text, weight]));
    const asked = weights("We run a newsroom and label tweets by hand. How do others bootstrap a check-worthiness classifier?");
    expect([asked.get("newsroom"), asked.get("check-worthiness classifier")]).toEqual([0.5, 1]);
    const set = weights("For sentiment quad prediction, do constrained decoders yield better tuples?");
    expect(set.get("sentiment quad prediction")).toBe(1);
  });
});

test.each<[question: string, phrases: string[], verb?: string]>([
  ["Do adapters match full fine-tuning?", ["adapters", "match", "full fine-tuning"], "match"],
  ["Why do dialogue models produce generic responses?", ["dialogue models", "produce", "generic responses"], "produce"],
  ["Does word order transfer help when parsers generalize?", ["word order transfer", "parsers generalize"]],
  [
    "In transfer learning, do adapters match full fine-tuning?",
    ["transfer learning", "adapters", "match", "full fine-tuning"],
    "match",
  ],
  ["Do adapters require warm-up?", ["adapters", "warm-up"]],
  ["What makes cross-lingual transfer hard?", ["cross-lingual transfer hard"]],
  ["What causes posterior collapse in text VAEs?", ["posterior collapse", "text VAEs"]],
])("the verb of a question is no part of its noun phrases: %s", (question, phrases, verb) => {
  const { terms } = reading(question).subject;
  expect(terms.map(({ text }) => text)).toEqual(phrases);
  expect(terms.filter(({ weight = 1 }) => weight < 1).map(({ text }) => text)).toEqual(verb === undefined ? [] : [verb]);
});

test.each([
  ["What are the limitations of influence functions?", "influence functions"],
  ["What are the limits of open-domain question answering?", "open-domain question answering"],
  ["How well does state-of-the-art event coreference work?", "event coreference"],
  ["How far can parsers go in noisy domains?", "parsers noisy domains"],
  ["Which challenges in dialogue remain open for low-resource languages?", "dialogue low-resource languages"],
])("words that are incidental elsewhere are part of some names: %s", (question, subject) => {
  expect(reading(question).subject.text).toBe(subject);
});

test("phrases of a subject stay together, quoted ones are exact, and words that many papers have weigh less", () => {
  const terms = (question: string) =>
    reading(question).subject.terms.map(({ text, weight, exact }) => ({
      text,
      ...(weight ? { weight } : {}),
      ...(exact ? { exact } : {}),
    }));
  expect(terms("Does few-shot prompting help named entity recognition in clinical text?")).toEqual([
    { text: "few-shot prompting" },
    { text: "named entity recognition" },
    { text: "clinical text" },
  ]);
  expect(terms("papers on “lost in the middle” effects and text-to-SQL evaluation with GPT-4")).toEqual([
    { text: "lost in the middle", exact: true },
    { text: "text-to-SQL evaluation" },
    { text: "GPT-4" },
  ]);
  expect(terms("benchmarks for program repair in C++")).toEqual([
    { text: "benchmarks", weight: 0.5 },
    { text: "program repair" },
    { text: "C++" },
  ]);
});

test.each([
  ["Does caffeine improve memory?", { text: "improve", direction: "improves" }],
  ["Does pruning hurt calibration?", { text: "hurt", direction: "worsens" }],
  ["How does batch size affect generalization?", { text: "affect", direction: "changes" }],
  ["Do statins reduce mortality?", { text: "reduce", direction: "reduces" }],
  ["Does fine-tuning increase memorization?", { text: "increase", direction: "increases" }],
  ["Is attention explanation?", undefined],
  ["papers on improving recall", undefined],
])("%s names its effect", (question, outcome) => {
  expect(reading(question).outcome).toEqual(outcome);
});

test.each([
  ["models under 7B parameters for summarization", { text: "under 7B parameters", maximum: 7e9 }],
  ["summarization with models of at least 70 billion parameters", { text: "at least 70 billion parameters", minimum: 7e10 }],
  ["summarization with 13B models", { text: "13B", minimum: 1.3e10, maximum: 1.3e10 }],
  ["small language models for summarization", { text: "small" }],
  ["small datasets for summarization", undefined],
  ["large language models for summarization", undefined],
])("%s: the size asked for", (question, size) => {
  expect(reading(question).constraints.size).toEqual(size);
});

test.each([
  ["retrieval in 2021", [2021, 2021]],
  ["retrieval since 2020", [2020, null]],
  ["retrieval after 2019", [2020, null]],
  ["retrieval before 2019", [null, 2018]],
  ["retrieval until 2018", [null, 2018]],
  ["retrieval between 2016 and 2018", [2016, 2018]],
  ["retrieval 2016–2018", [2016, 2018]],
  ["retrieval in the 2010s", [2010, 2019]],
  ["retrieval in the last three years", [2023, null]],
  ["retrieval over the past decade", [2016, null]],
  ["retrieval from last year", [2025, 2025]],
  ["retrieval published this year", [2026, 2026]],
  ["retrieval 2021", [2021, 2021]],
  ["pre-2018 retrieval", [null, 2017]],
  ["retrieval in recent years", undefined],
  ["energy demand by 2050", undefined],
  ["CoNLL-2003 retrieval", undefined],
  ["SemEval 2018 task 1", undefined],
  ["30-Day and 1-year mortality", undefined],
])("%s: the years asked for", (question, years) => {
  const found = reading(question).constraints.years;
  expect(found && [found.from, found.to]).toEqual(years);
});

test.each([
  ["retrieval at NIPS", ["NeurIPS"]],
  ["retrieval at ACL'22", ["ACL"]],
  ["retrieval papers in the Findings of EMNLP", ["Findings"]],
  ["retrieval at EMNLP and NAACL", ["EMNLP", "NAACL"]],
  ["retrieval published in Nature", ["Nature"]],
  ["ACL injuries in football", undefined],
  ["recovery after ACL reconstruction", undefined],
  ["the nature of explanations in science", undefined],
  ["the law of large numbers", undefined],
  ["retrieval at the Workshop on Odd Things", ["Workshop on Odd Things"]],
  ["retrieval of odd things", undefined],
])("%s: the venues asked for", (question, venues) => {
  expect(reading(question, ["Workshop on Odd Things", "Odd Things"]).constraints.venues).toEqual(venues);
});

test.each([
  ['Was "Most cited papers" read?', "does_it"],
  ["awards in scholarship programmes", "which_exist"],
  ["technology acceptance among teachers", "which_exist"],
  ["rejected takeovers", "which_exist"],
  ["product review scores", "which_exist"],
  ["retraction of the tongue", "which_exist"],
  ["correction of refractive errors", "which_exist"],
  ["citation intent classification", "which_exist"],
  ["Who benefits from telehealth?", "which_exist"],
  ["Which groups of patients respond to ketamine?", "which_exist"],
  ["Are reviewers' scores biased?", "does_it"],
  ["models with code generation", "which_exist"],
  ["papers with data augmentation", "which_exist"],
  ["How many papers can a person read in a day?", "how_much"],
])("%s: no record is asked for", (question, kind) => {
  expect(reading(question)).toMatchObject({ kind });
  expect(reading(question).record).toBeUndefined();
});

test("a claim is read as the question whether it holds, and what it denies narrows nothing", () => {
  const { kind, constraints } = reading(
    "Compression stockings did not reduce deep vein thrombosis in patients with acute stroke.",
  );
  expect({ kind, constraints }).toEqual({ kind: "does_it", constraints: {} });
});

test("a question that first says what it is about is read by its asking", () => {
  const { kind, subject } = reading("I'm exploring table retrieval for open-domain QA. In this field, how is relevance judged?");
  expect(kind).toBe("how_done");
  expect(subject.text).toContain("table retrieval");
});

test("any text can be read, and the longest hostile one quickly", () => {
  expect(reading("")).toEqual({ kind: "which_exist", subject: { text: "", terms: [] }, constraints: {} });
  expect(reading("???").subject.terms).toEqual([]);
  for (const part of [
    "a or ",
    "how many papers ",
    "without the ",
    "in x, ",
    "2020 - ",
    "at ACL ",
    "best papers won ",
    "“a ",
    "is x as ",
  ]) {
    const before = performance.now();
    reading(part.repeat(10_000));
    expect(performance.now() - before, part).toBeLessThan(500);
  }
});

test.each([
  ["What are the best methods for query expansion?", "query expansion"],
  ["Does back-translation help for Swahili?", "back-translation Swahili"],
  ["Is there a dataset of clinical dialogues?", "clinical dialogues dataset"],
  ["word alignment without parallel corpora", "word alignment without parallel corpora"],
  ["small language models for summarization at ACL 2022", "small language models summarization"],
  ["Who won the best paper award at ACL 2022?", ""],
])("%s is searched for by its subject", (question, text) => {
  expect(searchText(reading(question))).toBe(text);
});

test("a paper agrees more by rare words than by common ones, and by what is asked than by what is said of the asker", () => {
  const coverage = (question: string, title: string) =>
    agreement(reading(question).subject.terms, { title, abstract: null }).coverage;
  const detection = "sarcasm detection across languages";
  expect(coverage(detection, "Sarcasm")).toBeGreaterThan(coverage(detection, "Languages"));
  expect(coverage(detection, "Sarcasm detection and its languages")).toBeCloseTo(1, 10);
  const [said, asked] = ["We subtitle operas. Can prosody be predicted?", "Can prosody be predicted in subtitled operas?"];
  expect(coverage(said, "Subtitled operas")).toBeLessThan(coverage(asked, "Subtitled operas"));
  expect(coverage(said, "Predicted prosody")).toBeGreaterThan(coverage(asked, "Predicted prosody"));
});

test.each([
  ["Which optimizers converge fastest for fine-tuning ViTs?", "which_exist"],
  ["is RAG dead", "does_it"],
  ["Are there retractions of papers about ivermectin?", "record retraction"],
  ["any good survey of prompt compression", "which_exist"],
  ["How do LLMs encode numbers", "how_done"],
  ["what do users expect from conversational search", "what_is"],
  ["Do we need attention?", "does_it"],
  ["NAACL 2024 outstanding paper", "record award"],
  ["who is doing research on code-switching", "record people"],
  ["number of papers per year on LLM safety", "record count_per_year"],
  ["Is it possible to detect LLM text without access to logits?", "does_it"],
  ["Where can I read about tokenizer-free models?", "which_exist"],
  ["What's the accuracy of GPT-4 on USMLE?", "how_much"],
  ["hallucination detection methods 2024", "which_exist"],
  ["why are LLM evaluations unreliable?", "what_is"],
  ["should I fine-tune or use RAG?", "comparison"],
  ["what's better for Finnish: BERT or FastText?", "comparison"],
  ["Is there a Python library for coreference?", "artifact code"],
  ["Show datasets with gaze annotations", "which_exist"],
  ["problems with ROUGE", "state_limits"],
  ["does anyone use knowledge graphs in production?", "readiness"],
  ["How many languages does mBERT cover?", "how_much"],
  ["how to reproduce results of papers on GANs", "how_done"],
  ["Which ACL 2022 papers have code?", "record code"],
  ["What did people find about positional bias in LLM judges?", "what_is"],
  ["ECIR papers on query performance prediction after 2020", "which_exist"],
  ["ibuprofen vs. acetaminophen in children with fever", "comparison"],
  ["What is the role of attention heads in syntax?", "how_well"],
  ["do larger models need less data than small models", "comparison"],
  ["statistics in r for ranking", "which_exist"],
  ["How ready is speech-to-speech translation for use in clinics?", "readiness"],
  ["Does the GloVe paper have an erratum?", "record erratum"],
  ["how is summarization state of the art evaluated", "how_done"],
  ["papers on how to evaluate chatbots", "which_exist"],
  ["citation graphs for recommendation", "which_exist"],
  ["Is U-Net still competitive?", "does_it"],
  ["papers which won awards", "record award"],
  ["u-net segmentation", "which_exist"],
  ["python library or toolkit for off-policy evaluation in contextual bandits", "which_exist"],
  ["tagger or lemmatizer for historical German", "which_exist"],
  ["transition-based parsers or graph-based parsers for long sentences", "comparison"],
  ["hand-built lexicons or learned dictionaries, which is better for sentiment?", "comparison"],
  ["Defenses against backdoor attacks on neural networks", "which_exist"],
  ["tools or methods for coreference", "which_exist"],
  ["open source tool to correct grammar errors in learner essays", "which_exist"],
  ["federated learning when every client has different data, does personalization help much", "does_it"],
])("%s is of kind %s", (question, wanted) => {
  const { kind, record, artifact } = reading(question);
  expect([kind, record ?? (kind === "artifact" ? artifact : undefined)].filter((word) => word !== undefined).join(" ")).toBe(
    wanted,
  );
});

test.each([
  ["Are models trained to reduce bias better than data filtering?", ["models trained to reduce bias", "data filtering"]],
  ["Are people without linguistic training better than GPT-4 at annotation?", ["people without linguistic training", "GPT-4"]],
  ["Is chatbot help better than human help?", ["chatbot help", "human help"]],
])("a side is kept whole where what it does is a part of it: %s", (question, sides) => {
  expect(readQuestion(question, { today: TODAY }).sides).toEqual(sides);
});

test.each([
  ["SGD vs Adam generalization", ["SGD", "Adam"]],
  ["PPO vs DQN sample efficiency in sparse reward tasks", ["PPO", "DQN"]],
  ["machine translation quality vs translator productivity", ["machine translation quality", "translator productivity"]],
])("what two names are measured by is no part of the second: %s", (question, sides) => {
  expect(readQuestion(question, { today: TODAY }).sides).toEqual(sides);
});

test("what else may come of it is no side of a comparison", () => {
  const question = "Does rationale supervision make classifiers more accurate, or just make the explanations look better?";
  expect(reading(question)).toMatchObject({ kind: "does_it" });
});

test("what somebody says of themselves is no side of a comparison", () => {
  expect(reading("I keep hearing that active learning saves money, but does it beat random sampling?")).toMatchObject({
    kind: "does_it",
  });
});

test.each([
  ["Is beam search or sampling better for open-ended text generation?", ["beam search", "sampling"]],
  ["Adam or SGD: which generalizes better in image classification?", ["Adam", "SGD"]],
  ["How do recurrent networks and transformers compare on long texts?", ["recurrent networks", "transformers"]],
  ["Does post-editing really save time compared with translating from scratch?", ["post-editing", "translating"]],
  ["Do convolutional or recurrent encoders work better for short texts?", ["convolutional", "recurrent encoders"]],
  [
    "We have keyphrases to find: are graph methods good enough compared with trained models?",
    ["graph methods", "trained models"],
  ],
])("things that are held against each other are a comparison's sides: %s", (question, sides) => {
  expect(readQuestion(question, { today: "2026-01-01" })).toMatchObject({ kind: "comparison", sides });
});

test.each([
  ["Which rejected ICLR submissions dealt with adversarial examples?", "acceptance", "adversarial examples", undefined],
  [
    "What scores did reviewers give to submissions about diffusion models at ICLR 2023?",
    "review",
    "diffusion models",
    [2023, 2023],
  ],
  ["Which papers were named outstanding at EMNLP 2020 or ACL 2021?", "award", "", [2020, 2021]],
])(
  "records are asked for with submissions, scores, names of awards and several years: %s",
  (question, record, subject, years) => {
    const read = readQuestion(question, { today: "2026-01-01" });
    expect([read.kind, read.record, read.subject.text]).toEqual(["record", record, subject]);
    expect(read.constraints.years && [read.constraints.years.from, read.constraints.years.to]).toEqual(years);
  },
);

test.each([
  ["are there ready-made part-of-speech taggers for Swedish, Portuguese or other European languages", "which_exist"],
  ["Are there ready to use guardrail models that detect unsafe prompts?", "which_exist"],
  ["Are there ready-to-use Thai, Vietnamese or Indonesian language models?", "which_exist"],
  ["Are there off-the-shelf lemmatizers for endangered languages?", "which_exist"],
  ["Is there a ready model that turns spoken Swiss German into text?", "which_exist"],
  ["Is machine translation ready for use in hospitals?", "readiness"],
  ["Is there a speech translation system ready for production?", "readiness"],
])("what is there ready-made is named, what is ready for something is judged: %s", (question, kind) => {
  const read = reading(question);
  expect(read.kind).toBe(kind);
  expect(read.subject.terms.map(({ text }) => text)).not.toContain("ready");
});

test.each([
  ["For extracting entities from documents, does a joint model beat a pipeline?", ["joint model", "pipeline"]],
  ["PPO or value-based methods for cooperative multi-agent tasks", ["PPO", "value-based methods"]],
  ["BM25 against dense retrieval for legal search", ["BM25", "dense retrieval"]],
])("what is compared is told from what it is compared for: %s", (question, sides) => {
  expect(reading(question)).toMatchObject({ kind: "comparison", sides });
});

test("the verb of a question stands apart from what it is said of", () => {
  const { subject } = reading("why do neural nets pick up shortcuts");
  expect(subject.terms.map(({ text, weight }) => [text, weight])).toEqual([
    ["neural nets", undefined],
    ["pick", 0.5],
    ["shortcuts", undefined],
  ]);
});

test.each([
  ["Is there a ready model for meeting minutes, or at least training data?", ["meeting minutes", "training data"]],
  ["least squares regression for sparse data", ["least squares regression", "sparse data"]],
])("“at least” is no part of what is asked for, “least” may be: %s", (question, terms) => {
  expect(reading(question).subject.terms.map(({ text }) => text)).toEqual(terms);
});
