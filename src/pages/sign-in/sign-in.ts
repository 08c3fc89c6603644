import type { FastifyInstance } from "fastify";
import { audit } from "../../access/audit.ts";
import { endAllSessions, endSession } from "../../access/sessions.ts";
import { setupState } from "../../access/setup-code.ts";
import { signIn } from "../../access/sign-in.ts";
import { setSessionCookie, redirectTo, sendPage, visitorOf, type PageContext } from "../context.ts";
import { formOf, passwordOf, refusalOf, textOf } from "../form.ts";
import { addressAfterSignIn } from "./return-address.ts";
import { signInPage } from "../views/sign-in.ts";

/** What brought a person to the sign-in page, by the `done` of its address. */
const MESSAGES = new Map([
  ["signed_out", "You have been signed out."],
  ["signed_out_everywhere", "You have been signed out everywhere."],
  ["account_deleted", "Your account has been deleted, along with its keys, stored questions and workspaces."],
]);

/** `/sign-in` and `/sign-out`. */
export function signInRoutes(app: FastifyInstance, context: PageContext): void {
  const { records, config, sessionCookie } = context;
  const provider = config.oidc?.name ?? null;

  app.get<{ Querystring: { done?: string; next?: string | string[] } }>("/sign-in", async (request, reply) => {
    const next = request.query.next?.toString();
    if (request.visitor !== null) return redirectTo(reply, addressAfterSignIn(next));
    const isNew = (await setupState(records)) !== "closed";
    return sendPage(reply, signInPage({ provider, isNew, next, message: MESSAGES.get(request.query.done ?? "") }));
  });

  app.post("/sign-in", async (request, reply) => {
    const form = formOf(request);
    const name = textOf(form, "name");
    const next = textOf(form, "next");
    try {
      const from = { address: request.ip, userAgent: request.headers["user-agent"] ?? null };
      const { id } = await signIn(records, { name, password: passwordOf(form, "password"), ...from });
      setSessionCookie(sessionCookie, reply, id);
    } catch (error) {
      const { status, problems, headers } = refusalOf(error, {});
      return sendPage(reply.headers(headers), signInPage({ provider, isNew: false, name, problems, next }), status);
    }
    return redirectTo(reply, addressAfterSignIn(next));
  });

  app.post("/sign-out", async (request, reply) => {
    sessionCookie.clear(reply);
    if (request.visitor === null) return redirectTo(reply, "/sign-in");
    const { session, account, actor } = visitorOf(request);
    const everywhere = textOf(formOf(request), "everywhere") === "yes";
    if (everywhere) await endAllSessions(records, account.account_id);
    else await endSession(records, session.session_id, account.account_id);
    const event = everywhere ? "signed_out_everywhere" : "signed_out";
    await audit(records, event, actor, { account });
    return redirectTo(reply, `/sign-in?done=${event}`);
  });
}
