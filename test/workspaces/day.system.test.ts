import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { parse } from "@retorquere/bibtex-parser";
import { afterAll, beforeAll, expect, it } from "vitest";
import { SCOPES } from "../../src/access/scopes.ts";
import { giveSampleVectors } from "../support/sample-library.ts";

/* A working day with the program as people have it: loaded, served and looked at from the command line, asked through the official client. */

const ROOT = resolve(import.meta.dirname, "../..");
const QUESTION = "When does dense retrieval fail compared with BM25, and what helps?";

// oxlint-disable-next-line typescript/no-explicit-any
type Structured = any;

let folder: string;
let env: Record<string, string | undefined>;
let server: ChildProcess;
let client: Client;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "signal-canvas-day-"));
  const { PATH, HOME } = process.env;
  env = { PATH, HOME, DATA_DIR: folder, ENGINE: "lancedb", PORT: String(await freePort()) };
  giveSampleVectors(folder);
  await cli("ingest", "papers", join(ROOT, "sample/papers.jsonl"));
  await cli("ingest", "signals", join(ROOT, "sample/signals.csv"));
  const { key } = JSON.parse(await cli("keys", "create", "editor", "--scopes", SCOPES.join(","), "--json")) as { key: string };
  server = spawn(process.execPath, [join(ROOT, "src/main.ts")], { env, cwd: folder, stdio: ["ignore", "pipe", "inherit"] });
  await listening(server);
  client = new Client({ name: "an-editor", version: "1.0.0" });
  const requestInit = { headers: { Authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${env.PORT}/api/mcp`), { requestInit }));
  await client.listTools();
});

afterAll(async () => {
  await client?.close();
  if (server && server.exitCode === null) {
    server.kill("SIGTERM");
    await once(server, "exit");
  }
  rmSync(folder, { recursive: true, force: true });
});

it("a day's work: find, inspect, save, thesis, ask, look again, export", async () => {
  // Find and inspect.
  const found = await call("search_papers", { query: "dense retrieval compared with BM25", limit: 5 });
  const { paper, signals } = await call("get_paper", { paper_id: found.papers[0].paper_id });
  expect(paper.abstract.length).toBeGreaterThan(100);
  const related = (await call("get_paper", { paper_id: paper.paper_id, related: 3 })).related;
  const { signal } = await call("search_signals", { signal_id: signals[0].signal_id });

  // Save, with a thesis.
  const made = await call("save_workspace", { name: "Dense or sparse?", client_token: "day-1" });
  const { workspace_id } = made;
  expect((await call("save_workspace", { name: "Dense or sparse?", client_token: "day-1" })).workspace_id).toBe(workspace_id);
  await call("save_workspace", { workspace_id, source_context: found.source_context });
  const saved = await call("save_workspace", {
    workspace_id,
    items: [
      { kind: "paper", id: related.papers[0].paper_id, note: "came up as related" },
      { kind: "signal", id: signal.signal_id },
      { kind: "note", note: "Entity questions are where it breaks; ask about typos." },
    ],
  });
  const updated = await call("save_workspace", {
    workspace_id,
    expected_version: saved.version,
    thesis: "Dense retrieval needs term matching beside it.",
  });
  const conflict = await client.callTool({
    name: "save_workspace",
    arguments: { workspace_id, expected_version: saved.version, name: "Too late" },
  });
  expect((conflict.structuredContent as Structured).error).toMatchObject({
    code: "version_conflict",
    allowed: String(updated.version),
  });

  // Ask within it, check what it says, and keep the evidence.
  const answer = await call("search_signal_canvas", { query: QUESTION, mode: "workspace", workspace_id, detail: "full" });
  expect(answer.answer.state).toBe("answered");
  expect(answer.answer.reason).toContain("From the workspace “Dense or sparse?”");
  expect(answer.bounded_by.paper_ids.length).toBeGreaterThan(0);
  const quoted = answer.citations.filter(({ kind }: { kind: string }) => kind === "paper");
  const checked = await call("check_answer", {
    citations: quoted.map(({ id, quote }: { id: string; quote: string }) => ({ id, quote })),
  });
  expect(checked.summary).toMatchObject({ given: quoted.length, verbatim: quoted.length, unknown: 0 });
  await call("save_workspace", { workspace_id, source_context: answer.source_context });

  // Narrow a later search to what the answer rests on.
  const narrowed = await call("search_papers", { query: "entities", source_context: answer.source_context, limit: 50 });
  for (const { paper_id: id } of narrowed.papers) expect(answer.source_context.paper_ids).toContain(id);

  // Look at the run again: as it was; then a paper of it is withdrawn.
  const { runs } = await call("get_runs", { workspace_id });
  expect(runs.map(({ run_id: id }: { run_id: string }) => id)).toEqual([answer.run_id]);
  const run = await call("get_runs", { run_id: answer.run_id });
  expect(run.answer).toEqual(answer);
  expect(run.changes.summary).toContain("Nothing has changed since");
  const { paper: withdrawn } = await call("get_paper", { paper_id: quoted[0].id });
  const row = { title: withdrawn.title, ids: withdrawn.ids, year: withdrawn.year, retracted: true };
  writeFileSync(join(folder, "retracted.jsonl"), `${JSON.stringify(row)}\n`);
  await cli("ingest", "papers", join(folder, "retracted.jsonl"));
  const later = await call("get_runs", { run_id: answer.run_id });
  expect(later.answer).toEqual(answer);
  expect(later.changes.retracted_since).toEqual([withdrawn.paper_id]);
  const { contents } = await client.readResource({ uri: `run://${answer.run_id}` });
  expect(JSON.parse((contents[0] as { text: string }).text)).toEqual(later);

  // Export, and the same from the command line.
  const standing = await call("get_workspaces", { workspace_id });
  const brief = await call("get_workspaces", { workspace_id, format: "markdown" });
  for (const text of ["> Dense retrieval needs term matching beside it.", "ask about typos", QUESTION, "RETRACTED"]) {
    expect(brief.content).toContain(text);
  }
  const bibtex = await call("get_workspaces", { workspace_id, format: "bibtex" });
  const { entries, errors } = parse(bibtex.content, { sentenceCase: false });
  expect(errors).toEqual([]);
  expect(entries).toHaveLength(bibtex.references);
  const csl: { title: string }[] = [];
  for (let part = 1, of = 1; part <= of; part += 1) {
    const { content, parts } = await call("get_workspaces", { workspace_id, format: "csl-json", part });
    csl.push(...(JSON.parse(content) as { title: string }[]));
    of = parts;
  }
  expect(csl.map(({ title }) => title)).toEqual(entries.map(({ fields }) => fields.title));
  const titles = standing.items
    .filter(({ kind }: { kind: string }) => kind !== "note")
    .map(({ title }: { title: string }) => title);
  expect(csl.map(({ title }) => title)).toEqual(expect.arrayContaining(titles));

  expect(JSON.parse(await cli("workspaces", "list", "--json"))).toMatchObject([{ workspace_id, counts: standing.counts }]);
  expect(JSON.parse(await cli("workspaces", "show", workspace_id, "--json"))).toEqual(standing);
  expect(await cli("workspaces", "export", workspace_id, "--format", "bibtex")).toBe(bibtex.content);
  expect(JSON.parse(await cli("workspaces", "export", workspace_id, "--json"))).toMatchObject({ content: brief.content });
  await expect(cli("workspaces", "list", "--account", "another")).rejects.toThrow("There is no account with this name.");
  await expect(cli("workspaces", "show", workspace_id, "--account", "another")).rejects.toThrow(
    "There is no account with this name.",
  );

  // And clean up.
  const { deleted } = await call("remove_from_workspace", {
    workspace_id,
    delete_workspace: true,
    expected_version: standing.version,
  });
  expect(deleted).toBe(true);
  expect((await call("get_workspaces", {})).workspaces).toEqual([]);
});

