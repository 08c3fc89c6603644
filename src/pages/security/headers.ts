import type { FastifyHelmetOptions } from "@fastify/helmet";

/**
 * The header fields of every page, for `@fastify/helmet`; those that are not named here are its own.
 *
 * The referrer policy is `same-origin`, as under `no-referrer` browsers send `Origin: null` with our own forms, and the check that they are ours could
 * not pass. Strict-Transport-Security holds for a whole host with all its ports and is left to whoever runs the HTTPS in front.
 */
export const SECURITY_HEADERS: FastifyHelmetOptions = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      styleSrc: ["'self'"],
      scriptSrc: ["'self'"],
      imgSrc: ["'self'"],
      connectSrc: ["'self'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
      baseUri: ["'none'"],
    },
  },
  referrerPolicy: { policy: "same-origin" },
  xFrameOptions: { action: "deny" },
  strictTransportSecurity: false,
};
