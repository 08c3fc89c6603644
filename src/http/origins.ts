import { PublicError } from "../errors.ts";

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

/** Who may ask, and under which name: the guard against web pages that reach into a user's network (DNS rebinding). */
export interface Origins {
  /** Throws `foreign_origin` where the request is meant for another host, or comes from a page of another origin. */
  check(host: string, origin: string | undefined): void;
}

/**
 * Served are the public address, the allowed origins, and loopback names on any port: a rebound request carries the attacker's name.
 * Pages on loopback may ask only where the service itself is local.
 */
export function originsOf(baseUrl: string, allowedOrigins: readonly string[]): Origins {
  const urls = [baseUrl, ...allowedOrigins].map((address) => new URL(address));
  const hosts = new Set([...LOOPBACK, ...urls.map((url) => url.hostname)]);
  const origins = new Set(urls.map((url) => url.origin));
  const local = LOOPBACK.includes(new URL(baseUrl).hostname);
  return {
    check(host, origin) {
      const hostname = URL.parse(`http://${host}`)?.hostname;
      if (hostname === undefined || !hosts.has(hostname)) throw new PublicError("foreign_origin");
      if (origin === undefined || origins.has(origin)) return;
      const page = URL.parse(origin);
      const localPage = page !== null && /^https?:$/u.test(page.protocol) && LOOPBACK.includes(page.hostname);
      if (!local || !localPage) throw new PublicError("foreign_origin");
    },
  };
}
