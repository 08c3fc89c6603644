import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { cleanText } from "../src/documents/text.ts";
import { readCollection } from "../src/evaluation/collection.ts";
import { loadCollection } from "../src/evaluation/evaluate.ts";
import { rounded } from "../src/shared/rounding.ts";
import { ask } from "./answers/ask.ts";
import { withTemporaryIndex } from "./loads/temporary-index.ts";

interface Claim {
  claim_id: string;
  claim: string;
  /** Sentences that people marked as evidence, of all papers where they found any. */
  sentences: string[];
}

/**
 * How often a sentence that people marked as evidence is among the first five, three and one statements of an answer, over the whole collection:
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
    const hits = { 1: 0, 3: 0, 5: 0 };
    for (const { claim, sentences } of claims) {
      const { answer, citations } = await ask(library, claim);
      const marked = sentences.map(cleanText);
      const quoteOf = new Map(citations.map(({ number, quote }) => [number, quote]));
      // What opens some answers says which way the quotes lean, and quotes nothing of its own.
      const quoting = answer.sentences.filter(({ text }) => text.includes("“"));
      const isMarked = quoting.map(({ citations: numbers }) =>
        numbers.some((number) =>
          marked.some((sentence) => quoteOf.get(number)!.includes(sentence) || sentence.includes(quoteOf.get(number)!)),
        ),
      );
      for (const limit of [1, 3, 5] as const) if (isMarked.slice(0, limit).includes(true)) hits[limit]++;
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
