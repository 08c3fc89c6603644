import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { openLanceDb } from "../../src/engine/lancedb/engine.ts";
import { exportsContract } from "./contract.ts";

exportsContract("LanceDB", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "signal-canvas-exports-"));
  const engine = openLanceDb({ folder, prefix: "" });
  return {
    engine,
    async dispose() {
      await engine[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
});
