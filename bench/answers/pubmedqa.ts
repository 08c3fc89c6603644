import { parseArgs } from "node:util";
import { z } from "zod";
import { cleanText } from "../../src/documents/text.ts";
import type { CanvasAnswer } from "../../src/answers/schema.ts";
import type { Citation } from "../../src/citations/citation.ts";
import type { TestCollection } from "../../src/evaluation/collection.ts";
import { ask } from "./ask.ts";
import { halfOf, readRows, share, tally } from "./rows.ts";
import { citedBySentence, directionOf, rankOf } from "./sentences.ts";
import { paperId, withTemporaryLibrary } from "./temporary-library.ts";

const Record = z.object({
  pmid: z.string(),
  question: z.string(),
  contexts: z.array(z.string()),
  conclusion: z.string(),
  decision: z.enum(["yes", "no", "maybe"]),
});
type Record = z.infer<typeof Record>;

interface Asked {
  state: string;
  sentences: number;
  /** Rank of the first sentence that cites the conclusion, from 1. */
  rank: number | null;
  /** Sentences that cite another paper than the record's. */
  strangers: number;
  decision: string;
  direction: string | null;
}

/**
 * Makes a paper of each record of PubMedQA (title: the question, as in PubMed; abstract: its contexts, then the conclusion), asks each
 * question about its paper and of all of them, and counts whether a sentence of the conclusion is cited first, among three, among five.
 * `npm run bench -- answers pubmedqa FILE.jsonl [--half tune|report|all] [--mode paper|corpus]`. All records are loaded, whichever half is asked.
 * Where answers say a direction, it is set beside the record's yes, no or maybe.
 */
export async function run(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { half: { type: "string", default: "all" }, mode: { type: "string" } },
  });
  const [file] = positionals;
  if (file === undefined)
    throw new Error("usage: npm run bench -- answers pubmedqa FILE.jsonl [--half tune|report|all] [--mode paper|corpus]");
  const records = readRows(file, Record);
  const questions = halfOf(records, values.half);
  await withTemporaryLibrary(records.map(asDocument), async (library) => {
    for (const mode of ["paper", "corpus"] as const) {
      if (values.mode !== undefined && values.mode !== mode) continue;
      const asked: Asked[] = [];
      for (const record of questions) {
        const canvas = await ask(library, record.question, mode === "paper" ? paperId(record.pmid) : undefined);
        asked.push(outcomeOf(record, canvas));
      }
      report(mode, asked);
    }
  });
}

function report(mode: string, asked: readonly Asked[]): void {
  const within = (limit: number) => share(asked.filter(({ rank }) => rank !== null && rank <= limit).length, asked.length);
  const sum = (count: (outcome: Asked) => number) => asked.reduce((total, outcome) => total + count(outcome), 0);
  console.log({
    mode,
    questions: asked.length,
    first: within(1),
    in_3: within(3),
    in_5: within(5),
    sentences: sum(({ sentences }) => sentences),
    ...(mode === "paper" ? { citing_another_paper: sum(({ strangers }) => strangers) } : {}),
    states: tally(asked.map(({ state }) => state)),
  });
  const directed = asked.filter(({ direction }) => direction !== null);
  if (directed.length === 0) return;
  const decisions = [...new Set(directed.map(({ decision }) => decision))].sort();
  console.table(
    Object.fromEntries(
      decisions.map((decision) => [
        decision,
        tally(directed.filter((outcome) => outcome.decision === decision).map(({ direction }) => direction!)),
      ]),
    ),
  );
}

function asDocument(record: Record): TestCollection["documents"][number] {
  return { id: record.pmid, title: record.question, text: abstractOf(record) };
}

function abstractOf({ contexts, conclusion }: Pick<Record, "contexts" | "conclusion">): string {
  return cleanText([...contexts, conclusion].join(" "));
}

/** What an answer made of its record. Pure. */
export function outcomeOf(record: Record, canvas: Pick<CanvasAnswer, "answer" | "citations">): Asked {
  const id = paperId(record.pmid);
  const conclusionFrom = abstractOf(record).length - cleanText(record.conclusion).length;
  const cited = citedBySentence(canvas);
  const ofConclusion = (citation: Citation) =>
    citation.id === id && citation.field === "abstract" && citation.end > conclusionFrom;
  return {
    state: canvas.answer.state,
    sentences: cited.length,
    rank: rankOf(cited, ofConclusion),
    strangers: cited.filter((citations) => citations.some((citation) => citation.kind === "paper" && citation.id !== id)).length,
    decision: record.decision,
    direction: directionOf(canvas),
  };
}
