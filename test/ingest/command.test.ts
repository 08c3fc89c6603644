import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { openLanceDb } from "../../src/engine/lancedb/engine.ts";
import { openSqliteRecords } from "../../src/records/sqlite.ts";
import { ingestCommand } from "../../ingest/command.ts";
import type { IngestReport } from "../../ingest/report.ts";
import { hashEmbedder } from "../support/hash-embedder.ts";
import { scratchFolder } from "./files.ts";

let exitCodeBefore: typeof process.exitCode;
beforeEach(() => {
  exitCodeBefore = process.exitCode;
});
afterEach(() => {
  process.exitCode = exitCodeBefore;
});

describe("ingest", () => {
  it("exits with 0 where every row went in, with 3 where some are dead letters, and prints the report on stdout", async () => {
    const { cli, file } = program();
    const good = await cli("papers", file("good.jsonl", '{"title":"A","acl":"P19-1001"}\n'), "--json");
    expect(good.code).toBe(0);
    expect(JSON.parse(good.out) as IngestReport).toMatchObject({
      status: "done",
      format: "jsonl",
      rows: { read: 1, indexed: 1 },
    });
    const some = await cli("papers", file("some.csv", "acl,title,year\nP19-1003,A,2019\nP19-1002,B,2020.7\n"));
    expect(some.code).toBe(3);
    expect(some.out).toMatch(/Rows: 2 read; 1 written, 1 dead/u);
    expect(some.out).toMatch(/some\.csv:3: invalid_field: year is "2020\.7"; allowed: four digits such as 2024/u);
    expect(some.err).not.toContain("Rows:");
  });

  it("exits with 1 where a file cannot be read", async () => {
    const { cli, file } = program();
    const { code, out } = await cli("papers", file("bad.csv", "name,year\nA,2019\n"));
    expect(code).toBe(1);
    expect(out).toMatch(/Failed: .*bad\.csv:1: the column title is missing; the file has name, year/u);
  });

  it.each([
    [["papers", "FILE.txt"], /--format: is required for/u],
    [["papers", "nowhere.csv"], /nowhere\.csv: there is no such file/u],
    [["papers", "FILE.txt", "--format", "csv", "--map", "nowhere.json"], /nowhere\.json: there is no such mapping file/u],
    [["signals", "FILE.txt", "--format", "acl-anthology"], /ingest papers/u],
    [["papers", "-", "--format", "csv", "--resume"], /standard input cannot be resumed/u],
    [["retry-dead", "nowhere.jsonl"], /there is no such file/u],
  ])("exits with 2 and says what is allowed for wrong usage: %j", async (args, message) => {
    const { cli, file } = program();
    const path = file("FILE.txt", "");
    const { code, err } = await cli(...args.map((arg) => (arg === "FILE.txt" ? path : arg)));
    expect(code).toBe(2);
    expect(err).toMatch(message);
  });

  it("takes rows out of a dead letter file once they pass, and lists the runs, newest first", async () => {
    const { cli, file, folder } = program();
    const dead = join(folder, "dead.jsonl");
    const signals = "kind,title,statement,paper_ids,observed_at,source_name\ncode,Code,It has code.,P19-1001,2024-01-01,S\n";
    expect((await cli("signals", file("s.csv", signals), "--dead-letters", dead)).code).toBe(3);
    await cli("papers", file("p.jsonl", '{"title":"A","acl":"P19-1001"}\n'));
    expect((await cli("retry-dead", dead)).code).toBe(0);
    const runs = JSON.parse((await cli("runs", "--json")).out) as IngestReport[];
    expect(runs).toHaveLength(3);
    expect(runs.map(({ started_at }) => started_at)).toEqual(
      runs
        .map(({ started_at }) => started_at)
        .sort()
        .reverse(),
    );
    expect(runs.map(({ target }) => target).sort()).toEqual(["papers", "signals", "signals"]);
  });
});

/** The commands over an index of their own. */
function program() {
  const folder = scratchFolder();
  const engine = openLanceDb({ folder: join(folder, "index"), prefix: "" });
  const records = openSqliteRecords(join(folder, "records.sqlite"));
  onTestFinished(async () => {
    await engine[Symbol.asyncDispose]();
    await records[Symbol.asyncDispose]();
  });
  const services = { engine, records, embedder: hashEmbedder(), dataDir: folder, [Symbol.asyncDispose]: async () => {} };
  return {
    folder,
    file(name: string, content: string): string {
      writeFileSync(join(folder, name), content);
      return join(folder, name);
    },
    async cli(...args: string[]) {
      const out: string[] = [];
      const err: string[] = [];
      const spies = [
        vi.spyOn(process.stdout, "write").mockImplementation((text) => out.push(String(text)) > 0),
        vi.spyOn(process.stderr, "write").mockImplementation((text) => err.push(String(text)) > 0),
      ];
      process.exitCode = 0;
      try {
        await ingestCommand(async () => services).parseAsync(args, { from: "user" });
      } finally {
        for (const spy of spies) spy.mockRestore();
      }
      return { code: process.exitCode, out: out.join(""), err: err.join("") };
    },
  };
}
