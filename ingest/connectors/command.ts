import { Command, Option } from "commander";
import { loadConfig, namedVariable } from "../../src/config.ts";
import { sourceStatuses } from "../../src/records/source-status.ts";
import { guarded, openConfigured, positive } from "../command.ts";
import { UsageError } from "../errors.ts";
import { LockTaken } from "../lock.ts";
import { leaveSoon } from "../stopping.ts";
import type { IngestServices } from "../tracing.ts";
import { CONNECTOR_NAMES, connectorNamed } from "./registry.ts";
import { FetchFailure } from "./request.ts";
import { clientOf } from "./source-client.ts";
import type { SourceDeps } from "./source-deps.ts";
import type { SourceRun } from "./source-run.ts";
import { runDue, runNow } from "./schedule.ts";
import { defaultSettings, readSourcesFile, type SourceSettings } from "./settings.ts";
import { runText, statusText } from "./source-text.ts";
import { asTyped } from "../../src/shared/as-typed.ts";

/** What the commands work on. */
export interface SourceServices extends IngestServices {
  sourcesFile: string | null;
}

/** `sources list|check|run|status`: services that are asked about what the library holds. */
export function sourcesCommand(open: () => Promise<SourceServices> = openSources): Command {
  const command = new Command("sources").description("fetch updates for the library's papers from services such as Crossref");
  command
    .command("list")
    .description("list the available services and how SOURCES_FILE configures them")
    .option("--json", "print JSON")
    .action((flags: { json?: boolean }) =>
      guarded(async () => {
        const sources = await readSourcesFile(loadConfig().sourcesFile);
        const listed = CONNECTOR_NAMES.map((name) => {
          const settings = sources.find((one) => one.name === name) ?? null;
          const { says, credential } = connectorNamed(name);
          const variable = settings?.credential ?? credential?.variable ?? null;
          const credential_set = variable !== null && namedVariable(variable) !== undefined;
          return { name, says, when: settings?.when ?? null, in_file: settings !== null, credential: variable, credential_set };
        });
        const lines = listed.map(({ name, says, when, in_file, credential, credential_set }) =>
          [
            `${name}: ${says}`,
            `  ${in_file ? (when === null ? "run by hand" : `scheduled at ${when} (UTC)`) : "not in SOURCES_FILE; run it by hand"}`,
            ...(credential === null ? [] : [`  credential: ${credential}, ${credential_set ? "set" : "not set"}`]),
          ].join("\n"),
        );
        process.stdout.write(`${flags.json ? JSON.stringify(listed) : lines.join("\n")}\n`);
      }),
    );
  command
    .command("check")
    .description("check SOURCES_FILE, and send one request to each service in it")
    .argument("[names...]", "only these")
    .action((names: string[]) => guarded(() => check(names)));
  command
    .command("run")
    .description("query a service now, or every one that is due")
    .argument("[name]", `one of ${CONNECTOR_NAMES.join(", ")}`)
    .option("--due", "query those that are due according to SOURCES_FILE")
    .addOption(
      new Option("--budget <requests>", "maximum number of requests; default: from SOURCES_FILE, else 500").argParser(positive),
    )
    .option("--json", "print the reports as JSON")
    .action((name: string | undefined, flags: { due?: boolean; budget?: number; json?: boolean }) =>
      guarded(async () => {
        if ((name === undefined) === (flags.due !== true)) throw new UsageError("specify the name of a source, or --due");
        await using services = await open();
        const runs = await ask(name, flags.budget, services);
        for (const run of runs) process.stdout.write(`${flags.json ? JSON.stringify(run) : runText(run)}\n`);
        if (runs.length === 0 && !flags.json) process.stdout.write("No source is due.\n");
        if (runs.some(({ status }) => status === "failed" || status === "stopped")) process.exitCode = 1;
        else if (runs.some(({ dead }) => dead > 0)) process.exitCode ??= 3;
      }),
    );
  command
    .command("status")
    .description("show when sources were last queried, the results, and when they are due")
    .option("--json", "print JSON")
    .action((flags: { json?: boolean }) =>
      guarded(async () => {
        await using services = await open();
        const [settings, statuses] = await Promise.all([readSourcesFile(services.sourcesFile), sourceStatuses(services.records)]);
        process.stdout.write(flags.json ? `${JSON.stringify(statuses)}\n` : statusText(statuses, settings, new Date()));
      }),
    );
  return command;
}

async function check(names: readonly string[]): Promise<void> {
  const sources = await readSourcesFile(loadConfig().sourcesFile);
  const wanted = names.length > 0 ? names.map((name) => settingsOf(name, sources)) : sources;
  if (wanted.length === 0)
    process.stdout.write(`No sources are configured (SOURCES_FILE). \`${asTyped("sources list")}\` shows the available ones.\n`);
  for (const settings of wanted) {
    const connector = connectorNamed(settings.name);
    const client = clientOf(connector, { ...settings, budget: 1 }, {});
    const [address = ""] = Object.values({ ...connector.addresses, ...settings.addresses });
    try {
      await client.get(new URL(connector.probe, address), () => null);
      process.stdout.write(`ok      ${settings.name}: ${address} is responding\n`);
    } catch (error) {
      process.stdout.write(
        `FAILED  ${settings.name}: ${error instanceof FetchFailure ? error.message : `${address} is not responding`}\n`,
      );
      process.exitCode = 1;
    }
  }
}

/** Runs with Ctrl-C and SIGTERM ending it: what was told is kept for the next run. */
async function ask(name: string | undefined, budget: number | undefined, services: SourceServices): Promise<SourceRun[]> {
  const stopping = new AbortController();
  const stop = (): void => {
    if (stopping.signal.aborted) process.exit(1);
    process.stderr.write("Stopping; press Ctrl-C again to stop immediately\n");
    stopping.abort();
  };
  process.on("SIGINT", stop).on("SIGTERM", stop);
  try {
    const deps: SourceDeps = { ...services, signal: stopping.signal };
    const sources = await readSourcesFile(services.sourcesFile);
    if (name === undefined) return await runDue(sources, deps);
    const settings = settingsOf(name, sources);
    return [await runNow({ ...settings, budget: budget ?? settings.budget }, deps)];
  } catch (error) {
    if (!(error instanceof LockTaken)) throw error;
    process.stderr.write(`error: ${error.message}\n`);
    process.exitCode = 1;
    return [];
  } finally {
    process.off("SIGINT", stop).off("SIGTERM", stop);
    if (stopping.signal.aborted) leaveSoon();
  }
}

function settingsOf(name: string, sources: readonly SourceSettings[]): SourceSettings {
  const connector = connectorNamed(name);
  return sources.find((one) => one.name === name) ?? defaultSettings(connector.name);
}

async function openSources(): Promise<SourceServices> {
  const config = loadConfig();
  return { ...(await openConfigured(config)), sourcesFile: config.sourcesFile };
}
