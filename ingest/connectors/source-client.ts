import { namedVariable } from "../../src/config.ts";
import type { Connector } from "./connector.ts";
import { PoliteClient } from "./polite-client.ts";
import type { SourceSettings } from "./settings.ts";
import type { SourceDeps } from "./source-deps.ts";

/** A service that wants a longer wait is asked again by the schedule, and not waited for. */
const MAX_RETRY_AFTER_MS = 10 * 60_000;

/** The client for a source as it is set: its addresses alone, its pace, its credential. */
export function clientOf(
  connector: Connector,
  settings: SourceSettings,
  deps: Pick<SourceDeps, "environment" | "signal" | "clock" | "client">,
): PoliteClient {
  const addresses = Object.values({ ...connector.addresses, ...settings.addresses });
  const secret = secretOf(connector, settings, deps);
  return new PoliteClient({
    origins: addresses.map((address) => new URL(address).origin),
    betweenMs: settings.between_ms ?? connector.betweenMs,
    budget: settings.budget,
    headers: {
      Accept: "application/json",
      ...connector.headers,
      ...(settings.contact === null ? {} : { From: settings.contact }),
      ...(secret ? connector.credential?.headers?.(secret) : {}),
    },
    query: secret ? connector.credential?.query?.(secret) : {},
    maxRetryAfterMs: MAX_RETRY_AFTER_MS,
    repeatsMoved: true,
    signal: deps.signal,
    clock: deps.clock,
    ...deps.client,
  });
}

/** The credential of a source, where its variable is set. */
export function secretOf(
  connector: Connector,
  settings: SourceSettings,
  { environment }: Pick<SourceDeps, "environment">,
): string | undefined {
  return namedVariable(settings.credential ?? connector.credential?.variable ?? "", environment);
}
