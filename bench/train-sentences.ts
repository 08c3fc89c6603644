import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { answering, answeringFeatures, askedFeatures } from "../src/answers/extractive/answering.ts";
import { claimFeatures } from "../src/answers/extractive/claim-evidence.ts";
import { asRead, readPassages } from "../src/answers/extractive/read-passages.ts";
import { candidates, firstOf, rankedPassages, type Choice } from "../src/answers/extractive/ranked-passages.ts";
import { questionCues, relevanceFeatures } from "../src/answers/extractive/relevance.ts";
import { roleFeatures, ROLES } from "../src/answers/extractive/roles.ts";
import { readQuestion } from "../src/answers/question/read.ts";
import { openEmbedder, type Composition } from "../src/compose.ts";
import { loadConfig } from "../src/config.ts";
import { cleanText } from "../src/documents/text.ts";
import { paperText } from "../src/documents/paper.ts";
import { cachedEmbedder, openEmbeddingCache } from "../src/embedding/cache.ts";
import { isRefusal, type Embedder } from "../src/embedding/port.ts";
import type { EvidencePaper } from "../src/evidence/evidence-paper.ts";
import { byRelevance } from "../src/evidence/relevance.ts";
import { cosine } from "../src/evidence/similarity.ts";
import { pairs } from "../src/shared/pairs.ts";
import { sentences } from "../src/text/sentences.ts";
import { asPaper, evidenceFor, withIndex } from "./sentences.ts";
import { graded, type GradedQuestion } from "./sentences/graded.ts";
import { healthverPairs, pubmedqaPairs, scifactPairs } from "./stance/pairs.ts";
import { claimTraining } from "./stance/statements.ts";
import { headedAbstracts, labeled, pubmedqa, qasper, scifact, type MarkedSet } from "./sentences/sets.ts";

/** How many candidates of a question are embedded, for the model to learn from. */
const EMBEDDED = 16;

/** Of the graded sentences of a question so many are embedded and written. */
const WRITTEN = 30;

/** Of the questions, one in so many of those for reporting is written, to be told whether training went well. */
const REPORTED = 8;

/** Graded questions are written so many at a time. */
const AT_ONCE = 20;

const STEPS: Record<string, (data: string, questions?: number) => AsyncGenerator<object[]>> = {
  roles: roleRows,
  relevance: relevanceRows,
  answers: answerRows,
  ways: wayRows,
  claims: claimRows,
  statements: statementRows,
  marked: markedRows,
};

const USAGE = `usage: npm run bench -- train-sentences ${Object.keys(STEPS).join("|")} DATA OUT [--questions N]`;

/**
 * Writes what the models of sentences are trained on, computed by the same code that uses them:
 * `npm run bench -- train-sentences roles|relevance|answers|ways|claims|statements|marked DATA OUT [--questions N]`. `models/sentences/train.py` reads OUT. Relevance needs trained roles, answers need both.
 * Of the half for reporting, a quarter of the questions is written too, each row with its set and half. `--questions`: the first N graded questions alone.
 */
export async function run(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { questions: { type: "string" } } });
  const [step = "", data, out] = positionals;
  const rowsOfStep = Object.hasOwn(STEPS, step) ? STEPS[step] : undefined;
  if (rowsOfStep === undefined || !data || !out) throw new Error(USAGE);
  mkdirSync(out, { recursive: true });
  const file = join(resolve(out), `${step}.jsonl`);
  writeFileSync(file, "");
  for await (const rows of rowsOfStep(data, values.questions === undefined ? undefined : Number(values.questions))) {
    appendFileSync(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
    console.log(`${rows.length} rows in ${file}`);
  }
}

/** Of the letters in `labels.tsv`, in the order of `ROLES`. */
const ROLE_LETTERS = "BAMRCNOQ";

