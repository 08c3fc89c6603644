import { setTimeout as sleep } from "node:timers/promises";
import { expect, inject, it, onTestFinished } from "vitest";
import { newKey } from "../../src/access/key-format.ts";
import { browserOf, keyIn, type Answer } from "../pages/site.ts";
import { legacyBody, post } from "../support/mcp-requests.ts";
import { runCommand, startServerProcess, WITHOUT_MODEL } from "../support/server-process.ts";
import { clusterPlace, folderPlace, type Place } from "./places.ts";

/*
 * Everything secret is made and used, rightly and wrongly, over whole processes; then the log, the answers that are errors and all that is stored are
 * searched for it.
 */

const elasticsearchUrl = inject("elasticsearchUrl");
const PLACES: [string, () => Promise<Place>][] = [
  ["SQLite", folderPlace],
  ...(elasticsearchUrl === null
    ? []
    : [["Elasticsearch", () => clusterPlace(elasticsearchUrl)] as [string, () => Promise<Place>]]),
];
const PROVIDER_KEYS = {
  // Nothing answers there, so that what is said about it goes to the log.
  ...WITHOUT_MODEL,
  EMBEDDING_API_KEY: "provider-secret-of-embeddings-1",
  OPENAI_API_KEY: "provider-secret-of-answers-2",
};

