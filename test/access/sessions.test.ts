import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createAccount, deleteAccount, disableAccount, enableAccount, type Account } from "../../src/access/accounts.ts";
import { COMMAND_LINE } from "../../src/access/actor.ts";
import { createSession, endSession, listSessions, readSession } from "../../src/access/sessions.ts";
import { PublicError } from "../../src/errors.ts";
import type { Records } from "../../src/records/port.ts";
import { outcome } from "../support/outcome.ts";
import { newRecords } from "../support/records.ts";

const HOUR = 3_600_000;
let records: Records;
let ada: Account;
let start: number;

beforeEach(async () => {
  records = newRecords();
  ada = await createAccount(records, { name: "ada", password: "correct horse battery" }, COMMAND_LINE);
  vi.useFakeTimers({ toFake: ["Date"] });
  start = Date.now();
});
afterEach(() => {
  vi.useRealTimers();
});

const begin = async () => (await createSession(records, ada, { address: null })).id;

describe("a session", () => {
  it("has an id of 256 random bits, of which the hash alone is stored", async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, begin));
    for (const id of ids) expect(Buffer.from(id, "base64url")).toHaveLength(32);
    expect(new Set(ids).size).toBe(20);
    const stored = JSON.stringify(await records.list("session", { limit: 100 }));
    for (const id of ids) expect(stored).not.toContain(id);
  });

  it("ends after 12 hours without a request", async () => {
    const id = await begin();
    vi.setSystemTime(start + 12 * HOUR - 1);
    expect(await readSession(records, id)).not.toBeNull();
    vi.setSystemTime(start + 24 * HOUR - 2);
    expect(await readSession(records, id)).not.toBeNull();
    vi.setSystemTime(start + 36 * HOUR);
    expect(await readSession(records, id)).toBeNull();
  });

  it("ends after 7 days, however much it is used", async () => {
    const id = await begin();
    for (let hour = 6; hour < 7 * 24; hour += 6) {
      vi.setSystemTime(start + hour * HOUR);
      expect(await readSession(records, id), `after ${hour} hours`).not.toBeNull();
    }
    vi.setSystemTime(start + 7 * 24 * HOUR);
    expect(await readSession(records, id)).toBeNull();
  });

  it("is not written down at each use", async () => {
    const id = await begin();
    const put = vi.spyOn(records, "put");
    for (let use = 0; use < 5; use += 1) await readSession(records, id);
    expect(put).not.toHaveBeenCalled();
    vi.setSystemTime(start + 6 * 60_000);
    for (let use = 0; use < 5; use += 1) await readSession(records, id);
    expect(put).toHaveBeenCalledOnce();
  });

  it("that ends while it is read is not brought back", async () => {
    const id = await begin();
    vi.setSystemTime(start + HOUR);
    const { put } = records;
    vi.spyOn(records, "put").mockImplementationOnce(async (...args) => {
      await records.delete("session", args[1]);
      return put(...args) as never;
    });
    await readSession(records, id);
    expect(await readSession(records, id)).toBeNull();
  });

  it("of an account that is disabled is refused, and accepted once it is enabled; that of a deleted one is gone", async () => {
    const id = await begin();
    await disableAccount(records, "ada", COMMAND_LINE);
    expect(await readSession(records, id)).toBeNull();
    await enableAccount(records, "ada", COMMAND_LINE);
    expect(await readSession(records, id)).not.toBeNull();
    await deleteAccount(records, "ada", COMMAND_LINE);
    await createAccount(records, { name: "ada", password: "correct horse battery" }, COMMAND_LINE);
    expect(await readSession(records, id)).toBeNull();
  });

  it("is ended by its account alone", async () => {
    const id = await begin();
    const sessionId = (await listSessions(records, ada.account_id))[0]!.session_id;
    expect(await endSession(records, sessionId, "acc_other")).toBe(false);
    expect(await readSession(records, id)).not.toBeNull();
    expect(await endSession(records, sessionId, ada.account_id)).toBe(true);
    expect(await readSession(records, id)).toBeNull();
  });

  it("of any other text is none, without a look into the store", async () => {
    const get = vi.spyOn(records, "get");
    for (const text of ["", "x", "x".repeat(44), "ä".repeat(43), "../".repeat(14)])
      expect(await readSession(records, text)).toBeNull();
    expect(get).not.toHaveBeenCalled();
  });

  it("cannot be read while the store is away: that is an error, and nobody is let in", async () => {
    const id = await begin();
    vi.spyOn(records, "get").mockRejectedValue(new PublicError("records_unavailable"));
    expect(await outcome(readSession(records, id))).toBe("records_unavailable");
  });
});
