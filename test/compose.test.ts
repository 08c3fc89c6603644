import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
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
  await expect(openStores(config)).rejects.toThrow(/^DATA_DIR: must be a writable folder, or one that can be created$/u);
  await rm(folder, { recursive: true });
});

it("a DATA_DIR that is made is closed to other users of the machine", async () => {
  const folder = await mkdtemp(join(tmpdir(), "signal-canvas-compose-"));
  const { engine, records } = await openStores(loadConfig({ DATA_DIR: join(folder, "data") }));
  await Promise.all([engine[Symbol.asyncDispose](), records[Symbol.asyncDispose]()]);
  expect((await stat(join(folder, "data"))).mode & 0o777).toBe(0o700);
  await rm(folder, { recursive: true });
});
