import { createHash } from "node:crypto";
import { open, readFile } from "node:fs/promises";
import { contentHash } from "../src/documents/hash.ts";
import { fingerprint, MAPPINGS } from "../src/engine/mapping.ts";
import type { EmbeddingSpace } from "../src/engine/port.ts";
import { textOption, type SourceOptions } from "./sources/format.ts";
import { formatNamed, ownOptions } from "./sources/registry.ts";

/** What a checkpoint belongs to. A run is resumed only where every part is the same. */
export interface Manifest {
  /** Names, sizes, and first and last megabytes of the files. */
  input: string;
  /** Format and options, with the content of the files that they name. */
  options: string;
  /** The mappings of papers and signals in this release. */
  mapping: string;
  /** The embedding model. */
  space: string;
}

const PARTS: Record<keyof Manifest, string> = {
  input: "the input changed",
  options: "the options or the mapping file changed",
  mapping: "the index was created by a different release",
  space: "the embedding model changed",
};

export async function makeManifest(source: SourceOptions, paths: readonly string[], space: EmbeddingSpace): Promise<Manifest> {
  const files = [];
  for (const path of paths) files.push([path, await endsOf(path)]);
  const { format, target, encoding = null, observedAt = null, sourceName = null } = source;
  const own = ownOptions(source);
  return {
    input: contentHash(files),
    options: contentHash([format, target, encoding, observedAt, sourceName, own, await optionFiles(source)]),
    mapping: contentHash([fingerprint(MAPPINGS.papers), fingerprint(MAPPINGS.signals)]),
    space: contentHash(space),
  };
}

/** What the files say that options name: a mapping file may change under its name. */
async function optionFiles(source: SourceOptions): Promise<string[]> {
  const named = (formatNamed(source.format).options ?? []).flatMap(({ name, isFile }) => {
    const path = isFile ? textOption(source, name) : undefined;
    return path === undefined ? [] : [path];
  });
  return Promise.all(named.map((path) => readFile(path, "utf8")));
}

/** How two manifests differ, as a sentence; null where they do not. */
export function manifestDifference(a: Manifest, b: Manifest): string | null {
  const parts = (Object.keys(PARTS) as (keyof Manifest)[]).filter((part) => a[part] !== b[part]);
  return parts.length === 0 ? null : parts.map((part) => PARTS[part]).join("; ");
}

/** Of each end of a file: what appends to a file or replaces it changes one of them, and hashing whole snapshots would take minutes. */
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
