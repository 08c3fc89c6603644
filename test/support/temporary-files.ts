import { chmodSync, mkdirSync, readdirSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const SHARED_MEMORY = "/dev/shm";
const NAME = "signal-canvas-tests-";
/** Tells the workers where the system keeps temporary files. */
const LASTING = "LASTING_TMPDIR";
/** What all temporary files of a run take at once, several times over. */
const ENOUGH_ROOM = 4e9;
/** Beside those, two workers, Elasticsearch, a browser. */
const ENOUGH_MEMORY = 10e9;

/**
 * Has the tests, and what they start, keep temporary files in memory where there is enough of it, unless `TMPDIR` says where they belong: databases wait for the disk at each write, which is a quarter of the time of tests
 * that load. The folder goes with this process; what killed ones left goes first.
 */
export function keepTemporaryFilesInMemory(): void {
  if (process.env.TMPDIR !== undefined || process.platform !== "linux" || process.availableMemory() < ENOUGH_MEMORY) return;
  const folder = join(SHARED_MEMORY, `${NAME}${process.pid}`);
  try {
    for (const left of readdirSync(SHARED_MEMORY).filter(isLeft)) removeIfOurs(join(SHARED_MEMORY, left));
    const { bavail, bsize } = statfsSync(SHARED_MEMORY);
    if (bavail * bsize < ENOUGH_ROOM) return;
    mkdirSync(folder);
    // Elasticsearch runs as another user.
    chmodSync(folder, 0o755);
  } catch {
    return;
  }
  process.env[LASTING] = tmpdir();
  process.env.TMPDIR = folder;
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
}

/** A folder for temporary files that outlast the run. */
export function lastingTemporaryFolder(): string {
  return process.env[LASTING] ?? tmpdir();
}

function removeIfOurs(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // Another user's run left it.
  }
}

/** Whether a folder belongs to a run that is no more. */
function isLeft(name: string): boolean {
  const pid = name.startsWith(NAME) ? Number(name.slice(NAME.length)) : NaN;
  if (!Number.isInteger(pid)) return false;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ESRCH";
  }
}
