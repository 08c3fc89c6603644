import type { FastifyReply, FastifyRequest } from "fastify";

/** Reads and writes one cookie: for this host alone, unreadable to scripts, not sent with requests of other sites' pages. */
export interface Cookie {
  read(request: FastifyRequest): string | null;
  /** `maxAgeSeconds` left out: until the browser ends. */
  write(reply: FastifyReply, value: string, maxAgeSeconds?: number): void;
  clear(reply: FastifyReply): void;
}

/**
 * A cookie of the pages under `baseUrl`. Over HTTPS its name begins with `__Host-`, with which browsers hold it to this very host and to HTTPS; on plain
 * loopback, where they would refuse that, the name stands alone.
 */
export function cookieOf(name: string, baseUrl: string): Cookie {
  const secure = new URL(baseUrl).protocol === "https:";
  const fullName = secure ? `__Host-${name}` : name;
  const options = { path: "/", httpOnly: true, sameSite: "lax", secure } as const;
  return {
    read: (request) => request.cookies[fullName] || null,
    write: (reply, value, maxAge) => void reply.setCookie(fullName, value, { ...options, maxAge }),
    clear: (reply) => void reply.clearCookie(fullName, options),
  };
}
