import { canonicalJson } from "../src/documents/hash.ts";
import { readDeadLetters } from "./dead-letters.ts";
import { InputError, UsageError } from "./errors.ts";
import type { IngestReport } from "./report.ts";
import type { RunOptions } from "./run.ts";
import { placeKey } from "./stages/read.ts";
import type { SourceOptions } from "./sources/format.ts";

export interface RetryOutcome {
  /** One run for each input that the letters come from. */
  reports: IngestReport[];
  /** Why letters could not be tried, one sentence each. */
  problems: string[];
}

/**
 * Reads the rows of a file's dead letters again, from where they came, by the options they were read with. Rows that pass leave the file; the others
 * stay, once. Letters from standard input cannot be tried.
 */
export async function retryDead(
  file: string,
  run: (options: Omit<RunOptions, "dataDir">) => Promise<IngestReport>,
): Promise<RetryOutcome> {
  const inputs = new Map<string, { source: SourceOptions; places: Set<string> }>();
  for await (const letter of readDeadLetters(file)) {
    const key = canonicalJson(letter.source);
    const input = inputs.get(key) ?? { source: letter.source, places: new Set() };
    input.places.add(placeKey(letter));
    inputs.set(key, input);
  }
  const outcome: RetryOutcome = { reports: [], problems: [] };
  for (const { source, places } of inputs.values()) {
    if (source.path === "-") {
      outcome.problems.push(
        `${places.size === 1 ? "1 row" : `${places.size} rows`} came from standard input and cannot be read again`,
      );
      continue;
    }
    try {
      const report = await run({ source, only: places, deadLettersFile: file });
      outcome.reports.push(report);
      if (report.status === "stopped") break;
    } catch (error) {
      if (!(error instanceof UsageError || error instanceof InputError)) throw error;
      outcome.problems.push(error.message);
    }
  }
  return outcome;
}
