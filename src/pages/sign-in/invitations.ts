import type { FastifyInstance } from "fastify";
import { acceptInvitation } from "../../access/invitations.ts";
import { startSession, redirectTo, sendPage, sendSecretPage, type PageContext } from "../context.ts";
import { codePage } from "../views/one-time-code.ts";
import { formOf, passwordOf, refusalOf, textOf } from "../form.ts";

/** `/invite`: an account for whoever has an invitation's code. */
export function inviteRoutes(app: FastifyInstance, context: PageContext): void {
  app.get("/invite", async (_request, reply) => sendPage(reply, codePage({ kind: "invite", hasCode: true })));

  app.post("/invite", async (request, reply) => {
    const form = formOf(request);
    const given = { code: textOf(form, "code"), name: textOf(form, "name") };
    const password = passwordOf(form, "password");
    try {
      const account = await acceptInvitation(context.records, { ...given, password, address: request.ip });
      await startSession(context, request, reply, account);
    } catch (error) {
      const { status, problems, headers } = refusalOf(error, { invalid_code: "code", name: "name", password: "password" });
      return sendSecretPage(reply.headers(headers), codePage({ kind: "invite", hasCode: true, ...given, problems }), status);
    }
    return redirectTo(reply, "/?done=welcome");
  });
}
