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

/**
 * The header fields of every page, for `@fastify/helmet`; those that are not named here are its own.
 *
 * The referrer policy is `same-origin`, as under `no-referrer` browsers send `Origin: null` with our own forms, and the check that they are ours could
 * not pass. Strict-Transport-Security holds for a whole host with all its ports and is left to whoever runs the HTTPS in front.
 */
export const SECURITY_HEADERS: FastifyHelmetOptions = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: Object.fromEntries(Object.entries(DIRECTIVES).map(([name, value]) => [name, [value]])),
  },
  referrerPolicy: { policy: "same-origin" },
  xFrameOptions: { action: "deny" },
  strictTransportSecurity: false,
};
