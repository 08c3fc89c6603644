import { isDecisive } from "../../judgment/decisive-unknown.ts";
import { judgmentWords } from "../../judgment/words.ts";
import { verdictWords } from "../../judgment/verdict.ts";
import type { AnswerSentence, CanvasAnswer, Opportunity } from "../schema.ts";
import { reasonBesides } from "../findings.ts";
import { authorship, FLAG_MEANINGS, HEADINGS } from "./flags.ts";
import { paragraph, type Detail, type Line, type Section } from "./line.ts";
import { readingOf } from "./reading.ts";
import { sourceLines } from "./source-lines.ts";
import { counted, thousands } from "../../shared/thousands.ts";
import { sum } from "../../shared/sum.ts";

/** A list of these is for building on; what fails, benchmarks or studies are not. */
const METHODS =
  /\b(?:methods?|approaches|techniques?|ways|strategies|algorithms?|models?|systems?|tools?|toolkits?|librar(?:y|ies)|frameworks?|architectures?|parsers?|taggers?|analy[sz]ers?|checkers?|embeddings|encoders?|engines?)\b/iu;

/** Whether a question finds what one can build on, and gets a line on its readiness: a fact, a comparison or how something is done or measured is not for building on. */
function findsWhatToBuildOn({ read_as: read, query }: CanvasAnswer): boolean {
  if (read.kind === "artifact") return read.artifact !== "dataset";
  // Datasets are used, not built on.
  return read.kind === "which_exist" && read.artifact !== "dataset" && !read.constraints.negative_results && METHODS.test(query);
}

/**
 * An answer as sections, the answer and its sources first; sections without a line are left out. Both writers, Markdown and terminal, print this list. `baseUrl`: where this service's
 * pages are, without a slash at the end; quotes of full texts link to their place there. Null: to the source of the paper.
 */
export function answerSections(canvas: CanvasAnswer, detail: Detail, baseUrl: string | null = null): Section[] {
  const first = canvas.read_as.kind === "readiness" && asksToBuild(canvas.query) && canvas.answer.state !== "no_evidence";
  const judgment = showsReadiness(canvas, detail) ? judgmentSection(canvas, detail) : { title: "", lines: [] };
  const sections = [
    answerSection(canvas),
    ...(first ? [judgment] : []),
    { title: "On record", lines: recordLines(canvas) },
    { title: "Sources", lines: sourceLines(canvas, detail, baseUrl) },
    { title: "Closest matches, not evidence", lines: canvas.nearest_matches.map(matchLine) },
    { title: "Counter-evidence", lines: canvas.counter_evidence.map((item): Line => ({ as: "item", ...item })) },
    { title: "Gaps", lines: canvas.gaps.map((text): Line => ({ as: "item", text })) },
    ...(first ? [] : [judgment]),
    { title: "Opportunities", lines: showsReadiness(canvas, detail) ? opportunityLines(canvas, detail) : [] },
    { title: "About this answer", lines: aboutLines(canvas, detail) },
  ];
  // Of a question for code or models in the library, readiness is told beside the answer; of one for readiness, a paper or a workspace it is asked for.
  const last = first || canvas.mode !== "corpus" ? [] : [judgment.title];
  const kept = detail === "full" || canvas.answer.state === "no_evidence" ? sections : withRoom(sections, [...GIVE_WAY, ...last]);
  return kept.filter(({ lines }) => lines.length > 0);
}

/** What must not outweigh an answer and its sources, the first to give way first. What speaks against it, how it was read and its run stay. */
const GIVE_WAY = ["Opportunities", "Gaps"];

/** Sections of which those that give way, in this order, lose their last lines, until the answer and its sources are at least half of the whole. A judgment keeps its first line. */
function withRoom(sections: readonly Section[], giveWay: readonly string[]): Section[] {
  const own = sum(sections.filter((section, index) => index === 0 || section.title === "Sources").map(lengthOf));
  let over = sum(sections.filter(({ lines }) => lines.length > 0).map(lengthOf)) - 2 * own;
  const kept = new Map(sections.map((section) => [section.title, section]));
  for (const title of giveWay) {
    const lines = [...(kept.get(title)?.lines ?? [])];
    const fewest = GIVE_WAY.includes(title) ? 0 : 1;
    while (over > 0 && lines.length > fewest) over -= lengthOfLine(lines.pop()!);
    kept.set(title, { title, lines });
  }
  return sections.map(({ title }) => kept.get(title)!);
}

/** Characters of a section in Markdown, nearly. */
function lengthOf({ title, lines }: Section): number {
  return title.length + sum(lines.map(lengthOfLine));
}

function lengthOfLine({ text, notes = [], source, id = "" }: Line): number {
  return [text, ...notes, source?.url ?? "", source?.quote ?? "", id].join(" · ").length;
}

