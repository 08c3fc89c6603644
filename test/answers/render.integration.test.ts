import { paperAddress } from "../../src/documents/page-addresses.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { askCanvas } from "../../src/answers/answer.ts";
import { verdictWords } from "../../src/judgment/verdict.ts";
import { answerMarkdown } from "../../src/answers/render/markdown.ts";
import type { Detail } from "../../src/answers/render/line.ts";
import { answerSections } from "../../src/answers/render/sections.ts";
import { answerText } from "../../src/answers/render/terminal.ts";
import type { CanvasAnswer } from "../../src/answers/schema.ts";
import { marks, plain } from "../../src/documents/markdown.ts";
import type { Library } from "../../src/retrieval/library.ts";
import { openTestLibrary } from "../support/mcp-server.ts";
import { loadSample } from "../support/sample-library.ts";

const QUESTIONS = [
  "When does dense retrieval fail compared with BM25, and what helps?",
  "Is long context better than retrieval-augmented generation?",
  "How can hallucination be detected?",
  "Does late interaction improve passage ranking?",
  "How is attribution of generated answers evaluated?",
  "Which methods detect hallucination?",
];
const LISTS_METHODS = /\bmethods\b/u;
const READINESS = "Is dense passage retrieval ready to build a product on?";
const FOREIGN = "best pizza recipe in Naples";

