import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { deleteAccount } from "../../access/accounts.ts";
import { invite } from "../../access/invitations.ts";
import { listSessions } from "../../access/sessions.ts";
import { changeOwnPassword, confirmPassword } from "../../access/sign-in.ts";
import { countStoredQuestions, deleteStoredQuestions } from "../../access/stored-questions.ts";
import { PublicError } from "../../errors.ts";
import { deleteAccountPage, deleteQuestionsPage } from "../views/account-deletion.ts";
import { accountPage } from "../views/account.ts";
import { redirectTo, sendPage, sendSecretPage, visitorOf, type PageContext } from "../context.ts";
import type { Problems } from "../views/fields.ts";
import { formOf, passwordOf, refusalOf, textOf } from "../form.ts";
import { invitationPage } from "../views/invitation.ts";

const MESSAGES = new Map([
  ["password_changed", "Your password has been changed. You have been signed out everywhere else."],
  ["questions_deleted", "Your stored questions have been deleted."],
]);

/** `/account`: password, sessions, invitations, stored questions, and deleting the account. */
export function accountRoutes(app: FastifyInstance, context: PageContext): void {
  const { records, sessionCookie } = context;

  const showAccount = async (
    request: FastifyRequest,
    reply: FastifyReply,
    shown: { problems?: Problems; message?: string; status?: number },
  ) => {
    const { account, session } = visitorOf(request);
    const [sessions, questions] = await Promise.all([
      listSessions(records, account.account_id),
      countStoredQuestions(records, account.account_id),
    ]);
    const { problems = {}, message, status } = shown;
    return sendPage(
      reply,
      accountPage({ account, sessions, current: session, questions, problems, message, now: Date.now() }),
      status,
    );
  };

  app.get<{ Querystring: { done?: string } }>("/account", async (request, reply) =>
    showAccount(request, reply, { message: MESSAGES.get(request.query.done ?? "") }),
  );

  app.post("/account/password", async (request, reply) => {
    const { account, session } = visitorOf(request);
    const form = formOf(request);
    const passwords = { current: passwordOf(form, "current"), next: passwordOf(form, "next") };
    try {
      await changeOwnPassword(records, { account, session, ...passwords, address: request.ip });
    } catch (error) {
      const { status, problems, headers } = refusalOf(error, { wrong_credentials: "current", password: "next" });
      return showAccount(request, reply.headers(headers), { problems, status });
    }
    return redirectTo(reply, "/account?done=password_changed");
  });

  app.post("/account/invitations", async (request, reply) => {
    const { account } = visitorOf(request);
    if (!account.admin) throw new PublicError("not_found", { message: "Only administrators can invite people." });
    const admin = textOf(formOf(request), "admin") === "yes";
    const { code, expires_at: expiresAt } = await invite(records, account, { admin, address: request.ip });
    return sendSecretPage(reply, invitationPage({ account, code, expiresAt, baseUrl: context.config.baseUrl }), 201);
  });

  app.get("/account/questions/delete", async (request, reply) => {
    const { account } = visitorOf(request);
    return sendPage(reply, deleteQuestionsPage(account, await countStoredQuestions(records, account.account_id)));
  });

  app.post("/account/questions/delete", async (request, reply) => {
    await deleteStoredQuestions(records, visitorOf(request).account.account_id);
    return redirectTo(reply, "/account?done=questions_deleted");
  });

  app.get("/account/delete", async (request, reply) => sendPage(reply, deleteAccountPage(visitorOf(request).account)));

  app.post("/account/delete", async (request, reply) => {
    const { account, actor } = visitorOf(request);
    const typed = passwordOf(formOf(request), "confirmation");
    try {
      if (account.has_password) await confirmPassword(records, account, typed, request.ip);
      else if (typed.trim().toLowerCase() !== account.name) {
        throw new PublicError("invalid_argument", {
          field: "confirmation",
          message: `Type ${account.name} to confirm.`,
        });
      }
    } catch (error) {
      const { status, problems, headers } = refusalOf(error, { wrong_credentials: "confirmation", confirmation: "confirmation" });
      return sendPage(reply.headers(headers), deleteAccountPage(account, problems), status);
    }
    await deleteAccount(records, account.name, actor);
    sessionCookie.clear(reply);
    return redirectTo(reply, "/sign-in?done=account_deleted");
  });
}
