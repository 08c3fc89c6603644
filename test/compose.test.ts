import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openStores } from "../src/compose.ts";
import { loadConfig } from "../src/config.ts";

it("a DATA_DIR that is no folder stops the start with a line that names the setting and not the place", async () => {
  const folder = await mkdtemp(join(tmpdir(), "signal-canvas-compose-"));
  const file = join(folder, "file");
  await writeFile(file, "");
  const config = loadConfig({ DATA_DIR: file });
  expect(() => openStores(config)).toThrow(/^DATA_DIR: must be a writable folder, or one that can be created$/u);
  await rm(folder, { recursive: true });
});
