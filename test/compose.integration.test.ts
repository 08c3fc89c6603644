import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { composeForAnswers } from "../src/compose.ts";
import { loadConfig } from "../src/config.ts";

it("what was embedded for answers is known after a restart, and a cache that cannot be opened is done without", async () => {
  const folder = await mkdtemp(join(tmpdir(), "signal-canvas-compose-"));
  const embedded = async (texts: string[]) => {
    await using library = await composeForAnswers(loadConfig({ DATA_DIR: folder }));
    await library.embedder.embedTexts(texts);
    return (library.embedder as typeof library.embedder & { stats?: { hits: number; misses: number } }).stats;
  };
  expect(await embedded(["Zebras run."])).toEqual({ hits: 0, misses: 1 });
  expect(await embedded(["Zebras run.", "Okapis do not."])).toEqual({ hits: 1, misses: 1 });
  for (const ending of ["", "-wal", "-shm"]) await rm(join(folder, `embeddings.sqlite${ending}`), { force: true });
  await mkdir(join(folder, "embeddings.sqlite"));
  expect(await embedded(["Zebras run."])).toBeUndefined();
  await rm(folder, { recursive: true });
});
