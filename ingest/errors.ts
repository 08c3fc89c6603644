import { storageFaultSaid, type StorageFault } from "../src/shared/storage-fault.ts";

/** A command that was given wrongly: exit code 2. The message says what is allowed. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/**
 * A file that cannot be read on: the rows before the fault are kept, the rest of the file is not loaded, and the run counts as
 * failed. The message starts with `file:line:column: ` as far as these are known.
 */
export class InputError extends Error {
  override readonly name = "InputError";
  readonly file: string;
  readonly line: number | undefined;
  /** A short code for a fault that has one. */
  readonly reason: string | undefined;

  constructor(file: string, message: string, at: { line?: number; column?: number; reason?: string; cause?: unknown } = {}) {
    const place = [file, at.line, at.column].filter((part) => part !== undefined).join(":");
    super(`${place}: ${message}`, { cause: at.cause });
    this.file = file;
    this.line = at.line;
    this.reason = at.reason;
  }
}

/** A run that cannot go on, for a reason outside its input (the engine stays away, the index is of another model). */
export class IngestError extends Error {
  override readonly name = "IngestError";
}

/** The error of a run that can store nothing more. */
export function storageError(fault: StorageFault, cause?: unknown): IngestError {
  return new IngestError(`${storageFaultSaid(fault)} and run the same command again: it continues where it stopped`, { cause });
}
