import { execFileSync } from "node:child_process";
import { rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const SIZE_MB = 400;
/** Beyond the 95 % from which Elasticsearch takes no more writes. */
const FULL = 0.97;

/** A disk that can be filled without harm to anything else. */
export interface SmallDisk extends Disposable {
  fill(): void;
  makeRoom(): void;
}

/** Mounts a disk of 400 MB in memory over a folder; needs root. Disposing it takes it away with all that it holds. */
export function openSmallDisk(folder: string): SmallDisk {
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${SIZE_MB}m`, "tmpfs", folder]);
  const file = join(folder, "filler");
  return {
    fill() {
      const { bsize, blocks, bfree } = statfsSync(folder);
      writeFileSync(file, Buffer.alloc(Math.max(0, Math.floor((bfree - (1 - FULL) * blocks) * bsize))));
    },
    makeRoom: () => rmSync(file),
    // The processes that had files open there have just ended.
    [Symbol.dispose]: () => void execFileSync("umount", ["--lazy", folder]),
  };
}
