import type { KeyInfo } from "../access/keys.ts";
import type { Logger } from "../log.ts";
import type { Library } from "../retrieval/library.ts";

/** What a tool's handler may use: the parts that `compose` put together, and the call at hand. */
export interface ToolContext {
  library: Library;
  /** The key of the caller; its account owns what the call makes. */
  key: KeyInfo;
  requestId: string;
  /** Aborted where the caller went away or the call's time is up. */
  signal: AbortSignal;
  log: Logger;
  /** Tells a caller who asked for it how far the call is: `done` of `total` steps, and what is being done. */
  reportProgress(done: number, total: number, message: string): Promise<void>;
}
