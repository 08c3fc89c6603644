import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll } from "vitest";
import type { Records } from "../../src/records/port.ts";
import { openSqliteRecords } from "../../src/records/sqlite.ts";
import { hashEmbedder } from "../support/hash-embedder.ts";
import { openTestLibrary } from "../support/mcp-server.ts";
import { workspacesSuite } from "./suite.ts";

const folders: string[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

workspacesSuite("SQLite", async () => {
  const folder = await mkdtemp(join(tmpdir(), "signal-canvas-workspaces-"));
  folders.push(folder);
  const second = () => withPauses(openSqliteRecords(join(folder, "records.sqlite")));
  return { library: await openTestLibrary({ embedder: hashEmbedder(), records: second() }), second };
});

/** The same records with a pause behind each reading, as over a network: others get to write between a reading and the write that follows it. */
function withPauses(records: Records): Records {
  return {
    ...records,
    async get(kind, id, signal) {
      const found = await records.get<never>(kind, id, signal);
      await sleep(Math.random() * 4);
      return found;
    },
  };
}
