import { join } from "node:path";
import { z } from "zod";
import { withLibrary } from "../../src/commands/library.ts";
import type { Library } from "../../src/retrieval/library.ts";
import { Asked } from "../train-adapter.ts";
import { ask } from "./ask.ts";
import { readRows, share } from "./rows.ts";
import { citedBySentence, rankOf } from "./sentences.ts";

const Named = Asked.extend({ terms: z.array(z.string()).optional() });

/**
 * Asks the questions of `bench/sentences/asked.jsonl` that have `terms`, of the configured index, bare and with these behind them in parentheses: the share of which the paper wanted is read, cited, and cited by the first sentence,
 * and the share that is refused. An LLM that saw the questions alone wrote the terms. `npm run bench -- answers named`.
 */
export async function run(): Promise<void> {
  const rows = readRows(join(import.meta.dirname, "../sentences/asked.jsonl"), Named).filter(({ terms }) => terms !== undefined);
  await withLibrary(async (library) => {
    const ids = await library.engine.papers.resolve(rows.map(({ paper_id }) => paper_id));
    const known = rows.flatMap(({ question, paper_id, terms }) => {
      const wanted = ids.get(paper_id);
      return wanted === undefined ? [] : [{ question, wanted, named: `${question} (${terms!.join(", ")})` }];
    });
    console.log({ engine: library.engine.kind, questions: known.length });
    console.table({
      bare: await asked(
        library,
        known.map(({ question, wanted }) => ({ question, wanted })),
      ),
      named: await asked(
        library,
        known.map(({ named, wanted }) => ({ question: named, wanted })),
      ),
    });
  });
}

async function asked(library: Library, questions: readonly { question: string; wanted: string }[]) {
  const counts = { read: 0, cited: 0, cited_first: 0, refused: 0 };
  for (const { question, wanted } of questions) {
    const canvas = await ask(library, question);
    const at = rankOf(citedBySentence(canvas), ({ kind, id }) => kind === "paper" && id === wanted);
    counts.read += Number(canvas.source_context.paper_ids.includes(wanted));
    counts.cited += Number(at !== null);
    counts.cited_first += Number(at === 1);
    counts.refused += Number(canvas.answer.state === "no_evidence");
  }
  return Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, share(count, questions.length)]));
}