it("bibliographies are written by a process that may open no connection and start no other process", async () => {
  const script = `
    const { bibtexEntries } = await import(${JSON.stringify(join(ROOT, "src/workspaces/bibtex.ts"))});
    const address = "https://example.org/10.1000/1";
    console.log(bibtexEntries([{ id: "a", type: "webpage", title: address, URL: address, DOI: "10.1000/1" }])[0]);`;
  const args = ["--permission", "--allow-fs-read=*", "--input-type=module", "--eval", script];
  expect(await run(process.execPath, args, ROOT)).toContain("url = {https://example.org/10.1000/1}");
});

async function call(name: string, args: Record<string, unknown>): Promise<Structured> {
  const result = await client.callTool({ name, arguments: args });
  expect(result.isError, `${name}: ${JSON.stringify(result.content)}`).toBeFalsy();
  return result.structuredContent;
}

/** What the program prints; rejects with what it says where it fails. */
async function cli(...args: string[]): Promise<string> {
  return run(process.execPath, [join(ROOT, "src/cli.ts"), ...args], folder);
}

async function run(program: string, args: readonly string[], cwd: string): Promise<string> {
  const child = spawn(program, args, { env, cwd, stdio: ["ignore", "pipe", "pipe"] });
  const [out, err]: [string[], string[]] = [[], []];
  child.stdout.setEncoding("utf8").on("data", (text: string) => out.push(text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => err.push(text));
  const [code] = (await once(child, "close")) as [number | null];
  if (code !== 0) throw new Error(`${args.join(" ")} ended with ${code}: ${err.join("")}`);
  return out.join("");
}

async function listening(child: ChildProcess): Promise<void> {
  child.stdout!.setEncoding("utf8");
  await new Promise<void>((resolve, reject) => {
    child.stdout!.on("data", (text: string) => {
      if (text.includes('"listening"')) resolve();
    });
    child.once("exit", (code) => reject(new Error(`the server ended with ${code}`)));
  });
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, "close");
  return port;
}
