import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, inject, it, onTestFinished, vi } from "vitest";
import { checkKey, createKey, revokeKey } from "../../src/access/keys.ts";
import { SCOPES } from "../../src/access/scopes.ts";
import { setUp } from "../../src/access/setup-code.ts";
import { usageByKey } from "../../src/access/usage.ts";
import { bare, post } from "../support/mcp-requests.ts";
import { outcome } from "../support/outcome.ts";
import { runCommand, startServerProcess, WITHOUT_MODEL, type ServerProcess } from "../support/server-process.ts";
import { clusterPlace, folderPlace, type Place } from "./places.ts";

/* Whole servers, two of them over one store: keys under load, limits and usage across them, the setup line, and where secrets do not stand. */

const PASSWORD = "correct horse battery";
const elasticsearchUrl = inject("elasticsearchUrl");
const PLACES: [string, () => Promise<Place>][] = [
  ["SQLite", folderPlace],
  ...(elasticsearchUrl === null
    ? []
    : [["Elasticsearch", () => clusterPlace(elasticsearchUrl)] as [string, () => Promise<Place>]]),
];

describe.each(PLACES)("servers over %s", (_name, open) => {
  const newPlace = async () => {
    const place = await open();
    onTestFinished(() => place[Symbol.asyncDispose]());
    return place;
  };
  const start = async (place: Place, settings: Record<string, string> = {}) => {
    const server = await startServerProcess({ ...WITHOUT_MODEL, ...place.settings, ...settings });
    onTestFinished(() => server[Symbol.asyncDispose]());
    return server;
  };

  it("refuse a revoked key from the first request on that begins after the answer, under 200 requests a second", async () => {
    const place = await newPlace();
    const servers = await Promise.all([1, 2].map(() => start(place, { RATE_LIMIT_PER_MINUTE: "1000000", LOG_LEVEL: "error" })));
    const { key, info } = await createKey(place.records, { name: "load", account: "local", scopes: SCOPES });
    const { key: other } = await createKey(place.records, { name: "other", account: "local", scopes: SCOPES });

    let answeredAt = Infinity;
    let answered = 0;
    const load = requestsPerSecond(200, servers, key, (begun) => {
      answered = begun.filter(({ status }) => status === 200).length;
      return begun.filter(({ at, status }) => at > answeredAt && status === 401).length >= 1_000;
    });
    await expect.poll(() => answered, { timeout: 60_000 }).toBeGreaterThan(100);
    // Under this load the store may be late; whoever revokes is told so, and tries again.
    await vi.waitFor(() => revokeKey(place.records, info.key_id), { timeout: 30_000, interval: 500 });
    answeredAt = performance.now();
    const requests = await load;

    const [before, after] = [requests.filter(({ at }) => at <= answeredAt), requests.filter(({ at }) => at > answeredAt)];
    expect(before.filter(({ status }) => status === 200).length).toBeGreaterThan(100);
    expect(after.filter(({ status }) => status === 401).length).toBeGreaterThanOrEqual(1_000);
    // A busy machine refuses some before it looks at their key.
    expect(after.filter(({ status }) => status !== 401 && status !== 503)).toEqual([]);
    expect(new Set(after.map(({ server }) => server)).size).toBe(2);
    for (const { url } of servers) expect((await post(url, bare(1), { key: other })).status).toBe(200);
  });

  it("grant a key together its requests of a minute, and know together how often it was used", async () => {
    const place = await newPlace();
    const [one, two] = await Promise.all([1, 2].map(() => start(place, { RATE_LIMIT_PER_MINUTE: "100" })));
    const { key, info } = await createKey(place.records, { name: "load", account: "local", scopes: SCOPES });
    const statuses: number[] = [];
    for (let index = 0; index < 130; index += 1) {
      statuses.push((await post((index % 2 === 0 ? one : two)!.url, bare(index), { key })).status);
    }
    // A share that one of them held unused at the end would be missing; here each asks until it has nothing left.
    expect(statuses.filter((status) => status === 200)).toHaveLength(100);
    expect(statuses.filter((status) => status === 429)).toHaveLength(30);
    for (const server of [one, two]) await server![Symbol.asyncDispose]();
    expect((await usageByKey(place.records)).get(info.key_id)).toMatchObject({ today: 100, last_30_days: 100 });
  });

  it("print one setup line each while there is no account; its code works once, and never again after a restart", async () => {
    const place = await newPlace();
    const first = await start(place);
    const second = await start(place);
    const [code, otherCode] = [await codeOf(first), await codeOf(second)];
    expect(otherCode).not.toBe(code);
    expect(first.printed().match(SETUP_LINE)).toHaveLength(1);
    const given = { name: "ada", password: PASSWORD, address: "192.0.2.7" };
    expect(await outcome(setUp(place.records, { ...given, code }))).toBe("done");
    for (const used of [code, otherCode]) {
      expect(await outcome(setUp(place.records, { ...given, name: "eve", code: used }))).toBe("invalid_code");
    }
    const third = await start(place);
    await sleep(1_000);
    expect(third.printed()).not.toMatch(SETUP_LINE);
    expect(await outcome(setUp(place.records, { ...given, name: "eve", code }))).toBe("invalid_code");
  });

  it("are managed from the command line, which prints JSON where it is asked to", async () => {
    const place = await newPlace();
    const cli = async (args: string[], input?: string) => {
      const { code, out, err } = await runCommand([...args, "--json"], place.settings, input);
      expect(code, err).toBe(0);
      return JSON.parse(out);
    };
    const ada = await cli(["accounts", "add", "Ada", "--admin"], `${PASSWORD}\n`);
    expect(ada).toMatchObject({ name: "ada", admin: true, has_password: true });
    expect((await cli(["accounts", "add", "--invite"])).code).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{4}-){7}[0-9A-HJKMNP-TV-Z]{4}$/u);
    const made = await cli(["keys", "create", "editor", "--account", "ada", "--expires", "30"]);
    expect(await checkKey(place.records, made.key)).toMatchObject({ account: ada.account_id });
    const rotated = await cli(["keys", "rotate", made.key_id, "--overlap", "7d"]);
    expect(rotated.replaces.key_id).toBe(made.key_id);
    for (const key of [made.key, rotated.key]) expect(await outcome(checkKey(place.records, key))).toBe("done");
    await cli(["keys", "revoke", made.key_id]);
    const listed = await cli(["keys", "list", "--account", "ada"]);
    expect(listed.map((key: { key_id: string; state: string }) => [key.key_id, key.state])).toEqual([
      [rotated.key_id, "active"],
      [made.key_id, "revoked"],
    ]);
    await cli(["accounts", "disable", "ada"]);
    expect(await outcome(checkKey(place.records, rotated.key))).toBe("revoked_key");
    await cli(["accounts", "enable", "ada"]);
    expect(await outcome(checkKey(place.records, rotated.key))).toBe("done");
    expect((await cli(["accounts", "list"])).map((account: { name: string }) => account.name)).toEqual(["ada"]);
    const events = (await cli(["audit"])).map((entry: { event: string }) => entry.event);
    expect(events).toEqual([
      "account_enabled",
      "account_disabled",
      "key_revoked",
      "key_rotated",
      "key_created",
      "invitation_made",
      "account_created",
    ]);
    await cli(["accounts", "delete", "ada"]);
    expect(await outcome(checkKey(place.records, rotated.key))).toBe("invalid_key");
    expect((await runCommand(["keys", "rotate", "x", "--overlap", "2d"], place.settings)).code).toBe(2);
    expect((await runCommand(["accounts", "add"], place.settings)).code).toBe(2);
    expect((await runCommand(["accounts", "add", "eve"], place.settings, "short\n")).code).toBe(1);
  });
});

