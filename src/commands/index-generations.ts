import { InvalidArgumentError, Option, type Command } from "commander";
import { resolve } from "node:path";
import { UsageError } from "../../ingest/errors.ts";
import { buildIndex, type BuildDeps } from "../../ingest/generations/build.ts";
import type { BuildRecord } from "../../ingest/generations/build-record.ts";
import { promoteBuild, pruneGenerations, rollback, type Swap } from "../../ingest/generations/swap.ts";
import type { RowTarget, SourceOptions } from "../../ingest/sources/format.ts";
import { FORMAT_NAMES, impliedFormat } from "../../ingest/sources/registry.ts";
import { leaveSoon } from "../../ingest/stopping.ts";
import { loadConfig } from "../config.ts";
import { EXIT } from "./failure.ts";
import { print, say } from "./output.ts";
import { asTyped } from "../shared/as-typed.ts";

interface BuildFlags {
  from?: string[];
  signals?: string[];
  fromLive?: boolean;
  format?: string;
  map?: string;
  signalsFormat?: string;
  signalsMap?: string;
  maxDeadShare: number;
  promote?: boolean;
  json?: boolean;
}

/** Adds `build`, `promote`, `rollback` and `prune` to `index`. */
export function addGenerationCommands(index: Command): void {
  index
    .command("build")
    .description("fill a new generation next to the live one and check it, ready for `promote`")
    .option(
      "--from <files...>",
      "papers from these files or folders; signals are copied from the live index unless --signals is given",
    )
    .option("--signals <files...>", "signals from these files or folders")
    .option("--from-live", "everything from the live index, after changing the embedding model or the mapping")
    .addOption(new Option("--format <format>", "for --from; default: from the file extension").choices(FORMAT_NAMES))
    .option("--map <file>", "for --from: mapping file")
    .addOption(new Option("--signals-format <format>", "of --signals").choices(FORMAT_NAMES))
    .option("--signals-map <file>", "of --signals")
    .addOption(new Option("--max-dead-share <share>", "maximum share of dead letters, 0 to 1").argParser(share).default(0.01))
    .option("--promote", "make it live if all checks passed")
    .option("--json", "print JSON")
    .action((flags: BuildFlags) => withLoading((deps, dataDir) => build(flags, deps, dataDir)));
  index
    .command("promote")
    .description("make a built generation live, papers, signals and passages in one step; the previous one is kept")
    .argument("[generation]", "default: the latest that was built and passed its checks")
    .option("--force", "even if a check failed")
    .option("--json", "print JSON")
    .action((name: string | undefined, flags: { force?: boolean; json?: boolean }) =>
      withLoading(async (deps, dataDir) => {
        const swap = await promoteBuild({ name, force: flags.force, dataDir }, deps);
        print(swap, flags, () => swapText(swap));
      }),
    );
  index
    .command("rollback")
    .description("make the previous generation live again")
    .option("--json", "print JSON")
    .action((flags: { json?: boolean }) =>
      withLoading(async (deps) => {
        const swap = await rollback(deps);
        print(
          swap,
          flags,
          () => `${swapText(swap)}\nChanges since the promotion are only in ${swap.previous?.papers ?? "the other generation"}.`,
        );
      }),
    );
  index
    .command("prune")
    .description("remove generations that are not live, previous, in progress or waiting to be promoted")
    .option("--all", "everything except the live ones and a build in progress")
    .option("--json", "print JSON")
    .action((flags: { all?: boolean; json?: boolean }) =>
      withLoading(async (deps, dataDir) => {
        const removed = await pruneGenerations({ all: flags.all, dataDir }, deps);
        print({ removed }, flags, () => (removed.length === 0 ? "Nothing to remove." : `Removed ${removed.join(", ")}.`));
      }),
    );
}

/** Opens what loading needs and runs a command's work; wrong usage is said in one line, with its exit code. */
async function withLoading(work: (deps: BuildDeps, dataDir: string) => Promise<void>): Promise<void> {
  const config = loadConfig();
  const { composeForLoading } = await import("../compose.ts");
  await using parts = await composeForLoading(config);
  try {
    const { engine, embedder, embedsPassages, records } = parts;
    await work({ engine, embedder, embedsPassages, records, say }, resolve(config.dataDir));
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.exitCode = EXIT.usage;
    say(`error: ${error.message}`);
  }
}

