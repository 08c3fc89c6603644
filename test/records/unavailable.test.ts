import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { recordsUnavailable } from "../../src/records/unavailable.ts";

/** What SQLite throws at a write. */
function refusedBy(setting: string, options: { readOnly?: boolean } = {}): unknown {
  const folder = mkdtempSync(join(tmpdir(), "records-"));
  const file = join(folder, "records.db");
  new DatabaseSync(file).exec("CREATE TABLE records (value TEXT)");
  const database = new DatabaseSync(file, options);
  try {
    database.exec(setting);
    database.prepare("INSERT INTO records VALUES (?)").run("x".repeat(100_000));
    return undefined;
  } catch (error) {
    return error;
  } finally {
    database.close();
    rmSync(folder, { recursive: true });
  }
}

test.each([
  ["a full disk", refusedBy("PRAGMA max_page_count = 3"), "is not accepting writes: the disk is full; free some space."],
  ["read-only storage", refusedBy("", { readOnly: true }), "is not accepting writes: storage is read-only; make it writable."],
  ["anything else", new Error("disk I/O error"), "is not responding."],
])("%s is told as what it is", (_, cause, said) => {
  expect(cause).toBeInstanceOf(Error);
  expect(recordsUnavailable(cause)).toMatchObject({
    code: "records_unavailable",
    message: `The database of keys, workspaces and runs ${said}`,
    cause,
  });
});
