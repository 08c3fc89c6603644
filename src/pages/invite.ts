import type { FastifyInstance } from "fastify";
import { acceptInvitation } from "../access/invitations.ts";
import { beginSession, leadTo, sendPage, type PageContext } from "./context.ts";
import { codePage } from "./code-view.ts";
import { formOf, refusalOf, textOf } from "./form.ts";

/** `/invite`: an account for whoever has an invitation's code. */
export function inviteRoutes(app: FastifyInstance, context: PageContext): void {
  app.get("/invite", async (_request, reply) => sendPage(reply, codePage({ kind: "invite", hasCode: true })));

  app.post("/invite", async (request, reply) => {
    const form = formOf(request);
    const [code, name, password] = ["code", "name", "password"].map((field) => textOf(form, field));
    try {
      const account = await acceptInvitation(context.records, { code, name, password, address: request.ip });
      await beginSession(context, request, reply, account);
    } catch (error) {
      const { status, problems, headers } = refusalOf(error, { invalid_code: "code", name: "name", password: "password" });
      return sendPage(reply.headers(headers), codePage({ kind: "invite", hasCode: true, code, name, problems }), status);
    }
    return leadTo(reply, "/developers/keys?done=welcome");
  });
}
