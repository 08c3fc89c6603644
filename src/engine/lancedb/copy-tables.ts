import { constants, existsSync } from "node:fs";
import { copyFile, link, mkdir, readdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { PublicError } from "../../errors.ts";
import { TARGETS, type GenerationNames, type Target } from "../port.ts";
import { LivePointer } from "./live.ts";

/** A folder of tables, and what their names begin with. */
export interface TablePlace {
  folder: string;
  prefix: string;
}

/**
 * Copies the live table of each target, as it is at one moment, into a folder that has none; the copies are what is live there. The engine may be searched and written
 * to meanwhile, and a promotion lets the copying begin again. Throws `index_missing` where there is nothing to copy.
 */
export async function copyLiveTables(from: TablePlace, to: TablePlace): Promise<void> {
  const pointer = new LivePointer(from.folder, from.prefix);
  for (let attempt = 1; ; attempt += 1) {
    const live = liveNames(pointer);
    const names = await copyTables(live, from, to);
    if (JSON.stringify(liveNames(pointer)) === JSON.stringify(live)) {
      new LivePointer(to.folder, to.prefix).begin(names);
      return;
    }
    if (attempt === ATTEMPTS) throw new Error("generations are being promoted all the time; try again later");
    await rm(to.folder, { recursive: true });
  }
}

/** Moves tables that `copyLiveTables` made to where an engine is to find them; on the same disk. */
export async function moveTables(from: TablePlace, to: TablePlace): Promise<void> {
  const names = liveNames(new LivePointer(from.folder, from.prefix));
  await mkdir(to.folder, { recursive: true });
  for (const target of TARGETS) {
    const place = tablePath(from.folder, names[target]);
    if (existsSync(place)) await rename(place, tablePath(to.folder, renamed(names[target], from.prefix, to.prefix)));
  }
  new LivePointer(to.folder, to.prefix).begin(allRenamed(names, from.prefix, to.prefix));
}

const ATTEMPTS = 5;

async function copyTables(live: Record<Target, string>, from: TablePlace, to: TablePlace): Promise<Required<GenerationNames>> {
  const names = allRenamed(live, from.prefix, to.prefix);
  for (const target of TARGETS) {
    const table = tablePath(from.folder, live[target]);
    if (existsSync(table)) await copyTable(table, tablePath(to.folder, names[target]));
    else if (target !== "passages") throw new PublicError("index_missing");
  }
  return names;
}

/**
 * Copies the newest version of a table. Its files never change; they only go, when a later version is packed. So they are held by hard links first, which takes
 * an instant, and copied from there.
 */
async function copyTable(table: string, to: string): Promise<void> {
  const held = path.join(path.dirname(table), `${HOLDING}${process.pid}`);
  await letGoOfTheDead(path.dirname(table));
  try {
    for (let attempt = 1; ; attempt += 1) {
      const files = await newestVersion(table);
      const place = path.join(held, String(attempt));
      const areLinked = await linkAll(files, table, place);
      const source = areLinked ? place : table;
      if (!areLinked || (await isStillThere(table, files))) {
        await copyAll(files, source, to);
        if (areLinked || (await isStillThere(table, files))) return;
      }
      if (attempt === ATTEMPTS) throw new Error(`${path.basename(table)} changes too quickly to be copied; try again later`);
      await rm(to, { recursive: true, force: true });
    }
  } finally {
    await rm(held, { recursive: true, force: true });
  }
}

/** Of the folders of links, followed by the number of the process. */
const HOLDING = ".copying-";

/** Links of a copy that was killed would keep files that nothing needs any more. */
async function letGoOfTheDead(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (name.startsWith(HOLDING) && !isAlive(Number(name.slice(HOLDING.length))))
      await rm(path.join(folder, name), { recursive: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

const VERSIONS = "_versions";

/** The files that the newest version needs, and perhaps some more; its manifest comes first. */
async function newestVersion(table: string): Promise<string[]> {
  const manifests = (await readdir(path.join(table, VERSIONS))).filter((name) => name.endsWith(".manifest"));
  const newest = manifests.sort(byAge)[0];
  if (newest === undefined) throw new PublicError("index_missing");
  const entries = await readdir(table, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(table, path.join(entry.parentPath, entry.name)));
  return [path.join(VERSIONS, newest), ...files.filter((file) => !file.startsWith(VERSIONS))];
}

/** Newest first. Lance counts names of twenty digits down, so that the newest is the first in a listing; shorter ones, of older tables, count up. */
function byAge(a: string, b: string): number {
  const [first, second] = [BigInt(path.parse(a).name), BigInt(path.parse(b).name)];
  const isCountedDown = path.parse(a).name.length === 20;
  return (first < second ? -1 : 1) * (isCountedDown ? 1 : -1);
}

/** What was removed under our hands belongs to older versions as long as the manifest is there: it goes last. */
async function isStillThere(table: string, [manifest]: readonly string[]): Promise<boolean> {
  return (await readdir(path.join(table, VERSIONS))).includes(path.basename(manifest!));
}

/** False where this disk knows no hard links. */
async function linkAll(files: readonly string[], from: string, to: string): Promise<boolean> {
  for (const file of files) {
    await mkdir(path.dirname(path.join(to, file)), { recursive: true });
    try {
      await link(path.join(from, file), path.join(to, file));
    } catch (error) {
      if (!isGone(error)) return false;
    }
  }
  return true;
}

async function copyAll(files: readonly string[], from: string, to: string): Promise<void> {
  for (const file of files) {
    await mkdir(path.dirname(path.join(to, file)), { recursive: true });
    try {
      await copyFile(path.join(from, file), path.join(to, file), constants.COPYFILE_FICLONE);
    } catch (error) {
      if (!isGone(error)) throw error;
    }
  }
}

function isGone(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === "ENOENT";
}

function liveNames(pointer: LivePointer): Record<Target, string> {
  const { papers, signals, passages } = pointer.read();
  return { papers: papers.live, signals: signals.live, passages: passages.live };
}

function allRenamed(names: Record<Target, string>, prefix: string, to: string): Record<Target, string> {
  return {
    papers: renamed(names.papers, prefix, to),
    signals: renamed(names.signals, prefix, to),
    passages: renamed(names.passages, prefix, to),
  };
}

function renamed(name: string, prefix: string, to: string): string {
  return `${to}${name.slice(prefix.length)}`;
}

function tablePath(folder: string, name: string): string {
  return path.join(folder, `${name}.lance`);
}