async function* roleRows(data: string) {
  const { abstracts } = await labeled(data, { about: true });
  yield [...abstracts, ...headedAbstracts(data)].flatMap(({ set, half, sentences, roles }) =>
    roleFeatures(sentences).flatMap((features, index) => {
      const role = ROLES[ROLE_LETTERS.indexOf(roles[index]!)];
      return role === undefined ? [] : [{ set, half, role, features }];
    }),
  );
}

async function* relevanceRows(data: string) {
  const sets: [string, MarkedSet][] = [
    ["labeled", await labeled(data, { about: false })],
    ["qasper", qasper(data)],
    ["scifact", scifact(data)],
    ["pubmedqa", pubmedqa(data, { about: false })],
  ];
  for (const [name, set] of sets) yield await withIndex(set, (library) => rowsOf(name, set, library));
}

async function rowsOf(name: string, set: MarkedSet, library: Composition) {
  const rows = [];
  const taught = [...set.questions.entries()].filter(([index, { half }]) => half === "tune" || index % REPORTED === 1);
  for (const [index, question] of taught) {
    const { papers, vector } = await evidenceFor(library, set, question);
    const found = await candidates({ question: question.text, vector, papers }, library.embedder, firstOf(EMBEDDED));
    const cues = questionCues(question.text);
    for (const { passage, candidate } of found) {
      const answers = question.answers.some((answer) => passage.text.includes(answer) || answer.includes(passage.text));
      const embedded = candidate.cosine !== null;
      const id = `${name}-${index}`;
      rows.push({
        set: name,
        half: question.half,
        question: id,
        answers,
        embedded,
        features: relevanceFeatures(candidate, cues),
      });
    }
  }
  return rows;
}

/** One row a graded question: the grades of all its sentences, and of those that are embedded the features. */
async function* answerRows(data: string, most?: number) {
  const { questions, leftOut } = await graded(data, most);
  console.log(`${questions.length} questions, ${leftOut} papers left out`);
  const config = loadConfig();
  mkdirSync(config.dataDir, { recursive: true });
  await using model = await openEmbedder(config);
  using cache = openEmbeddingCache(join(config.dataDir, "embeddings.sqlite"));
  const embedder = cachedEmbedder(model, cache);
  for (let from = 0; from < questions.length; from += AT_ONCE) {
    const rows = [];
    for (const question of questions.slice(from, from + AT_ONCE)) rows.push(await answerRow(question, embedder));
    yield rows;
  }
}

/** Pairs of public sets that point one way, as the graded ones are written: `ways.jsonl`. */
async function* wayRows(data: string) {
  const ways = { supports: "yes", against: "no" } as const;
  yield [...scifactPairs(data), ...pubmedqaPairs(data), ...healthverPairs(data)].flatMap(({ claim, sentence, stance }) =>
    stance === "none" ? [] : [{ question: claim, read: sentence, way: ways[stance] }],
  );
}

/** What the model of claims learns: `statements.jsonl`, which `models/build_claim_reader.py` reads. */
async function* statementRows(data: string) {
  yield await claimTraining(data);
}

/** What a mark of the public sets is worth as a grade: evidence, what else stands in its abstract; a conclusion, a result, all before it. Set by hand. */
const MARKED = { evidence: 2.5, beside: 0.9, conclusion: 2.6, result: 1.6, before: 0.6 } as const;

/** Sentences of medicine as graded ones are written, so that who learns from questions of computing does not forget it: the halves for tuning of SciFact's evidence and of PubMedQA's abstracts. */
async function* markedRows(data: string) {
  const { documents, questions } = scifact(data);
  yield questions
    .filter(({ half }) => half === "tune")
    .flatMap(({ text: question, answers }) =>
      documents
        .filter(({ text }) => answers.some((answer) => cleanText(text).includes(answer)))
        .flatMap(({ title, text }) =>
          sentences(cleanText(text)).map((own) => {
            const isMarked = answers.some((answer) => own.text.includes(answer) || answer.includes(own.text));
            return { question, read: `${cleanText(title)}. ${own.text}`, grade: isMarked ? MARKED.evidence : MARKED.beside };
          }),
        ),
    );
  const abstracts = headedAbstracts(data);
  yield pairs(pubmedqa(data, { about: false }).questions, abstracts).flatMap(([{ text: question }, abstract]) =>
    abstract.half === "tune"
      ? abstract.sentences.map((text, at) => {
          const grade = { C: MARKED.conclusion, R: MARKED.result }[abstract.roles[at] ?? ""] ?? MARKED.before;
          return { question, read: text, grade };
        })
      : [],
  );
}

