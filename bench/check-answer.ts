import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { askCanvas } from "../src/answers/answer.ts";
import { checkDraft } from "../src/citations/check-draft.ts";
import type { CheckedSentence } from "../src/citations/check-text.ts";
import type { Paper } from "../src/documents/paper.ts";
import type { Library } from "../src/retrieval/library.ts";
import { paper } from "../test/support/documents.ts";
import { openTestLibrary } from "../test/support/mcp-server.ts";
import { loadSample } from "../test/support/sample-library.ts";
import { draftText, FAULTS, honestLines, paraphrasesOf, planted, type DraftLine, type Fault } from "./drafts/make.ts";

const DRAFTS = 200;
/** What a fault may be called besides its own name. */
const NAMED: Record<Fault, readonly string[]> = {
  figure: ["figure_not_quoted"],
  negation: ["negation_differs"],
  swap: ["wrong_paper"],
  number: ["dead_number"],
  quote: ["bent_quote"],
};

interface Counts {
  drafts: number;
  honest: number;
  alarms: number;
  byHand: number;
  byHandAlarms: number;
  asides: number;
  asideAlarms: number;
  faults: Record<Fault, { planted: number; found: number; named: number }>;
  ms: number[];
}

/**
 * Checks 200 drafts made from answers over the bundled sample and, with `--scifact FOLDER`, over the papers of SciFact's marked claims: every other one has a
 * single fault. `--show` prints what was missed and what was wrongly flagged in the half for tuning. Both halves are reported: `tune` is the one to tune on.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { scifact: { type: "string" }, show: { type: "string" } } });
  await using library = await openTestLibrary();
  await library.engine.create(library.embedder.space);
  await loadSample(library);
  const claims = values.scifact === undefined ? [] : await loadSciFact(library, values.scifact);
  const questions = { sample: await sampleQuestions(library), scifact: claims };
  const halves = { tune: counts(), report: counts() };
  for (let index = 0; index < DRAFTS; index += 1) {
    const pair = Math.floor(index / 2);
    const half = Math.floor(pair / 2) % 2 === 0 ? "tune" : "report";
    const fault = index % 2 === 0 ? null : FAULTS[Math.floor(pair / 4) % FAULTS.length]!;
    const list = pair % 2 === 0 || claims.length === 0 ? questions.sample : questions.scifact;
    await checkOne(library, list, { index, fault, shown: values.show === half }, halves[half]);
  }
  for (const [half, counted] of Object.entries(halves)) report(half, counted);
}

function counts(): Counts {
  const faults = Object.fromEntries(FAULTS.map((fault) => [fault, { planted: 0, found: 0, named: 0 }])) as Counts["faults"];
  return { drafts: 0, honest: 0, alarms: 0, byHand: 0, byHandAlarms: 0, asides: 0, asideAlarms: 0, faults, ms: [] };
}

/** Makes a draft from the next answer that can carry the fault, checks it and counts. */
async function checkOne(
  library: Library,
  questions: string[],
  { index, fault, shown }: { index: number; fault: Fault | null; shown: boolean },
  counted: Counts,
): Promise<void> {
  for (let tries = 0; tries < questions.length; tries += 1) {
    const query = questions.shift()!;
    const request = { query, mode: "corpus", time_scope: "all", match_count: 8, account: "bench" } as const;
    const answer = await askCanvas(library, request);
    const papers = await library.engine.papers.get(answer.source_context.paper_ids);
    const honest = honestLines(answer, papers, index);
    const lines = fault === null ? honest : planted(honest, fault, answer, index);
    if (lines === null || lines.filter(({ mark }) => mark !== null).length < 2) {
      questions.push(query);
      continue;
    }
    const text = draftText(lines, index);
    const run = {
      question: query,
      citations: answer.citations,
      evidence: answer.evidence,
      paper_ids: answer.source_context.paper_ids,
    };
    const started = performance.now();
    const { sentences } = await checkDraft(library, { text, run, signals: true });
    counted.ms.push(performance.now() - started);
    counted.drafts += 1;
    count(lines, text, sentences, fault, shown, counted);
    return;
  }
  throw new Error(
    `No answer can carry the fault “${fault}”. The bundled sample alone gives too few answers: add --scifact FOLDER.`,
  );
}

