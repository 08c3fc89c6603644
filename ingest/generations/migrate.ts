import { contentHash } from "../../src/documents/hash.ts";
import type { Engine, Target } from "../../src/engine/port.ts";
import { RECORD_KINDS, type RecordKind, type Records } from "../../src/records/port.ts";
import { untilAvailable } from "../availability.ts";
import { IngestError, UsageError } from "../errors.ts";
import { isSameSpace } from "./catch-up.ts";
import { copyAll, copyIds, READ, type CopyTally } from "./copier.ts";
import { differences, marksOf } from "./differences.ts";
import { documentsOf } from "./documents.ts";
import { everyRecord } from "../../src/records/every-record.ts";
import { grouped } from "../../src/shared/grouped.ts";
import { HOUR_MS } from "../../src/shared/time.ts";

export interface MigrationSide {
  engine: Engine;
  records: Records;
}

export interface Migration {
  /** Of each target: documents on the old side, how many were written, how many of the new side's differ from the old one's or are more. */
  documents: Record<Target, { source: number; written: number; differing: number; only_there: number }>;
  /** Of each kind of record: how many there are, were written, and stood there in another form and were left. */
  records: Partial<Record<RecordKind, { source: number; written: number; kept: number }>>;
  refused: CopyTally["refused"];
  /** Every document and record of the old side is in the new one, hash by hash, but for records that were left. */
  complete: boolean;
}

/** Windows of pages being turned, minutes of limits and counted guesses live an hour at most; builds tell of generations that stay behind. */
const LEFT_BEHIND: ReadonlySet<RecordKind> = new Set(["window", "rate", "attempts", "index_build"]);

/**
 * Copies everything from one installation to another: papers, signals and passages with their vectors, then records. What is there already in the same form
 * is left alone, so that it may be run again at any time; documents that differ are replaced, records that differ are kept, as keys
 * may have been revoked there since. Throws `UsageError` where there is nothing to copy, `IngestError` where the other side is of another model.
 */
export async function migrate(from: MigrationSide, to: MigrationSide, say?: (line: string) => void): Promise<Migration> {
  const statuses = await from.engine.status(READ);
  const space = statuses[0]?.space ?? null;
  if (space === null || statuses.some(({ target, generation }) => generation === null && target !== "passages")) {
    throw new UsageError("no embedded index with this prefix in this folder; see --from-data-dir and --from-prefix");
  }
  await to.engine.create(space, { isFilledAtOnce: true });
  const there = (await to.engine.status(READ)).find((one) => one.space !== null && !isSameSpace(one.space, space));
  if (there) {
    throw new IngestError(
      `${there.generation} was built with the embedding model ${there.space!.model}, but the embedded index with ${space.model}; ` +
        "choose another INDEX_PREFIX",
    );
  }
  const tally: CopyTally = { rows_read: 0, rows_dead: 0, vectors_reused: 0, texts_embedded: 0, refused: [] };
  const documents = {
    papers: await migrateTarget("papers", from, to, tally, say),
    signals: await migrateTarget("signals", from, to, tally, say),
    passages: await migrateTarget("passages", from, to, tally, say),
  };
  const records: Migration["records"] = {};
  for (const kind of Object.keys(RECORD_KINDS) as RecordKind[]) {
    if (LEFT_BEHIND.has(kind)) continue;
    records[kind] = await migrateRecords(kind, from.records, to.records);
  }
  const complete = Object.values(documents).every(({ differing }) => differing === 0);
  return { documents, records, refused: tally.refused, complete };
}

async function migrateTarget(
  target: Target,
  { engine: source }: MigrationSide,
  { engine }: MigrationSide,
  tally: CopyTally,
  say?: (line: string) => void,
): Promise<Migration["documents"][Target]> {
  const [from, to] = [documentsOf(source, target), documentsOf(engine, target)];
  const { papers } = source;
  const options = { target, from, to, papers, writeShape: engine.writeShape, vectors: TAKEN_OVER, tally };
  const { documents: total, generation } = (await source.status(READ)).find((one) => one.target === target)!;
  // An index of a release that stored no passages.
  if (generation === null) return { source: 0, written: 0, differing: 0, only_there: 0 };
  let written = 0;
  await untilAvailable(() => to.refresh());
  const isEmpty = (await engine.status(READ)).find((one) => one.target === target)!.documents === 0;
  say?.(`copying ${target}`);
  await engine.beginLoad(target);
  if (isEmpty) {
    await copyAll(options, null, async (_, rows) => {
      written += rows;
      say?.(`${written} of ${total} ${target} copied`);
    });
  } else {
    for await (const group of grouped(differences(marksOf(to), marksOf(from)), GROUP)) {
      const due = group.flatMap(({ id, now }) => (now === null ? [] : [id]));
      if (due.length > 0) await copyIds(options, due);
      written += due.length;
    }
    say?.(`${written} of ${total} ${target} were missing or different and have been copied`);
  }
  say?.(`building indexes of ${target}`);
  await engine.endLoad(target, { timeoutMs: END_LOAD_MS });
  say?.(`comparing ${target}`);
  let [differing, onlyThere] = [0, 0];
  for await (const { now } of differences(marksOf(to), marksOf(from))) {
    if (now === null) onlyThere += 1;
    else differing += 1;
  }
  return { source: total, written, differing, only_there: onlyThere };
}

/** Both sides are of one space. */
const TAKEN_OVER = { taken: true, embedder: null };
const GROUP = 500;
const END_LOAD_MS = HOUR_MS;

async function migrateRecords(
  kind: RecordKind,
  from: Records,
  to: Records,
): Promise<{ source: number; written: number; kept: number }> {
  const counts = { source: 0, written: 0, kept: 0 };
  for await (const { id, value, expiresAt } of everyRecord<object>(from, kind)) {
    counts.source += 1;
    const put = await to.put(kind, id, value, { expectedVersion: 0, ...(expiresAt === undefined ? {} : { expiresAt }) });
    if (put !== null) counts.written += 1;
    else if (contentHash((await to.get<object>(kind, id))?.value) !== contentHash(value)) counts.kept += 1;
  }
  return counts;
}
