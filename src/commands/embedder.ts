import { Command } from "commander";
import { resolve } from "node:path";
import { loadConfig } from "../config.ts";
import type { EmbedderReport } from "../embedding/check.ts";
import { print } from "./output.ts";

const LIBRARY = 100_000;

export function embedderCommand(): Command {
  const check = new Command("check")
    .description(
      "embed a few texts and check whether the vectors make sense and how fast they are computed; exits with 1 if they do not",
    )
    .argument("[folder]", "a model's folder (default: the configured embedder)")
    .option("--json", "print JSON")
    .action(async (folder: string | undefined, options: { json?: boolean }) => {
      const { openEmbedder } = await import("../compose.ts");
      const { checkEmbedder } = await import("../embedding/check.ts");
      const { BUNDLED_MODEL, readModelFolder } = await import("../embedding/model-folder.ts");
      const settings =
        folder === undefined
          ? loadConfig().embedder
          : { kind: "local" as const, modelDir: resolve(folder), calibrationFile: null };
      const read =
        settings.kind === "local"
          ? (await readModelFolder(settings.modelDir ? resolve(settings.modelDir) : BUNDLED_MODEL)).card
          : null;
      await using embedder = await openEmbedder({ embedder: settings });
      const report = await checkEmbedder(embedder);
      const { fusionWeight, answerThreshold, supportMargin } = embedder;
      const used = { fusionWeight, answerThreshold, supportMargin };
      print({ ...report, ...(read ? { read } : {}), used }, options, () => asText(report, { ...read, ...used }));
      if (report.checks.some(({ ok }) => !ok)) process.exitCode = 1;
    });
  return new Command("embedder").description("test the embedding model").addCommand(check);
}

function asText({ model, dimensions, checks, cosines, texts_per_second: rate }: EmbedderReport, known: object): string {
  return [
    `${model}, ${dimensions} dimensions`,
    ...Object.entries(known).map(([key, value]) => `  ${key}: ${JSON.stringify(value)}`),
    ...checks.map(({ name, ok, says }) => `${ok ? "ok   " : "WRONG"} ${name}: ${says}`),
    `cosine of a question with its text ${cosines.own}, with others ${cosines.others}`,
    `${rate} texts per second on this machine now: a library of ${LIBRARY.toLocaleString("en")} papers takes about ${duration(LIBRARY / rate)}`,
  ].join("\n");
}

function duration(seconds: number): string {
  return seconds < 5_400 ? `${Math.ceil(seconds / 60)} minutes` : `${(seconds / 3_600).toFixed(1)} hours`;
}
