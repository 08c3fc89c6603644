import { Command, InvalidArgumentError, Option } from "commander";
import { resolve } from "node:path";
import { loadConfig } from "../src/config.ts";
import { isCalendarDate } from "../src/documents/dates.ts";
import { InputError, UsageError } from "./errors.ts";
import { FULL_TEXT_FORMAT_NAMES } from "./full-text/registry.ts";
import { suggestFor, type SuggestOptions } from "./map-command.ts";
import { showProgress } from "./progress.ts";
import { exitCodeOf, reportText, type IngestReport } from "./report.ts";
import { removeSource } from "./remove-source.ts";
import { retryDead } from "./retry-dead.ts";
import { runIngest, type RunOptions } from "./run.ts";
import { listRuns, runsText } from "./runs.ts";
import { leaveSoon } from "./stopping.ts";
import type { SourceOptions } from "./sources/format.ts";
import { ANY_FULL_TEXT } from "./sources/full-texts.ts";
import { isAddress } from "./sources/open-source.ts";
import { ENCODINGS, type Encoding } from "./sources/open.ts";
import { asTrace, tracedServices, type IngestServices } from "./tracing.ts";
import { FORMAT_NAMES, formatOptions, impliedFormat } from "./sources/registry.ts";

/** `ingest papers|signals|fulltext|retry-dead|remove-source|map|runs`. `open` opens what the settings say; it is called by the commands that need it. */
export function ingestCommand(open: () => Promise<IngestServices> = () => openConfigured()): Command {
  const ingest = new Command("ingest").description("load papers, signals and full texts into the index");
  for (const target of ["papers", "signals"] as const) {
    const command = ingest.command(target).argument("<input>", "a file, a folder, - for standard input, or arXiv's address");
    command.description(
      target === "papers" ? "load papers, with the signals in their rows" : "load signals about papers in the library",
    );
    withLoadOptions(command).action((input: string, flags: LoadFlags) =>
      guarded(() => loadAndPrint(open, flags, () => sourceOptions(target, input, flags))),
    );
  }

  const texts = ingest
    .command("fulltext")
    .description("load full texts; JATS, TEI and S2ORC files also create papers that are not in the index")
    .argument("<input>", "a file, a folder or an archive")
    .addOption(
      new Option("--format <format>", "default: detected for each file")
        .choices([ANY_FULL_TEXT, ...FULL_TEXT_FORMAT_NAMES])
        .default(ANY_FULL_TEXT),
    )
    .option("--map <file>", "a CSV file that maps files to papers: file name, comma, paper ID");
  withRunOptions(texts, "texts")
    .option("--source <name>", "source of the texts; default: their journal, or else the file name")
    .option("--json", "print the report as JSON")
    .action((input: string, flags: TextFlags) => guarded(() => loadAndPrint(open, flags, () => textOptions(input, flags))));

  ingest
    .command("retry-dead")
    .description("load the rows of a dead letter file again and remove those that succeed")
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
    .description("suggest a mapping file for a table (on stdout), with notes on what to check (on stderr)")
    .requiredOption("--suggest <file>", "a csv, tsv or jsonl file, or - for standard input")
    .addOption(new Option("--target <target>", "default: guessed from the columns").choices(["papers", "signals"]))
    .addOption(new Option("--format <format>", "default: from the file extension").choices(["csv", "jsonl"]))
    .option("--delimiter <text>", "csv: field delimiter; default: a comma, or a tab for .tsv")
    .addOption(new Option("--encoding <encoding>", "text encoding of the file").choices(ENCODINGS))
    .action((flags: Omit<SuggestOptions, "path" | "format"> & { suggest: string; format?: SuggestOptions["format"] }) =>
      guarded(async () => {
        const { suggest, delimiter, ...more } = flags;
        const format = flags.format ?? impliedFormat(suggest).name;
        if (format !== "csv" && format !== "jsonl") throw new UsageError(`--suggest: supports csv and jsonl, not ${format}`);
        const tab = delimiter === "\\t" ? "\t" : delimiter;
        const { mapping, notes } = await suggestFor({ ...more, path: suggest, format, delimiter: tab });
        process.stdout.write(`${JSON.stringify(mapping, null, 2)}\n`);
        for (const note of notes) process.stderr.write(`${note}\n`);
      }),
    );

  ingest
    .command("remove-source")
    .description("remove everything that came from a source")
    .argument("<name>", "the source's exact name, as papers and signals show it")
    .option("--json", "print what was removed as JSON")
    .action((name: string, flags: { json?: boolean }) =>
      guarded(async () => {
        await using services = await open();
        const removal = await removeSource(name, services);
        const { papers_changed, papers_removed, signals_removed, texts_removed } = removal;
        const text = `Removed ${papers_removed} papers, ${signals_removed} signals and ${texts_removed} full texts. ${papers_changed} papers that other sources also list were updated.`;
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

/** Options of every load. */
interface RunFlags {
  limit?: number;
  dryRun?: boolean;
  resume?: boolean;
  deadLetters?: string;
  source?: string;
  json?: boolean;
}

/** Options of papers and signals, and those of the formats by their names. */
interface LoadFlags extends RunFlags {
  format?: string;
  encoding?: Encoding;
  observedAt?: string;
  [option: string]: unknown;
}

interface TextFlags extends RunFlags {
  format: string;
  map?: string;
}

function withRunOptions(command: Command, rows: "rows" | "texts"): Command {
  return command
    .addOption(new Option(`--limit <${rows}>`, `read at most this many ${rows}`).argParser(positive))
    .option("--dry-run", "read and check everything, write nothing")
    .option("--resume", "continue where the last run of this input ended")
    .option("--dead-letters <file>", `where ${rows} that cannot be loaded are kept; default: a file in DATA_DIR/dead-letters`);
}

function withLoadOptions(command: Command): Command {
  command
    .addOption(new Option("--format <format>", "default: from the file extension").choices(FORMAT_NAMES))
    .addOption(
      new Option(
        "--encoding <encoding>",
        "text encoding of the file; with utf-8, lines that are not UTF-8 go to the dead letters",
      ).choices(ENCODINGS),
    );
  withRunOptions(command, "rows")
    .option("--source <name>", "papers: source of the rows that do not name one; default: the file name")
    .addOption(new Option("--observed-at <date>", "date of the data, if the input has none, YYYY-MM-DD").argParser(day));
  for (const { option, formats } of formatOptions()) {
    command.option(option.flags, `${formats.join(", ")}: ${option.description}`);
  }
  return command.option("--json", "print the report as JSON");
}

function sourceOptions(target: "papers" | "signals", input: string, flags: LoadFlags): SourceOptions {
  const { encoding, observedAt, source } = flags;
  const own = formatOptions().flatMap(({ option: { name, parse } }) => {
    const value = flags[name] as string | boolean | undefined;
    if (value === undefined) return [];
    return [[name, typeof value === "string" && parse ? parse(value) : value]];
  });
  return {
    target,
    path: input === "-" || isAddress(input) ? input : resolve(input),
    format: flags.format ?? impliedFormat(input).name,
    ...Object.fromEntries(own),
    ...(encoding === undefined ? {} : { encoding }),
    ...(observedAt === undefined ? {} : { observedAt }),
    ...(source === undefined ? {} : { sourceName: source }),
  };
}

function textOptions(input: string, { format, map, source }: TextFlags): SourceOptions {
  return {
    target: "fulltext",
    path: resolve(input),
    format,
    ...(map === undefined ? {} : { map: resolve(map) }),
    ...(source === undefined ? {} : { sourceName: source }),
  };
}

/** Opens what a load needs, runs it and prints its report. */
async function loadAndPrint(open: () => Promise<IngestServices>, flags: RunFlags, sourceOf: () => SourceOptions): Promise<void> {
  await using services = await open();
  const source = sourceOf();
  const { limit, resume, dryRun } = flags;
  const deadLettersFile = flags.deadLetters && resolve(flags.deadLetters);
  const report = await load({ source, limit, resume, dryRun, deadLettersFile, dataDir: services.dataDir }, services);
  print([report], flags.json);
}

/** Runs a load with progress on stderr; Ctrl-C or SIGTERM ends it after the batches under way, or some seconds; twice at once. */
async function load(options: RunOptions, services: IngestServices): Promise<IngestReport> {
  using progress = showProgress();
  const stopping = new AbortController();
  const stop = (): void => {
    if (stopping.signal.aborted) process.exit(1);
    process.stderr.write("Stopping after the batches in progress; press Ctrl-C again to stop immediately\n");
    stopping.abort();
  };
  process.on("SIGINT", stop).on("SIGTERM", stop);
  try {
    const { engine, embedder, embedsPassages, records } = services;
    const onProgress = progress.update.bind(progress);
    const deps = { engine, embedder, embedsPassages, records, onProgress };
    const report = await asTrace(services.traces, options.source, () => runIngest({ ...options, signal: stopping.signal }, deps));
    progress.end({ rows: report.rows.read, dead: report.rows.dead + report.derived.dead }, report.status === "done");
    return report;
  } finally {
    process.off("SIGINT", stop).off("SIGTERM", stop);
  }
}

function print(reports: readonly IngestReport[], json = false): void {
  for (const report of reports) process.stdout.write(`${json ? JSON.stringify(report) : reportText(report)}\n`);
  const codes = reports.map(exitCodeOf);
  process.exitCode = codes.includes(1) ? 1 : Math.max(0, ...codes);
  if (reports.some(({ status }) => status === "stopped")) leaveSoon();
}

/** Runs a command's work; wrong usage that shows only now is said in one line, with its exit code. */
export async function guarded(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof InputError)) throw error;
    process.exitCode = error instanceof UsageError ? 2 : 1;
    process.stderr.write(`error: ${error.message}\n`);
  }
}

/** Reads a whole number from 1. Throws `InvalidArgumentError`. */
export function positive(text: string): number {
  if (!/^[1-9]\d{0,8}$/u.test(text)) throw new InvalidArgumentError("must be a whole number, 1 or more");
  return Number(text);
}

function day(text: string): string {
  if (!isCalendarDate(text)) throw new InvalidArgumentError("must be a calendar date such as 2024-02-29");
  return text;
}

export async function openConfigured(config = loadConfig()): Promise<IngestServices> {
  // Loaded here, so that `--help` and wrong usage are answered without loading engines and models.
  const { composeForLoading } = await import("../src/compose.ts");
  const parts = await composeForLoading(config);
  return tracedServices({ ...parts, dataDir: config.dataDir }, config.telemetry);
}