async function build(flags: BuildFlags, deps: BuildDeps, dataDir: string): Promise<void> {
  if (flags.fromLive && (flags.from || flags.signals))
    throw new UsageError("--from-live: cannot be combined with --from or --signals");
  if (!flags.fromLive && !flags.from && !flags.signals)
    throw new UsageError("pass files with --from or --signals, or pass --from-live");
  const from = {
    papers: flags.from ? inputs("papers", flags.from, flags.format, flags.map) : ("live" as const),
    signals: flags.signals ? inputs("signals", flags.signals, flags.signalsFormat, flags.signalsMap) : ("live" as const),
  };
  const stopping = new AbortController();
  const stop = (): void => {
    if (stopping.signal.aborted) process.exit(EXIT.failed);
    say("Stopping after the rows in progress. Run the same command to continue; press Ctrl-C again to stop immediately");
    stopping.abort(new Error("stopped; run the same command to continue"));
  };
  process.on("SIGINT", stop).on("SIGTERM", stop);
  try {
    const record = await buildIndex({ from, dataDir, maxDeadShare: flags.maxDeadShare, signal: stopping.signal }, deps);
    const swap =
      flags.promote && record.state === "built" ? await promoteBuild({ name: record.generations.papers, dataDir }, deps) : null;
    print({ build: record, swap }, flags, () => [buildText(record), ...(swap ? [swapText(swap)] : [])].join("\n"));
    if (record.state !== "built" && swap === null) process.exitCode = EXIT.failed;
    else if (record.rows_dead > 0) process.exitCode = EXIT.dead_letters;
  } finally {
    process.off("SIGINT", stop).off("SIGTERM", stop);
    if (stopping.signal.aborted) leaveSoon();
  }
}

function inputs(
  target: RowTarget,
  paths: readonly string[],
  format: string | undefined,
  map: string | undefined,
): SourceOptions[] {
  return paths.map((path) => ({
    target,
    path: resolve(path),
    format: format ?? impliedFormat(path).name,
    ...(map === undefined ? {} : { map: resolve(map) }),
  }));
}

function buildText(record: BuildRecord): string {
  const { generations, state, documents, vectors_reused, texts_embedded, caught_up, checks, error, seconds } = record;
  return [
    `${generations.papers}: ${documents.papers} papers; ${generations.signals}: ${documents.signals} signals; ` +
      `${generations.passages ?? "no passages"}: ${documents.passages ?? 0} passages; ${state} in ${seconds.toFixed(1)} s`,
    `Vectors: ${vectors_reused} reused, ${texts_embedded} texts embedded or from the cache. Changes made to the live index in the meantime and copied: ${caught_up}.`,
    ...checks.map(({ name, passed, detail }) => `${passed ? "passed" : "FAILED"}  ${name.replaceAll("_", " ")}: ${detail}`),
    ...(error === null ? [] : [`Error: ${error}`]),
    ...(state === "built"
      ? [`\`${asTyped(`index promote ${generations.papers}`)}\` makes it live; \`${asTyped("index prune --all")}\` removes it.`]
      : []),
  ].join("\n");
}

function swapText({ live, previous, caught_up, model_differs }: Swap): string {
  return [
    `Live: ${live.papers}, ${live.signals}. Previous, kept for \`${asTyped("index rollback")}\`: ${previous === null ? "none" : `${previous.papers}, ${previous.signals}`}.`,
    ...(caught_up > 0 ? [`Documents copied around the swap: ${caught_up}.`] : []),
    ...(model_differs
      ? ["Its embedding model is not the configured one: servers search by keywords only until EMBEDDER matches."]
      : []),
  ].join("\n");
}

function share(text: string): number {
  const value = Number(text);
  if (text.trim() === "" || !(value >= 0 && value <= 1)) throw new InvalidArgumentError("must be a number from 0 to 1");
  return value;
}
