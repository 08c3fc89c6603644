import { paperAddress } from "../../src/documents/page-addresses.ts";
import { findAccount } from "../../src/access/accounts.ts";
import { createKey } from "../../src/access/keys.ts";
import { PAGES } from "../support/authorization-table.ts";
import { HOSTILE, HOSTILE_TEXT } from "./filled-library.ts";
import type { Browser, Site } from "./site.ts";

/** The routes that show a page or give a file, out of the authorization table, which is complete by test. */
export const ROUTES = PAGES.map(({ name }) => name)
  .filter((name) => name.startsWith("GET /") && !/healthz|readyz|metrics|llms/u.test(name))
  .map((name) => name.slice("GET ".length));

/**
 * Asks, rates and makes a key as `ada` in words that are nothing but trouble, over records that are (`fillLibrary`, `addWorkspaces`, `addLoads`). Resolves to the address of each
 * route, with what stands for `:id` and `*`.
 */
export async function hostileAddresses({ records }: Site, ada: Browser): Promise<(route: string) => string> {
  const account = (await findAccount(records, "ada"))!;
  const { info } = await createKey(records, { name: HOSTILE_TEXT, account, scopes: ["papers:read"] });
  const asked = await ada.post("/ask", { q: `Does dense retrieval beat BM25? ${HOSTILE_TEXT}`, paper: HOSTILE });
  await ada.post(`${asked.location}/feedback`, { useful: "no", reason: HOSTILE_TEXT });
  const linked = async (path: string, pattern: RegExp) => {
    const { status, text } = await ada.get(path);
    const [, address] = pattern.exec(text) ?? [];
    if (address === undefined) throw new Error(`${path} (${status}) has no link like ${pattern}: ${text}`);
    return address;
  };
  const places: readonly (readonly [route: RegExp, address: string])[] = [
    [/^\/runs\/:id/u, asked.location!],
    [/^\/workspaces\/:id/u, await linked("/workspaces", /href="(\/workspaces\/ws_[^"]+)">(?=[^<]*script)/u)],
    [/^\/library\/runs\/:id/u, await linked("/library", /href="(\/library\/runs\/[^"]+)">[^<]*from night/u)],
    [/^\/developers\/keys\/:id/u, `/developers/keys/${info.key_id}`],
    [/^\/papers\/\*/u, paperAddress(HOSTILE)],
    [/^\/signals\/\*/u, `/signals/sig:${"0".repeat(32)}`],
    [/^\/topics\/\*/u, `/topics/${encodeURIComponent(HOSTILE_TEXT)}`],
  ];
  return (route) => {
    const [pattern, address] = places.find(([pattern]) => pattern.test(route)) ?? [/^.*$/u, route];
    return route.replace(pattern, () => address);
  };
}
