/** Why nothing can be stored: there is no room, or writing is not allowed. */
export type StorageFault = "full" | "read_only";

/* How Node, SQLite, LanceDB and Elasticsearch say it: none of them has a code that reaches us through all the others. */
const FULL = /ENOSPC|EDQUOT|no space left on device|os error 28|database or disk is full|disk quota|flood[- ]stage/iu;
const READ_ONLY = /EROFS|read-only file system|os error 30\b|readonly database|index read-only/iu;
const MAX_CAUSES = 6;

/** Whether an error, or one that caused it, or a reason in words, is about storage that takes nothing more; null: it is not. */
export function storageFault(error: unknown): StorageFault | null {
  let current = error;
  for (let depth = 0; depth < MAX_CAUSES && current instanceof Error; depth += 1) {
    const fault = faultSaid(current.message);
    if (fault !== null) return fault;
    current = current.cause;
  }
  return typeof current === "string" ? faultSaid(current) : null;
}

function faultSaid(text: string): StorageFault | null {
  if (FULL.test(text)) return "full";
  return READ_ONLY.test(text) ? "read_only" : null;
}

/** A fault in words, with what to do. */
export function storageFaultSaid(fault: StorageFault): string {
  return fault === "full" ? "the disk is full; free some space" : "storage is read-only; make it writable";
}
