import { readdirSync, readFileSync } from "node:fs";

/** What a process holds. */
export interface ProcessSize {
  /** Resident memory, in megabytes. */
  memoryMb: number;
  /** Open files and sockets. */
  handles: number;
  threads: number;
}

/** Looks at a process by its id; Linux alone tells this. */
export function processSize(pid: number): ProcessSize {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const number = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, "mu").exec(status)?.[1]);
  return {
    memoryMb: number("VmRSS") / 1_024,
    handles: readdirSync(`/proc/${pid}/fd`).length,
    threads: number("Threads"),
  };
}