function count(
  lines: readonly DraftLine[],
  text: string,
  sentences: readonly CheckedSentence[],
  fault: Fault | null,
  shown: boolean,
  counted: Counts,
): void {
  let at = 0;
  let [found, named] = [false, false];
  for (const line of lines) {
    const start = text.indexOf(line.text.slice(0, -1), at);
    const end = start + line.text.length;
    at = end;
    const own = sentences.filter((sentence) => sentence.start < end && start < sentence.end);
    const off = own.filter(({ status }) => status === "flagged" || status === "uncited");
    if (line.planted) {
      found ||= off.length > 0;
      named ||= off.some(({ problems }) => problems.some(({ kind }) => NAMED[fault!].includes(kind)));
      const kinds = off.flatMap(({ problems }) => problems.map(({ kind }) => kind));
      if (shown && off.length > 0 && !kinds.some((kind) => NAMED[fault!].includes(kind)))
        console.log(`FOUND AS ${kinds.join(", ")}, ${fault}: ${line.text} ${line.mark}\n   source: ${line.quote}`);
      if (shown && off.length === 0) console.log(`MISSED ${fault}: ${line.text} ${line.mark}\n   source: ${line.quote}`);
      continue;
    }
    if (line.mark === null) {
      counted.asides += 1;
      counted.asideAlarms += off.length > 0 ? 1 : 0;
    } else {
      counted.honest += 1;
      counted.alarms += off.length > 0 ? 1 : 0;
      counted.byHand += line.by === "person" ? 1 : 0;
      counted.byHandAlarms += line.by === "person" && off.length > 0 ? 1 : 0;
    }
    if (shown && off.length > 0) {
      const problems = off.flatMap((sentence) => sentence.problems.map(({ kind, found: what }) => `${kind} ${what ?? ""}`));
      console.log(`ALARM ${problems.join(", ")}: ${line.text} ${line.mark}\n   source: ${line.quote}`);
    }
  }
  if (fault === null) return;
  counted.faults[fault].planted += 1;
  counted.faults[fault].found += found ? 1 : 0;
  counted.faults[fault].named += named ? 1 : 0;
}

function report(half: string, { faults, ms, ...counted }: Counts): void {
  const all = Object.values(faults);
  const sum = (of: (one: (typeof all)[number]) => number) => all.reduce((total, one) => total + of(one), 0);
  const sorted = ms.toSorted((a, b) => a - b);
  console.log(half, {
    drafts: counted.drafts,
    faults_found: `${sum((one) => one.found)} of ${sum((one) => one.planted)}`,
    ...Object.fromEntries(
      FAULTS.map((name) => [name, `${faults[name].found} of ${faults[name].planted}, named ${faults[name].named}`]),
    ),
    false_alarms: `${counted.alarms} of ${counted.honest} = ${(counted.alarms / counted.honest).toFixed(3)}`,
    of_them_by_hand: `${counted.byHandAlarms} of ${counted.byHand}`,
    asides_flagged: `${counted.asideAlarms} of ${counted.asides}`,
    p50_ms: Math.round(sorted[Math.floor(sorted.length / 2)]!),
    max_ms: Math.round(sorted.at(-1) ?? 0),
  });
}

/** Questions about the sample's papers, those with hand-written paraphrases first. */
async function sampleQuestions(library: Library): Promise<string[]> {
  const { documents } = await library.engine.papers.list({ filters: {}, sort: "paper_id", limit: 1_000 });
  const titled = documents.filter((one) => one.abstract !== null);
  const known = titled.filter(({ title }) => paraphrasesOf(title).length > 0);
  return [...known, ...titled.filter((one) => !known.includes(one))].map(({ title }) => title);
}

interface MarkedClaim {
  claim: string;
  doc_id: string;
}

/** Loads the papers of the marked claims; resolves to the claims, one a paper. */
async function loadSciFact(library: Library, folder: string): Promise<string[]> {
  const lines = (name: string) => readFileSync(join(folder, name), "utf8").trim().split("\n");
  const claims = lines("evidence-train.jsonl").map((line) => JSON.parse(line) as MarkedClaim);
  const claimOf = new Map(claims.map(({ doc_id, claim }) => [doc_id, claim]));
  const papers = lines("corpus.jsonl")
    .map((line) => JSON.parse(line) as { _id: string; title: string; text: string })
    .filter(({ _id: id }) => claimOf.has(id))
    .map(({ _id: id, title, text }): Paper => paper({ paper_id: `openalex:W${id.padStart(8, "0")}`, title, abstract: text }));
  const vectors = await library.embedder.embedTexts(papers.map(({ title, abstract }) => `${title}\n${abstract}`));
  await library.engine.papers.write(
    papers.map((document, index) => {
      const vector = vectors[index]!;
      if (!(vector instanceof Float32Array)) throw new Error(`${document.paper_id}: ${vector.refused}`);
      return { document, vector };
    }),
  );
  await library.engine.endLoad("papers");
  return [...claimOf.values()];
}
