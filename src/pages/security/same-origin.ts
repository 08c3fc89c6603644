import type { IncomingHttpHeaders } from "node:http";

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Whether a request may change something: it was sent by one of our own pages, or by the person directly. Browsers say so in `Sec-Fetch-Site`,
 * which no page can forge; older ones at least name the page's origin, which then must be the public one. The Host header has no say.
 */
export function isFromOurPages(method: string, headers: IncomingHttpHeaders, publicOrigin: string): boolean {
  if (SAFE_METHODS.has(method)) return true;
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return site === "same-origin" || site === "none";
  return headers.origin === publicOrigin;
}
