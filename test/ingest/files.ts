import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished, type TestContext } from "vitest";
import type { InputFile } from "../../ingest/sources/port.ts";

/** A folder of its own for one test, removed behind it. Tests that run beside one another give their own `onTestFinished`. */
export function scratchFolder(onFinished: TestContext["onTestFinished"] = onTestFinished): string {
  const folder = mkdtempSync(join(tmpdir(), "ingest-"));
  onFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export function writeScratch(name: string, content: string | Uint8Array): string {
  const path = join(scratchFolder(), name);
  writeFileSync(path, content);
  return path;
}

/** A file in memory that arrives in chunks of `chunkSize` bytes, so that every boundary is met. */
export function fileOf(content: string | Uint8Array, chunkSize = 3, name = "file.txt"): InputFile {
  const bytes = Buffer.from(content);
  return {
    name,
    async *bytes() {
      for (let at = 0; at < bytes.length; at += chunkSize) yield bytes.subarray(at, at + chunkSize);
    },
  };
}

export async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const result: Item[] = [];
  for await (const item of items) result.push(item);
  return result;
}
