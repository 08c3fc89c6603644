import { parseArgs } from "node:util";
import { z } from "zod";
import { withLibrary } from "../../src/commands/library.ts";
import { ask } from "./ask.ts";
import { readRows, share } from "./rows.ts";

const Question = z.object({ question: z.string(), answerable: z.boolean() });

/**
 * Asks questions that the library can answer and foreign ones, of everyday life and other sciences. Kept: a question of the library that does
 * not get `no_evidence`; refused: a foreign one that does. `npm run bench -- answers foreign [FILE.jsonl]`, a line is `{question, answerable}`.
 */
export async function run(args: string[]): Promise<void> {
  const { positionals } = parseArgs({ args, allowPositionals: true });
  const questions = readRows(positionals[0] ?? new URL("../foreign-questions.jsonl", import.meta.url), Question);
  await withLibrary(async (library) => {
    const asked: { answerable: boolean; state: string }[] = [];
    for (const { question, answerable } of questions) {
      const { state } = (await ask(library, question)).answer;
      asked.push({ answerable, state });
      if (answerable !== (state === "answered")) console.log(`${answerable ? "good" : "foreign"}, ${state}: ${question}`);
    }
    const good = asked.filter(({ answerable }) => answerable);
    const foreign = asked.filter(({ answerable }) => !answerable);
    const shareOf = (of: typeof asked, state: string) => share(of.filter((item) => item.state === state).length, of.length);
    console.log({
      engine: library.engine.kind,
      good: good.length,
      kept: share(good.filter(({ state }) => state !== "no_evidence").length, good.length),
      answered: shareOf(good, "answered"),
      foreign: foreign.length,
      refused: shareOf(foreign, "no_evidence"),
      foreign_weak: shareOf(foreign, "weak"),
      foreign_answered: shareOf(foreign, "answered"),
    });
  });
}
