// @ts-expect-error The package brings no types.
import Provider from "oidc-provider";

/*
 * An OpenID Connect provider, as a process of its own: `oidc-provider-process.ts <port> <redirect uri>`. Its own pages take any name and password; the name is the subject
 * and the address, which counts as verified unless it begins with `unverified`. Says `listening` once it does.
 */
const [port, redirectUri] = process.argv.slice(2);

const provider = new Provider(`http://127.0.0.1:${port}`, {
  clients: [{ client_id: "signal-canvas", client_secret: "a-secret-of-the-tests", redirect_uris: [redirectUri] }],
  claims: { openid: ["sub"], email: ["email", "email_verified"] },
  cookies: { keys: ["only for tests"] },
  pkce: { required: () => true },
  findAccount: (_context: unknown, id: string) => ({
    accountId: id,
    claims: () => ({ sub: id, email: id, email_verified: !id.startsWith("unverified") }),
  }),
});
provider.listen(Number(port), "127.0.0.1", () => console.log("listening"));
