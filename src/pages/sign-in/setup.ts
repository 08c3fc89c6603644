import type { FastifyInstance } from "fastify";
import { setUp, setupState } from "../../access/setup-code.ts";
import { PublicError } from "../../errors.ts";
import { startSession, redirectTo, sendPage, sendSecretPage, type PageContext } from "../context.ts";
import { formOf, passwordOf, refusalOf, textOf } from "../form.ts";
import { codePage } from "../views/one-time-code.ts";

/** `/setup`: the first account, for whoever has the code from the start log. Gone once there is an account. */
export function setupRoutes(app: FastifyInstance, context: PageContext): void {
  const { records } = context;
  const stillOpen = async () => {
    const state = await setupState(records);
    if (state === "closed") throw new PublicError("not_found", { message: "This server is already set up." });
    return state;
  };

  app.get("/setup", async (_request, reply) =>
    sendPage(reply, codePage({ kind: "setup", hasCode: (await stillOpen()) === "open" })),
  );

  app.post("/setup", async (request, reply) => {
    const state = await stillOpen();
    const form = formOf(request);
    const given = { code: textOf(form, "code"), name: textOf(form, "name") };
    const password = passwordOf(form, "password");
    try {
      const account = await setUp(records, { ...given, password, address: request.ip });
      await startSession(context, request, reply, account);
    } catch (error) {
      const { status, problems, headers } = refusalOf(error, { invalid_code: "code", name: "name", password: "password" });
      return sendSecretPage(
        reply.headers(headers),
        codePage({ kind: "setup", hasCode: state === "open", ...given, problems }),
        status,
      );
    }
    return redirectTo(reply, "/developers/keys?done=welcome");
  });
}
