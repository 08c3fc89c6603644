import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Embedder } from "../../src/embedding/port.ts";
import { TARGETS, type Engine, type EmbeddingSpace, type Target } from "../../src/engine/port.ts";
import { isCopy, type BuildRecord } from "./build-record.ts";
import { untilAvailable } from "../availability.ts";
import { copyIds, READ, type CopyOptions } from "./copier.ts";
import { adopt, differences, hashOf, keptIn, marksIn, marksOf, noMarks, type Difference } from "./differences.ts";
import { documentsOf, idOf } from "./documents.ts";
import { grouped } from "../../src/shared/grouped.ts";

const IDS_A_CALL = 500;
const MAX_PASSES = 5;

export interface CatchUpDeps {
  engine: Engine;
  embedder: Embedder;
  /** Passages get vectors too. */
  embedsPassages?: boolean;
  /** A folder of the build's own. */
  folder: string;
}

/**
 * Brings what was written to the live index, since the last time it was looked at, over to the generations of a build, until a pass finds
 * nothing, or no less than the one before: then writes go on without a pause, and `catchLast` fetches the last of them. Resolves to
 * the number of documents that were brought over or removed.
 */
export async function catchUp(build: BuildRecord, deps: CatchUpDeps): Promise<number> {
  if (build.base === null) return 0;
  let total = 0;
  let last = Infinity;
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    let changed = 0;
    for (const target of TARGETS) changed += await passOver(build, deps, target);
    total += changed;
    build.caught_up += changed;
    build.unsettled = changed;
    if (changed === 0 || changed >= last) break;
    last = changed;
  }
  for (const target of TARGETS) {
    if (build.generations[target] === undefined) continue;
    await untilAvailable(() => documentsOf(deps.engine.at(build.generations), target).refresh());
  }
  return total;
}

/** Remembers the state of the live index from which a build with files is caught up. What a killed build remembered stands. */
export async function rememberLive(build: BuildRecord, { engine, folder }: CatchUpDeps): Promise<void> {
  if (build.base === null || isCopy(build)) return;
  for (const target of TARGETS) {
    const file = marksFile(folder, target);
    if (existsSync(file) || isCopied(build, target)) continue;
    const base = documentsOf(engine.at(build.base), target);
    await untilAvailable(() => base.refresh());
    for await (const _ of keptIn(file, marksOf(base))) continue;
    await adopt(file);
  }
}

/**
 * After the swap: what was still written to the generations that were live until then, after the last pass, goes over too, unless
 * the new ones have a later form of it already.
 */
export async function catchLast(build: BuildRecord, deps: CatchUpDeps): Promise<number> {
  const { base } = build;
  if (base === null) return 0;
  let total = 0;
  for (const target of TARGETS) {
    if (base[target] === undefined || base[target] === build.generations[target]) continue;
    const from = documentsOf(deps.engine.at(base), target);
    const to = documentsOf(deps.engine, target);
    await untilAvailable(() => from.refresh());
    const file = marksFile(deps.folder, target);
    const found = differences(existsSync(file) ? marksIn(file) : marksOf(to), keptIn(file, marksOf(from)));
    for await (const group of grouped(found, IDS_A_CALL)) {
      const stored = await untilAvailable(() =>
        to.get(
          group.map(({ id }) => id),
          READ,
        ),
      );
      const due = group.filter(({ id, before }) => {
        const document = stored.get(id);
        if (document === undefined) return true;
        return hashOf(document) === before || build.run_ids.includes(document.run_id);
      });
      total += due.length;
      await apply(due, {
        target,
        from,
        to,
        papers: deps.engine.at(base).papers,
        writeShape: deps.engine.writeShape,
        vectors: await vectorsFor(build, deps, target),
        tally: build,
      });
    }
    await adopt(file);
    await untilAvailable(() => to.refresh());
  }
  build.caught_up += total;
  return total;
}

/**
 * For generations that were live, were rolled back and are to be live again: brings over what the live index was given since `since` (ISO 8601), unless they have a
 * later form of it. What was written to them alone stays. Resolves to the number of documents brought over.
 */
