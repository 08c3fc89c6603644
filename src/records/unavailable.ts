import { PublicError } from "../errors.ts";
import { storageFault, storageFaultSaid } from "../shared/storage-fault.ts";

/** What a failed call of the store is to callers: `records_unavailable`, which says so where the store answers and only takes no writes. */
export function recordsUnavailable(cause: unknown, retryAfterSeconds?: number): PublicError {
  const fault = storageFault(cause);
  const said =
    fault === null
      ? {}
      : {
          message: `The database of keys, workspaces and runs is not accepting writes: ${storageFaultSaid(fault)}.`,
          hint: "Reading and asking still work. Contact the operator of this server.",
        };
  return new PublicError("records_unavailable", { ...said, cause, retryAfterSeconds });
}
