import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readAclAnthology } from "../../ingest/sources/acl-anthology.ts";
import { openInput } from "../../ingest/sources/open.ts";
import { cleanText } from "../../src/documents/text.ts";
import { sentences } from "../../src/text/sentences.ts";

export interface MarkedQuestion {
  text: string;
  /** The document that the question is about, where it is asked of one. */
  paper?: string;
  /** Sentences that answer it, as the stored text spells them. */
  answers: string[];
  half: "tune" | "report";
}

/** Questions with the sentences that answer them, and the documents that they are asked of. */
export interface MarkedSet {
  documents: { id: string; title: string; text: string }[];
  questions: MarkedQuestion[];
  /** Each question is about the one document that it names: no search is needed. */
  alone?: true;
}

/** A sentence with the role that a person or a heading gave it. */
export interface LabeledAbstract {
  set: string;
  half: "tune" | "report";
  sentences: string[];
  /** One letter a sentence, see `ROLE_LETTERS` in `bench/sentences.ts`; a space where nobody said. */
  roles: string;
}

const half = (index: number) => (index % 2 === 0 ? "tune" : "report");

/** SciFact (Wadden et al. 2020): claims, and the sentences of abstracts that support or refute them. */
export function scifact(data: string): MarkedSet {
  const documents = lines<{ _id: string; title: string; text: string }>(join(data, "collections/scifact/corpus.jsonl"));
  const rows = lines<{ claim_id: string; claim: string; sentences: string[] }>(
    join(data, "collections/scifact/evidence-train.jsonl"),
  );
  const claims = Map.groupBy(rows, (row) => row.claim_id);
  return {
    documents: documents.map(({ _id, title, text }) => ({ id: _id, title, text })),
    questions: [...claims.values()].map((found, index) => ({
      text: found[0]!.claim,
      answers: found.flatMap((row) => row.sentences.map(cleanText)),
      half: half(index),
    })),
  };
}

interface PubMedRow {
  pmid: string;
  question: string;
  contexts: string[];
  labels: string[];
  conclusion: string;
}

/** PubMedQA (Jin et al. 2019): questions that titles ask, answered by the conclusion, which stands last in the abstract. `about`: asked of the paper itself. */
export function pubmedqa(data: string, { about }: { about: boolean }): MarkedSet {
  const rows = lines<PubMedRow>(join(data, "answers/pubmedqa-dev.jsonl"));
  return {
    // A title is what the question was made of: with it, finding the paper would be no search.
    documents: rows.map((row) => ({
      id: row.pmid,
      title: `Record ${row.pmid}`,
      text: cleanText([...row.contexts, row.conclusion].join(" ")),
    })),
    questions: rows.map((row, index) => ({
      text: row.question,
      ...(about ? { paper: row.pmid } : {}),
      answers: sentences(cleanText(row.conclusion)).map(({ text }) => text),
      half: half(index),
    })),
  };
}

interface TldrRow {
  paper_id: string;
  title?: string;
  source: string[];
  source_labels: number[];
}

/** SciTLDR (Cachola et al. 2020): abstracts of ICLR papers with the sentence that says the gist. Their titles are the questions. */
export function scitldr(data: string): MarkedSet {
  const rows = lines<TldrRow>(join(data, "answers/scitldr-dev.jsonl")).filter(({ source_labels: marks }) => marks.includes(1));
  return {
    documents: rows.map((row) => ({ id: row.paper_id, title: row.title ?? "Untitled", text: cleanText(row.source.join(" ")) })),
    questions: rows.map((row, index) => ({
      text: row.title ?? "What is this about?",
      paper: row.paper_id,
      answers: row.source.filter((_, at) => row.source_labels[at] === 1).map(cleanText),
      half: half(index),
    })),
    alone: true,
  };
}

interface QasperRow {
  text: string;
  evidence: string[];
  highlighted_evidence: string[];
}

/** QASPER (Dasigi et al. 2021): questions about NLP papers; of the paragraphs that hold the evidence, the highlighted sentences. */
export function qasper(data: string): MarkedSet {
  const rows = Object.entries(
    JSON.parse(readFileSync(join(data, "fulltext/qasper/questions-dev.json"), "utf8")) as Record<string, QasperRow>,
  );
  const usable = rows
    .map(([id, row]) => ({
      id,
      question: row.text,
      text: cleanText([...new Set(row.evidence)].join(" ")),
      marked: row.highlighted_evidence.map(cleanText),
    }))
    .filter(({ text, marked }) => sentences(text).length >= 4 && marked.some((sentence) => text.includes(sentence)));
  return {
    documents: usable.map(({ id, text }) => ({ id, title: "Untitled", text: text.slice(0, 20_000) })),
    questions: usable.map(({ id, question, marked }, index) => ({
      text: question,
      paper: id,
      answers: marked,
      half: half(index),
    })),
    alone: true,
  };
}

interface LabelRow {
  id: string;
  roles: string;
  question: string;
  answers: number[];
}

/** How many papers without labels stand beside those with, for the search to choose from. */
const BYSTANDERS = 2_000;

