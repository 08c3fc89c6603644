import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { runIngest } from "../../ingest/run.ts";
import { cachedEmbedder, openEmbeddingCache } from "../../src/embedding/cache.ts";
import type { Library } from "../../src/retrieval/library.ts";

/** The sample's vectors, kept between test files and runs: computing them is most of what a load takes. */
const VECTORS = fileURLToPath(new URL("../../.cache/test-vectors.sqlite", import.meta.url));

/** Puts the sample's vectors, as far as they are kept, into a data folder in which a program is to load the sample with the bundled embedder. */
export function giveSampleVectors(dataDir: string): void {
  if (!existsSync(VECTORS)) return;
  using kept = new DatabaseSync(VECTORS, { timeout: 5_000 });
  // Whole, also while another test file adds to it.
  kept.prepare("VACUUM INTO ?").run(join(dataDir, "embeddings.sqlite"));
}

/** Loads the bundled sample, papers then signals, as the demo does. */
export async function loadSample(library: Library): Promise<void> {
  using cache = openEmbeddingCache(VECTORS);
  const embedder = cachedEmbedder(library.embedder, cache);
  const dataDir = await mkdtemp(join(tmpdir(), "signal-canvas-sample-"));
  for (const [target, format] of [
    ["papers", "jsonl"],
    ["signals", "csv"],
  ] as const) {
    const path = fileURLToPath(new URL(`../../sample/${target}.${format}`, import.meta.url));
    const report = await runIngest({ source: { target, path, format }, dataDir }, { ...library, embedder });
    if (report.status !== "done" || report.rows.dead > 0)
      throw new Error(`the sample's ${target}: ${JSON.stringify(report.first_dead)}`);
  }
  await rm(dataDir, { recursive: true, maxRetries: 5 });
}