/** In full; in short for questions about building, for those for code and models where its verdict tells something, and for a question about one paper or within a workspace. Never where records answer: it says nothing of them. */
function showsReadiness({ answer, read_as: read, mode, query, judgment }: CanvasAnswer, detail: Detail): boolean {
  if (read.kind === "record") return false;
  if (detail === "full" || mode !== "corpus") return true;
  // Data sets are used, not built on; and that little is on record does not mean that what was asked for does not exist.
  if (read.kind === "artifact")
    return read.artifact !== "dataset" && TELLING.has(judgment.verdict) && answer.state === "answered";
  return read.kind === "readiness" && asksToBuild(query);
}

/** “Reliable enough to replace people” asks for evidence; for what code and data there are asks who wants to build. */
const BUILDING =
  /\b(?:read(?:y|iness)|matur\w+|produc\w+|deploy\w*|ship\w*|buil[dt]\w*|adopt\w*|invest\w*|market\w*|startups?|compan(?:y|ies)|bet|buy|integrat\w*|migrat\w*|switch|launch)\b/iu;

function asksToBuild(query: string): boolean {
  return BUILDING.test(query);
}

function answerSection({ answer, degraded, support, ...canvas }: CanvasAnswer): Section {
  const authored = authorship(canvas);
  return {
    title: HEADINGS[answer.state],
    lines: [
      ...(answer.state === "answered" ? [] : [paragraph(reasonBesides({ answer, nearest_matches: canvas.nearest_matches }))]),
      ...(authored === null ? [] : [paragraph(authored)]),
      ...degraded.map(({ part, reason }) => paragraph(`Note (${part}): ${reason}`)),
      ...answer.sentences.map((sentence, index) => sentenceLine(sentence, answer.sentences[index - 1])),
      ...(support === null || answer.state === "no_evidence" ? [] : [paragraph(support.sentence)]),
    ],
  };
}

/** Sentences about one point stand together, the later ones set in. */
function sentenceLine({ text, citations, flags, point }: AnswerSentence, before: AnswerSentence | undefined): Line {
  const within = point !== undefined && point === before?.point;
  const notes = flags.map((flag) => `check: ${FLAG_MEANINGS[flag]}`);
  return { as: within ? "subitem" : "item", text, citations, notes, whole: true };
}

/** What was counted, and the rows that no sentence above states. */
function recordLines({ records, answer }: CanvasAnswer): Line[] {
  if (records === undefined || records.rows.length === 0) return [];
  const told = new Set(answer.sentences.filter(({ counted }) => !counted).flatMap(({ citations }) => citations));
  const rows = records.rows.filter(({ citations }) => !citations.every((number) => told.has(number)));
  return [
    paragraph(`${thousands(records.total)} in total: ${records.query}.`),
    ...rows.map(({ label, value, citations }): Line => ({
      as: "item",
      text: value === null ? label : `${label}: ${value}`,
      citations,
    })),
  ];
}

function judgmentSection({ judgment, answer }: CanvasAnswer, detail: Detail): Section {
  const known = judgment.dimensions.filter(({ score }) => score !== null);
  const unknown = judgment.dimensions.filter(({ score }) => score === null).map(({ name }) => name);
  const title = `Readiness: ${verdictWords(judgment.verdict)}`;
  if (answer.state === "no_evidence") return { title, lines: [] };
  const unknownLine = unknown.length === 0 ? [] : [paragraph(`Unknown: ${unknown.join(", ")}.`)];
  if (detail === "concise" && judgment.verdict === "insufficient_evidence")
    return { title, lines: [paragraph(tooLittle(judgment.dimensions))] };
  if (detail === "concise") {
    const scores = known.map(({ name, score }) => `${name} ${score}`).join(", ");
    const unknownMost = judgment.unknown_that_matters_most;
    return {
      title,
      lines: [
        paragraph(judgment.reason),
        ...(known.length === 0 ? [] : [paragraph(`Known: ${scores}.`)]),
        ...unknownLine,
        ...(unknownMost !== null && isDecisive(unknownMost) ? [paragraph(unknownMost.says)] : []),
      ],
    };
  }
  return {
    title,
    lines: [
      paragraph(judgment.reason),
      ...known.map(({ name, score, interval, rationale, formula, citations }): Line => ({
        as: "item",
        text: `${name} ${score} (${interval.join("–")}): ${rationale} ${formula}`,
        citations,
      })),
      ...unknownLine,
      ...judgmentWords(judgment).map(paragraph),
      ...(known.length === 0 ? [] : [paragraph(judgment.formula)]),
    ],
  };
}

/** So many of the kinds of facts that are missing are named; the first weigh most. */
const MISSING_NAMED = 2;

