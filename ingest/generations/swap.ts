import { rm } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { TARGETS, type Engine, type Generation, type GenerationNames } from "../../src/engine/port.ts";
import type { Records } from "../../src/records/port.ts";
import { UsageError } from "../errors.ts";
import { buildFolder, pairOf, recount, type BuildDeps } from "./build.ts";
import { READ } from "./copier.ts";
import { bringBack, isSameSpace, catchLast, catchUp, type CatchUpDeps } from "./catch-up.ts";
import { isCopy, isUnderWay, listBuilds, saveBuild, type BuildRecord } from "./build-record.ts";
import { asTyped } from "../../src/shared/as-typed.ts";

/** What was swapped. */
export interface Swap {
  live: GenerationNames;
  previous: GenerationNames | null;
  /** Documents written to the live index since the build that were brought over. */
  caught_up: number;
  /** The build's embedding model is not the configured one: servers search by words alone until it is. */
  model_differs: boolean;
}

export interface SwapOptions {
  /** The generation of papers to promote; default: the latest that is built. */
  name?: string;
  /** Promote although a check failed. */
  force?: boolean;
  dataDir: string;
}

/** How long a write that found the old generation before the swap may take to arrive there. */
const ARRIVAL_MS = 1_000;
const MAX_LAST_PASSES = 10;

/**
 * Makes built generations live: brings over what was written to the live ones since, swaps both targets in one step, and brings over what
 * was still on its way. The generations that were live are kept for `rollback`; after one, those that it took back can be promoted again. Throws `UsageError` where nothing fits.
 */
export async function promoteBuild({ name, force, dataDir }: SwapOptions, deps: BuildDeps): Promise<Swap> {
  const { engine, embedder, embedsPassages, records, say } = deps;
  const build = await chosenBuild(name, force ?? false, engine, records);
  const before = pairOf((await engine.generations(READ)).filter(({ role }) => role === "live"));
  if (build.base !== null && before?.papers !== build.base.papers) {
    throw new UsageError(
      `${build.generations.papers} was built from ${build.base.papers}, but ${before?.papers ?? "nothing"} is live now; build again`,
    );
  }
  const folder = buildFolder(dataDir, build.generations);
  const catching = { engine, embedder, embedsPassages, folder };
  const differs = !isSameSpace(build.space, embedder.space);
  if (differs && build.base !== null) {
    throw new UsageError(
      `${build.generations.papers} was built with the embedding model ${build.space.model}, but the configured one is ` +
        `${embedder.space.model}; use the same EMBEDDER settings as for the build`,
    );
  }
  if (build.state === "promoted") {
    const broughtBack = await promoteAgain(build, deps, catching);
    return { live: build.generations, previous: before, caught_up: broughtBack, model_differs: differs };
  }
  const caught = await catchUp(build, catching);
  await say?.(`copied ${caught} documents that changed since the build`);
  if (caught > 0 && !isCopy(build)) await recount(build, deps);
  await engine.promote(build.generations);
  build.state = "promoted";
  await saveBuild(records, build);
  let late = 0;
  for (let pass = 0; pass < MAX_LAST_PASSES; pass += 1) {
    await sleep(ARRIVAL_MS);
    const found = await catchLast(build, catching);
    late += found;
    if (found === 0) break;
  }
  if (late > 0 && !isCopy(build)) await recount(build, deps);
  await saveBuild(records, build);
  await rm(folder, { recursive: true, force: true });
  return { live: build.generations, previous: before, caught_up: caught + late, model_differs: differs };
}

/** After a rollback: with what was written to the live index since the first promotion. */
async function promoteAgain(build: BuildRecord, deps: BuildDeps, catching: CatchUpDeps): Promise<number> {
  const since = build.updated_at;
  const early = await bringBack(build, catching, since);
  await deps.say?.(`copied ${early} documents that were written since the rollback`);
  await deps.engine.promote(build.generations);
  await sleep(ARRIVAL_MS);
  const brought = early + (await bringBack(build, catching, since));
  if (brought > 0) await recount(build, deps);
  await saveBuild(deps.records, build);
  return brought;
}

