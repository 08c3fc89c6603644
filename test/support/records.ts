import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { Records } from "../../src/records/port.ts";
import { openSqliteRecords } from "../../src/records/sqlite.ts";

/** Empty records in a file of their own, for one test. */
export function newRecords(): Records {
  const folder = mkdtempSync(join(tmpdir(), "signal-canvas-records-"));
  const records = openSqliteRecords(join(folder, "records.sqlite"));
  onTestFinished(async () => {
    await records[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true, maxRetries: 5 });
  });
  return records;
}
