import { resolve } from "node:path";
import type { Config } from "../config.ts";
import { PublicError } from "../errors.ts";
import { testWrite } from "../records/test-write.ts";
import type { Records } from "../records/port.ts";
import { asTyped } from "../shared/as-typed.ts";
import { diskRoom, isDiskLow } from "../shared/disk-room.ts";
import { storageFault, storageFaultSaid } from "../shared/storage-fault.ts";
import type { Finding } from "./doctor-finding.ts";

const GIGABYTE = 1024 ** 3;
/** Less than this is no room at all. */
const NO_ROOM_BYTES = 1024 ** 2;

/** Whether the database accepts writes, and how much room there is where this machine stores things. */
export async function storageFinding(
  records: Records,
  { dataDir, engine }: Pick<Config, "dataDir" | "engine">,
): Promise<Finding> {
  const isOnNodes = engine.kind === "elasticsearch";
  const part = "storage";
  try {
    await testWrite(records);
  } catch (error) {
    if (!(error instanceof PublicError)) throw error;
    const disk = await diskRoom(dataDir);
    // SQLite says no more than “I/O error” where there is no room at all.
    const fault = storageFault(error) ?? (disk !== null && disk.free < NO_ROOM_BYTES ? "full" : null);
    const says = `the database is not accepting writes: ${fault === null ? error.message : storageFaultSaid(fault)}`;
    return { part, state: "failed", says, remedy: "Until then, answers are not saved." };
  }
  const [disk, room] = await Promise.all([diskRoom(dataDir), records.room()]);
  const ofNode = isOnNodes && room !== null ? [`${gigabytes(room.free)} free on the fullest node of Elasticsearch`] : [];
  const here = disk === null ? [] : [`${gigabytes(disk.free)} free in ${resolve(dataDir)}`];
  const says = ["the database accepts writes", ...ofNode, ...here].join("; ");
  if (room?.isLow && isOnNodes) {
    const remedy = `Add disks or nodes, or remove old generations (${asTyped("index prune")}): Elasticsearch stops accepting writes when a disk is 95% full.`;
    return { part, state: "attention", says, remedy };
  }
  if (disk === null || !isDiskLow(disk)) return { part, state: "ok", says };
  return { part, state: "attention", says, remedy: "Free some space before the next load, or move DATA_DIR to a larger disk." };
}

function gigabytes(bytes: number): string {
  return `${(bytes / GIGABYTE).toFixed(1)} GB`;
}
