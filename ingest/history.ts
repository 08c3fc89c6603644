import { createReadStream } from "node:fs";
import { lstat, open } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { DeadLetters, DeadReason, DeadRow, IngestRun, IngestRuns } from "../src/holdings/ingest-runs.ts";
import type { Records } from "../src/records/port.ts";
import { DEAD_LETTERS_FOLDER, parseLetter } from "./dead-letters.ts";
import { remedyOf } from "./remedies.ts";
import type { IngestReport } from "./report.ts";
import { getRun, listRuns } from "./runs.ts";

/** Of a file of dead letters, so much is looked through for the first rows of each reason. */
const MAX_BYTES_READ = 2 * 1024 * 1024;
const ROWS_SHOWN = 3;
/** A name that a load gives to a file of its own. */
const FILE_NAME = /^[\w-]+\.jsonl$/u;

/** The runs on record, and the dead letters that they left in the data folder of this machine. */
export function ingestRuns(records: Records, dataDir: string): IngestRuns {
  return {
    latest: (limit, signal) => listRuns(records, limit, signal),
    get: (runId, signal) => getRun(records, runId, signal),
    deadLetters: (run) => deadLettersOf(run as IngestReport, dataDir),
    async openDeadLetters(run) {
      const file = await ownFile(run, dataDir);
      return file && { name: file.name, content: createReadStream(file.path) };
    },
  };
}

async function deadLettersOf(run: IngestReport, dataDir: string): Promise<DeadLetters> {
  const file = await ownFile(run, dataDir);
  const rows = file === null ? new Map<string, DeadRow[]>() : await firstRows(file.path);
  const reasons = Object.entries(run.dead_by_reason)
    .sort(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1))
    .map(([reason, count]): DeadReason => {
      const reported = run.first_dead.filter((letter) => letter.reason === reason);
      const first = rows.get(reason) ?? reported.map((letter) => ({ ...letter, row: null, row_is_cut: false }));
      return { reason, count, remedy: remedyOf(reason), first: first.slice(0, ROWS_SHOWN) };
    });
  return { reasons, file: file && { name: file.name, bytes: file.bytes } };
}

/**
 * The file of a run's dead letters, where it is a plain file in the folder that loads of this data folder write to. What the record says is a name
 * to look for there, never a path to open: records may come from another machine.
 */
async function ownFile(
  { dead_letters_file: recorded }: Pick<IngestRun, "dead_letters_file">,
  dataDir: string,
): Promise<{ path: string; name: string; bytes: number } | null> {
  if (recorded === null) return null;
  const name = basename(recorded);
  if (!FILE_NAME.test(name) || basename(dirname(recorded)) !== DEAD_LETTERS_FOLDER) return null;
  const path = join(dataDir, DEAD_LETTERS_FOLDER, name);
  const found = await lstat(path).catch(() => null);
  return found?.isFile() ? { path, name, bytes: found.size } : null;
}

/** The first rows of each reason among the letters at the beginning of a file. A line that is being written right now is passed over. */
async function firstRows(path: string): Promise<Map<string, DeadRow[]>> {
  await using file = await open(path);
  const buffer = Buffer.alloc(MAX_BYTES_READ);
  const { bytesRead } = await file.read(buffer, 0, MAX_BYTES_READ, 0);
  const byReason = new Map<string, DeadRow[]>();
  for (const line of buffer.subarray(0, bytesRead).toString("utf8").split("\n")) {
    const letter = line === "" ? null : parseLetter(line);
    if (letter === null) continue;
    const { file, line: number, reason, field, message, allowed, row, row_is_cut } = letter;
    const rows = byReason.get(reason) ?? [];
    byReason.set(reason, rows);
    if (rows.length < ROWS_SHOWN) rows.push({ file, line: number, field, message, allowed, row, row_is_cut });
  }
  return byReason;
}
