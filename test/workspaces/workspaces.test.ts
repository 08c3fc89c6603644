import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { openSqliteRecords } from "../../src/records/sqlite.ts";
import { hashEmbedder } from "../support/hash-embedder.ts";
import { openTestLibrary } from "../support/mcp-server.ts";
import { workspacesSuite } from "./suite.ts";

const folders: string[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

workspacesSuite("SQLite", async () => {
  const folder = await mkdtemp(join(tmpdir(), "signal-canvas-workspaces-"));
  folders.push(folder);
  const second = () => openSqliteRecords(join(folder, "records.sqlite"));
  return { library: await openTestLibrary({ embedder: hashEmbedder(), records: second() }), second };
});
