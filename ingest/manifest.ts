import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import { readFile } from "node:fs/promises";
import { contentHash } from "../src/documents/hash.ts";
import { fingerprint, MAPPINGS } from "../src/engine/mapping.ts";
import type { EmbeddingSpace } from "../src/engine/port.ts";
import type { SourceOptions } from "./sources/formats.ts";

/** What a checkpoint belongs to. A run is resumed only where every part is the same. */
export interface Manifest {
  /** Names, sizes, and first and last megabytes of the files. */
  input: string;
  /** Format, columns' mapping, delimiter, encoding. */
  options: string;
  /** The mappings of papers and signals in this release. */
  mapping: string;
  /** The embedding model. */
  space: string;
}

const PARTS: Record<keyof Manifest, string> = {
  input: "the input changed",
  options: "the options or the mapping file changed",
  mapping: "the index mapping is another release's",
  space: "the embedding model is another one",
};

export async function makeManifest(source: SourceOptions, paths: readonly string[], space: EmbeddingSpace): Promise<Manifest> {
  const files = [];
  for (const path of paths) files.push([path, await endsOf(path)]);
  const map = source.map === undefined ? null : await readFile(source.map, "utf8");
  const {
    format,
    target,
    delimiter = null,
    encoding = null,
    allowNoId = false,
    observedAt = null,
    list = null,
    sourceName = null,
  } = source;
  return {
    input: contentHash(files),
    options: contentHash([format, target, delimiter, encoding, allowNoId, observedAt, list, map, sourceName]),
    mapping: contentHash([fingerprint(MAPPINGS.papers), fingerprint(MAPPINGS.signals)]),
    space: contentHash(space),
  };
}

/** How two manifests differ, as a sentence; null where they do not. */
export function manifestDifference(a: Manifest, b: Manifest): string | null {
  const parts = (Object.keys(PARTS) as (keyof Manifest)[]).filter((part) => a[part] !== b[part]);
  return parts.length === 0 ? null : parts.map((part) => PARTS[part]).join("; ");
}

const END_BYTES = 1024 * 1024;

async function endsOf(path: string): Promise<{ size: number; ends: string }> {
  await using file = await open(path);
  const { size } = await file.stat();
  const hash = createHash("sha256");
  const buffer = Buffer.alloc(Math.min(END_BYTES, size));
  for (const position of [0, Math.max(0, size - END_BYTES)]) {
    const { bytesRead } = await file.read(buffer, 0, buffer.length, position);
    hash.update(buffer.subarray(0, bytesRead));
  }
  return { size, ends: hash.digest("hex") };
}
