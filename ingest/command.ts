import { Command, InvalidArgumentError, Option } from "commander";
import { resolve } from "node:path";
import { loadConfig } from "../src/config.ts";
import { isCalendarDate } from "../src/documents/dates.ts";
import type { Embedder } from "../src/embedding/port.ts";
import type { Engine } from "../src/engine/port.ts";
import type { Records } from "../src/records/port.ts";
import { InputError, UsageError } from "./errors.ts";
import { suggestFor, type SuggestOptions } from "./map-command.ts";
import { showProgress } from "./progress.ts";
import { exitCodeOf, reportText, type IngestReport } from "./report.ts";
import { removeSource } from "./remove-source.ts";
import { retryDead } from "./retry-dead.ts";
import { runIngest, type RunOptions } from "./run.ts";
import { listRuns, runsText } from "./runs.ts";
import { isAddress } from "./sources/arxiv-harvest.ts";
import { FORMATS, type Format } from "./sources/formats.ts";
import { ENCODINGS, type Encoding } from "./sources/open.ts";

/** What the commands work on. */
export interface IngestServices extends AsyncDisposable {
  engine: Engine;
  embedder: Embedder;
  records: Records;
  dataDir: string;
}

/** `ingest papers|signals|retry-dead|remove-source|map|runs`. `open` opens what the settings say; it is called by the commands that need it. */
export function ingestCommand(open: () => Promise<IngestServices> = openConfigured): Command {
  const ingest = new Command("ingest").description("load papers and signals into the index");
  for (const target of ["papers", "signals"] as const) {
    const command = ingest.command(target).argument("<input>", "a file, a folder, - for standard input, or arXiv's address");
    command.description(
      target === "papers" ? "load papers, with the signals that their rows state" : "load signals about loaded papers",
    );
    withLoadOptions(command).action((input: string, flags: LoadFlags) =>
      guarded(async () => {
        await using services = await open();
        const source = sourceOptions(target, input, flags);
        const { limit, resume, dryRun } = flags;
        const deadLettersFile = flags.deadLetters && resolve(flags.deadLetters);
        const report = await load({ source, limit, resume, dryRun, deadLettersFile, dataDir: services.dataDir }, services);
        print([report], flags.json);
      }),
    );
  }

  ingest
    .command("retry-dead")
    .description("read the rows of a dead letter file again; those that pass now leave it")
    .argument("<file>", "a file of dead letters")
    .option("--json", "print the reports as JSON")
    .action((file: string, flags: { json?: boolean }) =>
      guarded(async () => {
        await using services = await open();
        const outcome = await retryDead(resolve(file), (options) => load({ ...options, dataDir: services.dataDir }, services));
        print(outcome.reports, flags.json);
        for (const problem of outcome.problems) process.stderr.write(`${problem}\n`);
        if (outcome.problems.length > 0) process.exitCode = 1;
      }),
    );

  ingest
    .command("map")
    .description("write a first mapping file for a table, on stdout; what to look at in it, on stderr")
    .requiredOption("--suggest <file>", "a csv, tsv or jsonl file, or - for standard input")
    .addOption(new Option("--target <target>", "default: guessed from the columns").choices(["papers", "signals"]))
    .addOption(new Option("--format <format>", "default: from the file's ending").choices(["csv", "jsonl"]))
    .option("--delimiter <text>", "csv: between the fields; default a comma, a tab for .tsv")
    .addOption(new Option("--encoding <encoding>", "of the bytes").choices(ENCODINGS))
    .action((flags: Omit<SuggestOptions, "path" | "format"> & { suggest: string; format?: SuggestOptions["format"] }) =>
      guarded(async () => {
        const { suggest, format = formatOf(suggest), delimiter, ...more } = flags;
        if (format !== "csv" && format !== "jsonl") throw new UsageError(`--suggest: reads csv and jsonl, not ${format}`);
        const tab = delimiter === "\\t" ? "\t" : delimiter;
        const { mapping, notes } = await suggestFor({ ...more, path: suggest, format, delimiter: tab });
        process.stdout.write(`${JSON.stringify(mapping, null, 2)}\n`);
        for (const note of notes) process.stderr.write(`${note}\n`);
      }),
    );

  ingest
    .command("remove-source")
    .description("take everything out of the index that a source says")
    .argument("<name>", "the source's exact name, as papers and signals show it")
    .option("--json", "print what was removed as JSON")
    .action((name: string, flags: { json?: boolean }) =>
      guarded(async () => {
        await using services = await open();
        const removal = await removeSource(name, services);
        const { papers_changed, papers_removed, signals_removed } = removal;
        const text = `Removed: ${papers_removed} papers, ${signals_removed} signals; ${papers_changed} papers are left as other sources state them`;
        process.stdout.write(`${flags.json ? JSON.stringify(removal) : text}\n`);
      }),
    );

  ingest
    .command("runs")
    .description("list the latest runs")
    .addOption(new Option("--limit <number>", "how many").argParser(positive).default(20))
    .option("--json", "print them as JSON")
    .action((flags: { json?: boolean; limit: number }) =>
      guarded(async () => {
        await using services = await open();
        const runs = await listRuns(services.records, flags.limit);
        process.stdout.write(flags.json ? `${JSON.stringify(runs)}\n` : `${runsText(runs)}\n`);
      }),
    );
  return ingest;
}

