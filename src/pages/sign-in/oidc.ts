import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { createAccount, findAccountByIdentity, hasAccounts, type Account } from "../../access/accounts.ts";
import { actorOf } from "../../access/actor.ts";
import { audit } from "../../access/audit.ts";
import { PublicError } from "../../errors.ts";
import { startSession, redirectTo, sendPage, type PageContext } from "../context.ts";
import { cookieOf } from "../security/cookie.ts";
import { nextQuery, addressAfterSignIn } from "./return-address.ts";
import { OidcClient, type ProviderPerson, type Started } from "./oidc-client.ts";
import { signInPage } from "../views/sign-in.ts";

const CALLBACK = "/sign-in/oidc/callback";
/** How long a person may take at the provider, in seconds. */
const STARTED_SECONDS = 600;

const StartedCookie = z.object({ state: z.string(), nonce: z.string(), verifier: z.string(), next: z.string().optional() });

/** What the browser that began a sign-in keeps of it; `next`: the page that was asked for. */
type Kept = z.infer<typeof StartedCookie>;

/**
 * `/sign-in/oidc`: signing in through the configured OpenID Connect provider. The first account of all is made with the setup code even so: who comes
 * first through a provider must not own the server.
 */
export function oidcRoutes(app: FastifyInstance, context: PageContext): void {
  const { records, config, log } = context;
  const settings = config.oidc;
  if (settings === null) return;
  const client = new OidcClient(settings, new URL(CALLBACK, config.baseUrl).href);
  const startedCookie = cookieOf("signal_canvas_oidc", config.baseUrl);

  const refuse = (reply: FastifyReply, status: number, text: string, next?: string) =>
    sendPage(reply, signInPage({ provider: settings.name, isNew: false, problems: { form: text }, next }), status);

  app.get<{ Querystring: { next?: string | string[] } }>("/sign-in/oidc", async (request, reply) => {
    const next = request.query.next?.toString();
    if (request.visitor !== null) return redirectTo(reply, addressAfterSignIn(next));
    if (!(await hasAccounts(records))) return redirectTo(reply, `/sign-in${nextQuery(next)}`);
    try {
      const { address, started } = await client.start();
      startedCookie.write(reply, sealed({ ...started, next: addressAfterSignIn(next) }), STARTED_SECONDS);
      return await redirectTo(reply, address.href);
    } catch (error) {
      log.warn({ err: error, request_id: request.id }, "the OpenID Connect provider does not answer");
      return refuse(reply, 503, `${settings.name} is not responding. Try again in a few seconds.`, next);
    }
  });

  app.get(CALLBACK, async (request, reply) => {
    const started = opened(startedCookie.read(request));
    startedCookie.clear(reply);
    if (started === null)
      return refuse(reply, 403, "This sign-in was not started in this browser, or it took too long. Try again.");
    const person = await finished(client, request, started).catch((error: unknown) => {
      log.warn({ err: error, request_id: request.id }, "a sign-in through OpenID Connect failed");
      return null;
    });
    if (person === null) return refuse(reply, 403, `Signing in with ${settings.name} failed. Try again.`, started.next);
    const account = await accountOf(context, person, request.ip);
    if (account === null) {
      await audit(records, "sign_in_refused", { account: "", name: "", address: request.ip }, { detail: "OpenID Connect" });
      return refuse(reply, 403, `Your ${settings.name} account does not have access to this server. Contact the administrator.`);
    }
    await startSession(context, request, reply, account);
    await audit(records, "signed_in", actorOf(account, request.ip), { account, detail: "OpenID Connect" });
    // The cookie comes from outside as well: what it names is checked again.
    return redirectTo(reply, addressAfterSignIn(started.next));
  });
}

async function finished(client: OidcClient, request: FastifyRequest, started: Started): Promise<ProviderPerson> {
  const at = request.url.indexOf("?");
  return client.finish(at === -1 ? "" : request.url.slice(at), started);
}

/** The account of a person whom the settings let in, made at the first time; null: not let in. */
async function accountOf(
  { records, config }: PageContext,
  { identity, email }: ProviderPerson,
  address: string,
): Promise<Account | null> {
  if (!isAllowed(email, config.oidc?.allowedEmails ?? [])) return null;
  const known = await findAccountByIdentity(records, identity);
  if (known !== null) return known.disabled_at === null ? known : null;
  const name = email ?? identity.subject;
  try {
    return await createAccount(records, { name, password: null, identity }, { account: "", name: "", address });
  } catch (error) {
    // The name belongs to somebody else, or cannot be one.
    if (error instanceof PublicError && error.code === "invalid_argument") return null;
    throw error;
  }
}

/** `allowed`: whole addresses, `@domain`, or `*`. */
function isAllowed(email: string | null, allowed: readonly string[]): boolean {
  if (allowed.includes("*")) return true;
  return email !== null && (allowed.includes(email) || allowed.includes(email.slice(email.lastIndexOf("@"))));
}

function sealed(started: Kept): string {
  return Buffer.from(JSON.stringify(started)).toString("base64url");
}

function opened(cookie: string | null): Kept | null {
  try {
    return StartedCookie.parse(JSON.parse(Buffer.from(cookie ?? "", "base64url").toString()));
  } catch {
    return null;
  }
}
