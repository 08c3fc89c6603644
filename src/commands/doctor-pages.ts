import type { Config } from "../config.ts";
import { isPrivateLine } from "../shared/private-line.ts";
import { OidcClient } from "../pages/sign-in/oidc-client.ts";
import type { Finding } from "./doctor-finding.ts";

/** Whether people can use the pages: by the address that is set, and through the provider that is. */
export async function pagesFindings(config: Pick<Config, "baseUrl" | "trustProxy" | "oidc">): Promise<Finding[]> {
  return [addressFinding(config), ...(config.oidc === null ? [] : [await providerFinding(config.oidc, config.baseUrl)])];
}

function addressFinding({ baseUrl, trustProxy }: Pick<Config, "baseUrl" | "trustProxy">): Finding {
  const part = "pages";
  if (!isPrivateLine(baseUrl)) {
    const says = `disabled: ${baseUrl} would send passwords unencrypted`;
    return { part, state: "attention", says, remedy: "Serve over HTTPS and set BASE_URL to the https address." };
  }
  const says = `${baseUrl}/developers/keys when the server is running`;
  if (new URL(baseUrl).pathname !== "/") {
    const remedy = "Give the server its own host name, and set BASE_URL to it without a path.";
    return { part, state: "attention", says: `${says}; their links do not work below a path`, remedy };
  }
  if (trustProxy > 0 || new URL(baseUrl).protocol === "http:") return { part, state: "ok", says };
  return {
    part,
    state: "attention",
    says: `${says}; behind a proxy, all visitors share one rate limit`,
    remedy: "Set TRUST_PROXY=true if this server runs behind a proxy.",
  };
}

async function providerFinding(oidc: NonNullable<Config["oidc"]>, baseUrl: string): Promise<Finding> {
  const part = "sign-in provider";
  try {
    await new OidcClient(oidc, baseUrl).start();
    return { part, state: "ok", says: `${oidc.name} is responding` };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return {
      part,
      state: "failed",
      says: `${oidc.name} is not responding as an OpenID Connect provider (${why})`,
      remedy: "Check OIDC_ISSUER.",
    };
  }
}
