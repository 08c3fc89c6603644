import type { Configuration } from "openid-client";
import type { Identity } from "../../access/accounts.ts";
import type { OidcConfig } from "../../config.ts";

/** What one sign-in through a provider must be answered with; kept in the browser that began it. */
export interface Started {
  state: string;
  nonce: string;
  verifier: string;
}

/** A person as the provider knows them. */
export interface ProviderPerson {
  identity: Identity;
  /** In lower case; null where the provider tells none, or has not verified it. */
  email: string | null;
}

/** How long the provider may take for an answer, in seconds. */
const TIMEOUT_SECONDS = 10;

/** An OpenID Connect provider, by the authorization code flow with PKCE. The library is loaded, and the provider asked, when somebody first wants to sign in. */
export class OidcClient {
  readonly #settings: OidcConfig;
  readonly #redirectUri: string;
  #configuration: Promise<Configuration> | null = null;

  /** `redirectUri`: where the provider sends people back to. */
  constructor(settings: OidcConfig, redirectUri: string) {
    this.#settings = settings;
    this.#redirectUri = redirectUri;
  }

  /** Where the browser goes to sign in, and what its answer is checked against. Throws where the provider does not answer. */
  async start(): Promise<{ address: URL; started: Started }> {
    const oidc = await import("openid-client");
    const configuration = await this.#discovered();
    const started = { state: oidc.randomState(), nonce: oidc.randomNonce(), verifier: oidc.randomPKCECodeVerifier() };
    const address = oidc.buildAuthorizationUrl(configuration, {
      redirect_uri: this.#redirectUri,
      scope: "openid email",
      state: started.state,
      nonce: started.nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(started.verifier),
      code_challenge_method: "S256",
    });
    return { address, started };
  }

  /** Who came back. `query`: of the address that the provider sent the browser to. Throws where the answer is not one to `started`. */
  async finish(query: string, started: Started): Promise<ProviderPerson> {
    const oidc = await import("openid-client");
    const configuration = await this.#discovered();
    const address = new URL(this.#redirectUri);
    address.search = query;
    const tokens = await oidc.authorizationCodeGrant(configuration, address, {
      expectedState: started.state,
      expectedNonce: started.nonce,
      pkceCodeVerifier: started.verifier,
      idTokenExpected: true,
    });
    const { iss: issuer, sub: subject, ...claims } = tokens.claims()!;
    const told = claims.email === undefined ? await oidc.fetchUserInfo(configuration, tokens.access_token, subject) : claims;
    const email = typeof told.email === "string" && told.email_verified === true ? told.email.toLowerCase() : null;
    return { identity: { issuer, subject }, email };
  }

  async #discovered(): Promise<Configuration> {
    this.#configuration ??= this.#discover();
    try {
      return await this.#configuration;
    } catch (error) {
      this.#configuration = null;
      throw error;
    }
  }

  async #discover(): Promise<Configuration> {
    const oidc = await import("openid-client");
    const { issuer, clientId, clientSecret } = this.#settings;
    const isPlain = new URL(issuer).protocol === "http:";
    return oidc.discovery(new URL(issuer), clientId, clientSecret, undefined, {
      timeout: TIMEOUT_SECONDS,
      // Settings allow this on the machine itself alone.
      execute: isPlain ? [oidc.allowInsecureRequests] : [],
    });
  }
}
