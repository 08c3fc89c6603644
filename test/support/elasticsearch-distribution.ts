import { execFile, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { lastingTemporaryFolder } from "./temporary-files.ts";

const run = promisify(execFile);
const PLUGIN_SOURCES = join(import.meta.dirname, "elasticsearch-plugin");

/** True where Maven answers. */
export function hasMaven(): boolean {
  return spawnSync("mvn", ["--version"], { stdio: "ignore", timeout: 20_000 }).status === 0;
}

/** The home of a JDK of version 21 or later, or null. */
export function findJdk(): string | null {
  const installed = existsSync("/usr/lib/jvm") ? readdirSync("/usr/lib/jvm").map((name) => join("/usr/lib/jvm", name)) : [];
  const homes = [process.env.ES_JAVA_HOME, process.env.JAVA_HOME, ...installed];
  return homes.find((home) => home !== undefined && jdkVersion(home) >= 21) ?? null;
}

/**
 * The home of an unpacked server with the test-only analysis plugin in it. The first call fetches the archive with Maven; later
 * ones find it in the cache. Two runs at once do not disturb each other: each makes its own, and the first to finish keeps it.
 */
export async function unpackedDistribution(version: string, jdk: string): Promise<string> {
  const cache = cacheFolder();
  const home = join(cache, `elasticsearch-${version}-${pluginHash()}`);
  if (existsSync(home)) return home;
  const work = mkdtempSync(join(cache, "unpacking-"));
  try {
    const artifact = `org.elasticsearch.distribution.integ-test-zip:elasticsearch:${version}:zip`;
    await run("mvn", ["-q", "-B", "dependency:copy", `-Dartifact=${artifact}`, `-DoutputDirectory=${work}`], { cwd: work });
    await run(join(jdk, "bin", "jar"), ["--extract", "--file", `elasticsearch-${version}.zip`], { cwd: work });
    const unpacked = join(work, `elasticsearch-${version}`);
    await addPlugin(unpacked, version, jdk);
    await run("chmod", ["-R", "a+rX", unpacked]);
    keepFirst(unpacked, home);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return home;
}

async function addPlugin(home: string, version: string, jdk: string): Promise<void> {
  const folder = join(home, "plugins", "test-analysis");
  const classes = join(home, "plugin-classes");
  mkdirSync(folder, { recursive: true });
  const source = join(PLUGIN_SOURCES, "TestAnalysisPlugin.java");
  await run(join(jdk, "bin", "javac"), ["--release", "21", "-cp", join(home, "lib", "*"), "-d", classes, source]);
  await run(join(jdk, "bin", "jar"), ["--create", "--file", join(folder, "test-analysis.jar"), "-C", classes, "."]);
  rmSync(classes, { recursive: true });
  const descriptor = readFileSync(join(PLUGIN_SOURCES, "plugin-descriptor.properties"), "utf8");
  writeFileSync(join(folder, "plugin-descriptor.properties"), descriptor.replace("@elasticsearch.version@", version));
}

function keepFirst(unpacked: string, home: string): void {
  try {
    renameSync(unpacked, home);
  } catch (error) {
    if (!existsSync(home)) throw error;
  }
}

/** `.cache` of the checkout; where that cannot be written or another user cannot get to it, a folder of the system's temporary one. */
function cacheFolder(): string {
  const checkout = join(import.meta.dirname, "..", "..");
  const folder = join(checkout, ".cache");
  try {
    mkdirSync(folder, { recursive: true });
    chmodSync(folder, 0o755);
    if (process.getuid?.() !== 0 || openToAll(folder)) return folder;
  } catch {
    // Not ours to write: fall through.
  }
  const temporary = join(lastingTemporaryFolder(), `signal-canvas-cache-${process.getuid?.() ?? "user"}`);
  mkdirSync(temporary, { recursive: true });
  return temporary;
}

/** True where every user may enter a folder, its parents included. */
export function openToAll(folder: string): boolean {
  const traversable = (statSync(folder).mode & 0o001) !== 0;
  return traversable && (dirname(folder) === folder || openToAll(dirname(folder)));
}

function pluginHash(): string {
  const hash = createHash("sha256");
  for (const name of readdirSync(PLUGIN_SOURCES).toSorted()) hash.update(readFileSync(join(PLUGIN_SOURCES, name)));
  return hash.digest("hex").slice(0, 8);
}

/** Major version of the JDK at this home; 0 where there is none (a mere runtime has no `javac`). */
function jdkVersion(home: string): number {
  if (!existsSync(join(home, "bin", "javac")) || !existsSync(join(home, "release"))) return 0;
  return Number(/^JAVA_VERSION="(\d+)/mu.exec(readFileSync(join(home, "release"), "utf8"))?.[1] ?? 0);
}
