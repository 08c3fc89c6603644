import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const CLI = fileURLToPath(new URL("../../src/cli.ts", import.meta.url));

it.each(["--help", "ingest papers --help"])("%s ends quietly where nobody reads on (`… | head`)", async (command) => {
  const child = spawn(process.execPath, [CLI, ...command.split(" ")], { stdio: ["ignore", "pipe", "pipe"] });
  const said: string[] = [];
  child.stderr.on("data", (chunk: Buffer) => said.push(chunk.toString()));
  child.stdout.destroy();
  const [code] = (await once(child, "close")) as [number | null];
  expect(said.join("")).toBe("");
  expect(code).toBe(0);
});
