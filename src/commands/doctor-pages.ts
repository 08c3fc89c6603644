import { isPrivateLine, type Config } from "../config.ts";
import { OidcClient } from "../pages/oidc-client.ts";
import type { Finding } from "./doctor.ts";

/** Whether people can use the pages: by the address that is set, and through the provider that is. */
export async function pagesFindings(config: Pick<Config, "baseUrl" | "trustProxy" | "oidc">): Promise<Finding[]> {
  return [addressFinding(config), ...(config.oidc === null ? [] : [await providerFinding(config.oidc, config.baseUrl)])];
}

function addressFinding({ baseUrl, trustProxy }: Pick<Config, "baseUrl" | "trustProxy">): Finding {
  const part = "pages";
  if (!isPrivateLine(baseUrl)) {
    const says = `closed: passwords would travel in the open at ${baseUrl}`;
    return { part, state: "attention", says, remedy: "Serve over HTTPS and set BASE_URL to the https address." };
  }
  const says = `${baseUrl}/developers/keys when served`;
  if (new URL(baseUrl).pathname !== "/") {
    const remedy = "Give the server a host name of its own, and set BASE_URL to it without a path.";
    return { part, state: "attention", says: `${says}; their links begin at the root of the host`, remedy };
  }
  if (trustProxy > 0 || new URL(baseUrl).protocol === "http:") return { part, state: "ok", says };
  return {
    part,
    state: "attention",
    says: `${says}; whoever comes through a proxy counts as one visitor, with one limit for all`,
    remedy: "Set TRUST_PROXY=true where a proxy stands before this server.",
  };
}

async function providerFinding(oidc: NonNullable<Config["oidc"]>, baseUrl: string): Promise<Finding> {
  const part = "sign-in provider";
  try {
    await new OidcClient(oidc, baseUrl).start();
    return { part, state: "ok", says: `${oidc.name} answers` };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { part, state: "failed", says: `${oidc.name} does not answer as one (${why})`, remedy: "Check OIDC_ISSUER." };
  }
}
