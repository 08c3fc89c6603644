import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import {
  createKey,
  KEY_LIFETIMES,
  keyState,
  listKeys,
  OVERLAPS,
  revokeKey,
  rotateKey,
  type KeyInfo,
  type Overlap,
} from "../../access/keys.ts";
import type { Scope } from "../../access/scopes.ts";
import { usageByKey } from "../../access/usage.ts";
import { PublicError } from "../../errors.ts";
import { redirectTo, sendPage, sendSecretPage, visitorOf, type PageContext } from "../context.ts";
import { allOf, formOf, refusalOf, textOf, type Form, type Refusal } from "../form.ts";
import { html, type Part } from "../../shared/html.ts";
import { tryKey } from "../try-key.ts";
import { triedKeyPage } from "../views/tried-key.ts";
import { keysPage, type KeyForm } from "../views/keys.ts";
import { madeKeyPage } from "../views/new-key.ts";
import { revokePage, rotatePage } from "../views/key-actions.ts";

const KEYS = "/developers/keys";
/** What may be tried as a key; whether it is one, the endpoint says. */
const LIKE_A_KEY = /^s2s_[0-9A-Za-z]{20,80}$/u;

const MAX_QUERY_LENGTH = 100;

const MESSAGES = new Map<string, Part>([
  ["welcome", html`Welcome! Create a key to connect your editor, or <a href="/">ask the library</a> here.`],
  ["revoked", "The key has been revoked and no longer works."],
]);

interface OneKey {
  Params: { id: string };
}

/** `/developers/keys`: a person's keys, created, shown once, rotated and revoked. */
export function keyRoutes(app: FastifyInstance, { records, config: { baseUrl } }: PageContext): void {
  app.post(`${KEYS}/try`, async (request, reply) => {
    const key = textOf(formOf(request), "key");
    if (!LIKE_A_KEY.test(key)) throw new PublicError("not_found", { message: "There is no key to try. Create one first." });
    const tried = await tryKey(app, baseUrl, key);
    return sendPage(reply, triedKeyPage({ account: visitorOf(request).account.name, ending: key.slice(-4), tried }));
  });

  const showKeys = async (
    request: FastifyRequest,
    reply: FastifyReply,
    shown: { form?: KeyForm; message?: Part; refusal?: Refusal; query?: string; page?: number },
  ) => {
    const { account } = visitorOf(request);
    const [keys, usage] = await Promise.all([listKeys(records, account.account_id), usageByKey(records, account.account_id)]);
    const { form, message, refusal, query = "", page = 1 } = shown;
    const problems = refusal?.problems ?? {};
    const view = keysPage({ account, keys, query, page, usage, form, problems, message, baseUrl, now: Date.now() });
    return sendPage(reply.headers(refusal?.headers ?? {}), view, refusal?.status);
  };

  app.get<{ Querystring: Form }>(KEYS, async (request, reply) =>
    showKeys(request, reply, {
      message: MESSAGES.get(textOf(request.query, "done")),
      query: textOf(request.query, "q").trim().slice(0, MAX_QUERY_LENGTH),
      page: Math.max(1, Math.floor(Number(textOf(request.query, "page"))) || 1),
    }),
  );

  app.post(KEYS, async (request, reply) => {
    const { account, actor } = visitorOf(request);
    const given = formOf(request);
    const form: KeyForm = { name: textOf(given, "name"), scopes: allOf(given, "scopes"), expires: textOf(given, "expires") };
    const expiresInDays = KEY_LIFETIMES.find((days) => String(days) === form.expires);
    const problems = missingIn(form);
    if (expiresInDays === undefined) problems.expires = "Choose when the key expires.";
    if (expiresInDays === undefined || Object.keys(problems).length > 0) {
      return showKeys(request, reply, { form, refusal: { status: 422, problems, headers: {} } });
    }
    try {
      const wanted = { name: form.name, account, scopes: form.scopes as Scope[], expiresInDays };
      const { key, info } = await createKey(records, wanted, actor);
      return sendSecretPage(reply, madeKeyPage({ account, key, info, baseUrl }), 201);
    } catch (error) {
      return showKeys(request, reply, { form, refusal: refusalOf(error, { name: "name", scopes: "scopes" }) });
    }
  });

  app.get<OneKey>(`${KEYS}/:id/rotate`, async (request, reply) => {
    const key = await ownKey(request);
    if (keyState(key) !== "active") return redirectTo(reply, KEYS);
    return sendPage(reply, rotatePage({ account: visitorOf(request).account, key, now: Date.now() }));
  });

  app.post<OneKey>(`${KEYS}/:id/rotate`, async (request, reply) => {
    const { account, actor } = visitorOf(request);
    const overlap = textOf(formOf(request), "overlap");
    try {
      if (!isOverlap(overlap))
        throw new PublicError("invalid_argument", {
          field: "overlap",
          message: "Choose how long the old key should keep working.",
        });
      const { key, info, old } = await rotateKey(records, request.params.id, { overlap, account: account.account_id }, actor);
      return sendSecretPage(reply, madeKeyPage({ account, key, info, old, baseUrl }), 201);
    } catch (error) {
      const { status, problems } = refusalOf(error, { overlap: "overlap" });
      return sendPage(reply, rotatePage({ account, key: await ownKey(request), now: Date.now(), problems }), status);
    }
  });

  app.get<OneKey>(`${KEYS}/:id/revoke`, async (request, reply) => {
    const key = await ownKey(request);
    if (key.revoked_at !== null) return redirectTo(reply, KEYS);
    const usage = await usageByKey(records, key.account);
    return sendPage(
      reply,
      revokePage({ account: visitorOf(request).account, key, usage: usage.get(key.key_id), now: Date.now() }),
    );
  });

  app.post<OneKey>(`${KEYS}/:id/revoke`, async (request, reply) => {
    const { account, actor } = visitorOf(request);
    await revokeKey(records, request.params.id, account.account_id, actor);
    return redirectTo(reply, `${KEYS}?done=revoked`);
  });

  /** The key that an address names, where it is the visitor's. Throws `not_found`. */
  async function ownKey(request: FastifyRequest<OneKey>): Promise<KeyInfo> {
    const keys = await listKeys(records, visitorOf(request).account.account_id);
    const key = keys.find((candidate) => candidate.key_id === request.params.id);
    if (key === undefined) throw new PublicError("not_found", { message: "This key does not exist, or it is not yours." });
    return key;
  }
}

/** What was left out, all of it at once. */
function missingIn({ name, scopes }: KeyForm): Record<string, string> {
  return {
    ...(name.trim() === "" ? { name: "Enter a name for the key." } : {}),
    ...(scopes.length === 0 ? { scopes: "Select at least one permission." } : {}),
  };
}

function isOverlap(text: string): text is Overlap {
  return Object.hasOwn(OVERLAPS, text);
}
