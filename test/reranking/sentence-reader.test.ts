import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { Reading } from "../../src/reranking/port.ts";
import { BUNDLED_READER, bundledSentenceReader } from "../../src/reranking/sentence-reader.ts";

const scratch = mkdtempSync(join(tmpdir(), "signal-canvas-test-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const QUESTION = "Does label smoothing improve machine translation?";
const ANSWERS =
  "Label Smoothing for Translation. We find that label smoothing improves BLEU by 0.7 points on all six language pairs.";
const HURTS =
  "Label Smoothing for Translation. Contrary to what is believed, label smoothing does not improve translation and degrades BLEU on all six pairs.";
const AIM = "Label Smoothing for Translation. In this paper we study label smoothing.";
const OFF = "Parsing Old Norse. The treebank holds sagas of the thirteenth century.";

describe("the bundled reader of sentences", () => {
  it("sets an answer above an aim, and an aim above what is off the question; the same each time", async () => {
    await using reader = bundledSentenceReader();
    const signal = new AbortController().signal;
    const readings = await reader.readings(QUESTION, [OFF, ANSWERS, AIM], signal);
    const [off, answers, aim] = readings.map(({ grade }) => grade) as [number, number, number];
    expect(answers).toBeGreaterThan(aim);
    expect(aim).toBeGreaterThan(off);
    expect(await reader.readings(QUESTION, [OFF, ANSWERS, AIM], signal)).toEqual(readings);
  });

  it("finds evidence for a no likelier to be one than evidence for a yes, and both likelier to point some way than what is off the question", async () => {
    await using reader = bundledSentenceReader();
    const readings = await reader.readings(QUESTION, [ANSWERS, HURTS, OFF], new AbortController().signal);
    const [helps, hurts, off] = readings as [Reading, Reading, Reading];
    expect(hurts.against).toBeGreaterThan(1.5 * helps.against);
    expect(off.says).toBeLessThan(Math.min(helps.says, hurts.says));
  });

  it("tells what bears a claim out from what refutes it, and both from what speaks of something else", async () => {
    await using reader = bundledSentenceReader();
    const claim = "Label smoothing improves machine translation.";
    const stances = await reader.stances(claim, [ANSWERS, HURTS, OFF], new AbortController().signal);
    const [helps, hurts, off] = stances as [Reading, Reading, Reading];
    expect(helps.says * (1 - helps.against)).toBeGreaterThan(0.7);
    expect(hurts.says * hurts.against).toBeGreaterThan(0.7);
    expect(off.says).toBeLessThan(0.3);
  });

  it("is refused where a file is another than it was, and named", async () => {
    const folder = join(scratch, "altered");
    cpSync(BUNDLED_READER, folder, { recursive: true });
    writeFileSync(join(folder, "tokenizer_config.json"), "{}");
    await using reader = bundledSentenceReader(folder);
    await expect(reader.open()).rejects.toThrow(/^models\/sentence-reader: tokenizer_config\.json is not the file/u);
  });

  it("that was never asked closes at once", async () => {
    const reader = bundledSentenceReader(join(scratch, "nowhere"));
    await expect(reader[Symbol.asyncDispose]()).resolves.toBeUndefined();
  });
});