/** Makes the previous generations live again. What was written since the promotion is in the other ones alone. */
export async function rollback({ engine, embedder }: Pick<BuildDeps, "engine" | "embedder">): Promise<Swap> {
  const generations = await engine.generations(READ);
  const pairIn = (wanted: "live" | "previous") => pairOf(generations.filter(({ role }) => role === wanted));
  const [live, previous] = [pairIn("live"), pairIn("previous")];
  if (previous === null) throw new UsageError("there is no previous generation to return to");
  await engine.promote(previous);
  const space = generations.find(({ generation }) => generation === previous.papers)?.space;
  const differs = !space || !isSameSpace(space, embedder.space);
  return { live: previous, previous: live, caught_up: 0, model_differs: differs };
}

/**
 * Removes generations that nobody needs: all but the live and the previous ones, those of a build under way or one that can go on, and one that
 * waits to be promoted. `all` removes everything but the live ones and those of a build under way. Resolves to the names removed.
 */
export async function pruneGenerations(
  { all, dataDir }: { all?: boolean; dataDir: string },
  { engine, records }: { engine: Engine; records: Records },
): Promise<string[]> {
  const generations = await engine.generations(READ);
  const builds = await listBuilds(records);
  const live = new Set(generations.filter(({ role }) => role === "live").map(({ generation }) => generation));
  const needed = builds.filter((build) => {
    if (isUnderWay(build)) return true;
    const waits = build.state === "built" && (build.base === null || live.has(build.base.papers));
    return waits && !all;
  });
  const kept = new Set([
    ...live,
    ...needed.flatMap(({ generations }) => Object.values(generations)),
    ...(all ? [] : generations.filter(({ role }) => role === "previous").map(({ generation }) => generation)),
  ]);
  const names = generations.map(({ generation }) => generation).filter((name) => !kept.has(name));
  if (names.length > 0) await engine.dropGenerations(names);
  for (const build of builds) {
    if (TARGETS.some((target) => kept.has(build.generations[target] ?? ""))) continue;
    await rm(buildFolder(dataDir, build.generations), { recursive: true, force: true });
    await records.delete("index_build", build.generations.papers);
  }
  return names;
}

/** A generation with what is known of how it came about. */
export interface KnownGeneration extends Generation {
  state: Generation["role"] | BuildRecord["state"] | "unfinished";
  build: BuildRecord | null;
}

/** Every generation of both targets. */
export async function knownGenerations(engine: Engine, records: Records): Promise<KnownGeneration[]> {
  const builds = await listBuilds(records);
  return (await engine.generations(READ)).map((generation) => {
    const build = builds.findLast(({ generations }) => generations[generation.target] === generation.generation) ?? null;
    return { ...generation, state: stateOf(generation, build), build };
  });
}

function stateOf({ role }: Generation, build: BuildRecord | null): KnownGeneration["state"] {
  if (role !== "spare" || build === null) return role;
  return build.state === "building" && !isUnderWay(build) ? "unfinished" : build.state;
}

async function chosenBuild(name: string | undefined, force: boolean, engine: Engine, records: Records): Promise<BuildRecord> {
  const spare = new Set(
    (await engine.generations(READ)).filter(({ role }) => role !== "live").map(({ generation }) => generation),
  );
  const builds = (await listBuilds(records)).filter(({ generations }) =>
    TARGETS.every((target) => generations[target] === undefined || spare.has(generations[target])),
  );
  if (name === undefined) {
    const latest =
      builds.findLast(({ state }) => state === "built" || (force && state === "failed")) ??
      builds.findLast(({ state }) => state === "promoted");
    if (latest) return latest;
    throw new UsageError(
      `no generation is ready to promote; build one with \`${asTyped("index build")}\`, or see \`${asTyped("index status")}\``,
    );
  }
  const build = builds.find(({ generations }) => TARGETS.some((target) => generations[target] === name));
  if (build === undefined) throw new UsageError(`${name}: is live or does not exist; see \`${asTyped("index status")}\``);
  if (build.state === "built" || build.state === "promoted" || (force && build.state === "failed" && build.checks.length > 1))
    return build;
  const reasons = [build.error, ...build.checks.filter(({ passed }) => !passed).map(({ name, detail }) => `${name}: ${detail}`)];
  throw new UsageError(`${name} is ${build.state}: ${reasons.filter(Boolean).join("; ") || "it is not complete"}`);
}