/** SciFact's claims over all of its abstracts: what is known of each sentence that was read together with one, and whether people marked it as evidence. */
async function* claimRows(data: string) {
  const set = scifact(data);
  yield await withIndex(set, async (library) => {
    const rows = [];
    for (const [index, question] of set.questions.entries()) {
      const { papers, vector } = await evidenceFor(library, set, question);
      const read = readQuestion(question.text, { today: TODAY });
      const { ranked } = await readPassages(library, { question: question.text, kind: read.kind, read, vector, papers });
      const found = ranked.filter(({ reading }) => reading !== null);
      for (const [passage, grade] of pairs(found, answering(found, read, question.text))) {
        const answers = question.answers.some((answer) => passage.text.includes(answer) || answer.includes(passage.text));
        rows.push({
          half: question.half,
          question: index,
          answers,
          features: claimFeatures(passage, grade, question.text),
        });
      }
    }
    return rows;
  });
}

/** Years do not count among the features; a fixed day reads every question the same at any time. */
const TODAY = "2026-11-22";

async function answerRow(question: GradedQuestion, embedder: Embedder) {
  const read = readQuestion(question.text, { today: TODAY });
  const vector = await embedder.embedQuery(question.text);
  const evidence = await gradedEvidence(question, vector, embedder);
  const papers = byRelevance(evidence, read.subject.terms);
  const labels = new Map(pairs(evidence, question.papers).map(([{ paper }, own]) => [paper, own]));
  const placed = new Map([...labels.keys()].map((paper) => [paper, sentences(paper.abstract ?? "").map(({ start }) => start)]));
  const labelOf = ({ paper: { paper }, start }: { paper: EvidencePaper; start: number }) => {
    const place = placed.get(paper)!.indexOf(start);
    const { grades, ways } = labels.get(paper)!;
    return { grade: grades[place], way: ways[place] };
  };
  const choose: Choice = (items) => items.filter(({ passage }) => labelOf(passage).grade !== undefined).slice(0, WRITTEN);
  const ranked = await rankedPassages({ question: question.text, kind: read.kind, vector, papers }, embedder, { choose });
  const embedded = ranked.filter((passage) => passage.vector !== null);
  const askedOf = askedFeatures(read, question.text);
  return {
    question: question.text,
    kind: read.kind,
    grades: [...labels.values()].flatMap(({ grades }) => grades).filter((grade) => grade !== undefined),
    candidates: pairs(embedded, answeringFeatures(embedded, read)).flatMap(([passage, features]) => {
      const { grade, way } = labelOf(passage);
      return grade === undefined ? [] : [{ grade, way, read: asRead(passage), features: { ...features, ...askedOf(passage) } }];
    }),
  };
}

/** The papers as a search gives them: scores fall from 1 in equal steps by rank. */
async function gradedEvidence(
  { papers }: GradedQuestion,
  question: Float32Array,
  embedder: Pick<Embedder, "embedTexts">,
): Promise<EvidencePaper[]> {
  const own = papers.map(asPaper);
  const vectors = await embedder.embedTexts(own.map(paperText));
  return pairs(own, vectors).map(([paper, vector], rank) => ({
    paper,
    score: 1 - rank / papers.length,
    cosine: isRefusal(vector) ? null : cosine(question, vector),
    anchor: false,
  }));
}
