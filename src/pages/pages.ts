import cookie from "@fastify/cookie";
import helmet from "@fastify/helmet";
import type { FastifyInstance } from "fastify";
import { readSession } from "../access/sessions.ts";
import { isPrivateLine } from "../shared/private-line.ts";
import { compressPages } from "./compression.ts";
import { redirectTo, type PageContext, type PagesDeps } from "./context.ts";
import { answerError, foreignForm, needsHttps, nothingHere, tooManyRequests, wantsPage } from "./error-page.ts";
import { acceptForms } from "./form.ts";
import { accountRoutes } from "./routes/account.ts";
import { askLiveRoute } from "./routes/ask-live.ts";
import { askRoutes } from "./routes/ask.ts";
import { holdingsRoutes } from "./routes/holdings.ts";
import { keyRoutes } from "./routes/keys.ts";
import { libraryRoutes } from "./routes/library.ts";
import { paperRoutes } from "./routes/papers.ts";
import { runListRoutes } from "./routes/run-list.ts";
import { runRoutes } from "./routes/runs.ts";
import { searchRoutes } from "./routes/search.ts";
import { signalRoutes } from "./routes/signals.ts";
import { workspaceRoutes } from "./routes/workspaces.ts";
import { cookieOf } from "./security/cookie.ts";
import { securityHeaders } from "./security/headers.ts";
import { pageLimits } from "./security/limits.ts";
import { isFromOurPages } from "./security/same-origin.ts";
import { inviteRoutes } from "./sign-in/invitations.ts";
import { oidcRoutes } from "./sign-in/oidc.ts";
import { signInAddress } from "./sign-in/return-address.ts";
import { setupRoutes } from "./sign-in/setup.ts";
import { signInRoutes } from "./sign-in/sign-in.ts";

const NOTHING_HERE = "There is nothing at this URL.";

/** The pages for people, under their fixed addresses. A request is refused for its host or for where it comes from before anything else is looked at. */
export async function pages(app: FastifyInstance, deps: PagesDeps): Promise<void> {
  const { baseUrl } = deps.config;
  const publicOrigin = new URL(baseUrl).origin;
  const context: PageContext = { ...deps, sessionCookie: cookieOf("signal_canvas", baseUrl) };
  const secondsToWait = pageLimits(deps.records, deps.limits, deps.log);
  await app.register(cookie);
  await app.register(helmet, securityHeaders(baseUrl));
  compressPages(app);
  await acceptForms(app);
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply, deps));
  app.setNotFoundHandler((request, reply) => answerError(nothingHere(), request, reply, deps));
  app.addHook("onRequest", async (request, reply) => {
    // Programs that look around are told that nothing is here.
    if (request.is404 && !wantsPage(request)) return reply.code(404).send({ error: "not_found", message: NOTHING_HERE });
    reply.header("Cache-Control", "no-store");
    deps.checkHost(request.host);
    if (!isPrivateLine(baseUrl)) throw needsHttps();
    if (!isFromOurPages(request.method, request.headers, publicOrigin)) throw foreignForm();
    const seconds = await secondsToWait(request);
    if (seconds !== null) throw tooManyRequests(seconds);
    const id = context.sessionCookie.read(request);
    request.visitor = id === null ? null : await readSession(deps.records, id);
    return undefined;
  });

  setupRoutes(app, context);
  signInRoutes(app, context);
  oidcRoutes(app, context);
  inviteRoutes(app, context);
  await app.register(async (signedIn) => {
    signedIn.addHook("onRequest", async (request, reply) =>
      request.visitor === null ? redirectTo(reply, signInAddress(request.url)) : undefined,
    );
    signedIn.addHook("onRequest", (request, _reply, next) => {
      if (request.method === "GET") deps.precedence.giveWay(next);
      else next();
    });
    askRoutes(signedIn, context);
    askLiveRoute(signedIn, context);
    runRoutes(signedIn, context);
    runListRoutes(signedIn, context);
    searchRoutes(signedIn, context);
    keyRoutes(signedIn, context);
    accountRoutes(signedIn, context);
    libraryRoutes(signedIn, context);
    paperRoutes(signedIn, context);
    holdingsRoutes(signedIn, context);
    workspaceRoutes(signedIn, context);
    signalRoutes(signedIn, context);
  });
}
