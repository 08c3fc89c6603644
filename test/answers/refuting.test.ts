import { describe, expect, it } from "vitest";
import type { RankedPassage } from "../../src/answers/extractive/ranked-passages.ts";
import { refutingPassages } from "../../src/answers/stance/refuting.ts";
import { passage } from "../support/passages.ts";

const read = (id: string, says: number, against: number) => ({
  ...passage(id, `What ${id} found: ${says} and ${against}.`),
  reading: { grade: 1, says, against, ofClaim: true as const },
});

/** Of a claim whose words tell nothing of these sentences. */
const refuting = (passages: readonly RankedPassage[]) => refutingPassages(passages, "Label smoothing improves translation.");

describe("what refutes a claim", () => {
  it("is a sentence that surely points against it, the surest first", () => {
    const [sure, surer, open, supports] = [
      read("a", 0.9, 0.98),
      read("b", 0.99, 0.99),
      read("c", 0.2, 0.99),
      read("d", 0.99, 0.1),
    ];
    expect(refuting([sure, open, surer, supports])).toEqual([surer, sure]);
  });

  it("is none of a paper whose sentences likelier bear the claim out, and one of any other", () => {
    const own = read("a", 0.99, 0.98);
    expect(refuting([own, read("a", 0.97, 0.01)])).toEqual([]);
    expect(refuting([own, read("a", 0.95, 0.97)])).toEqual([own]);
  });

  it("is of a paper the sentence that is also the best evidence, and nothing below the bound", () => {
    const [surest, best] = [
      { ...read("a", 0.95, 0.98), relevance: 0.3 },
      { ...read("a", 0.94, 0.97), relevance: 0.8 },
    ];
    expect(refuting([surest, best])).toEqual([best]);
    expect(refuting([read("a", 0.5, 0.85)])).toEqual([]);
    expect(refuting([read("a", 0.75, 0.99)])).toHaveLength(1);
  });

  it("is told by words, too", () => {
    const said = (text: string) => ({ ...read("a", 0.9, 0.9), text });
    expect(refuting([said("Label smoothing does not improve translation.")])).toHaveLength(1);
    expect(refuting([said("Label smoothing improves translation.")])).toEqual([]);
  });

  it("is nothing that the model of claims did not read, and three sentences at most", () => {
    expect(refuting([{ ...read("a", 1, 1), reading: null }])).toEqual([]);
    expect(refuting([{ ...read("a", 1, 1), reading: { grade: 1, says: 1, against: 1 } }])).toEqual([]);
    expect(refuting(["a", "b", "c", "d"].map((id) => read(id, 1, 1)))).toHaveLength(3);
  });
});
