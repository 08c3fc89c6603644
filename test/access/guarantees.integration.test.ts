import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSqliteRecords } from "../../src/records/sqlite.ts";
import { accessGuarantees } from "./guarantees.ts";

accessGuarantees("SQLite", async () => {
  const folder = await mkdtemp(join(tmpdir(), "signal-canvas-access-"));
  const file = join(folder, "records.sqlite");
  const records = openSqliteRecords(file);
  return {
    records,
    second: async () => openSqliteRecords(file),
    async dispose() {
      await records[Symbol.asyncDispose]();
      await rm(folder, { recursive: true });
    },
  };
});
