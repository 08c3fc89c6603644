import { describe, expect, it, vi } from "vitest";
import { createAccount, disableAccount } from "../../src/access/accounts.ts";
import { COMMAND_LINE } from "../../src/access/actor.ts";
import { ATTEMPT_LIMITS, BRAKE, countAttempt } from "../../src/access/attempts.ts";
import { listAudit } from "../../src/access/audit.ts";
import { createSession, readSession } from "../../src/access/sessions.ts";
import { changeOwnPassword, signIn } from "../../src/access/sign-in.ts";
import { PublicError } from "../../src/errors.ts";
import type { Records } from "../../src/records/port.ts";
import { outcome } from "../support/outcome.ts";
import { newRecords } from "../support/records.ts";

const PASSWORD = "correct horse battery";
const WRONG = "wrong horse battery";
const ADDRESS = "192.0.2.7";

async function withAda() {
  const records = newRecords();
  const ada = await createAccount(records, { name: "ada", password: PASSWORD }, COMMAND_LINE);
  const enter = (name: string, password: string, address = ADDRESS) => outcome(signIn(records, { name, password, address }));
  return { records, ada, enter };
}

describe("signing in", () => {
  it("begins a session for the right name, in any case, and password", async () => {
    const { records, ada } = await withAda();
    const { id, account } = await signIn(records, {
      name: " ADA ",
      password: PASSWORD,
      address: ADDRESS,
      userAgent: "x".repeat(999),
    });
    expect(account).toEqual(ada);
    const read = (await readSession(records, id))!;
    expect(read).toMatchObject({ account: ada, session: { address: ADDRESS } });
    expect(read.session.user_agent).toHaveLength(200);
  });

  it("says the same of an unknown name, a wrong password, a disabled account and a name that cannot be one", async () => {
    const { records } = await withAda();
    await createAccount(records, { name: "eve", password: PASSWORD }, COMMAND_LINE);
    await disableAccount(records, "eve", COMMAND_LINE);
    const told = [];
    for (const [name, password] of [
      ["ada", WRONG],
      ["bob", PASSWORD],
      ["eve", PASSWORD],
      ["no name!", PASSWORD],
      ["", ""],
    ]) {
      const error: unknown = await signIn(records, { name: name!, password: password!, address: name! }).catch(
        (thrown: unknown) => thrown,
      );
      told.push(error instanceof PublicError ? [error.code, error.message, error.hint] : error);
    }
    expect(new Set(told.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(told[0]).toMatchObject(["wrong_credentials", expect.any(String), expect.any(String)]);
  });

  it("does for an unknown name what it does for a known one: as many reads and writes", async () => {
    const { records } = await withAda();
    const work = async (name: string) => {
      const get = vi.spyOn(records, "get");
      const put = vi.spyOn(records, "put");
      await outcome(signIn(records, { name, password: WRONG, address: name }));
      const done = { reads: get.mock.calls.length, writes: put.mock.calls.length };
      vi.restoreAllMocks();
      return done;
    };
    const known = await work("ada");
    expect(known.reads).toBeGreaterThan(0);
    expect(await work("bob")).toEqual(known);
  });

  it("takes five tries for an account and address in 15 minutes; other addresses and accounts have their own", async () => {
    const { enter } = await withAda();
    for (let attempt = 0; attempt < ATTEMPT_LIMITS.perAccount; attempt += 1)
      expect(await enter("ada", WRONG)).toBe("wrong_credentials");
    expect(await enter("ada", PASSWORD)).toBe("too_many_attempts");
    expect(await enter("ADA ", PASSWORD)).toBe("too_many_attempts");
    expect(await enter("bob", WRONG)).toBe("wrong_credentials");
    expect(await enter("ada", PASSWORD, "192.0.2.8")).toBe("done");
    expect(await enter("ada", PASSWORD)).toBe("too_many_attempts");
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + ATTEMPT_LIMITS.windowMs + 1_000 });
    try {
      expect(await enter("ada", PASSWORD)).toBe("done");
    } finally {
      vi.useRealTimers();
    }
  });

  it("says when to come back", async () => {
    const { records, enter } = await withAda();
    for (let attempt = 0; attempt < ATTEMPT_LIMITS.perAccount; attempt += 1) await enter("ada", WRONG);
    const error: unknown = await signIn(records, { name: "ada", password: WRONG, address: ADDRESS }).catch(
      (thrown: unknown) => thrown,
    );
    expect((error as PublicError).retryAfterSeconds).toBeGreaterThan(800);
    expect((error as PublicError).retryAfterSeconds).toBeLessThanOrEqual(900);
  });

  it("a right password makes good the wrong ones before it", async () => {
    const { enter } = await withAda();
    for (let round = 0; round < 3; round += 1) {
      for (let attempt = 0; attempt < 4; attempt += 1) expect(await enter("ada", WRONG)).toBe("wrong_credentials");
      expect(await enter("ada", PASSWORD)).toBe("done");
    }
  });

  it("takes fifty tries from one address for all names together", { timeout: 60_000 }, async () => {
    const { records, enter } = await withAda();
    // Forty-nine as the throttle has them written down, without hashing.
    for (let attempt = 0; attempt < ATTEMPT_LIMITS.perAddress - 1; attempt += 1)
      await countAttempt(records, `name-${attempt}`, ADDRESS);
    expect(await enter("ada", WRONG)).toBe("wrong_credentials");
    expect(await enter("ada", PASSWORD)).toBe("too_many_attempts");
    expect(await enter("ada", PASSWORD, "192.0.2.8")).toBe("done");
  });

  it("slows guesses for one name down from whichever addresses they come, known name or not, and lets a known address in", async () => {
    const records = newRecords();
    vi.useFakeTimers({ toFake: ["Date"] });
    try {
      // Guesses as they are counted before a password is looked at.
      const guess = (name: string, address: string) => outcome(countAttempt(records, name, address));
      await (
        await countAttempt(records, "ada", "198.51.100.1")
      )();
      for (const name of ["ada", "nobody"]) {
        for (let index = 0; index < BRAKE.free; index += 1) expect(await guess(name, `203.0.113.${index}`)).toBe("done");
        // As often as it is tried: refusals do not prolong the wait.
        for (let index = 100; index < 103; index += 1) expect(await guess(name, `203.0.113.${index}`)).toBe("too_many_attempts");
        vi.setSystemTime(Date.now() + 1_001);
        expect(await guess(name, "203.0.113.20")).toBe("done");
        vi.setSystemTime(Date.now() + 1_001);
        expect(await guess(name, "203.0.113.21")).toBe("too_many_attempts");
      }
      expect(await guess("ada", "198.51.100.1")).toBe("done");
      expect(await guess("nobody", "198.51.100.1")).toBe("too_many_attempts");
      vi.setSystemTime(Date.now() + BRAKE.maxWaitMs);
      expect(await guess("ada", "203.0.113.104")).toBe("done");
    } finally {
      vi.useRealTimers();
    }
  });

  it("notes in the audit log who came in and whose password was guessed, never what was typed as a name", async () => {
    const { records, ada, enter } = await withAda();
    await enter("ada", PASSWORD);
    await enter("ada", WRONG);
    await enter("my secret password", WRONG);
    const { entries } = await listAudit(records);
    const refused = { event: "sign_in_refused", actor: { account: "", name: "", address: ADDRESS } };
    expect(entries).toHaveLength(4);
    expect(entries).toContainEqual(expect.objectContaining({ event: "signed_in", account: ada.account_id }));
    expect(entries).toContainEqual(expect.objectContaining({ ...refused, account: ada.account_id }));
    expect(entries).toContainEqual(expect.objectContaining({ ...refused, account: null }));
    expect(JSON.stringify(entries)).not.toContain("secret");
  });

  it("is records_unavailable where the store is away, not a wrong password", async () => {
    const { records } = await withAda();
    const away: Records = { ...records, get: () => Promise.reject(new PublicError("records_unavailable")) };
    expect(await outcome(signIn(away, { name: "ada", password: PASSWORD, address: ADDRESS }))).toBe("records_unavailable");
  });
});

describe("changing a password", () => {
  it("wants the present one, ends the other sessions and keeps this one", async () => {
    const { records, ada, enter } = await withAda();
    const [here, there] = [
      await createSession(records, ada, { address: ADDRESS }),
      await createSession(records, ada, { address: null }),
    ];
    const change = (current: string, next: string) =>
      outcome(changeOwnPassword(records, { account: ada, current, next, address: ADDRESS, session: here.session }));
    expect(await change(WRONG, "another horse battery")).toBe("wrong_credentials");
    expect(await change(PASSWORD, "short")).toBe("invalid_argument");
    expect(await readSession(records, there.id)).not.toBeNull();
    expect(await change(PASSWORD, "another horse battery")).toBe("done");
    expect([await readSession(records, here.id), await readSession(records, there.id)]).toMatchObject([{ account: ada }, null]);
    expect([await enter("ada", PASSWORD), await enter("ada", "another horse battery")]).toEqual(["wrong_credentials", "done"]);
  });
});
