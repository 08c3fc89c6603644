import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import type { IngestReport } from "../../ingest/report.ts";
import { embeddings, inputsOf, openOpenAiServer, vectorOf } from "../support/openai-server.ts";
import { scratchFolder } from "./files.ts";

const CLI = resolve(import.meta.dirname, "../../src/cli.ts");

describe("the program", () => {
  it("that is interrupted finishes the batches under way, says how to go on, and is resumed there", async () => {
    const program = await slowProgram();
    const first = program.start("papers", program.file, "--json");
    await program.firstBatches();
    first.child.kill("SIGINT");
    expect(await first.code).toBe(1);
    expect(first.err()).toContain("Stopping after the batches in progress");
    const stopped = JSON.parse(first.out()) as IngestReport;
    expect(stopped.status).toBe("stopped");
    expect(stopped.rows.read).toBeGreaterThan(0);
    expect(stopped.rows.read).toBeLessThan(ROWS);

    const asText = program.start("papers", program.file, "--resume");
    await program.moreTexts(300);
    asText.child.kill("SIGINT");
    await asText.code;
    expect(asText.out()).toMatch(/To continue after row \d+, run the same command with --resume/u);

    program.hurry();
    const last = program.start("papers", program.file, "--resume", "--json");
    expect(await last.code).toBe(0);
    const resumed = JSON.parse(last.out()) as IngestReport;
    expect(resumed).toMatchObject({ status: "done", rows: { read: ROWS, indexed: ROWS } });
    expect(resumed.resumed_from_row).toBeGreaterThanOrEqual(stopped.rows.read);
    expect(program.texts()).toBe(ROWS);
  });

  it("refuses to load beside another one, which it names, and takes over at once from one that was killed", async () => {
    const program = await slowProgram();
    const first = program.start("papers", program.file, "--json");
    await program.firstBatches();
    const second = program.start("papers", program.file, "--json");
    expect(await second.code).toBe(1);
    expect(second.err()).toMatch(/are being loaded by run \S+ since \S+ \(process \d+ on \S+\);/u);
    expect(second.err()).toContain(`process ${first.child.pid}`);

    first.child.kill("SIGKILL");
    await first.code;
    program.hurry();
    const runs = program.start("runs");
    await runs.code;
    expect(runs.out()).toContain("broken off");
    const third = program.start("papers", program.file, "--json");
    expect(await third.code).toBe(0);
    expect((JSON.parse(third.out()) as IngestReport).rows.read).toBe(ROWS);
  });
});

const ROWS = 14_000;

/** The program over an index of its own, with a model that takes its time until it is told to hurry. */
async function slowProgram() {
  const folder = scratchFolder();
  const model = await openOpenAiServer();
  onTestFinished(() => model[Symbol.asyncDispose]());
  let delayMs = 400;
  model.rule = (request) => {
    const reply = embeddings(
      request,
      inputsOf(request).map((text) => vectorOf(text, 8)),
    );
    return typeof reply === "object" ? { ...reply, delayMs } : reply;
  };
  const file = join(folder, "papers.jsonl");
  const row = (_: unknown, index: number) => JSON.stringify({ doi: `10.1234/${index}`, title: `Paper ${index}` });
  writeFileSync(file, Array.from({ length: ROWS }, row).join("\n"));
  const { PATH, HOME } = process.env;
  const env = {
    PATH,
    HOME,
    DATA_DIR: folder,
    ENGINE: "lancedb",
    EMBEDDER: "openai",
    EMBEDDING_MODEL: "double",
    EMBEDDING_BASE_URL: model.url,
    EMBEDDING_DIMENSIONS: "8",
  };
  const moreTexts = async (count: number): Promise<void> => {
    const enough = model.inputs.flat().length + count;
    while (model.inputs.flat().length < enough) await sleep(20);
  };
  return {
    file,
    hurry: () => void (delayMs = 0),
    texts: () => new Set(model.inputs.flat().filter((text) => text.startsWith("Paper "))).size,
    moreTexts,
    firstBatches: () => moreTexts(1_500),
    start(...args: string[]) {
      const child = spawn(process.execPath, [CLI, "ingest", ...args], { env, cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
      const [out, err]: [string[], string[]] = [[], []];
      child.stdout.setEncoding("utf8").on("data", (text: string) => out.push(text));
      child.stderr.setEncoding("utf8").on("data", (text: string) => err.push(text));
      const code = once(child, "close").then(([code]) => code as number | null);
      return { child, code, out: () => out.join(""), err: () => err.join("") };
    },
  };
}