it.each(PLACES)(
  "no key, password, session, code or provider's key stands in the log, an error or a store (%s)",
  async (_name, open) => {
    const place = await open();
    onTestFinished(() => place[Symbol.asyncDispose]());
    const settings = { ...place.settings, ...PROVIDER_KEYS, LOG_LEVEL: "trace" };
    const server = await startServerProcess(settings);
    onTestFinished(() => server[Symbol.asyncDispose]());

    const secrets = new Map<string, string>();
    const keep = (what: string, secret: string) => {
      secrets.set(`${what} ${secrets.size}`, secret);
      return secret;
    };
    const errors: string[] = [];
    const told = <Got extends Pick<Answer, "status" | "text">>(answer: Got): Got => {
      // A form comes back to whoever sent it with the name and code that they typed, never with a password: those two are let pass.
      if (answer.status >= 400) errors.push(answer.text.replaceAll(/(name="(?:code|name)"[^>]*value=")[^"]*/gu, "$1"));
      return answer;
    };
    for (const name of ["EMBEDDING_API_KEY", "OPENAI_API_KEY"] as const) keep(name, PROVIDER_KEYS[name]);

    // The first account, by the code of the start log; wrong codes and passwords on the way.
    const setupCode = keep("setup code", await setupCodeOf(server.printed));
    const [password, nextPassword] = [keep("password", "correct horse battery"), keep("password", "incorrect staple battery")];
    const wrongPassword = keep("wrong password", "mistyped horse battery");
    const ada = browserOf(server.origin);
    const session = () => keep("session", [...ada.cookies.values()][0]!);
    told(await ada.post("/setup", { code: `${setupCode.slice(0, -1)}~`, name: "ada", password }));
    told(await ada.post("/setup", { code: setupCode, name: "no name!", password }));
    expect((await ada.post("/setup", { code: setupCode, name: "ada", password })).status).toBe(303);
    session();
    told(await ada.post("/setup", { code: setupCode, name: "eve", password }));
    await ada.post("/sign-out", {});
    told(await ada.post("/sign-in", { name: "ada", password: wrongPassword }));
    told(await ada.post("/sign-in", { name: wrongPassword, password: wrongPassword }));
    expect((await ada.post("/sign-in", { name: "ada", password })).status).toBe(303);
    const presentSession = session();
    told(await ada.post("/account/password", { current: wrongPassword, next: nextPassword }));
    expect((await ada.post("/account/password", { current: password, next: nextPassword })).status).toBe(303);

    // An invitation, used by another.
    const invitation = keep("invitation", codeIn((await ada.post("/account/invitations", {})).text));
    const spare = keep(
      "invitation",
      JSON.parse((await runCommand(["accounts", "add", "--invite", "--json"], settings)).out).code,
    );
    const grace = browserOf(server.origin);
    expect((await grace.post("/invite", { code: invitation, name: "grace", password })).status).toBe(303);
    keep("session", [...grace.cookies.values()][0]!);
    told(await grace.post("/invite", { code: invitation, name: "eve", password }));
    told(await grace.post("/invite", { code: spare, name: "ada", password }));

    // Keys, made, rotated and revoked on the page and on the command line.
    const made = keep(
      "key",
      keyIn((await ada.post("/developers/keys", { name: "editor", scopes: ["papers:read"], expires: "30" })).text),
    );
    const listed = JSON.parse((await runCommand(["keys", "list", "--json"], settings)).out) as { key_id: string }[];
    const rotate = `/developers/keys/${listed[0]!.key_id}/rotate`;
    const rotated = keep("key", keyIn((await ada.post(rotate, { overlap: "24h" })).text));
    told(await ada.post(rotate, { overlap: "24h" }));
    const ofCli = keep("key", JSON.parse((await runCommand(["keys", "create", "--json"], settings)).out).key as string);
    expect((await ada.post(`/developers/keys/${listed[0]!.key_id}/revoke`, {})).status).toBe(303);

    // Calls with all of them, in the right place and in every wrong one.
    const unknown = keep("unknown key", newKey());
    for (const key of [made, rotated, ofCli, unknown]) {
      const calls = [
        legacyBody("tools/list"),
        legacyBody("tools/call", { name: "whoami", arguments: {} }),
        legacyBody("tools/call", { name: "search_papers", arguments: { query: `papers of ${key}` } }),
        legacyBody("tools/call", { name: "search_signal_canvas", arguments: { query: `why is ${key} refused`, [key]: 1 } }),
        legacyBody("tools/call", { name: key, arguments: {} }),
        legacyBody("resources/read", { uri: `paper://${key}` }),
        legacyBody(key),
      ];
      for (const body of calls) await post(server.url, body, { key });
      told(await post(`${server.url}?api_key=${key}`, legacyBody("tools/list"), { key }));
      told(await post(server.url, legacyBody("tools/list"), { authorization: `Basic ${key}` }));
      told(await post(server.url, legacyBody("tools/list"), { key: `${key}x` }));
      told(await post(server.url, `{"key": "${key}"`, { key: key.slice(0, -1) }));
      told(await post(server.url, legacyBody("tools/list"), { headers: { Cookie: `signal_canvas=${presentSession}` } }));
      told(await post(`${server.origin}/keys/${key}`, undefined, { method: "GET", key }));
    }
    for (const secret of [presentSession, setupCode, password, invitation]) {
      told(await post(server.url, legacyBody("tools/list"), { key: secret }));
      told(await ada.get(`/developers/keys/${encodeURIComponent(secret)}/rotate`));
      told(await ada.get(`/no/such/page/${encodeURIComponent(secret)}`));
    }
    for (const path of ["/readyz", "/healthz", "/metrics", "/llms.txt"]) errors.push((await ada.get(path)).text);
    for (const command of ["doctor", "audit", "accounts list", "keys list"]) {
      const { out, err } = await runCommand([...command.split(" "), "--json"], settings);
      errors.push(out, err);
    }
    for (const args of [
      ["search", "dense retrieval"],
      ["keys", "rotate", made],
      ["accounts", "disable", password],
    ]) {
      errors.push((await runCommand(args, settings)).err);
    }
    await server[Symbol.asyncDispose]();

    const log = server.printed().replace(`enter the code ${setupCode}`, "");
    expect(log).toContain('"key_id"');
    expect(errors.length).toBeGreaterThan(40);
    const stored = await place.stored();
    expect(stored).toContain("argon2id");
    for (const [what, secret] of secrets) {
      const texts = { log, errors: errors.join("\n"), stored };
      for (const [where, text] of Object.entries(texts)) expect(placesOf(secret, text), `${what} in the ${where}`).toEqual([]);
    }
  },
);

/** Where a secret, or a good part of one, stands in a text: what surrounds it. */
function placesOf(secret: string, text: string): string[] {
  const part = secret.startsWith("s2s_") ? secret.slice(4, 24) : secret;
  return [part, part.replaceAll("-", ""), encodeURIComponent(part), Buffer.from(secret).toString("base64")].flatMap((form) => {
    const at = text.indexOf(form);
    return at === -1 ? [] : [text.slice(Math.max(0, at - 100), at + 60)];
  });
}

async function setupCodeOf(printed: () => string): Promise<string> {
  for (;;) {
    const [, code] = /enter the code ([0-9A-Z-]{39})/u.exec(printed()) ?? [];
    if (code) return code;
    await sleep(50);
  }
}

/** The code that a page shows. */
function codeIn(page: string): string {
  return /(?:[0-9A-Z]{4}-){7}[0-9A-Z]{4}/u.exec(page)![0];
}
