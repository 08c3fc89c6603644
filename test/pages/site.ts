import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { createAccount, type Account, type NewAccount } from "../../src/access/accounts.ts";
import { COMMAND_LINE } from "../../src/access/actor.ts";
import type { Config } from "../../src/config.ts";
import type { LanguageModel } from "../../src/language-model/port.ts";
import type { PageLimits } from "../../src/pages/security/limits.ts";
import type { Records } from "../../src/records/port.ts";
import { hashEmbedder } from "../support/hash-embedder.ts";
import { openTestLibrary, startTestServer, type TestServer } from "../support/mcp-server.ts";

export const PASSWORD = "correct horse battery";

export interface Site extends TestServer {
  records: Records;
  account(given?: Partial<NewAccount>): Promise<Account>;
  /** A browser without cookies. */
  browser(): Browser;
  /** A browser that is signed in as the account `ada`, which is made where it is missing. */
  signedIn(name?: string): Promise<Browser>;
}

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** Where it leads. */
  location: string | null;
}

/** Sends what a browser sends, keeps cookies, follows nothing. */
export interface Browser {
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  /** Sends a form from one of our own pages, unless the headers say otherwise. */
  post(path: string, fields: Record<string, string | string[]>, headers?: Record<string, string>): Promise<Answer>;
  readonly cookies: Map<string, string>;
}

/** The pages of a server of their own over empty SQLite records, for one test (or for all of a file: `keep`, closed by its caller). `port`: where to
 * listen; the public address is then the real one. */
export async function openSite(
  options: {
    baseUrl?: string;
    oidc?: Config["oidc"];
    port?: number;
    keep?: boolean;
    records?: Records;
    pageLimits?: PageLimits;
    trustProxy?: number;
    dataDir?: string;
    ratePerMinute?: number;
    languageModel?: LanguageModel;
  } = {},
): Promise<Site> {
  const { records: given, languageModel } = options;
  const library = await openTestLibrary({
    embedder: hashEmbedder(),
    ...(given === undefined ? {} : { records: given }),
    ...(languageModel === undefined ? {} : { languageModel }),
  });
  const { port } = options;
  const baseUrl = port === undefined ? options.baseUrl : `http://127.0.0.1:${port}`;
  const server = await startTestServer(library, {
    baseUrl,
    port,
    oidc: options.oidc,
    pageLimits: options.pageLimits,
    trustProxy: options.trustProxy,
    dataDir: options.dataDir,
    ratePerMinute: options.ratePerMinute,
  });
  const close = async () => {
    await server.close();
    await library[Symbol.asyncDispose]();
  };
  if (!options.keep) onTestFinished(close);
  const { records } = library;
  const account = (given: Partial<NewAccount> = {}) =>
    createAccount(records, { name: "ada", password: PASSWORD, admin: true, ...given }, COMMAND_LINE);
  const browser = () => browserOf(server.origin);
  return {
    ...server,
    records,
    account,
    browser,
    close,
    [Symbol.asyncDispose]: close,
    async signedIn(name = "ada") {
      await account({ name }).catch(() => {});
      const visitor = browser();
      const answer = await visitor.post("/sign-in", { name, password: PASSWORD });
      if (answer.status !== 303) throw new Error(`Signing in as ${name}: ${answer.status} ${answer.text}`);
      return visitor;
    },
  };
}

export function browserOf(origin: string): Browser {
  const cookies = new Map<string, string>();
  const send = async (
    path: string,
    init: { method?: string; headers: Record<string, string>; body?: string },
  ): Promise<Answer> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = { ...init.headers, ...(cookie ? { cookie } : {}) };
    const response = await fetch(origin + path, { ...init, headers, redirect: "manual" });
    for (const set of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/u.exec(set)!;
      if (value === "") cookies.delete(name!);
      else cookies.set(name!, value!);
    }
    return {
      status: response.status,
      headers: response.headers,
      text: await response.text(),
      location: response.headers.get("location"),
    };
  };
  return {
    cookies,
    get: (path, headers = {}) => send(path, { headers }),
    post(path, fields, headers = { "sec-fetch-site": "same-origin" }) {
      const body = new URLSearchParams();
      for (const [name, value] of Object.entries(fields)) for (const one of [value].flat()) body.append(name, one);
      return send(path, {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
        body: body.toString(),
      });
    },
  };
}

/** A port that nothing listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** The key that a page shows, which must show one. */
export function keyIn(page: string): string {
  const [key] = /s2s_[0-9A-Za-z]{49}/u.exec(page) ?? [];
  if (key === undefined) throw new Error("The page shows no key");
  return key;
}
