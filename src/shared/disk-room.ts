import { statfs } from "node:fs/promises";

/** Room on the disk of a folder, in bytes. */
export interface DiskRoom {
  free: number;
  total: number;
}

/** Less than this is left of a disk, or than this share of a smaller one, and a load may fill it. A choice: the index of 100,000 papers takes 0.6 GB (docs/scale.md). */
const LOW_BYTES = 2 * 1024 ** 3;
const LOW_SHARE = 0.1;

/** Whether so little is left of a disk of this machine that a load may fill it. A node of Elasticsearch has marks of its own (`records/elasticsearch-room.ts`). */
export function isDiskLow({ free, total }: DiskRoom): boolean {
  return free < Math.min(LOW_BYTES, LOW_SHARE * total);
}

/** How much room the disk of this folder has; null where the folder is not there. */
export async function diskRoom(folder: string): Promise<DiskRoom | null> {
  const found = await statfs(folder).catch(() => null);
  return found && { free: found.bavail * found.bsize, total: found.blocks * found.bsize };
}