describe("an answer as sections", () => {
  let library: Library & AsyncDisposable;
  let answers: Map<string, CanvasAnswer>;

  beforeAll(async () => {
    library = await openTestLibrary();
    await loadSample(library);
    const asked = [...QUESTIONS, READINESS, FOREIGN].map(async (query) => {
      return [query, await askCanvas(library, { query, mode: "corpus", time_scope: "all", account: "test" })] as const;
    });
    answers = new Map(await Promise.all(asked));
  }, 120_000);
  afterAll(() => library[Symbol.asyncDispose]());

  const titles = (canvas: CanvasAnswer, detail: Detail = "concise") => answerSections(canvas, detail).map(({ title }) => title);
  /** The Markdown of a concise answer, by section. */
  const markdownSections = (canvas: CanvasAnswer) =>
    answerMarkdown(canvas, Infinity, "concise")
      .join("\n")
      .split(/^(?=##? )/mu);
  const section = (canvas: CanvasAnswer, title: string, detail: Detail = "concise") =>
    answerSections(canvas, detail).find((candidate) => candidate.title === title)!;

  it("at least half of the characters of short answers are sentences and their sources", () => {
    const shares = QUESTIONS.map((question) => {
      const sections = markdownSections(answers.get(question)!);
      const [answer = "", sources = ""] = sections;
      expect(answer).toMatch(/^# Answer\n/u);
      expect(sources).toMatch(/^## Sources\n/u);
      return { own: answer.length + sources.length, whole: sections.join("").length };
    });
    const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
    expect(sum(shares.map(({ own }) => own)) / sum(shares.map(({ whole }) => whole))).toBeGreaterThanOrEqual(0.5);
    // An answer of a single sentence too is not drowned in what is said about it.
    expect(Math.min(...shares.map(({ own, whole }) => own / whole))).toBeGreaterThanOrEqual(0.5);
  });

  it("of an answer of one short quote gaps give way, the last first, but not what speaks against it; in full all are there", () => {
    const answered = answers.get(QUESTIONS[1]!)!;
    const sentence = answered.answer.sentences[0]!;
    const gaps = Array.from({ length: 12 }, (_, index) => `Gap ${index}: the library has nothing on a point of some length.`);
    const canvas: CanvasAnswer = {
      ...answered,
      answer: { ...answered.answer, sentences: [{ ...sentence, citations: sentence.citations.slice(0, 1) }] },
      support: null,
      counter_evidence: answered.counter_evidence.slice(0, 1),
      gaps,
    };
    const shown = section(canvas, "Gaps")?.lines.map(({ text }) => text) ?? [];
    expect(shown).toEqual(gaps.slice(0, shown.length));
    expect(shown.length).toBeLessThan(gaps.length);
    expect(section(canvas, "Counter-evidence")?.lines ?? []).toHaveLength(canvas.counter_evidence.length);
    const sections = markdownSections(canvas);
    const own = sections[0]!.length + sections[1]!.length;
    expect(own / sections.join("").length).toBeGreaterThanOrEqual(0.48);
    expect(section(canvas, "Gaps", "full").lines.map(({ text }) => text)).toEqual(gaps);
  });

  it.each([
    ["a judgment keeps its first line", "prototype" as const, 1],
    ["a judgment that says nothing of what was asked for is left out", "insufficient_evidence" as const, 0],
    ["so is one that wants to wait", "watch" as const, 0],
  ])("of an answer of one short quote about code %s; asked for readiness, all of it stays", (_, verdict, lines) => {
    const answered = answers.get(READINESS)!;
    const sentence = answered.answer.sentences.find(({ citations }) => citations.length > 0)!;
    const canvas: CanvasAnswer = {
      ...answered,
      read_as: { ...answered.read_as, kind: "artifact", artifact: "code" },
      answer: { ...answered.answer, sentences: [{ ...sentence, text: "“Code.”", citations: sentence.citations.slice(0, 1) }] },
      support: null,
      counter_evidence: [],
      judgment: { ...answered.judgment, verdict },
    };
    const readiness = (of: CanvasAnswer) =>
      answerSections(of, "concise").find(({ title }) => title.startsWith("Readiness: "))?.lines.length ?? 0;
    expect(readiness(canvas)).toBe(lines);
    const whole = verdict === "prototype" ? 2 : 1;
    expect(readiness({ ...canvas, read_as: answered.read_as })).toBeGreaterThanOrEqual(whole);
    expect(readiness({ ...canvas, mode: "paper" })).toBeGreaterThanOrEqual(whole);
  });

  it.each(QUESTIONS)("the sources come right after the answer; readiness is a section below, or a line: %s", (question) => {
    const canvas = answers.get(question)!;
    const building = canvas.read_as.kind === "artifact";
    const order = [
      "Answer",
      "Sources",
      "Counter-evidence",
      "Gaps",
      `Readiness: ${verdictWords(canvas.judgment.verdict)}`,
      "Opportunities",
    ];
    const shown = titles(canvas);
    expect(shown.slice(0, 2)).toEqual(["Answer", "Sources"]);
    expect(shown.includes(`Readiness: ${verdictWords(canvas.judgment.verdict)}`)).toBe(building);
    const listed =
      canvas.read_as.kind === "which_exist" && LISTS_METHODS.test(canvas.query) && canvas.answer.state === "answered";
    const says = ["build_now", "prototype", "blocked"].includes(canvas.judgment.verdict);
    const line = says
      ? `Readiness for building on the quoted papers: ${verdictWords(canvas.judgment.verdict)}; on record: `
      : "On record to build on: ";
    // Said only where something is on record.
    const { rationale = "" } = canvas.judgment.dimensions.find(({ name }) => name === "artifacts") ?? {};
    const isShown = listed && rationale.startsWith("For: ");
    expect(answerMarkdown(canvas, Infinity, "concise").join("\n").includes(plain(line, Infinity))).toBe(isShown);
    expect(shown).toEqual([...order, "About this answer"].filter((title) => shown.includes(title)));
  });

  it("readiness stands above the sources where the question asks for it", () => {
    const canvas = answers.get(READINESS)!;
    expect(canvas.read_as.kind).toBe("readiness");
    expect(titles(canvas).slice(0, 3)).toEqual(["Answer", `Readiness: ${verdictWords(canvas.judgment.verdict)}`, "Sources"]);
  });

  it.each(["which_exist", "artifact"] as const)("under a list of data sets nothing is said of readiness: %s", (kind) => {
    const answered = answers.get(QUESTIONS[0]!)!;
    const shown = (artifact: CanvasAnswer["read_as"]["artifact"]) => {
      const canvas: CanvasAnswer = {
        ...answered,
        query: "Which methods retrieve passages?",
        mode: "corpus",
        read_as: { ...answered.read_as, kind, artifact, constraints: {} },
      };
      return answerMarkdown(canvas, Infinity, "concise").join("\n");
    };
    expect(shown("dataset")).not.toContain("Readiness");
    expect(shown("code")).toContain("Readiness");
  });

  it.each(["corpus", "paper", "workspace"] as const)("where records answer, nothing is said of readiness: %s", (mode) => {
    const answered = answers.get(READINESS)!;
    const read_as: CanvasAnswer["read_as"] = { ...answered.read_as, kind: "record", record: "award" };
    for (const detail of ["concise", "full"] as const) {
      const shown = answerMarkdown({ ...answered, read_as, mode }, Infinity, detail).join("\n");
      expect(shown).not.toMatch(/^## (?:Readiness|Opportunities)|Readiness for building/mu);
      expect(answerMarkdown(answered, Infinity, detail).join("\n")).toMatch(/^## Readiness/mu);
    }
  });

  it("is left out, but for in full, where nobody asks to build anything", () => {
    const canvas: CanvasAnswer = {
      ...answers.get(READINESS)!,
      query: "Is dense passage retrieval reliable enough to replace people?",
    };
    expect(titles(canvas).slice(0, 2)).toEqual(["Answer", "Sources"]);
    expect(titles(canvas).join(" ")).not.toContain("Readiness");
    expect(titles(canvas, "full").join(" ")).toContain("Readiness");
  });

  it("where too little is known for a verdict says what is missing, without figures", () => {
    const canvas = answers.get(READINESS)!;
    const dimensions = canvas.judgment.dimensions.map((dimension) =>
      dimension.name === "artifacts" ? { ...dimension, score: null, rationale: "No code on record." } : dimension,
    );
    const judgment: CanvasAnswer["judgment"] = { ...canvas.judgment, verdict: "insufficient_evidence", dimensions };
    const [said] = answerSections({ ...canvas, judgment }, "concise").find(({ title }) => title.startsWith("Readiness"))!.lines;
    expect(said!.text).toMatch(
      /^Too little is on record to tell how ready the quoted papers are to build on\. [^\d]*No code on record\./u,
    );
    const full = answerSections({ ...canvas, judgment }, "full").find(({ title }) => title.startsWith("Readiness"))!.lines;
    expect(full[0]!.text).toBe(judgment.reason);
  });

  it.each([
    ["build_now", "Readiness for building on the quoted papers: build now; on record: 1 paper with code (of 6 papers)."],
    ["too_early", "On record to build on: 1 paper with code (of 6 papers)."],
    ["insufficient_evidence", "On record to build on: 1 paper with code (of 6 papers)."],
  ] as const)("a list of what may be mature is not called early for want of records: %s", (verdict, line) => {
    const answered = answers.get(QUESTIONS[1]!)!;
    const dimensions = answered.judgment.dimensions.map((dimension) =>
      dimension.name === "artifacts"
        ? { ...dimension, score: 0.5, rationale: "For: 1 paper with code (of 6 papers)." }
        : dimension,
    );
    const read_as: CanvasAnswer["read_as"] = { ...answered.read_as, kind: "which_exist" };
    const query = "Which methods retrieve passages?";
    const canvas: CanvasAnswer = { ...answered, query, read_as, judgment: { ...answered.judgment, verdict, dimensions } };
    expect(answerMarkdown(canvas, Infinity, "concise").join("\n")).toContain(plain(line, Infinity));
  });

  it.each([
    ["of methods with code on record", "For: 1 paper with code (of 6 papers).", true, {}, "Which methods retrieve passages?"],
    ["with nothing on record", "No code, dataset or model of its own.", false, {}, "Which methods retrieve passages?"],
    [
      "about datasets",
      "For: 1 paper with a dataset (of 6 papers).",
      false,
      { artifact: "dataset" as const },
      "Which datasets train models?",
    ],
    ["of findings", "For: 1 paper with code (of 6 papers).", false, {}, "Which languages are hard to parse?"],
    [
      "of how something is done",
      "For: 1 paper with code (of 6 papers).",
      false,
      { kind: "how_done" as const },
      "How do methods rank?",
    ],
  ])("a list %s: readiness in a line, or not", (_, rationale, isShown, more, query) => {
    const answered = answers.get(QUESTIONS[1]!)!;
    const dimensions = answered.judgment.dimensions.map((dimension) =>
      dimension.name === "artifacts" ? { ...dimension, score: 0.5, rationale } : dimension,
    );
    const canvas: CanvasAnswer = {
      ...answered,
      query,
      read_as: { ...answered.read_as, kind: "which_exist", ...more },
      judgment: { ...answered.judgment, verdict: "prototype", dimensions },
    };
    const shown = answerMarkdown(canvas, Infinity, "concise").join("\n");
    expect(shown.includes("Readiness for building on the quoted papers: ")).toBe(isShown);
  });

  it.each([...QUESTIONS, READINESS, FOREIGN])("Markdown and terminal print the same sections and lines: %s", (question) => {
    const canvas = answers.get(question)!;
    const sections = answerSections(canvas, "full");
    const markdown = answerMarkdown(canvas, Infinity, "full");
    const terminal = answerText(canvas, "full");
    const expected = sections.map(({ title }) => title);
    expect(markdown.filter((line) => /^##? /u.test(line)).map((line) => line.replace(/^#+ /u, ""))).toEqual(expected);
    expect(terminal.split("\n\n").map((block) => block.split("\n")[0])).toEqual(expected);

    const unwrapped = terminal.replaceAll(/\n\s*/gu, " ");
    let [inMarkdown, inTerminal] = [0, 0];
    const whole = markdown.join("\n");
    for (const { text } of sections.flatMap(({ lines }) => lines)) {
      const words = text.replaceAll(/\s+/gu, " ");
      expect(whole.indexOf(plain(words), inMarkdown), `Markdown: ${words}`).toBeGreaterThanOrEqual(inMarkdown);
      expect(unwrapped.indexOf(words, inTerminal), `terminal: ${words}`).toBeGreaterThanOrEqual(inTerminal);
      inMarkdown = whole.indexOf(plain(words), inMarkdown) + plain(words).length;
      inTerminal = unwrapped.indexOf(words, inTerminal) + words.length;
    }
  });

  it.each(QUESTIONS)(
    "a concise answer lists the sources of its sentences and no others; a full one lists all: %s",
    (question) => {
      const canvas = answers.get(question)!;
      const cited = [...canvas.answer.sentences, ...canvas.counter_evidence].flatMap(({ citations }) => citations);
      const numbers = (detail: Detail) => section(canvas, "Sources", detail).lines.map(({ source }) => source!.number);
      expect(numbers("concise")).toEqual([...new Set(cited)].toSorted((a, b) => a - b));
      expect(numbers("full")).toEqual(canvas.citations.map(({ number }) => number));
      expect(canvas.citations.length).toBeGreaterThan(new Set(cited).size);
      for (const { text, citations } of canvas.answer.sentences)
        expect(markdownSections(canvas)[0]).toContain(`${plain(text)} ${marks(citations)}`);
    },
  );

  it("formulas are shown in full only; a concise answer names what is unknown on one line", () => {
    const canvas = answers.get(READINESS)!;
    const unknown = canvas.judgment.dimensions.filter(({ score }) => score === null).map(({ name }) => name);
    expect(unknown.length).toBeGreaterThan(0);
    const [concise, full] = (["concise", "full"] as const).map((detail) => answerMarkdown(canvas, Infinity, detail).join("\n"));
    expect(concise).toContain(`\nUnknown: ${unknown.join(", ")}.  \n`);
    for (const formula of [canvas.judgment.formula, ...canvas.judgment.dimensions.map((dimension) => dimension.formula)]) {
      if (formula === "") continue;
      expect(concise).not.toContain(plain(formula));
    }
    expect(full).toContain(plain(canvas.judgment.formula));
  });

  it("without evidence there is the reason and what came nearest, and neither sentence, source nor verdict", () => {
    const canvas = answers.get(FOREIGN)!;
    expect(titles(canvas)).toEqual(["No evidence", "Closest matches, not evidence", "Gaps", "About this answer"]);
    expect(section(canvas, "No evidence").lines).toEqual([{ as: "paragraph", text: canvas.answer.reason }]);
    const matches = section(canvas, "Closest matches, not evidence").lines.map(({ id }) => id);
    expect(matches).toEqual(canvas.nearest_matches.map(({ paper_id: id }) => id));
    expect(answerMarkdown(canvas, Infinity, "concise").join("\n")).not.toMatch(/Readiness|^- \[\d/mu);
  });

  it("weak evidence is called so in the heading and by its reason, above the quotes", () => {
    const answered = answers.get(QUESTIONS[2]!)!;
    const reason = "Only a few words of the question occur.";
    const canvas: CanvasAnswer = { ...answered, answer: { ...answered.answer, state: "weak", reason } };
    const [first, second] = answerSections(canvas, "concise");
    expect([first!.title, second!.title]).toEqual(["Weak evidence: the closest quotes", "Sources"]);
    expect(first!.lines[0]).toEqual({ as: "paragraph", text: reason });
    expect(
      first!.lines
        .slice(1)
        .filter(({ whole }) => whole)
        .map(({ text }) => text),
    ).toEqual(answered.answer.sentences.map(({ text }) => text));
  });

  it("an answer by an LLM says so, and shows the quotes that its sentences only cite", () => {
    const answered = answers.get(QUESTIONS[1]!)!;
    const canvas: CanvasAnswer = { ...answered, summarizer: { name: "openai", model: "some-model" } };
    const quotes = (of: CanvasAnswer) => section(of, "Sources").lines.map(({ source }) => source!.quote);
    const authored = (of: CanvasAnswer) => section(of, "Answer").lines.filter(({ text }) => text.includes("LLM some-model"));
    const cited = new Set(canvas.answer.sentences.flatMap(({ citations }) => citations));
    expect(authored(canvas)).toHaveLength(1);
    expect(authored(answered)).toHaveLength(0);
    expect(quotes(canvas)).toEqual(
      section(canvas, "Sources").lines.map(({ source }) =>
        cited.has(source!.number) ? canvas.citations.find(({ number }) => number === source!.number)!.quote : null,
      ),
    );
    expect(quotes(answered)).toEqual(quotes(answered).map(() => null));
  });

  it.each([
    ["in a section on a page", { section: ["Results", "Main results"], page: 4 }, "Results › Main results, p. 4"],
    ["in a format without pages", { section: ["Results"], page: null }, "Results"],
    ["before the first heading", { section: [], page: 1 }, "full text, p. 1"],
  ])("a quote from a full text names its place, also where its paper is a source already: %s", (_, place, shown) => {
    const answered = answers.get(QUESTIONS[1]!)!;
    const sentence = answered.answer.sentences.find(({ citations }) => citations.length > 0);
    const cited = answered.citations.find(({ kind }) => kind === "paper");
    const passage = {
      ...cited!,
      kind: "passage" as const,
      field: "text" as const,
      title: "Whole papers",
      year: 2021,
      venue: null,
    };
    const canvas: CanvasAnswer = {
      ...answered,
      answer: { ...answered.answer, sentences: [{ ...sentence!, citations: [1, 2] }] },
      counter_evidence: [],
      citations: [
        { ...passage, passage_id: "text:1-1", number: 1, ...place },
        { ...passage, passage_id: "text:1-2", number: 2, ...place },
      ],
    };
    const markdown = answerMarkdown(canvas, Infinity, "concise");
    expect(markdown.filter((line) => line.startsWith("- [1]"))).toEqual([
      expect.stringMatching(new RegExp(`^- \\[1\\] Whole papers \\(2021\\), ${shown.replaceAll(".", "\\.")} · `, "u")),
    ]);
    expect(markdown).toContain(`- [2] same source as [1] · ${shown}`);
    expect(answerText(canvas)).toContain(`\n[1] Whole papers (2021), ${shown}\n`);
    expect(answerText(canvas)).toContain(`\n[2] same source as [1] (${shown})`);

    const address = (id: string) =>
      `https://papers.example.org${paperAddress(passage.id)}?passage=${encodeURIComponent(id)}&quote=${passage.start}-${passage.end}#passage`;
    const linked = answerMarkdown(canvas, Infinity, "concise", "https://papers.example.org");
    expect(linked).toContain(`[1]: <${address("text:1-1")}>`);
    expect(linked).toContain(`[2]: <${address("text:1-2")}>`);
  });

  it("flags of a sentence are told in words at its end", () => {
    const answered = answers.get(QUESTIONS[1]!)!;
    const [sentence, ...others] = answered.answer.sentences;
    const flagged = { ...sentence!, flags: ["figure_not_quoted" as const] };
    const canvas: CanvasAnswer = { ...answered, answer: { ...answered.answer, sentences: [flagged, ...others] } };
    const end = `${marks(flagged.citations)} · check: contains a number not found in its quotes`;
    expect(
      markdownSections(canvas)[0]!
        .split("\n")
        .filter((line) => line.endsWith(end)),
    ).toHaveLength(1);
  });
});
