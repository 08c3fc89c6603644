import type { Collection, Engine, Target } from "../../src/engine/port.ts";
import type { Row } from "../../src/engine/writes.ts";
import { grouped } from "../../src/shared/grouped.ts";
import { HOUR_MS } from "../../src/shared/time.ts";

const END_LOAD_MS = HOUR_MS;
/** A busy machine makes a measurement slow, not wrong. */
const WRITE_MS = 600_000;

/** What a load took: `seconds` of writing and completing the indexes, without the making of the rows. */
export interface Loaded {
  documents: number;
  /** Bytes of the target's live index afterwards. */
  bytes: number;
  seconds: number;
}

/** Writes what `rowsOf` gives for `from` to below `to`, and completes the indexes. Throws where the engine rejects a document. */
export async function loadRows<Document>(
  engine: Engine,
  target: Target,
  { from = 0, to }: { from?: number; to: number },
  rowsOf: (index: number) => Row<Document>[],
): Promise<Loaded> {
  const collection = engine[target] as unknown as Pick<Collection<Document, never, never, never>, "write">;
  const { requestSize } = engine.writeShape;
  let [documents, spent] = [0, 0];
  const timed = async (work: () => Promise<unknown>): Promise<void> => {
    const began = performance.now();
    await work();
    spent += performance.now() - began;
  };
  const write = async (batch: Row<Document>[]): Promise<void> => {
    const outcomes = await collection.write(batch, { timeoutMs: WRITE_MS });
    const failed = outcomes.find(({ status }) => status !== "indexed");
    if (failed) throw new Error(`The engine rejected a document: ${JSON.stringify(failed)}`);
    documents += batch.length;
  };
  const rows = function* (): Generator<Row<Document>> {
    for (let index = from; index < to; index += 1) yield* rowsOf(index);
  };
  await engine.beginLoad(target);
  for await (const batch of grouped(rows(), requestSize)) await timed(() => write(batch));
  await timed(() => engine.endLoad(target, { timeoutMs: END_LOAD_MS }));
  const { bytes } = (await engine.status()).find((one) => one.target === target)!;
  return { documents, bytes: bytes ?? 0, seconds: spent / 1_000 };
}
