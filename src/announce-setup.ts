import { setTimeout as sleep } from "node:timers/promises";
import { issueSetupCode } from "./access/setup-code.ts";
import type { Logger } from "./log.ts";
import type { Records } from "./records/port.ts";

/** How long is waited before a record store that was away is asked again, in milliseconds. */
const AGAIN_MS = 5_000;

/**
 * Where there is no account, writes one line with the code for the first setup to the log: the only place where the code stands. A store that is
 * away is asked again until it answers or `signal` is aborted.
 */
export async function announceSetup(records: Records, baseUrl: string, log: Logger, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      const code = await issueSetupCode(records);
      if (code !== null) {
        log.warn(`There is no account yet. To make the first, open ${baseUrl}/setup within an hour and type the code ${code}`);
      }
      return;
    } catch (err) {
      log.warn({ err }, "no setup code could be made yet");
      await sleep(AGAIN_MS, undefined, { ref: false, signal }).catch(() => undefined);
    }
  }
}
