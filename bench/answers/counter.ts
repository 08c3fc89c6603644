import { join } from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";
import type { CanvasAnswer } from "../../src/answers/schema.ts";
import type { Citation } from "../../src/citations/citation.ts";
import { cleanText } from "../../src/documents/text.ts";
import { readCollection } from "../../src/evaluation/collection.ts";
import { ask } from "./ask.ts";
import { halfOf, readRows, share, tally } from "./rows.ts";
import { citedBySentence, directionOf, rankOf } from "./sentences.ts";
import { paperId, withTemporaryLibrary } from "./temporary-library.ts";

const Row = z.object({
  claim_id: z.string(),
  claim: z.string(),
  doc_id: z.string(),
  label: z.enum(["SUPPORT", "CONTRADICT"]),
  sentences: z.array(z.string()),
});
type Row = z.infer<typeof Row>;

/** A claim with what people marked in the documents that decide it; SciFact has none that is both supported and contradicted. */
export interface MarkedClaim {
  claim: string;
  contradicted: boolean;
  documents: { id: string; sentences: string[] }[];
}

interface Asked {
  contradicted: boolean;
  /** Sentences shown as counter-evidence, those of them from a marked document, and those that people marked. */
  shown: number;
  ofMarkedDocuments: number;
  marked: number;
  /** A marked sentence is read in the answer itself. */
  inAnswer: boolean;
  direction: string | null;
}

/**
 * Asks SciFact's claims of SciFact's corpus and looks at the counter-evidence: of the contradicted claims, how many have a sentence among it
 * that people marked as contradicting; and its precision. An entry of the counter-evidence shows the sentence that it cites first; of those
 * shown from documents that people marked for the claim, those are right that people marked as contradicting it. What is shown of a
 * document that supports its claim is therefore wrong, and so is an unmarked sentence of one that contradicts. Documents that nobody
 * judged for the claim count neither way; how many were shown is printed.
 * `npm run bench -- answers counter FOLDER [--half tune|report|all]`: FOLDER holds `corpus.jsonl` and `evidence-train.jsonl`.
 */
export async function run(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { half: { type: "string", default: "report" } },
  });
  const [folder] = positionals;
  if (folder === undefined) throw new Error("usage: npm run bench -- answers counter FOLDER [--half tune|report|all]");
  const claims = halfOf(markedClaims(readRows(join(folder, "evidence-train.jsonl"), Row)), values.half);
  const { documents } = await readCollection(folder);
  await withTemporaryLibrary(documents, async (library) => {
    const asked: Asked[] = [];
    for (const claim of claims) asked.push(outcomeOf(claim, await ask(library, claim.claim)));
    report(values.half, asked);
  });
}

function report(half: string, asked: readonly Asked[]): void {
  const sum = (count: (outcome: Asked) => number, of = asked) => of.reduce((total, outcome) => total + count(outcome), 0);
  const contradicted = asked.filter((outcome) => outcome.contradicted);
  const supported = asked.filter((outcome) => !outcome.contradicted);
  const ofMarked = sum((outcome) => outcome.ofMarkedDocuments);
  console.log({
    half,
    contradicted_claims: contradicted.length,
    shown_as_counter_evidence: share(contradicted.filter(({ marked }) => marked > 0).length, contradicted.length),
    precision: share(
      sum(({ marked }) => marked, contradicted),
      ofMarked,
    ),
    precision_by_document: share(
      sum((outcome) => outcome.ofMarkedDocuments, contradicted),
      ofMarked,
    ),
    shown: sum(({ shown }) => shown),
    shown_of_marked_documents: ofMarked,
    supported_claims: supported.length,
    support_shown_as_counter_evidence: supported.filter((outcome) => outcome.ofMarkedDocuments > 0).length,
    contradiction_read_in_the_answer: share(contradicted.filter(({ inAnswer }) => inAnswer).length, contradicted.length),
  });
  const directions = (of: readonly Asked[]) => tally(of.map(({ direction }) => direction ?? "none"));
  if (asked.some(({ direction }) => direction !== null))
    console.table({ contradicted: directions(contradicted), supported: directions(supported) });
}

/** The rows of each claim together, in the order of the file. Pure. */
export function markedClaims(rows: readonly Row[]): MarkedClaim[] {
  const claims = new Map<string, MarkedClaim>();
  for (const { claim_id, claim, doc_id, label, sentences } of rows) {
    const known = claims.get(claim_id) ?? { claim, contradicted: label === "CONTRADICT", documents: [] };
    if (known.contradicted !== (label === "CONTRADICT")) throw new Error(`claim ${claim_id} is supported and contradicted`);
    known.documents.push({ id: paperId(doc_id), sentences: sentences.map(cleanText) });
    claims.set(claim_id, known);
  }
  return [...claims.values()];
}

/** What an answer made of its claim. Pure. */
export function outcomeOf(
  { contradicted, documents }: MarkedClaim,
  canvas: Pick<CanvasAnswer, "answer" | "citations" | "counter_evidence">,
): Asked {
  const byNumber = new Map(canvas.citations.map((citation) => [citation.number, citation]));
  const shown = canvas.counter_evidence.flatMap(({ citations }) => byNumber.get(citations[0]!) ?? []);
  const documentOf = (citation: Citation) => documents.find(({ id }) => id === citation.id);
  const isMarked = (citation: Citation) =>
    documentOf(citation)?.sentences.some((sentence) => overlaps(citation.quote, sentence)) ?? false;
  return {
    contradicted,
    shown: shown.length,
    ofMarkedDocuments: shown.filter((citation) => documentOf(citation) !== undefined).length,
    marked: shown.filter(isMarked).length,
    inAnswer: rankOf(citedBySentence(canvas), isMarked) !== null,
    direction: directionOf(canvas),
  };
}

/** Sentences are split otherwise here and there. */
function overlaps(quote: string, sentence: string): boolean {
  return quote.includes(sentence) || sentence.includes(quote);
}
