import { parseArgs } from "node:util";
import { extractiveSummarizer } from "../src/answers/extractive/extractive.ts";
import type { SummarySentence } from "../src/answers/summarizer.ts";
import type { Composition } from "../src/compose.ts";
import { paperFromInput } from "../src/documents/merge.ts";
import { PaperInput, paperText, type Paper } from "../src/documents/paper.ts";
import { cleanText } from "../src/documents/text.ts";
import { isRefusal, knownSpace } from "../src/embedding/port.ts";
import { PublicError } from "../src/errors.ts";
import type { EvidencePaper } from "../src/evidence/evidence-paper.ts";
import { gatherEvidence } from "../src/evidence/gather.ts";
import { relevantPapers } from "../src/evidence/sufficiency.ts";
import { withTemporaryIndex } from "./loads/temporary-index.ts";
import { labeled, pubmedqa, qasper, scifact, scitldr, type MarkedQuestion, type MarkedSet } from "./sentences/sets.ts";

const SETS: Record<string, (data: string) => MarkedSet | Promise<MarkedSet>> = {
  scifact,
  "pubmedqa-paper": (data) => pubmedqa(data, { about: true }),
  "pubmedqa-corpus": (data) => pubmedqa(data, { about: false }),
  "labeled-paper": (data) => labeled(data, { about: true }),
  "labeled-corpus": (data) => labeled(data, { about: false }),
  scitldr,
  qasper,
};

const SENTENCES = 5;

/**
 * How often a sentence that answers is the first of an extractive answer, among three, among five; and of sentences about one paper, the share from others:
 * `npm run bench -- sentences DATA [--half tune|report|all] [--sets a,b] [--show N]`. DATA holds `answers/`, `collections/`, `fulltext/` and `acl-anthology/`.
 */
export async function run(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      half: { type: "string", default: "report" },
      sets: { type: "string", default: Object.keys(SETS).join(",") },
      show: { type: "string", default: "0" },
    },
  });
  const [data] = positionals;
  if (!data) throw new Error("usage: npm run bench -- sentences DATA [--half tune|report|all] [--sets a,b] [--show N]");
  const rows = [];
  for (const name of values.sets.split(",")) {
    const set = await SETS[name]!(data);
    const questions = set.questions.filter(({ half }) => values.half === "all" || half === values.half);
    rows.push({ set: name, ...(await withIndex(set, (library) => measure(library, set, questions, Number(values.show)))) });
  }
  console.table(rows);
}

/** Loads a set into an index of its own, which goes afterwards. */
export async function withIndex<Result>(set: MarkedSet, work: (library: Composition) => Promise<Result>): Promise<Result> {
  return withTemporaryIndex(async (library) => {
    if (!set.alone) await load(library, set.documents);
    return await work(library);
  });
}

const BATCH = 1_000;

async function load({ engine, embedder }: Composition, documents: MarkedSet["documents"]): Promise<void> {
  await engine.create(knownSpace(embedder));
  await engine.beginLoad("papers");
  for (let from = 0; from < documents.length; from += BATCH) {
    const papers = documents.slice(from, from + BATCH).map(asPaper);
    const vectors = await embedder.embedTexts(papers.map(paperText));
    await engine.papers.write(
      papers.map((document, index) => {
        const vector = vectors[index]!;
        return { document, vector: isRefusal(vector) ? null : vector };
      }),
    );
  }
  await engine.endLoad("papers");
}

/** A document of a set as the library holds it. */
export function asPaper({ id, title, text }: MarkedSet["documents"][number]): Paper {
  const input = PaperInput.parse({
    title: cleanText(title).slice(0, 2_000),
    abstract: text.slice(0, 20_000),
    ids: { doi: doiOf(id) },
  });
  return paperFromInput(input, {
    source: { name: "bench", url: null, license: null },
    run_id: "bench",
    ingested_at: new Date(0).toISOString(),
  });
}

/** By an id of a registry a paper can be asked about; this prefix is for tests (Crossref). */
function doiOf(id: string): string {
  return `10.5555/${id.toLowerCase()}`;
}

function paperId(id: string): string {
  return `doi:${doiOf(id)}`;
}

/** What an answer to a question is written from. */
export async function evidenceFor(
  library: Composition,
  set: MarkedSet,
  question: MarkedQuestion,
): Promise<{ vector: Float32Array | null; papers: EvidencePaper[] }> {
  if (set.alone) {
    const document = set.documents.find(({ id }) => id === question.paper)!;
    return { vector: await library.embedder.embedQuery(question.text), papers: [loneEvidence(document)] };
  }
  const evidence = await patient(() =>
    gatherEvidence(library, {
      query: question.text,
      ...(question.paper === undefined ? { mode: "corpus" } : { mode: "paper", paper_id: paperId(question.paper) }),
      filters: {},
      match_count: 8,
    }),
  );
  return { vector: evidence.vector, papers: relevantPapers(library.embedder, evidence) };
}

/** A busy machine makes an engine late: that is asked again, as it changes nothing but the time. */
async function patient<Result>(work: () => Promise<Result>, tries = 5): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (tries === 1 || !(error instanceof PublicError) || error.code !== "engine_unavailable") throw error;
    return patient(work, tries - 1);
  }
}

function loneEvidence(document: MarkedSet["documents"][number]): EvidencePaper {
  return { paper: asPaper(document), score: 1, cosine: 1, anchor: true };
}

async function measure(library: Composition, set: MarkedSet, questions: readonly MarkedQuestion[], shown: number) {
  const summarizer = extractiveSummarizer(library.embedder);
  const hits = { first: 0, three: 0, five: 0 };
  const times: number[] = [];
  let foreign = 0;
  let all = 0;
  for (const [index, question] of questions.entries()) {
    const evidence = await evidenceFor(library, set, question);
    const started = performance.now();
    const summary = await summarizer.summarize({ question: question.text, ...evidence, limit: SENTENCES });
    times.push(performance.now() - started);
    const place = summary.findIndex((sentence) => isAnswer(sentence, question));
    if (place === 0) hits.first++;
    if (place >= 0 && place < 3) hits.three++;
    if (place >= 0 && place < 5) hits.five++;
    all += summary.length;
    foreign +=
      question.paper === undefined
        ? 0
        : summary.filter(({ quotes }) => quotes[0]!.paper.paper_id !== paperId(question.paper!)).length;
    if (index < shown)
      console.log(
        `\n${question.text}\n${summary.map((sentence) => ` ${isAnswer(sentence, question) ? "+" : "-"} ${sentence.text}`).join("\n")}`,
      );
  }
  const share = (count: number) => Math.round((1000 * count) / Math.max(1, questions.length)) / 1000;
  return {
    questions: questions.length,
    first: share(hits.first),
    three: share(hits.three),
    five: share(hits.five),
    sentences: Math.round((10 * all) / Math.max(1, questions.length)) / 10,
    "others' share": Math.round((100 * foreign) / Math.max(1, all)) / 100,
    p50_ms: Math.round(times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0),
  };
}

function isAnswer({ quotes }: SummarySentence, { answers }: MarkedQuestion): boolean {
  return quotes.some(({ paper, start, end }) => {
    const quote = paper.abstract!.slice(start, end);
    return answers.some((answer) => quote.includes(answer) || answer.includes(quote));
  });
}