interface LoadFlags {
  format?: Format;
  map?: string;
  delimiter?: string;
  encoding?: Encoding;
  limit?: number;
  dryRun?: boolean;
  resume?: boolean;
  deadLetters?: string;
  allowNoId?: boolean;
  observedAt?: string;
  list?: string;
  source?: string;
  json?: boolean;
}

function withLoadOptions(command: Command): Command {
  return command
    .addOption(new Option("--format <format>", "default: from the file's ending").choices(FORMATS))
    .option("--map <file>", "csv and jsonl: which column is which field (docs/ingest-mapping.md)")
    .option("--delimiter <text>", "csv: between the fields; default a comma, a tab for .tsv")
    .addOption(
      new Option("--encoding <encoding>", "of the bytes; utf-8 sends lines that are not to the dead letters").choices(ENCODINGS),
    )
    .addOption(new Option("--limit <rows>", "read no more than this many rows").argParser(positive))
    .option("--dry-run", "read and check everything, write nothing")
    .option("--resume", "go on where the last run of this input ended")
    .option("--dead-letters <file>", "where rows that cannot be taken are kept; default: a file in DATA_DIR/dead-letters")
    .option("--source <name>", "papers: the source of rows that name none; default: the file's name")
    .option("--allow-no-id", "csv: take papers from a file without a column of ids")
    .addOption(
      new Option("--observed-at <date>", "the day for which the input speaks where it does not say so, YYYY-MM-DD").argParser(
        day,
      ),
    )
    .option("--list <name>", "paperlists: conference and year where the file's name does not tell them, e.g. iclr2024")
    .option("--json", "print the report as JSON");
}

function sourceOptions(target: "papers" | "signals", input: string, flags: LoadFlags): RunOptions["source"] {
  const { map, delimiter, encoding, allowNoId, observedAt, list, source } = flags;
  const format = flags.format ?? formatOf(input);
  return {
    target,
    path: input === "-" || isAddress(input) ? input : resolve(input),
    format,
    ...(map === undefined ? {} : { map: resolve(map) }),
    ...(delimiter === undefined ? {} : { delimiter: delimiter === "\\t" ? "\t" : delimiter }),
    ...(encoding === undefined ? {} : { encoding }),
    ...(allowNoId ? { allowNoId } : {}),
    ...(observedAt === undefined ? {} : { observedAt }),
    ...(list === undefined ? {} : { list }),
    ...(source === undefined ? {} : { sourceName: source }),
  };
}

/** The format that the ending of an input names; throws `UsageError` where it names none. */
export function formatOf(input: string): Format {
  const ending = /\.(csv|tsv|jsonl|ndjson|xml)(?:\.gz)?$/iu.exec(input)?.[1].toLowerCase();
  if (ending === "csv" || ending === "tsv") return "csv";
  if (ending === "jsonl" || ending === "ndjson") return "jsonl";
  if (ending === "xml") return "acl-anthology";
  throw new UsageError(`--format: is needed for ${input}; allowed: ${FORMATS.join(", ")}`);
}

/** Runs a load with progress on stderr; Ctrl-C ends it after the batches under way, twice at once. */
async function load(options: RunOptions, services: IngestServices): Promise<IngestReport> {
  using progress = showProgress();
  const stopping = new AbortController();
  const stop = (): void => {
    if (stopping.signal.aborted) process.exit(1);
    process.stderr.write("stopping after the batches under way; once more to stop at once\n");
    stopping.abort();
  };
  process.on("SIGINT", stop).on("SIGTERM", stop);
  try {
    const { engine, embedder, records } = services;
    const onProgress = progress.update.bind(progress);
    return await runIngest({ ...options, signal: stopping.signal }, { engine, embedder, records, onProgress });
  } finally {
    process.off("SIGINT", stop).off("SIGTERM", stop);
  }
}

function print(reports: readonly IngestReport[], json = false): void {
  for (const report of reports) process.stdout.write(`${json ? JSON.stringify(report) : reportText(report)}\n`);
  const codes = reports.map(exitCodeOf);
  process.exitCode = codes.includes(1) ? 1 : Math.max(0, ...codes);
}

/** Runs a command's work; wrong usage that shows only now is said in one line, with its exit code. */
async function guarded(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof InputError)) throw error;
    process.exitCode = error instanceof UsageError ? 2 : 1;
    process.stderr.write(`error: ${error.message}\n`);
  }
}

function positive(text: string): number {
  if (!/^[1-9]\d{0,8}$/u.test(text)) throw new InvalidArgumentError("must be a whole number from 1");
  return Number(text);
}

function day(text: string): string {
  if (!isCalendarDate(text)) throw new InvalidArgumentError("must be a calendar date such as 2024-02-29");
  return text;
}

async function openConfigured(): Promise<IngestServices> {
  const config = loadConfig();
  // Loaded here, so that `--help` and wrong usage are answered without loading engines and models.
  const { composeForLoading } = await import("../src/compose.ts");
  const parts = await composeForLoading(config);
  return { ...parts, dataDir: config.dataDir };
}
