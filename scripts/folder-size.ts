import { spawnSync } from "node:child_process";

/** Largest sizes in MB. The bundled Node (143 MB) is there only beside a Node that is too old, and counted by itself. */
export const LIMITS = { production: 400, all: 800, bundledNode: 160 };

/** What a folder takes on the disk in MB of 1,048,576 bytes, as `du -sm` counts. Throws where there is none. */
export function megabytes(folder: string): number {
  const { status, stdout, stderr } = spawnSync("du", ["-sm", folder], { encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  return Number.parseInt(stdout, 10);
}

/** Prints the size; throws where it is above the limit. */
export function holdSize(what: keyof typeof LIMITS, folder: string): void {
  const size = megabytes(folder);
  process.stdout.write(`${what}: ${size} MB of at most ${LIMITS[what]}\n`);
  if (size > LIMITS[what]) throw new Error(`${folder} is larger than ${LIMITS[what]} MB`);
}
