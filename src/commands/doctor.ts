import { Command } from "commander";
import { fingerprint, MAPPINGS } from "../engine/mapping.ts";
import { ERRORS, PublicError } from "../errors.ts";
import type { Library } from "../retrieval/library.ts";
import type { Finding } from "./doctor-finding.ts";
import { EXIT } from "./failure.ts";
import { pagesFindings } from "./doctor-pages.ts";
import { searchFindings } from "./doctor-search.ts";
import { sourcesFindings } from "./doctor-sources.ts";
import { storageFinding } from "./doctor-storage.ts";
import { summarizerFinding } from "./doctor-summarizer.ts";
import { withLibrary } from "./library.ts";
import { print } from "./output.ts";
import { asTyped } from "../shared/as-typed.ts";

export function doctorCommand(): Command {
  return new Command("doctor")
    .description("check the configuration and every component, and suggest fixes")
    .option("--json", "print JSON")
    .action(async (options: { json?: boolean }) => {
      await withLibrary(async (library, config) => {
        const findings = [
          await finding(
            "engine",
            async () => ({ says: await library.engine.version() }),
            "Start Elasticsearch, or check ELASTICSEARCH_URL and its credentials.",
          ),
          ...(await indexFindings(library)),
          await finding(
            "embedder",
            async () => {
              const started = performance.now();
              const vector = await library.embedder.embedQuery("is the embedding model responding");
              return {
                says: `${library.embedder.space.model}, ${vector.length} dimensions, ${Math.round(performance.now() - started)} ms per query`,
              };
            },
            "Check EMBEDDING_BASE_URL, EMBEDDING_MODEL and EMBEDDING_API_KEY; search is lexical only until the model responds.",
          ),
          await summarizerFinding(library),
          await finding(
            "records",
            async () => {
              const keys = await library.records.list("key", { limit: 1_000 });
              return keys.records.length === 0
                ? { state: "attention", says: "no API keys yet", remedy: asTyped("keys create") }
                : { says: keysSaid(keys.records.length, keys.next !== null) };
            },
            "API keys cannot be verified until the database responds.",
          ),
          await storageFinding(library.records, config),
          {
            part: "endpoint",
            state: "ok" as const,
            says: `${config.baseUrl}/api/mcp when the server is running (HOST ${config.host}, PORT ${config.port})`,
          },
          ...(await sourcesFindings(library, config)),
          ...(await pagesFindings(config)),
        ];
        print(findings, options, () => findings.map(line).join("\n"));
        if (findings.some((item) => item.state === "failed")) process.exitCode = EXIT.failed;
      });
    });
}

/** Rows beside the indexes from which on searches take noticeably longer: about 1 ms for a thousand. */
const SLOW_UNINDEXED = 5_000;

/** The state of each index and, where they can be reached at all, what a search of each says: a further refusal would only make the engine be left alone. */
async function indexFindings(library: Library): Promise<Finding[]> {
  const states = await stateFindings(library);
  return states.some(({ state }) => state === "failed") ? states : [...states, ...(await searchFindings(library))];
}

async function stateFindings({ engine, embedder }: Library): Promise<Finding[]> {
  try {
    return (await engine.status()).map((index): Finding => {
      const part = `index ${index.target}`;
      if (index.generation === null && index.target === "passages") return { part, state: "ok", says: "no full texts yet" };
      if (index.generation === null)
        return {
          part,
          state: "attention",
          says: "not created yet",
          remedy: `${asTyped("demo")}, or ${asTyped("ingest papers …")}`,
        };
      const says = `${index.generation}, ${index.documents} documents`;
      if (index.fingerprint !== fingerprint(MAPPINGS[index.target])) {
        return {
          part,
          state: "attention",
          says: `${says}, created by a different release`,
          remedy: asTyped("index build --from-live --promote"),
        };
      }
      if (index.space?.model !== embedder.space.model) {
        return {
          part,
          state: "attention",
          says: `${says}, built with ${index.space?.model ?? "no model"}, but ${embedder.space.model} is configured`,
          remedy: `Configure the model that the index was built with, or rebuild it: ${asTyped("index build --from-live --promote")}. Until then, search is lexical only.`,
        };
      }
      if (index.unindexed !== null && index.unindexed >= SLOW_UNINDEXED) {
        return {
          part,
          state: "attention",
          says: `${says}, ${index.unindexed} of them not fully indexed, which slows searches down`,
          remedy: `${asTyped("index optimize")}, unless a load is running, which does the same when it ends`,
        };
      }
      return { part, state: "ok", says };
    });
  } catch (error) {
    if (!(error instanceof PublicError)) throw error;
    return [{ part: "index", state: "failed", says: error.message, remedy: error.hint }];
  }
}

async function finding(
  part: string,
  ask: () => Promise<Omit<Finding, "part" | "state"> & { state?: Finding["state"] }>,
  remedy: string,
): Promise<Finding> {
  try {
    return { part, state: "ok", ...(await ask()) };
  } catch (error) {
    if (!(error instanceof PublicError)) throw error;
    return { part, state: "failed", says: error.message, remedy: error.hint === ERRORS[error.code].hint ? remedy : error.hint };
  }
}

function keysSaid(count: number, isMore: boolean): string {
  return count === 1 ? "1 API key" : `${count}${isMore ? " or more" : ""} API keys`;
}

function line({ part, state, says, remedy }: Finding): string {
  const mark = { ok: "ok       ", attention: "attention", failed: "FAILED   " }[state];
  return `${mark}  ${part}: ${says}${remedy ? `\n           → ${remedy}` : ""}`;
}
