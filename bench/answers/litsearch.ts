import { parseArgs } from "node:util";
import { z } from "zod";
import { withLibrary } from "../../src/commands/library.ts";
import type { Library } from "../../src/retrieval/library.ts";
import { searchPapers } from "../../src/retrieval/retrieve.ts";
import { ORDINARY_SEARCH } from "../loads/ordinary-search.ts";
import { ask, patiently } from "./ask.ts";
import { halfOf, readRows, share, tally } from "./rows.ts";
import { citedBySentence, rankOf } from "./sentences.ts";

const Question = z.object({ text: z.string(), papers: z.array(z.object({ paper_id: z.string() })).min(1) });

interface Asked {
  read: boolean;
  /** Of the first sentence that cites a wanted paper, and of the first wanted paper that the search found, from 1. */
  quotedAt: number | null;
  foundAt: number | null;
  state: string;
  verdict: string;
}

const SEARCH_LIMIT = 20;

/**
 * Asks the questions of LitSearch of the configured index, which holds the papers that they want: the share of questions of which any
 * wanted paper is read, cited by a sentence, and cited by the first sentence; and of which `search_papers` has one first, in five and in
 * twenty. `npm run bench -- answers litsearch FILE.jsonl [--half tune|report|all] [--missed]`: a line is `{text, papers: [{paper_id}]}`;
 * `--missed` lists the questions of which no wanted paper is cited.
 */
export async function run(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { half: { type: "string", default: "all" }, missed: { type: "boolean", default: false } },
  });
  const [file] = positionals;
  if (file === undefined)
    throw new Error("usage: npm run bench -- answers litsearch FILE.jsonl [--half tune|report|all] [--missed]");
  const questions = halfOf(readRows(file, Question), values.half);
  await withLibrary(async (library) => {
    const asked: Asked[] = [];
    for (const { text, papers } of questions) {
      const outcome = await askOne(library, text, new Set(papers.map((paper) => paper.paper_id)));
      asked.push(outcome);
      if (values.missed && outcome.quotedAt === null)
        console.log(`${outcome.read ? "read" : "not read"}, found at ${outcome.foundAt ?? "–"}: ${text}`);
    }
    const shareOf = (holds: (outcome: Asked) => boolean) => share(asked.filter(holds).length, asked.length);
    const found = (limit: number) => shareOf(({ foundAt }) => foundAt !== null && foundAt <= limit);
    console.log({
      engine: library.engine.kind,
      half: values.half,
      questions: asked.length,
      read: shareOf(({ read }) => read),
      quoted: shareOf(({ quotedAt }) => quotedAt !== null),
      quoted_first: shareOf(({ quotedAt }) => quotedAt === 1),
      found_first: found(1),
      found_in_5: found(5),
      found_in_20: found(SEARCH_LIMIT),
    });
    console.log({ states: tally(asked.map(({ state }) => state)), verdicts: tally(asked.map(({ verdict }) => verdict)) });
  });
}

async function askOne(library: Library, question: string, wanted: ReadonlySet<string>): Promise<Asked> {
  const canvas = await ask(library, question);
  const { papers } = await patiently(async () =>
    searchPapers(library, {
      ...ORDINARY_SEARCH,
      query: question,
      limit: SEARCH_LIMIT,
    }),
  );
  const index = papers.findIndex((paper) => wanted.has(paper.paper_id));
  return {
    read: canvas.source_context.paper_ids.some((id) => wanted.has(id)),
    quotedAt: rankOf(citedBySentence(canvas), ({ kind, id }) => kind === "paper" && wanted.has(id)),
    foundAt: index === -1 ? null : index + 1,
    state: canvas.answer.state,
    verdict: canvas.judgment.verdict,
  };
}
