import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  createAccount,
  deleteAccount,
  disableAccount,
  enableAccount,
  findAccount,
  listAccounts,
} from "../../src/access/accounts.ts";
import { COMMAND_LINE, LOCAL_ACCOUNT } from "../../src/access/actor.ts";
import { audit, listAudit } from "../../src/access/audit.ts";
import { acceptInvitation, invite, isInvitation } from "../../src/access/invitations.ts";
import { checkKey, createKey, listKeys, revokeKey, rotateKey } from "../../src/access/keys.ts";
import { RateLimiter } from "../../src/access/rate-limit.ts";
import { createSession, endAllSessions, listSessions, readSession } from "../../src/access/sessions.ts";
import { issueSetupCode, setupState, setUp } from "../../src/access/setup-code.ts";
import { signIn } from "../../src/access/sign-in.ts";
import { usageByKey, usageOfKey, UsageCounter } from "../../src/access/usage.ts";
import type { Records } from "../../src/records/port.ts";
import type { OpenRecords } from "../records/contract.ts";
import { outcome } from "../support/outcome.ts";

const PASSWORD = "correct horse battery";
const ADDRESS = "192.0.2.7";

/** What accounts, codes, sessions, keys and limits promise over any record store, also to several servers at once. */
export function accessGuarantees(name: string, open: OpenRecords): void {
  describe(`${name}:`, () => {
    let place: Awaited<ReturnType<OpenRecords>>;
    /** Two servers over one store. */
    let one: Records;
    let two: Records;

    beforeEach(async () => {
      place = await open();
      one = place.records;
      two = await place.second();
    });
    afterEach(async () => {
      await two[Symbol.asyncDispose]();
      await place.dispose();
    });

    const newAccount = (name = "ada") => createAccount(one, { name, password: PASSWORD }, COMMAND_LINE);

    describe("the first setup", () => {
      const posts = (count: number, codes: string[], nameOf: (index: number) => string) =>
        Promise.all(
          Array.from({ length: count }, (_, index) =>
            outcome(
              setUp(index % 2 === 0 ? one : two, {
                code: codes[index % codes.length]!,
                name: nameOf(index),
                password: PASSWORD,
                address: ADDRESS,
              }),
            ),
          ),
        );

      it(
        "of 100 posts with the right code at once, over two servers, makes exactly one account",
        { timeout: 60_000 },
        async () => {
          const code = (await issueSetupCode(one))!;
          const outcomes = await posts(100, [code], (index) => `person-${index}`);
          expect(outcomes.filter((one) => one === "done")).toHaveLength(1);
          expect(new Set(outcomes)).toEqual(new Set(["done", "invalid_code"]));
          expect(await listAccounts(two)).toMatchObject([{ admin: true }]);
        },
      );

      it("of posts with the codes of two servers at once makes exactly one account", async () => {
        const codes = [(await issueSetupCode(one))!, (await issueSetupCode(two))!];
        const outcomes = await posts(10, codes, () => "ada");
        expect(outcomes.filter((one) => one === "done")).toHaveLength(1);
        expect(await listAccounts(one)).toHaveLength(1);
      });

      it("the code is refused after its use, and after a restart, which makes no other", async () => {
        const code = (await issueSetupCode(one))!;
        const given = { code, name: "ada", password: PASSWORD, address: ADDRESS };
        await setUp(one, given);
        expect(await outcome(setUp(one, { ...given, name: "eve" }))).toBe("invalid_code");
        const restarted = await place.second();
        expect(await outcome(setUp(restarted, { ...given, name: "eve" }))).toBe("invalid_code");
        expect(await issueSetupCode(restarted)).toBeNull();
        expect(await setupState(restarted)).toBe("closed");
        await restarted[Symbol.asyncDispose]();
      });

      it("is closed by an account that the command line made, with the code printed before", async () => {
        const code = (await issueSetupCode(one))!;
        expect(await setupState(two)).toBe("open");
        await newAccount();
        expect(await setupState(two)).toBe("closed");
        expect(await outcome(setUp(two, { code, name: "eve", password: PASSWORD, address: ADDRESS }))).toBe("invalid_code");
      });

      it("stays open while only the command line has keys", async () => {
        await createKey(one, { name: "script", account: LOCAL_ACCOUNT, scopes: ["papers:read"] });
        expect(await issueSetupCode(one)).not.toBeNull();
        expect(await setupState(one)).toBe("open");
      });
    });

    describe("an invitation", () => {
      it("of 20 who use one at once makes exactly one account", async () => {
        const { code } = await invite(one, null);
        const accepted = Array.from({ length: 20 }, (_, index) =>
          outcome(
            acceptInvitation(index % 2 === 0 ? one : two, { code, name: `guest-${index}`, password: PASSWORD, address: ADDRESS }),
          ),
        );
        expect((await Promise.all(accepted)).sort()).toEqual(["done", ...Array.from({ length: 19 }, () => "invalid_code")]);
        expect(await listAccounts(one)).toMatchObject([{ admin: false }]);
        expect(await isInvitation(two, code)).toBe(false);
      });

      it("stays good where the name was taken", async () => {
        await newAccount();
        const { code } = await invite(one, null);
        const given = { code, password: PASSWORD, address: ADDRESS };
        expect(await outcome(acceptInvitation(two, { ...given, name: "Ada" }))).toBe("invalid_argument");
        expect(await outcome(acceptInvitation(two, { ...given, name: "grace" }))).toBe("done");
      });

      it("is void once its maker is disabled or gone", async () => {
        const ada = await newAccount();
        const { code } = await invite(one, ada);
        await disableAccount(one, "ada", COMMAND_LINE);
        expect(await isInvitation(two, code)).toBe(false);
        await deleteAccount(one, "ada", COMMAND_LINE);
        await newAccount();
        expect(await isInvitation(two, code)).toBe(false);
      });
    });

    it("of 20 who take one name at once exactly one gets it", async () => {
      const made = Array.from({ length: 20 }, (_, index) =>
        outcome(createAccount(index % 2 === 0 ? one : two, { name: "ada", password: PASSWORD }, COMMAND_LINE)),
      );
      expect((await Promise.all(made)).filter((one) => one === "done")).toHaveLength(1);
      expect(await listAccounts(two)).toHaveLength(1);
    });

    it("of 20 wrong passwords at once, over two servers, five are looked at", async () => {
      await newAccount();
      const guesses = Array.from({ length: 20 }, (_, index) =>
        outcome(signIn(index % 2 === 0 ? one : two, { name: "ada", password: `wrong password ${index}`, address: ADDRESS })),
      );
      const outcomes = await Promise.all(guesses);
      expect(outcomes.filter((one) => one === "wrong_credentials")).toHaveLength(5);
      expect(outcomes.filter((one) => one === "too_many_attempts")).toHaveLength(15);
      expect(await outcome(signIn(one, { name: "ada", password: PASSWORD, address: ADDRESS }))).toBe("too_many_attempts");
    });

    it("a session that is ended at one server is over at the other, all of an account at once too", async () => {
      const ada = await newAccount();
      const sessions = await Promise.all([1, 2, 3].map(() => createSession(one, ada, { address: ADDRESS })));
      for (const { id } of sessions) expect(await readSession(two, id)).toMatchObject({ account: { name: "ada" } });
      expect(await endAllSessions(one, ada.account_id, sessions[0]!.session.session_id)).toBe(2);
      expect(await readSession(two, sessions[0]!.id)).not.toBeNull();
      for (const { id } of sessions.slice(1)) expect(await readSession(two, id)).toBeNull();
    });

    describe("a key", () => {
      const newKey = async () => createKey(one, { name: "editor", account: await newAccount(), scopes: ["papers:read"] });

      it("that is revoked at one server is refused on its next check at the other", async () => {
        const { key, info } = await newKey();
        expect(await outcome(checkKey(two, key))).toBe("done");
        await revokeKey(one, info.key_id);
        expect(await outcome(checkKey(two, key))).toBe("revoked_key");
      });

      it("that is rotated works beside the new one in the overlap, at every server", async () => {
        const { key, info } = await newKey();
        const rotated = await rotateKey(one, info.key_id, { overlap: "1h" });
        expect(await checkKey(two, key)).toMatchObject({ key_id: info.key_id, replaced_by: rotated.info.key_id });
        expect(await checkKey(two, rotated.key)).toMatchObject({ name: "editor", replaced_by: null });
      });

      it("that is rotated twice at once gets one successor", async () => {
        const { info } = await newKey();
        const rotations = [one, two, one, two].map((records) => outcome(rotateKey(records, info.key_id, { overlap: "0" })));
        expect((await Promise.all(rotations)).sort()).toEqual([
          "done",
          "invalid_argument",
          "invalid_argument",
          "invalid_argument",
        ]);
        expect(await listKeys(two)).toHaveLength(2);
      });

      it("of a disabled account is refused on its next check, and accepted once it is enabled", async () => {
        const { key } = await newKey();
        await disableAccount(one, "ada", COMMAND_LINE);
        expect(await outcome(checkKey(two, key))).toBe("revoked_key");
        await enableAccount(one, "ada", COMMAND_LINE);
        expect(await outcome(checkKey(two, key))).toBe("done");
      });
    });

    it("an account that is deleted takes its keys, sessions, questions and invitations along, and leaves those of others", async () => {
      const [ada, grace] = [await newAccount("ada"), await newAccount("grace")];
      for (const account of [ada, grace]) {
        await createKey(one, { name: "editor", account, scopes: ["papers:read"] });
        await createSession(one, account, { address: ADDRESS });
        await one.put("run", `run-of-${account.name}`, { account: account.account_id, query: "?" });
        await invite(one, account);
      }
      await deleteAccount(one, "ada", COMMAND_LINE);
      for (const kind of ["key", "session", "run", "code"] as const) {
        const left = await two.list<{ account: string }>(kind, { limit: 100 });
        expect(
          left.records.map((record) => record.value.account),
          kind,
        ).toEqual([grace.account_id]);
      }
      expect(await findAccount(two, "ada")).toBeNull();
      expect((await listAudit(two, { account: ada.account_id })).entries[0]).toMatchObject({ event: "account_deleted" });
    });

    it("an account of the same name as one that was deleted has nothing of it", async () => {
      const { id } = await createSession(one, await newAccount(), { address: ADDRESS });
      const stray = { hash: "x", name: "x", account: "acc_stray" };
      await deleteAccount(one, "ada", COMMAND_LINE);
      await one.put("key", "stray", stray);
      const again = await newAccount();
      expect(await readSession(two, id)).toBeNull();
      expect(await listKeys(two, again.account_id)).toEqual([]);
      expect(await listSessions(two, again.account_id)).toEqual([]);
    });

    it("requests that two servers count are summed, today and over 30 days, and counting them writes nothing", async () => {
      const key = { key_id: "k1", account: "acc_1" };
      const counters = [new UsageCounter(one, { flushEveryMs: 3_600_000 }), new UsageCounter(two, { flushEveryMs: 3_600_000 })];
      for (let request = 0; request < 30; request += 1) counters[request % 3 === 0 ? 0 : 1]!.count(key);
      expect((await usageOfKey(one, "k1")).last_used_at).toBeNull();
      await Promise.all(counters.map((counter) => counter.flush()));
      counters[0]!.count(key);
      expect([await counters[0]!.today("k1"), await counters[1]!.today("k1")]).toEqual([31, 30]);
      await Promise.all(counters.map((counter) => counter.close()));
      const usage = (await usageByKey(two, "acc_1")).get("k1")!;
      expect(usage).toMatchObject({ today: 31, last_30_days: 31 });
      expect(Date.now() - Date.parse(usage.last_used_at!)).toBeLessThan(60_000);
    });

    it("a key's requests of a minute are shared by the servers: exactly the limit is granted", async () => {
      const now = Date.now();
      const servers = [new RateLimiter(one, 60, { now: () => now }), new RateLimiter(two, 60, { now: () => now })];
      const takes = Array.from({ length: 160 }, (_, index) => servers[index % 2]!.take("k1"));
      expect((await Promise.all(takes)).filter((decision) => decision.allowed)).toHaveLength(60);
    });

    it("the audit log gives the latest first, page by page", async () => {
      for (let n = 0; n < 5; n += 1) {
        await audit(one, "key_created", COMMAND_LINE, { detail: String(n) });
        await new Promise((resolve) => setTimeout(resolve, 2));
      }
      const first = await listAudit(two, { limit: 3 });
      const second = await listAudit(two, { limit: 3, after: first.next! });
      expect([...first.entries, ...second.entries].map((entry) => entry.detail)).toEqual(["4", "3", "2", "1", "0"]);
      expect(second.next).toBeNull();
    });
  });
}
