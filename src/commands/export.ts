import { Command, InvalidArgumentError, Option } from "commander";
import { isCalendarDate } from "../documents/dates.ts";
import { SIGNAL_KINDS, type SignalKind } from "../documents/signal-kinds.ts";
import type { PaperFilters, SignalFilters } from "../engine/filters.ts";
import type { Collection, Engine } from "../engine/port.ts";
import type { ExportTarget } from "../exports/fields.ts";
import { EXPORT_FORMATS, type ExportFormat } from "../exports/formats.ts";
import { documentProgress } from "./document-progress.ts";
import { EXIT } from "./failure.ts";
import { withStores } from "./library.ts";
import { say } from "./output.ts";
import { addPaperFilters, paperFilters, type PaperFilterOptions } from "./paper-filters.ts";

/** Counting all of a large index may take a while. */
const COUNT_MS = 60_000;

interface ExportOptions {
  format?: ExportFormat;
  output?: string;
  source?: string[];
  words?: string;
}

interface SignalOptions extends ExportOptions {
  kind?: SignalKind[];
  topic?: string[];
  since?: string;
  until?: string;
}

/** `export papers|signals`. */
export function exportCommand(): Command {
  const command = new Command("export").description("write papers or signals to a file: JSON Lines, CSV or Parquet");
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
  return command;
}

function exporting(command: Command, target: ExportTarget): Command {
  return command
    .command(target)
    .description(`write ${target} to a file or to standard output`)
    .addOption(new Option("--format <format>", "default: from the extension of --output, or jsonl").choices(EXPORT_FORMATS))
    .option("--output <file>", "the file; it is replaced when the export is complete")
    .option("--source <name...>", "from one of these sources, by exact name")
    .option("--words <text>", "containing all of these words");
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
  { format: wanted, output }: ExportOptions,
  select: (engine: Engine) => {
    collection: Pick<Collection<Document, Filters, never, never>, "scan" | "count">;
    filters: Filters;
  },
): Promise<void> {
  const format = wanted ?? EXPORT_FORMATS.find((format) => output?.toLowerCase().endsWith(`.${format}`)) ?? "jsonl";
  if (format === "parquet" && output === undefined && process.stdout.isTTY) {
    process.exitCode = EXIT.usage;
    say("error: a Parquet file cannot be printed to a terminal: specify a file with --output, or redirect standard output.");
    return;
  }
  const { exportBytes } = await import("../exports/export.ts");
  const { writeTo, writeWhole } = await import("../exports/write.ts");
  const stopping = new AbortController();
  const stop = (): void => stopping.abort(new Error("stopped; the export is not complete"));
  process.once("SIGINT", stop).once("SIGTERM", stop);
  const { signal } = stopping;
  try {
    await withStores(async ({ engine }) => {
      const { collection, filters } = select(engine);
      const total = await collection.count(filters, { signal, timeoutMs: COUNT_MS });
      let written = 0;
      using progress = documentProgress(total);
      const onRows = (rows: number): void => {
        written = rows;
        progress.update(rows);
      };
      const bytes = exportBytes({ collection, target, filters, format }, { signal, onRows });
      const isWhole = await (output === undefined ? writeTo(process.stdout, bytes, signal) : writeWhole(output, bytes, signal));
      if (isWhole) say(`Exported ${written} ${target}${output === undefined ? "" : ` to ${output}`}.`);
    });
  } finally {
    process.off("SIGINT", stop).off("SIGTERM", stop);
  }
}

function day(text: string): string {
  if (!isCalendarDate(text)) throw new InvalidArgumentError("It must be a calendar date such as 2024-02-29.");
  return text;
}
