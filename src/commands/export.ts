import { Command, InvalidArgumentError, Option } from "commander";
import { isCalendarDate } from "../documents/dates.ts";
import { SIGNAL_KINDS, type SignalKind } from "../documents/signal-kinds.ts";
import type { PaperFilters, SignalFilters } from "../engine/filters.ts";
import type { Collection, Engine } from "../engine/port.ts";
import type { Records } from "../records/port.ts";
import { asTyped } from "../shared/as-typed.ts";
import type { ExportDocument, ExportField, ExportTarget } from "../exports/fields.ts";
import { EXPORT_FORMATS, type ExportFormat } from "../exports/formats.ts";
import type { TopicMembership } from "../topics/memberships.ts";
import { documentProgress } from "./document-progress.ts";
import { EXIT } from "./failure.ts";
import { withStores } from "./library.ts";
import { say } from "./output.ts";
import { addPaperFilters, paperFilters, type PaperFilterOptions } from "./paper-filters.ts";

/** Counting all of a large index may take a while. */
const COUNT_MS = 60_000;

interface FileOptions {
  format?: ExportFormat;
  output?: string;
}

interface ExportOptions extends FileOptions {
  source?: string[];
  words?: string;
}

interface SignalOptions extends ExportOptions {
  kind?: SignalKind[];
  topic?: string[];
  since?: string;
  until?: string;
}

/** `export papers|signals|topics`. */
export function exportCommand(): Command {
  const command = new Command("export").description("write papers, signals or topics to a file: JSON Lines, CSV or Parquet");
  addPaperFilters(exporting(command, "papers")).action((options: ExportOptions & PaperFilterOptions) =>
    run("papers", options, ({ papers }) => ({ collection: papers, filters: { ...paperFilters(options), ...common(options) } })),
  );
  exporting(command, "signals")
    .addOption(new Option("--kind <kind...>", "of one of these kinds").choices(SIGNAL_KINDS))
    .option("--topic <name...>", "about one of these topics")
    .option("--since <day>", "observed on this day or later, YYYY-MM-DD", day)
    .option("--until <day>", "observed on this day or earlier, YYYY-MM-DD", day)
    .action((options: SignalOptions) =>
      run("signals", options, ({ signals }) => ({
        collection: signals,
        filters: { ...signalFilters(options), ...common(options) },
      })),
    );
  toFile(command, "topics", "write which topic each paper belongs to, to a file or to standard output").action(exportTopics);
  return command;
}

function exporting(command: Command, target: ExportTarget): Command {
  return toFile(command, target, `write ${target} to a file or to standard output`)
    .option("--source <name...>", "from one of these sources, by exact name")
    .option("--words <text>", "containing all of these words");
}

function toFile(command: Command, name: string, description: string): Command {
  return command
    .command(name)
    .description(description)
    .addOption(new Option("--format <format>", "default: from the extension of --output, or jsonl").choices(EXPORT_FORMATS))
    .option("--output <file>", "the file; it is replaced when the export is complete");
}

function common({ source, words }: ExportOptions): PaperFilters & SignalFilters {
  return { ...(source ? { sources: source } : {}), ...(words === undefined ? {} : { words }) };
}

function signalFilters({ kind, topic, since, until }: SignalOptions): SignalFilters {
  return {
    ...(kind ? { kinds: kind } : {}),
    ...(topic ? { topics: topic } : {}),
    ...(since === undefined ? {} : { since }),
    ...(until === undefined ? {} : { until }),
  };
}

async function run<Document, Filters>(
  target: ExportTarget,
  options: FileOptions,
  select: (engine: Engine) => {
    collection: Pick<Collection<Document, Filters, never, never>, "scan" | "count">;
    filters: Filters;
  },
): Promise<void> {
  await written(target, options, async ({ engine }, format, { signal, counted }) => {
    const { exportBytes } = await import("../exports/export.ts");
    const { collection, filters } = select(engine);
    const onRows = counted(await collection.count(filters, { signal, timeoutMs: COUNT_MS }));
    return exportBytes({ collection, target, filters, format }, { signal, onRows });
  });
}

const TOPIC_FIELDS: readonly ExportField[] = (
  [
    ["paper_id", "text"],
    ["topic_id", "text"],
    ["label", "text"],
    ["rank", "integer"],
    ["papers", "integer"],
    ["built_at", "time"],
  ] satisfies [keyof TopicMembership, ExportField["kind"]][]
).map(([name, kind]) => ({ name, kind, isList: false, fields: [] }));

async function exportTopics(options: FileOptions): Promise<void> {
  await written("papers with their topics", options, async ({ records }, format, { signal, counted }) => {
    const { fileBytes } = await import("../exports/export.ts");
    const { currentTopics } = await import("../topics/store.ts");
    const { topicMemberships } = await import("../topics/memberships.ts");
    const set = await currentTopics(records, signal);
    if (set === null) throw new Error(`no topics have been built; run \`${asTyped("topics build")}\` first`);
    const onRows = counted(set.build.papers);
    async function* pages(): AsyncGenerator<ExportDocument[]> {
      let rows = 0;
      for await (const page of topicMemberships(records, set!, signal)) {
        onRows((rows += page.length));
        yield page.map((row): ExportDocument => ({ ...row }));
      }
    }
    return fileBytes(pages(), TOPIC_FIELDS, format);
  });
}

/** What an export does while it runs: `counted` begins the progress of so many rows and is told how many were read so far. */
interface Run {
  signal: AbortSignal;
  counted: (total: number) => (rows: number) => void;
}

/** Writes what `bytesOf` gives to the file, or to standard output, and says how many of `what` were written. */
async function written(
  what: string,
  { format: wanted, output }: FileOptions,
  bytesOf: (stores: { engine: Engine; records: Records }, format: ExportFormat, run: Run) => Promise<AsyncIterable<Uint8Array>>,
): Promise<void> {
  const format = wanted ?? EXPORT_FORMATS.find((format) => output?.toLowerCase().endsWith(`.${format}`)) ?? "jsonl";
  if (format === "parquet" && output === undefined && process.stdout.isTTY) {
    process.exitCode = EXIT.usage;
    say("error: a Parquet file cannot be printed to a terminal: specify a file with --output, or redirect standard output.");
    return;
  }
  const { writeTo, writeWhole } = await import("../exports/write.ts");
  const stopping = new AbortController();
  const stop = (): void => stopping.abort(new Error("stopped; the export is not complete"));
  process.once("SIGINT", stop).once("SIGTERM", stop);
  const { signal } = stopping;
  try {
    await withStores(async (stores) => {
      let rows = 0;
      using progresses = new DisposableStack();
      const counted: Run["counted"] = (total) => {
        const progress = progresses.use(documentProgress(total));
        return (read) => {
          rows = read;
          progress.update(read);
        };
      };
      const bytes = await bytesOf(stores, format, { signal, counted });
      const isWhole = await (output === undefined ? writeTo(process.stdout, bytes, signal) : writeWhole(output, bytes, signal));
      if (isWhole) say(`Exported ${rows} ${what}${output === undefined ? "" : ` to ${output}`}.`);
    });
  } finally {
    process.off("SIGINT", stop).off("SIGTERM", stop);
  }
}

function day(text: string): string {
  if (!isCalendarDate(text)) throw new InvalidArgumentError("It must be a calendar date such as 2024-02-29.");
  return text;
}
