import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { gatherEvidence } from "../src/evidence/gather.ts";
import { extractiveSummarizer } from "../src/answers/extractive/extractive.ts";
import { cleanText } from "../src/documents/text.ts";
import { readCollection } from "../src/evaluation/collection.ts";
import { loadCollection } from "../src/evaluation/evaluate.ts";
import { rounded } from "../src/shared/rounding.ts";
import { withTemporaryIndex } from "./loads/temporary-index.ts";

interface Claim {
  claim_id: string;
  claim: string;
  /** Sentences that people marked as evidence, of all papers where they found any. */
  sentences: string[];
}

/**
 * How often a sentence that people marked as evidence is among the first five, three and one statements, over the whole collection:
 * `npm run bench -- canvas FOLDER EVIDENCE.jsonl [--half tune|report]` (SciFact's claims with their marked sentences). A claim counts
 * once, however many papers bear on it; every other claim is for tuning, the rest to report.
 */
export async function run(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { half: { type: "string", default: "report" } },
  });
  const [folder, file] = positionals;
  if (!folder || !file) throw new Error("usage: npm run bench -- canvas FOLDER EVIDENCE.jsonl [--half tune|report]");
  const claims = readClaims(file).filter((_, index) => (index % 2 === 0) === (values.half === "tune"));
  await withTemporaryIndex(async (library) => {
    await loadCollection(library, await readCollection(resolve(folder)), () => undefined);
    const summarizer = extractiveSummarizer(library.embedder);
    const hits = { 1: 0, 3: 0, 5: 0 };
    for (const { claim, sentences } of claims) {
      const evidence = await gatherEvidence(library, { query: claim, mode: "corpus", filters: {}, match_count: 8 });
      const marked = sentences.map(cleanText);
      for (const limit of [1, 3, 5] as const) {
        const summary = await summarizer.summarize({ question: claim, vector: evidence.vector, papers: evidence.papers, limit });
        const quotes = summary.flatMap((sentence) =>
          sentence.quotes.map(({ paper, start, end }) => paper.abstract!.slice(start, end)),
        );
        if (quotes.some((quote) => marked.some((sentence) => quote.includes(sentence) || sentence.includes(quote))))
          hits[limit]++;
      }
    }
    const share = (count: number) => rounded(count / claims.length, 3);
    console.log({
      half: values.half,
      claims: claims.length,
      "hit@1": share(hits[1]),
      "hit@3": share(hits[3]),
      "hit@5": share(hits[5]),
    });
  });
}

function readClaims(file: string): Claim[] {
  const rows = readFileSync(resolve(file), "utf8").trim().split("\n");
  const claims = new Map<string, Claim>();
  for (const row of rows) {
    const { claim_id, claim, sentences } = JSON.parse(row) as Claim;
    claims.set(claim_id, { claim_id, claim, sentences: [...(claims.get(claim_id)?.sentences ?? []), ...sentences] });
  }
  return [...claims.values()];
}
