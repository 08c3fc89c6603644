import { setTimeout as sleep } from "node:timers/promises";
import { issueSetupCode } from "./access/setup-code.ts";
import type { Logger } from "./log.ts";
import type { Records } from "./records/port.ts";

/** How long is waited before a record store that was away is asked again, in milliseconds. */
const AGAIN_MS = 5_000;

/** Tells a code for the first setup: the only place where the code stands. */
export type AnnounceCode = (code: string) => void;

/**
 * Where there is no account, has the code for the first setup told. A store that is away is asked again until it answers or `signal` is
 * aborted.
 */
export async function announceSetup(records: Records, announce: AnnounceCode, log: Logger, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      const code = await issueSetupCode(records);
      if (code !== null) announce(code);
      return;
    } catch (err) {
      log.warn({ err }, "no setup code could be created yet");
      await sleep(AGAIN_MS, undefined, { ref: false, signal }).catch(() => undefined);
    }
  }
}
