import { Command } from "commander";
import { fileURLToPath } from "node:url";
import type { Library } from "../retrieval/library.ts";
import { nonBlank } from "./ask.ts";
import { clientConfiguration, curlLine } from "../client-configuration.ts";
import { LOCAL_ACCOUNT } from "../access/actor.ts";
import { READING_SCOPES } from "./keys.ts";
import { say } from "./output.ts";

const QUESTION = "When does dense retrieval fail compared with BM25, and what helps?";
const DEMO_KEY_DAYS = 30;

export function demoCommand(): Command {
  return new Command("demo")
    .description("first run: load the bundled sample where the index is empty, make a key, answer a question, serve")
    .argument("[question]", "what to ask", nonBlank, QUESTION)
    .option("--no-serve", "end after the answer")
    .action(async (question: string, options: { serve: boolean }) => {
      const { loadConfig } = await import("../config.ts");
      const { composeForLoading } = await import("../compose.ts");
      const { askCanvas } = await import("../canvas/answer.ts");
      const { createKey } = await import("../access/keys.ts");
      const { listen } = await import("../serve.ts");
      const { answerText } = await import("./answer-text.ts");

      const config = loadConfig();
      const library = await composeForLoading(config);
      const close = async () => library[Symbol.asyncDispose]();
      try {
        await loadSample(library, config.dataDir);
        const answer = await askCanvas(library, {
          query: question,
          mode: "corpus",
          time_scope: "all",
          match_count: 8,
          account: LOCAL_ACCOUNT,
        });
        const { key } = await createKey(library.records, {
          name: "demo",
          account: LOCAL_ACCOUNT,
          scopes: READING_SCOPES,
          expiresInDays: DEMO_KEY_DAYS,
        });
        const { promise: shown, resolve: isShown } = Promise.withResolvers<void>();
        if (options.serve) {
          // The code comes last, beside the address that it is for.
          const announce = (code: string) => void shown.then(() => process.stdout.write(setupText(config.baseUrl, code)));
          await listen(library, { ...config, logLevel: quieter(config.logLevel) }, close, announce);
        }
        const blocks = [
          `\nQuestion: ${question}\n`,
          answerText(answer),
          `\nYour API key (shown this once, valid ${DEMO_KEY_DAYS} days):\n${key}`,
          `\nFor your editor, .cursor/mcp.json:\n${clientConfiguration(config.baseUrl, key)}`,
          `\nOr from a terminal:\n${curlLine(config.baseUrl, key, "search_signal_canvas", { query: question, mode: "corpus" })}`,
          `\nYour own papers: npm run -s cli -- ingest papers FILE (README.md, “Your own papers”)`,
          ...(options.serve ? [`\nServing ${config.baseUrl}/api/mcp until Ctrl-C.`] : []),
        ];
        process.stdout.write(`${blocks.join("\n")}\n`);
        isShown();
      } finally {
        if (!options.serve) await close();
      }
    });
}

async function loadSample(library: Library, dataDir: string): Promise<void> {
  const { runIngest } = await import("../../ingest/run.ts");
  const { reportText } = await import("../../ingest/report.ts");
  const papers = (await library.engine.status()).find((index) => index.target === "papers");
  if (papers && papers.documents > 0) {
    say(`The index holds ${papers.documents} papers already; the sample is left out.`);
    return;
  }
  for (const [target, format] of [
    ["papers", "jsonl"],
    ["signals", "csv"],
  ] as const) {
    say(`Loading the sample's ${target} …`);
    const path = fileURLToPath(new URL(`../../sample/${target}.${format}`, import.meta.url));
    const report = await runIngest({ source: { target, path, format }, dataDir }, library);
    if (report.status !== "done" || report.rows.dead > 0)
      throw new Error(`The sample could not be loaded.\n${reportText(report)}`);
    say(`  ${report.rows.indexed} ${target} in ${report.seconds.toFixed(1)} s`);
  }
}

/** How the first person gets an account. */
function setupText(baseUrl: string, code: string): string {
  return `\nPeople make their keys in a browser. For the first account open ${baseUrl}/setup within an hour and type this code:\n${code}\n`;
}

/** The demo's screen is for its answer: a line a request would bury it. */
function quieter(level: string): string {
  return level === "info" ? "warn" : level;
}
