import { describe, expect, it } from "vitest";
import { copyAll, type CopyOptions } from "../../ingest/generations/copier.ts";
import type { Documents } from "../../ingest/generations/documents.ts";
import type { WriteOutcome } from "../../src/engine/writes.ts";
import { paper, row } from "../support/documents.ts";

const IDS = ["doi:a", "doi:b", "doi:c", "doi:d", "doi:e"];

describe("copying", () => {
  it("tells of a page only when it and every page before it are written", async () => {
    const { writes, release, options } = copying();
    const told: string[] = [];
    const copied = copyAll(options, null, async (last) => void told.push(last));
    await expect.poll(() => writes.size).toBe(2);
    writes.get("doi:b")!.resolve([INDEXED]);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect([told, [...writes.keys()]]).toEqual([[], ["doi:a", "doi:b"]]);
    writes.get("doi:a")!.resolve([INDEXED]);
    release();
    await copied;
    expect(told).toEqual(IDS);
  });

  it("that is stopped reads no further page, and tells of those that were read when they are written", async () => {
    const { writes, release, options } = copying();
    const stopping = new AbortController();
    const told: string[] = [];
    const copied = copyAll({ ...options, signal: stopping.signal }, null, async (last) => void told.push(last));
    await expect.poll(() => writes.size).toBe(2);
    stopping.abort();
    release();
    await copied;
    // Two more pages were read by then.
    expect(told).toEqual(["doi:a", "doi:b", "doi:c", "doi:d"]);
    expect([...writes.keys()]).toEqual(told);
  });

  it("that cannot write a page tells of none behind it, and ends when the other writes have", async () => {
    const { writes, options } = copying();
    const told: string[] = [];
    let hasEnded = false;
    const copied = copyAll(options, null, async (last) => void told.push(last)).finally(() => (hasEnded = true));
    await expect.poll(() => writes.size).toBe(2);
    writes.get("doi:a")!.reject(new TypeError("broken"));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(hasEnded).toBe(false);
    writes.get("doi:b")!.resolve([INDEXED]);
    await expect(copied).rejects.toThrow("broken");
    expect([told, writes.size]).toEqual([[], 2]);
  });
});

const INDEXED: WriteOutcome = { status: "indexed" };

/** Pages of one paper each, two of which are written at a time, each until its write is resolved or all are released. */
function copying() {
  let isReleased = false;
  const writes = new Map<string, PromiseWithResolvers<WriteOutcome[]>>();
  const from: Pick<Documents, "scan"> = {
    async *scan() {
      for (const paper_id of IDS) yield [row(paper({ paper_id }))];
    },
  };
  const to: Pick<Documents, "write"> = {
    write([first]) {
      const written = Promise.withResolvers<WriteOutcome[]>();
      if (isReleased) written.resolve([INDEXED]);
      writes.set((first!.document as { paper_id: string }).paper_id, written);
      return written.promise;
    },
  };
  const options: CopyOptions = {
    target: "papers",
    from: from as Documents,
    to: to as Documents,
    papers: { fields: async () => new Map(), topicIds: async () => new Map() },
    writeShape: { requestSize: 1, concurrency: 2, batchSize: 1 },
    vectors: { taken: true, embedder: null },
    tally: { rows_read: 0, rows_dead: 0, vectors_reused: 0, texts_embedded: 0, refused: [] },
  };
  const release = (): void => {
    isReleased = true;
    for (const { resolve } of writes.values()) resolve([INDEXED]);
  };
  return { writes, release, options };
}