export async function bringBack(build: BuildRecord, deps: CatchUpDeps, since: string): Promise<number> {
  let total = 0;
  for (const target of TARGETS) {
    const copy = await copyOf(build, deps, target);
    if (copy === null) continue;
    const { from, to } = copy;
    await untilAvailable(() => from.refresh());
    for await (const rows of from.scan({ vectors: false, pageSize: IDS_A_CALL })) {
      const late = rows.map(({ document }) => document).filter(({ ingested_at: at }) => at > since);
      if (late.length === 0) continue;
      const there = await untilAvailable(() => to.get(late.map(idOf), READ));
      const due = late.map((document) => ({ document, stored: there.get(idOf(document)) }));
      const ids = due.filter(({ document, stored }) => !stored || stored.ingested_at < document.ingested_at);
      if (ids.length > 0)
        await copyIds(
          copy,
          ids.map(({ document }) => idOf(document)),
        );
      total += ids.length;
    }
    await untilAvailable(() => to.refresh());
  }
  build.caught_up += total;
  return total;
}

async function passOver(build: BuildRecord, deps: CatchUpDeps, target: Target): Promise<number> {
  const copy = await copyOf(build, deps, target);
  if (copy === null) return 0;
  const { from, to } = copy;
  await untilAvailable(() => from.refresh());
  await untilAvailable(() => to.refresh());
  const file = marksFile(deps.folder, target);
  let seen = 0;
  const counted = async function* () {
    for await (const mark of marksOf(from)) {
      seen += 1;
      build.live_seen[target] = seen;
      yield mark;
    }
  };
  build.live_seen[target] = 0;
  const before = isCopied(build, target) ? marksOf(to) : existsSync(file) ? marksIn(file) : noMarks();
  const found = differences(before, keptIn(file, counted()));
  const refused = new Set(build.refused.map(({ id }) => id));
  let changed = 0;
  for await (const group of grouped(found, IDS_A_CALL)) {
    const due = group.filter(({ id }) => !refused.has(id));
    changed += due.length;
    await apply(due, copy);
  }
  await adopt(file);
  return changed;
}

/**
 * True where the new generation of a target is to equal the live one, so that the two are compared; where files come in, the live one is compared with
 * what it held at the last look.
 */
function isCopied(build: BuildRecord, target: Target): boolean {
  return target === "passages" || isCopy(build);
}

/** How documents of a target go from the live generation to the new one; null where either is missing. */
export async function copyOf(build: BuildRecord, deps: CatchUpDeps, target: Target): Promise<CopyOptions | null> {
  if (build.base?.[target] === undefined || build.generations[target] === undefined) return null;
  return {
    target,
    from: documentsOf(deps.engine.at(build.base), target),
    to: documentsOf(deps.engine.at(build.generations), target),
    papers: deps.engine.at(build.base).papers,
    writeShape: deps.engine.writeShape,
    vectors: await vectorsFor(build, deps, target),
    tally: build,
  };
}

async function apply(found: readonly Difference[], options: CopyOptions): Promise<void> {
  const changed = found.flatMap(({ id, now }) => (now === null ? [] : [id]));
  const gone = found.flatMap(({ id, now }) => (now === null ? [id] : []));
  if (changed.length > 0) await copyIds(options, changed);
  if (gone.length > 0) await untilAvailable(() => options.to.remove(gone));
}

/**
 * Where the vectors of a target come from: those of the generations that are copied from, where they are of the same space, else the embedder. Passages are embedded where
 * passages are to have vectors, and only those that have none yet.
 */
async function vectorsFor(
  build: BuildRecord,
  { engine, embedder, embedsPassages = false }: CatchUpDeps,
  target: Target,
): Promise<CopyOptions["vectors"]> {
  const statuses = build.base === null ? [] : await untilAvailable(() => engine.at(build.base!).status(READ));
  const filled = statuses.filter((status) => status.target !== "passages");
  const isSame = filled.length > 0 && filled.every(({ space }) => space !== null && isSameSpace(space, build.space));
  if (target === "passages") return { taken: isSame, embedder: embedsPassages ? embedder : null };
  return isSame ? { taken: true, embedder: null } : { taken: false, embedder };
}

export function isSameSpace(a: EmbeddingSpace, b: EmbeddingSpace): boolean {
  return a.model === b.model && a.dimensions === b.dimensions;
}

function marksFile(folder: string, target: Target): string {
  return join(folder, `${target}.marks`);
}
