import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bestPassages } from "../../src/evidence/best-passages.ts";
import { PublicError } from "../../src/errors.ts";
import type { Library } from "../../src/retrieval/library.ts";
import { passage, row, unitVector } from "../support/documents.ts";
import { hashEmbedder } from "../support/hash-embedder.ts";
import { openTestLibrary } from "../support/mcp-server.ts";

const WORDY = "Zebras, zebras and more zebras were seen by night. Of zebras nothing else is told.";
const NEAR = "Some zebras were counted from a tower by hand. Nobody slept. The tower of the zebras fell.";
const PASSAGES = [
  passage({ passage_id: "text:a-0", content: WORDY }),
  passage({ passage_id: "text:a-1", content: NEAR, index: 1 }),
  passage({ passage_id: "text:a-2", content: "Zebras counted by night.", form: "caption", kind: "caption", index: 2 }),
  passage({ passage_id: "text:a-3", content: "Thanks to the zebras.", kind: "acknowledgement", index: 3 }),
];

describe("the best passages for a question", () => {
  const embedded: string[] = [];
  let isAway = false;
  let library: Library & AsyncDisposable;
  beforeAll(async () => {
    const plain = hashEmbedder();
    const { dimensions } = plain.space;
    library = await openTestLibrary({
      embedder: {
        ...plain,
        embedQuery: async (text) => {
          if (isAway) throw new PublicError("embedder_unavailable");
          embedded.push(text);
          return unitVector([1], dimensions);
        },
        embedTexts: async (texts) => {
          embedded.push(...texts);
          return texts.map((text) => unitVector(text.includes("counted") ? [1] : [0, 1], dimensions));
        },
      },
    });
    await library.engine.create(plain.space);
    await library.engine.passages.write(PASSAGES.map((one) => row(one)));
    for (const target of ["papers", "signals", "passages"] as const) await library.engine.endLoad(target);
  });
  afterAll(() => library[Symbol.asyncDispose]());

  const found = async (compare: boolean) =>
    (await bestPassages(library, { question: "How did they see zebras by night?", filters: {}, compare })).map(
      ({ passage: { passage_id } }) => passage_id,
    );

  it("are in the order of words where nothing is compared; captions and thanks are left out", async () => {
    expect(await found(false)).toEqual(["text:a-0", "text:a-1"]);
    expect(embedded).toEqual([]);
  });

  it("are in the order of words where the embedder is away", async () => {
    isAway = true;
    expect(await found(true)).toEqual(["text:a-0", "text:a-1"]);
    isAway = false;
  });

  it("are ordered by the nearest of their two likeliest sentences too, and these are embedded once", async () => {
    embedded.length = 0;
    await library.engine.passages.write([
      row(
        passage({
          passage_id: "text:a-4",
          content: "Those that were counted by night were zebras from the other side.",
          index: 4,
        }),
      ),
    ]);
    expect(await found(false)).toEqual(["text:a-0", "text:a-4", "text:a-1"]);
    expect((await found(true))[0]).toBe("text:a-4");
    expect(embedded).toContain("How we see zebras by night?");
    expect(embedded).not.toContain("Nobody slept.");
    const before = embedded.length;
    await found(true);
    expect(embedded.slice(before)).toEqual(["How we see zebras by night?"]);
  });

  it("of a paper are compared beyond its turn only where no other paper has any left", async () => {
    const herds = Array.from({ length: 25 }, (_, index) =>
      passage({
        passage_id: `text:b-${index}`,
        content: `Zebras of herd ${index} were seen by night. By night zebras of herd ${index} ran.`,
        index: 10 + index,
      }),
    );
    const other = passage({ passage_id: "text:c-0", paper_id: "doi:10.5555/other", content: "One of the zebras slept at noon." });
    await library.engine.passages.write([...herds, other].map((one) => row(one)));
    embedded.length = 0;
    await found(true);
    expect(embedded.filter((text) => text.includes("herd")).length).toBeGreaterThan(30);
    expect(embedded).toContain(other.content);
  });
});
