import type { FastifyHelmetOptions } from "@fastify/helmet";

const DIRECTIVES = {
  "default-src": "'none'",
  "style-src": "'self'",
  "script-src": "'self'",
  "img-src": "'self'",
  "connect-src": "'self'",
  "form-action": "'self'",
  "frame-ancestors": "'none'",
  "base-uri": "'none'",
};

/** What a page may load and where it may send forms: nothing but our own. */
export const CONTENT_SECURITY_POLICY = Object.entries(DIRECTIVES)
  .map(([name, value]) => `${name} ${value}`)
  .join(";");

/** A year, in seconds. */
const HTTPS_REMEMBERED_SECONDS = 31_536_000;

/**
 * The header fields of every page under `baseUrl`, for `@fastify/helmet`; those that are not named here are its own.
 *
 * The referrer policy is `same-origin`, as under `no-referrer` browsers send `Origin: null` with our own forms, and the check that they are ours could
 * not pass. Where the public address is HTTPS, browsers keep to it for this host for a year; other hosts below it are none of ours.
 */
export function securityHeaders(baseUrl: string): FastifyHelmetOptions {
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: Object.fromEntries(Object.entries(DIRECTIVES).map(([name, value]) => [name, [value]])),
    },
    referrerPolicy: { policy: "same-origin" },
    xFrameOptions: { action: "deny" },
    strictTransportSecurity:
      new URL(baseUrl).protocol === "https:" ? { maxAge: HTTPS_REMEMBERED_SECONDS, includeSubDomains: false } : false,
  };
}