const SETUP_LINE = /open (\S+\/setup) within one hour and enter the code ((?:[0-9A-Z]{4}-){7}[0-9A-Z]{4})/gu;

async function codeOf(server: ServerProcess): Promise<string> {
  for (;;) {
    const [found] = server.printed().matchAll(SETUP_LINE);
    if (found) return found[2]!;
    await sleep(50);
  }
}

interface Sent {
  /** When it began, by `performance.now()`. */
  at: number;
  server: string;
  status: number;
}

/** `tools/list` at this pace, the servers in turn, until enough have begun. */
async function requestsPerSecond(
  pace: number,
  servers: readonly ServerProcess[],
  key: string,
  enough: (begun: readonly Sent[]) => boolean,
): Promise<Sent[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 100 });
  const begun: Sent[] = [];
  const answers: Promise<void>[] = [];
  const start = performance.now();
  while (!enough(begun)) {
    const due = Math.floor(((performance.now() - start) / 1_000) * pace);
    while (begun.length < due) {
      const { url } = servers[begun.length % servers.length]!;
      const sent: Sent = { at: performance.now(), server: url, status: 0 };
      begun.push(sent);
      answers.push(statusOf(agent, url, key).then((status) => void (sent.status = status)));
    }
    await sleep(5);
  }
  await Promise.all(answers);
  agent.destroy();
  return begun;
}

async function statusOf(agent: Agent, url: string, key: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
    const sent = request(url, { agent, method: "POST", headers }, (response) => {
      response.resume().on("end", () => resolve(response.statusCode ?? 0));
    });
    sent.on("error", reject).end(bare(1));
  });
}
