import type { KeyInfo } from "../access/keys.ts";
import type { Logger } from "../log.ts";
import type { Library } from "../retrieval/library.ts";

/** The limits of a key and its use of them. */
export interface KeyUse {
  limits: {
    requests_per_minute: number;
    /** Of the current minute. */
    requests_left: number;
    calls_at_once: number;
  };
  /** Requests since midnight UTC, at all servers. */
  requestsToday: number;
}

/** What a tool's handler may use: the parts that `compose` put together, and the call at hand. */
export interface ToolContext {
  library: Library;
  /** The key of the caller; its account owns what the call makes. */
  key: KeyInfo;
  /** What the key may use up, and what it has. */
  use(): Promise<KeyUse>;
  /** Where the service is reached, without a slash at the end: results link to its pages. */
  baseUrl: string;
  requestId: string;
  /** When the request came in, as `performance.now()` tells it: a call's time counts from then. Default: now. */
  receivedAt?: number;
  /** Aborted where the caller went away or the call's time is up. */
  signal: AbortSignal;
  log: Logger;
  /** Tells a caller who asked for it how far the call is: `done` of `total` steps, and what is being done. */
  reportProgress(done: number, total: number, message: string): Promise<void>;
}
