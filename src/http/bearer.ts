import type { IncomingMessage } from "node:http";
import { PublicError } from "../errors.ts";
import { KEY_LIKE } from "../shared/key-redaction.ts";

const KEY_PARAMETERS = new Set(["access_token", "api_key", "apikey", "api-key", "authorization", "key", "token"]);

/**
 * The token of the one `Authorization: Bearer …` field. Throws `missing_key` without one, `invalid_key` for several of them, another
 * scheme, or a key in the address, where logs and histories keep it.
 */
export function bearerToken(request: Pick<IncomingMessage, "rawHeaders" | "url">): string {
  if (hasKeyInAddress(request.url ?? "")) {
    throw new PublicError("invalid_key", {
      message: "API keys are not accepted in the URL. Send the key in the Authorization header.",
    });
  }
  const given = request.rawHeaders.filter(
    (_, index, all) => index % 2 === 1 && all[index - 1]?.toLowerCase() === "authorization",
  );
  if (given.length > 1) throw new PublicError("invalid_key", { message: "The request has more than one Authorization header." });
  const [scheme = "", token, ...more] = (given[0] ?? "").trim().split(/[ \t]+/u);
  if (scheme === "" || (scheme.toLowerCase() === "bearer" && token === undefined)) throw new PublicError("missing_key");
  if (scheme.toLowerCase() !== "bearer" || token === undefined || more.length > 0) throw new PublicError("invalid_key");
  return token;
}

function hasKeyInAddress(address: string): boolean {
  const at = address.indexOf("?");
  if (at === -1) return false;
  const query = new URLSearchParams(address.slice(at + 1));
  return [...query].some(([name, value]) => KEY_PARAMETERS.has(name.toLowerCase()) || `${name}=${value}`.search(KEY_LIKE) !== -1);
}
