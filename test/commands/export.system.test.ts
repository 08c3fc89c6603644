import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openLanceDb } from "../../src/engine/lancedb/engine.ts";
import { folderPlace } from "../access/places.ts";
import { paper, row, SMALL_SPACE } from "../support/documents.ts";
import { runCommand } from "../support/server-process.ts";

it("export writes results to standard output or a whole file, what it did to standard error, and says by its exit code how it ended", async () => {
  await using place = await folderPlace();
  const folder = place.settings.DATA_DIR!;
  const nothing = await runCommand(["export", "papers"], place.settings);
  expect(nothing).toMatchObject({ code: 1, out: "" });
  expect(nothing.err).toContain("index");

  const engine = openLanceDb({ folder: join(folder, "lancedb"), prefix: "" });
  await engine.create(SMALL_SPACE);
  const papers = Array.from({ length: 2_500 }, (_, index) =>
    row(paper({ paper_id: `doi:${10_000 + index}`, year: 2_000 + (index % 20) })),
  );
  await engine.papers.write(papers);
  await engine[Symbol.asyncDispose]();

  const all = await runCommand(["export", "papers"], place.settings);
  expect(all.code).toBe(0);
  expect(all.err).toBe("Exported 2500 papers.\n");
  const ids = all.out
    .split("\n")
    .slice(0, -1)
    .map((line) => (JSON.parse(line) as { paper_id: string }).paper_id);
  expect(ids).toEqual(papers.map(({ document }) => document.paper_id));

  const file = join(folder, "late.csv");
  const late = await runCommand(["export", "papers", "--from", "2018", "--output", file], place.settings);
  expect(late).toMatchObject({ code: 0, out: "", err: `Exported 250 papers to ${file}.\n` });
  expect(readFileSync(file, "utf8").split("\r\n")).toHaveLength(252);

  const without = await runCommand(["export", "topics"], place.settings);
  expect(without).toMatchObject({ code: 1, out: "" });
  expect(without.err).toMatch(/no topics have been built; run `.*topics build` first/u);
  expect(await runCommand(["export", "signals", "--since", "2024"], place.settings)).toMatchObject({ code: 2, out: "" });
  expect(await runCommand(["export", "papers", "--format", "xlsx"], place.settings)).toMatchObject({ code: 2, out: "" });
  const unwritable = await runCommand(["export", "papers", "--output", join(folder, "no", "file.csv")], place.settings);
  expect(unwritable.code).toBe(1);
  expect(existsSync(join(folder, "no"))).toBe(false);
});
