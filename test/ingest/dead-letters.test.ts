import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { deadLetter, openDeadLetters, readDeadLetters, type DeadLetter } from "../../ingest/dead-letters.ts";
import type { SourceOptions } from "../../ingest/sources/format.ts";
import { all, scratchFolder } from "./files.ts";

const ONE: SourceOptions = { target: "papers", path: "one.csv", format: "csv" };
const TWO: SourceOptions = { target: "papers", path: "two.csv", format: "csv" };

describe("a dead letter", () => {
  it("keeps the row's first 2,048 bytes, whole characters, and says where it was cut", () => {
    expect(letter(ONE, 1, { row: `${"x".repeat(2_047)}é and more` })).toMatchObject({ row: "x".repeat(2_047), row_is_cut: true });
    expect(letter(ONE, 1, { row: "x".repeat(2_048) })).toMatchObject({ row_is_cut: false });
  });
});

describe("a file of dead letters", () => {
  it("is not made before there is one", async () => {
    const path = join(scratchFolder(), "deep", "dead.jsonl");
    const file = await openDeadLetters(path, ONE);
    await file.add([]);
    await file.prune(() => true);
    expect(existsSync(path)).toBe(false);
    await file.add([letter(ONE, 1)]);
    expect(await numbers(path)).toEqual([1]);
  });

  it("has the same letter once, whether it comes twice in a run or in two runs", async () => {
    const path = join(scratchFolder(), "dead.jsonl");
    const first = await openDeadLetters(path, ONE);
    await first.add([letter(ONE, 1), letter(ONE, 2)]);
    await first.add([letter(ONE, 2)]);
    const second = await openDeadLetters(path, ONE);
    await second.add([letter(ONE, 1, { run_id: "later" }), letter(ONE, 1, { reason: "another" })]);
    expect(await numbers(path)).toEqual([1, 2, 1]);
  });

  it("loses those of its input that did not come again, and no others", async () => {
    const path = join(scratchFolder(), "dead.jsonl");
    await (await openDeadLetters(path, TWO)).add([letter(TWO, 7)]);
    await (await openDeadLetters(path, ONE)).add([letter(ONE, 1), letter(ONE, 2), letter(ONE, 3)]);
    const again = await openDeadLetters(path, ONE, 1);
    await again.add([letter(ONE, 3)]);
    await again.prune(() => true);
    expect(await numbers(path)).toEqual([7, 1, 3]);
  });

  it("survives a line that a crash tore off", async () => {
    const path = join(scratchFolder(), "dead.jsonl");
    await (await openDeadLetters(path, ONE)).add([letter(ONE, 1)]);
    appendFileSync(path, '{"source":{"target":"pap');
    await (await openDeadLetters(path, ONE)).add([letter(ONE, 2)]);
    expect(await numbers(path)).toEqual([1, 2]);
    expect(readFileSync(path, "utf8").endsWith("}\n")).toBe(true);
  });

  it("that is something else is refused, not overwritten", async () => {
    const path = join(scratchFolder(), "dead.jsonl");
    appendFileSync(path, "id,title\n1,a\n");
    await expect(openDeadLetters(path, ONE)).rejects.toThrow(/dead\.jsonl:1 is not a dead letter/u);
  });
});

function letter(source: SourceOptions, line: number, given: { row?: string; run_id?: string; reason?: string } = {}): DeadLetter {
  const place = { position: { file: source.path, line }, raw: () => given.row ?? `row ${line}` };
  const problem = { stage: "read" as const, reason: given.reason ?? "invalid_csv", message: "is wrong" };
  return deadLetter(place, problem, { source, number: line, part: 0, run_id: given.run_id ?? "run" });
}

async function numbers(path: string): Promise<number[]> {
  return (await all(readDeadLetters(path))).map(({ line }) => line);
}
