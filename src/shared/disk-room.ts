import { statfs } from "node:fs/promises";

/** Room on the disk of a folder, in bytes. */
export interface DiskRoom {
  free: number;
  total: number;
}

/** How much room the disk of this folder has; null where the folder is not there. */
export async function diskRoom(folder: string): Promise<DiskRoom | null> {
  const found = await statfs(folder).catch(() => null);
  return found && { free: found.bavail * found.bsize, total: found.blocks * found.bsize };
}