/** Abstracts of the ACL Anthology and of ICLR that were labeled by hand, with a question that each answers (`labels.tsv`: no text of theirs). */
export async function labeled(
  data: string,
  { about }: { about: boolean },
): Promise<MarkedSet & { abstracts: LabeledAbstract[] }> {
  const rows = labelRows();
  const { found, others } = await machineLearningPapers(data, new Set(rows.map(({ id }) => id)));
  const questions: MarkedQuestion[] = [];
  const abstracts: LabeledAbstract[] = [];
  for (const [index, { id, roles, question, answers }] of rows.entries()) {
    const own = found.get(id);
    if (own === undefined) throw new Error(`labels.tsv: ${id} is not in the data`);
    if (own.sentences.length !== roles.length)
      throw new Error(`labels.tsv: ${id} has ${roles.length} labels for ${own.sentences.length} sentences`);
    abstracts.push({ set: "labeled", half: half(index), sentences: own.sentences, roles });
    if (question !== "")
      questions.push({
        text: question,
        ...(about ? { paper: `labeled-${index}` } : {}),
        answers: answers.map((at) => own.sentences[at]!),
        half: half(index),
      });
  }
  const documents = rows.map(({ id }, index) => {
    const { title, sentences: own } = found.get(id)!;
    return { id: `labeled-${index}`, title, text: own.join(" ") };
  });
  return {
    documents: [...documents, ...others.map((other, index) => ({ ...other, id: `other-${index}` }))],
    questions,
    abstracts,
  };
}

/** PubMedQA's sentences by the headings that their abstracts had. */
export function headedAbstracts(data: string): LabeledAbstract[] {
  return lines<PubMedRow>(join(data, "answers/pubmedqa-dev.jsonl")).map((row, index) => {
    const parts = [
      ...row.contexts.map((text, at) => ({ text, letter: letterOf(row.labels[at] ?? "") })),
      { text: row.conclusion, letter: "C" },
    ];
    const found = parts.flatMap(({ text, letter }) => sentences(cleanText(text)).map((own) => ({ text: own.text, letter })));
    return {
      set: "pubmedqa",
      half: half(index),
      sentences: found.map(({ text }) => text),
      roles: found.map(({ letter }) => letter).join(""),
    };
  });
}

function letterOf(heading: string): string {
  const kinds = [
    ["B", /BACKGROUND|INTRODUCTION|CONTEXT|IMPORTANCE|RATIONALE/u],
    ["A", /OBJECTIVE|AIM|PURPOSE|GOAL|HYPOTHES|QUESTION/u],
    ["M", /METHOD|DESIGN|SETTING|PATIENTS|MATERIAL|PARTICIPANTS|SUBJECTS|INTERVENTION|SOURCE|SAMPLE|MEASURE|PROCEDURE/u],
    ["R", /RESULT|FINDING|OUTCOME/u],
    ["C", /CONCLU|INTERPRETATION|IMPLICATION|DISCUSSION/u],
  ] as const;
  const fitting = kinds.filter(([, words]) => words.test(heading));
  return fitting.length === 1 ? fitting[0]![0] : " ";
}

function labelRows(): LabelRow[] {
  const [, ...rows] = readFileSync(new URL("labels.tsv", import.meta.url), "utf8")
    .trimEnd()
    .split("\n");
  return rows.map((row) => {
    const [id = "", roles = "", question = "", answers = ""] = row.split("\t");
    return { id, roles, question, answers: answers === "" ? [] : answers.split(",").map(Number) };
  });
}

async function machineLearningPapers(data: string, wanted: ReadonlySet<string>) {
  const found = new Map<string, { title: string; sentences: string[] }>();
  const others: MarkedSet["documents"] = [];
  for (const row of lines<TldrRow>(join(data, "answers/scitldr-train.jsonl"))) {
    const document = { id: row.paper_id, title: row.title ?? "Untitled", text: cleanText(row.source.join(" ")) };
    if (wanted.has(row.paper_id)) found.set(row.paper_id, { title: document.title, sentences: row.source.map(cleanText) });
    else if (others.length < BYSTANDERS / 2) others.push(document);
  }
  const collections = new Set(
    [...wanted].filter((id) => id.includes("-") && /^(?:[A-Z]|\d{4}\.)/u.test(id)).map((id) => id.split("-")[0]!),
  );
  let seen = 0;
  for (const collection of [...collections].sort()) {
    const path = join(data, "acl-anthology/xml", `${collection}.xml`);
    const [file] = await readable(path);
    if (file === undefined) continue;
    for await (const row of readAclAnthology(file, new Map())) {
      const { paper } = row as unknown as { paper: { title?: string; abstract?: string | null; ids: { acl: string } } };
      if (!paper.abstract) continue;
      const text = cleanText(paper.abstract);
      const title = cleanText(paper.title ?? "Untitled");
      if (wanted.has(paper.ids.acl)) found.set(paper.ids.acl, { title, sentences: sentences(text).map((own) => own.text) });
      else if (seen++ % 12 === 0 && others.length < BYSTANDERS) others.push({ id: paper.ids.acl, title, text });
    }
  }
  return { found, others };
}

async function readable(path: string) {
  try {
    return (await openInput(path, { extensions: [".xml"] })).files;
  } catch {
    return [];
  }
}

function lines<Row>(file: string): Row[] {
  return readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Row);
}