/** Why there is no verdict, without figures: “Too little is on record to tell how ready the quoted papers are to build on. No code, data or models on record.” */
function tooLittle(dimensions: CanvasAnswer["judgment"]["dimensions"]): string {
  const missing = dimensions.filter(({ score }) => score === null).map(({ rationale }) => rationale);
  return [
    "Too little is on record to tell how ready the quoted papers are to build on.",
    ...missing.slice(0, MISSING_NAMED),
  ].join(" ");
}

/** In short only where they tell papers apart: where a demand is known, or their scores differ. */
function opportunityLines({ opportunities }: CanvasAnswer, detail: Detail): Line[] {
  const telling =
    new Set(opportunities.map(({ score }) => score)).size > 1 || opportunities.some(({ why }) => !why.includes("demand unknown"));
  return detail === "full" || telling ? opportunities.map((item) => opportunityLine(item, detail)) : [];
}

function opportunityLine({ paper_id: id, title, why, score, citations }: Opportunity, detail: Detail): Line {
  return { as: "item", text: detail === "full" ? `${title}: ${why}` : title, citations, notes: [`score ${score}`], id };
}

function matchLine({ paper_id: id, title, year, cosine }: CanvasAnswer["nearest_matches"][number]): Line {
  const notes = cosine === null ? [] : [`cosine ${cosine}`];
  return { as: "item", text: `${title}${year === null ? "" : ` (${year})`}`, notes, id };
}

/** Whether the answer can be looked up later. */
function isKept({ degraded }: CanvasAnswer): boolean {
  return degraded.every(({ part }) => part !== "records");
}

/** How the question was understood, what was read, and the run; in full also how fresh that is, and who wrote the sentences. */
function aboutLines(canvas: CanvasAnswer, detail: Detail): Line[] {
  const { answer, bounded_by: bound, ground, freshness, judgment, summarizer, read_as: read, run_id: runId } = canvas;
  const understood = paragraph(`Understood as: ${readingOf(read)}.`);
  if (detail === "concise") {
    const within = bound === undefined ? [] : [bound.sentence];
    const asked = !showsReadiness(canvas, detail) && answer.state === "answered" && findsWhatToBuildOn(canvas);
    const readiness = asked ? readinessInShort(judgment) : null;
    return [
      understood,
      paragraph([...within, shortGround(ground), ...(readiness === null ? [] : [readiness])].join(" ")),
      { as: "paragraph", text: isKept(canvas) ? "Run" : "Run (not kept)", id: runId },
    ];
  }
  const { oldest, newest, last_ingest: loaded } = freshness;
  const dates = `Evidence from ${oldest ?? "an unknown date"} to ${newest ?? "an unknown date"}; library last updated ${loaded === null ? "at an unknown time" : minuteOf(loaded)}.`;
  return [
    understood,
    paragraph([...(answer.state === "answered" ? [answer.reason] : []), ground.sentence, dates].join(" ")),
    {
      as: "paragraph",
      text: `Summarizer: ${summarizer.name}${summarizer.model === null ? "" : ` (${summarizer.model})`}; ${isKept(canvas) ? "run" : "run (not kept)"}`,
      id: runId,
    },
  ];
}

/** Verdicts that say something of what was found. */
const TELLING: ReadonlySet<CanvasAnswer["judgment"]["verdict"]> = new Set(["build_now", "prototype", "blocked"]);
/** What a rationale with something in favor begins with. */
const FOR = "For: ";

/**
 * The verdict with what one can build on: “Readiness for building on the quoted papers: prototype; on record: 1 paper with code (of 6 papers).” Null where nothing is on
 * record: of papers that are data or tools themselves that would be wrong.
 */
function readinessInShort({ verdict, dimensions }: CanvasAnswer["judgment"]): string | null {
  const { rationale = "" } = dimensions.find(({ name, score }) => name === "artifacts" && score !== null) ?? {};
  if (!rationale.startsWith(FOR)) return null;
  // Too early or too little is known means that little is on record, not that what exists cannot be used.
  if (!TELLING.has(verdict)) return `On record to build on: ${rationale.slice(FOR.length, -1)}.`;
  return `Readiness for building on the quoted papers: ${verdictWords(verdict)}; on record: ${rationale.slice(FOR.length, -1)}.`;
}

/** What was read, without a word on what was not met: papers without an abstract, other versions. */
function shortGround({
  papers,
  without_abstract: blind,
  versions,
  full_texts: whole = 0,
  signals,
  sentence,
}: CanvasAnswer["ground"]): string {
  if (blind > 0 || versions > 0 || whole > 0) return sentence;
  return `Based on ${counted(papers, "abstract")} and ${counted(signals, "signal")}, not full texts.`;
}

/** A time in ISO 8601, UTC, as people read it. */
function minuteOf(time: string): string {
  return `${time.slice(0, 10)} ${time.slice(11, 16)} UTC`;
}
