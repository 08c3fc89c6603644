import type { Signal } from "../../../documents/signal.ts";

/** Where the code is that a signal tells of: the address that its statement names, else that of its source, which may be a record of the paper; null where there is neither. */
export function codeAddress({
  statement,
  source,
}: Pick<Signal, "statement"> & { source: Pick<Signal["source"], "url"> }): string | null {
  return /https?:\/\/[^\s”)>"]+/iu.exec(statement)?.[0].replace(/[.,;:]+$/u, "") ?? source.url;
}
