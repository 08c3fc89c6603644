import { Command } from "commander";
import { fileURLToPath } from "node:url";
import type { Library } from "../retrieval/library.ts";
import { nonBlank } from "./ask.ts";
import { clientConfiguration, curlLine } from "../access/client-configuration.ts";
import { LOCAL_ACCOUNT } from "../access/actor.ts";
import { SCOPES } from "../access/scopes.ts";
import { asTyped } from "../shared/as-typed.ts";
import { say } from "./output.ts";

const QUESTION = "When does dense retrieval fail compared with BM25, and what helps?";
const DEMO_KEY_DAYS = 30;

export function demoCommand(): Command {
  return new Command("demo")
    .description(
      "first run: load the bundled sample if the index is empty, build topics, create a key, answer a question, start the server",
    )
    .argument("[question]", "the question to answer", nonBlank, QUESTION)
    .option("--no-serve", "exit after the answer")
    .action(async (question: string, options: { serve: boolean }) => {
      const { loadConfig } = await import("../config.ts");
      const { composeForLoading } = await import("../compose.ts");
      const { askCanvas } = await import("../answers/answer.ts");
      const { createKey } = await import("../access/keys.ts");
      const { listen } = await import("../serve.ts");
      const { ingestRuns } = await import("../../ingest/history.ts");
      const { answerText } = await import("../answers/render/terminal.ts");

      const config = loadConfig();
      const library = await composeForLoading(config);
      const close = async () => library[Symbol.asyncDispose]();
      try {
        await loadSample(library, config.dataDir);
        await buildFirstTopics(library);
        const answer = await askCanvas(library, {
          query: question,
          mode: "corpus",
          time_scope: "all",
          account: LOCAL_ACCOUNT,
        });
        const { key } = await createKey(library.records, {
          name: "demo",
          account: LOCAL_ACCOUNT,
          scopes: SCOPES,
          expiresInDays: DEMO_KEY_DAYS,
        });
        const { promise: shown, resolve: isShown } = Promise.withResolvers<void>();
        if (options.serve) {
          // The code comes last, beside the address that it is for.
          const announce = (code: string) => void shown.then(() => process.stdout.write(setupText(config.baseUrl, code)));
          const settings = { ...config, logLevel: quieter(config.logLevel) };
          await listen(library, settings, { ingestRuns: ingestRuns(library.records, config.dataDir), close, announce });
        }
        const blocks = [
          `\nQuestion: ${question}\n`,
          answerText(answer),
          `\nYour API key (shown only once, valid for ${DEMO_KEY_DAYS} days; it can read everything and write workspaces):\n${key}`,
          `\nConfiguration for your editor (.cursor/mcp.json):\n${clientConfiguration(config.baseUrl, key)}`,
          `\nTry it in a terminal:\n${curlLine(config.baseUrl, key, "search_signal_canvas", { query: question, mode: "corpus" })}`,
          `\nTo add your own papers: ${asTyped("ingest papers FILE")} (--help shows the formats)`,
          ...(options.serve ? [`\nThe server is running at ${config.baseUrl}/api/mcp. Press Ctrl+C to stop.`] : []),
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
    say(`The index already contains ${papers.documents} papers; the sample was not loaded.`);
    return;
  }
  for (const [target, format] of [
    ["papers", "jsonl"],
    ["signals", "csv"],
  ] as const) {
    say(`Loading the sample ${target} …`);
    const path = fileURLToPath(new URL(`../../sample/${target}.${format}`, import.meta.url));
    const report = await runIngest({ source: { target, path, format }, dataDir }, library);
    if (report.status !== "done" || report.rows.dead > 0)
      throw new Error(`The sample could not be loaded.\n${reportText(report)}`);
    say(`  ${report.rows.indexed} ${target} in ${report.seconds.toFixed(1)} s`);
  }
}

/** Builds topics where there are none yet; those that exist are the operator's to rebuild. */
async function buildFirstTopics(library: Library): Promise<void> {
  const { currentTopics } = await import("../topics/store.ts");
  if ((await currentTopics(library.records)) !== null) return;
  const { buildTopics } = await import("../topics/build.ts");
  const started = performance.now();
  const { set } = await buildTopics(library);
  say(`Built ${set.build.topics} topics in ${((performance.now() - started) / 1_000).toFixed(1)} s`);
}

/** How the first person gets an account. */
function setupText(baseUrl: string, code: string): string {
  return `\nTo manage keys in a browser, create the first account: open ${baseUrl}/setup within one hour and enter this code:\n${code}\n`;
}

/** The demo's screen is for its answer: a line a request would bury it. */
function quieter(level: string): string {
  return level === "info" ? "warn" : level;
}
