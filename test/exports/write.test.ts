import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { writeWhole } from "../../src/exports/write.ts";

async function file(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "signal-canvas-write-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return join(folder, "papers.jsonl");
}

async function* pieces(failure?: () => void): AsyncGenerator<Uint8Array> {
  yield Buffer.from("one\n");
  failure?.();
  yield Buffer.from("two\n");
}

test("a file has its name only when it is whole", async () => {
  const path = await file();
  await writeWhole(
    path,
    pieces(() => expect(existsSync(path)).toBe(false)),
    new AbortController().signal,
  );
  expect(readFileSync(path, "utf8")).toBe("one\ntwo\n");
  expect(existsSync(`${path}.part`)).toBe(false);
});

test("an export that fails or is stopped leaves the earlier file and no part of the new one", async () => {
  const path = await file();
  writeFileSync(path, "earlier");
  const broken = pieces(() => {
    throw new Error("the engine went away");
  });
  await expect(writeWhole(path, broken, new AbortController().signal)).rejects.toThrow("the engine went away");
  const stopping = new AbortController();
  const stopped = pieces(() => stopping.abort(new Error("stopped")));
  await expect(writeWhole(path, stopped, stopping.signal)).rejects.toThrow("stopped");
  expect(readFileSync(path, "utf8")).toBe("earlier");
  expect(existsSync(`${path}.part`)).toBe(false);
});
