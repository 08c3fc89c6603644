import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
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
    expect(resumed).toMatchObject({ status: "done", rows: { read: ROWS } });
    // Batches that were not finished in time may have been written, all or in part: their rows are met unchanged.
    expect(resumed.rows.indexed + resumed.rows.unchanged).toBe(ROWS);
    expect(resumed.resumed_from_row).toBeGreaterThanOrEqual(stopped.rows.read);
    expect(program.texts()).toBe(ROWS);
  });

  it("refuses to load beside another one, which it names, and takes over at once from one that was killed", async () => {
    const program = await slowProgram();
    const first = program.start("papers", program.file, "--json");
    await program.firstBatches();
    const second = program.start("papers", program.file, "--json");
    expect(await second.code).toBe(1);
    expect(second.err()).toMatch(/are being loaded by run \S+, started \S+ \(process \d+ on \S+\);/u);
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

  it.each([
    ["packs what was written, within a load", ROWS, 5_000],
    ["completes its indexes, at the end of a load", 200, 200],
  ])("stops at SIGTERM while LanceDB %s, and the next load is not refused", async (_, rows, stuckAt) => {
    const program = await slowProgram(rows);
    program.hurry();
    const first = program.startWith(["--import", ENDLESS_OPTIMIZE], "papers", program.file, "--json");
    await expect.poll(() => program.finishedRows(), { timeout: 60_000 }).toBeGreaterThanOrEqual(stuckAt);
    first.child.kill("SIGTERM");
    expect(await first.code).toBe(1);
    const stopped = JSON.parse(first.out()) as IngestReport;
    expect(stopped).toMatchObject({ status: "stopped", error: null });

    const next = program.start("papers", program.file, "--resume", "--json");
    expect(await next.code, next.err()).toBe(0);
    expect(JSON.parse(next.out())).toMatchObject({ status: "done", resumed_from_row: stopped.rows.read, rows: { read: rows } });
  });

  it("stops at SIGTERM while the model does not answer", async () => {
    const program = await slowProgram();
    program.hang();
    const first = program.start("papers", program.file, "--json");
    await program.moreTexts(1);
    first.child.kill("SIGTERM");
    expect(await first.code).toBe(1);
    expect(JSON.parse(first.out())).toMatchObject({ status: "stopped", rows: { read: 0 } });
  });
});

const ENDLESS_OPTIMIZE = resolve(import.meta.dirname, "../support/endless-optimize.ts");
const ROWS = 9_000;

/** The program over an index of its own, with a model that takes its time until it is told to hurry. */
async function slowProgram(rows = ROWS) {
  const folder = scratchFolder();
  const model = await openOpenAiServer();
  onTestFinished(() => model[Symbol.asyncDispose]());
  let delayMs = 400;
  let hangs = false;
  model.rule = (request) => {
    if (hangs) return "hang";
    const reply = embeddings(
      request,
      inputsOf(request).map((text) => vectorOf(text, 8)),
    );
    return typeof reply === "object" ? { ...reply, delayMs } : reply;
  };
  const file = join(folder, "papers.jsonl");
  const row = (_: unknown, index: number) => JSON.stringify({ doi: `10.1234/${index}`, title: `Paper ${index}` });
  writeFileSync(file, Array.from({ length: rows }, row).join("\n"));
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
    hang: () => void (hangs = true),
    /** How many rows have their outcome for good, by the checkpoint of the load that runs. */
    finishedRows(): number {
      const ingest = join(folder, "ingest");
      const checkpoint = existsSync(ingest) && readdirSync(ingest).find((name) => name.endsWith(".checkpoint.json"));
      return checkpoint ? (JSON.parse(readFileSync(join(ingest, checkpoint), "utf8")) as { rows: number }).rows : 0;
    },
    texts: () => new Set(model.inputs.flat().filter((text) => text.startsWith("Paper "))).size,
    moreTexts,
    firstBatches: () => moreTexts(1_500),
    start: (...args: string[]) => startWith([], ...args),
    startWith,
  };

  function startWith(nodeOptions: string[], ...args: string[]) {
    const child = spawn(process.execPath, [...nodeOptions, CLI, "ingest", ...args], {
      env,
      cwd: folder,
      stdio: ["ignore", "pipe", "pipe"],
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    const [out, err]: [string[], string[]] = [[], []];
    child.stdout.setEncoding("utf8").on("data", (text: string) => out.push(text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => err.push(text));
    const code = once(child, "close").then(([code]) => code as number | null);
    return { child, code, out: () => out.join(""), err: () => err.join("") };
  }
}
