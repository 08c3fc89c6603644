import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openLanceDb } from "../../src/engine/lancedb/engine.ts";
import type { Engine } from "../../src/engine/port.ts";
import { generationsSuite } from "./generations-suite.ts";

generationsSuite("LanceDB", async () => {
  const folder = mkdtempSync(join(tmpdir(), "generations-"));
  const engines: Engine[] = [];
  return {
    open() {
      const engine = openLanceDb({ folder, prefix: "" });
      engines.push(engine);
      return engine;
    },
    async dispose() {
      await Promise.all(engines.map((engine) => engine[Symbol.asyncDispose]()));
      rmSync(folder, { recursive: true, force: true });
    },
  };
});
