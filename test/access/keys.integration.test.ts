import { createHash } from "node:crypto";
import { describe, expect, it, vi } from "vitest";
import { isWellFormedKey, newKey } from "../../src/access/key-format.ts";
import { createAccount } from "../../src/access/accounts.ts";
import { COMMAND_LINE } from "../../src/access/actor.ts";
import { listAudit } from "../../src/access/audit.ts";
import { checkKey, createKey, keyState, listKeys, revokeKey, rotateKey, type NewKey } from "../../src/access/keys.ts";
import { PublicError } from "../../src/errors.ts";
import type { Records } from "../../src/records/port.ts";
import { newRecords } from "../support/records.ts";
import { withoutKeys } from "../../src/shared/key-redaction.ts";

const WANTED: NewKey = { name: "editor", account: "local", scopes: ["papers:read"] };
const DAY_MS = 86_400_000;

/** A key made once by this program; the format must never change under keys that people hold. */
const PINNED_KEY = "s2s_0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefg37cCQ0";

const code = (promise: Promise<unknown>) =>
  promise.then(
    () => "accepted",
    (error: unknown) => (error instanceof PublicError ? error.code : String(error)),
  );

describe("the form of a key", () => {
  it("is s2s_, 43 characters and a checksum of 6, all base62, and no two are alike", () => {
    const keys = Array.from({ length: 200 }, newKey);
    for (const key of keys) expect(key).toMatch(/^s2s_[0-9A-Za-z]{49}$/u);
    for (const key of keys) expect(isWellFormedKey(key)).toBe(true);
    expect(new Set(keys).size).toBe(200);
  });

  it("of 100,000 keys is the published one, checksum included, no two are alike, and no store is asked about junk", async () => {
    const keys = Array.from({ length: 100_000 }, newKey);
    expect(new Set(keys).size).toBe(100_000);
    expect(keys.filter((key) => !/^s2s_[0-9A-Za-z]{49}$/u.test(key) || !isWellFormedKey(key))).toEqual([]);
    const records = newRecords();
    const get = vi.spyOn(records, "get");
    const junk = keys.slice(0, 2_000).map((key, index) => key.slice(0, 4 + (index % 49)) + "!" + key.slice(5 + (index % 49)));
    for (const token of ["", "Bearer", "x".repeat(53), ...junk]) expect(await code(checkKey(records, token))).toBe("invalid_key");
    expect(get).not.toHaveBeenCalled();
  });

  it("is the one that keys were made in before", () => {
    expect(isWellFormedKey(PINNED_KEY)).toBe(true);
  });

  it("does not survive a changed, lost, doubled or swapped character", () => {
    for (let at = 4; at < PINNED_KEY.length; at += 1) {
      const changed = PINNED_KEY.slice(0, at) + (PINNED_KEY[at] === "x" ? "y" : "x") + PINNED_KEY.slice(at + 1);
      const lost = PINNED_KEY.slice(0, at) + PINNED_KEY.slice(at + 1);
      const doubled = PINNED_KEY.slice(0, at) + PINNED_KEY[at] + PINNED_KEY.slice(at);
      expect([changed, lost, doubled].filter(isWellFormedKey)).toEqual([]);
    }
    expect(isWellFormedKey(PINNED_KEY.replace("01", "10"))).toBe(false);
  });

  it.each(["", "s2s_", " ", `${PINNED_KEY} `, `${PINNED_KEY}\n`, PINNED_KEY.toUpperCase(), PINNED_KEY.replace("s2s", "sk")])(
    "%j is no key",
    (text) => {
      expect(isWellFormedKey(text)).toBe(false);
    },
  );

  it("is blotted out wherever it stands in a text, whole or cut", () => {
    const text = `a ${PINNED_KEY}, "b":"${PINNED_KEY.slice(0, 20)}"`;
    expect(withoutKeys(text)).toBe('a s2s_[redacted], "b":"s2s_[redacted]"');
  });
});

describe("keys", () => {
  it("a key is shown once; what is stored is its SHA-256 and what lists show", async () => {
    const records = newRecords();
    const { key, info } = await createKey(records, WANTED);
    const hash = createHash("sha256").update(key).digest("hex");
    const stored = await records.get("key", hash);
    expect(stored?.value).toMatchObject({ hash, last_four: key.slice(-4), name: "editor", scopes: ["papers:read"] });
    expect(JSON.stringify(await records.list("key", { limit: 10 }))).not.toContain(key.slice(4, 12));
    expect(JSON.stringify(info)).not.toContain(hash);
    expect(await checkKey(records, key)).toEqual(info);
  });

  it.each([
    [undefined, 90],
    [30, 30],
    [365, 365],
  ] as const)("a lifetime of %s days ends after %s days", async (expiresInDays, days) => {
    const { info } = await createKey(newRecords(), { ...WANTED, expiresInDays });
    expect(Date.parse(info.expires_at!) - Date.parse(info.created_at)).toBe(days * DAY_MS);
  });

  it("a key is refused from the moment it expires, and one that never expires is not", async () => {
    const records = newRecords();
    const { key, info } = await createKey(records, { ...WANTED, expiresInDays: 30 });
    const { key: lasting } = await createKey(records, { ...WANTED, expiresInDays: "never" });
    vi.useFakeTimers({ toFake: ["Date"] });
    try {
      vi.setSystemTime(Date.parse(info.expires_at!) - 1);
      expect(await code(checkKey(records, key))).toBe("accepted");
      vi.setSystemTime(Date.parse(info.expires_at!));
      expect(await code(checkKey(records, key))).toBe("expired_key");
      vi.setSystemTime(Date.parse(info.expires_at!) + 100 * 365 * DAY_MS);
      expect(await code(checkKey(records, lasting))).toBe("accepted");
    } finally {
      vi.useRealTimers();
    }
  });

  it("a revoked key is refused on its next check, and revoking it again changes nothing", async () => {
    const records = newRecords();
    const { key, info } = await createKey(records, WANTED);
    const { key: other } = await createKey(records, WANTED);
    const revoked = await revokeKey(records, info.key_id, "local");
    expect(await code(checkKey(records, key))).toBe("revoked_key");
    expect(await code(checkKey(records, other))).toBe("accepted");
    expect(await revokeKey(records, info.key_id)).toEqual(revoked);
  });

  it("only an account's own keys are listed and revoked with its name", async () => {
    const records = newRecords();
    const { info } = await createKey(records, WANTED);
    await createKey(records, { ...WANTED, account: "ada" });
    expect((await listKeys(records, "local")).map((key) => key.key_id)).toEqual([info.key_id]);
    expect(await listKeys(records)).toHaveLength(2);
    expect(await code(revokeKey(records, info.key_id, "ada"))).toBe("not_found");
    expect(await code(revokeKey(records, "nobody"))).toBe("not_found");
  });

  it("belongs to an account of a person: it may do what that account may still do", async () => {
    const records = newRecords();
    const given = { name: "ada", password: "correct horse battery", scopes: ["papers:read", "signals:read"] } as const;
    const ada = await createAccount(records, given, COMMAND_LINE);
    const { key, info } = await createKey(records, { ...WANTED, account: ada, scopes: ["papers:read", "signals:read"] });
    expect(info).toMatchObject({ account: ada.account_id, account_name: "ada" });
    const stored = (await records.get<object>("account", "ada"))!;
    await records.put("account", "ada", { ...stored.value, scopes: ["papers:read"] });
    expect(await checkKey(records, key)).toMatchObject({ scopes: ["papers:read"] });
  });

  it("grants no scope that its maker lacks", async () => {
    const records = newRecords();
    const given = { name: "ada", password: "correct horse battery", scopes: ["papers:read"] } as const;
    const ada = await createAccount(records, given, COMMAND_LINE);
    await expect(
      createKey(records, { ...WANTED, account: ada, scopes: ["papers:read", "workspaces:write"] }),
    ).rejects.toMatchObject({
      code: "invalid_argument",
      field: "scopes",
      allowed: ["papers:read"],
    });
    expect(await listKeys(records)).toEqual([]);
  });

  it("whose account's record is gone is refused", async () => {
    const records = newRecords();
    const ada = await createAccount(records, { name: "ada", password: "correct horse battery" }, COMMAND_LINE);
    const { key } = await createKey(records, { ...WANTED, account: ada });
    await records.delete("account", "ada");
    expect(await code(checkKey(records, key))).toBe("revoked_key");
  });

  it("what is done with keys stands in the audit log: who, which and from where, never the key or its hash", async () => {
    const records = newRecords();
    const by = { account: "acc_1", name: "ada", address: "192.0.2.7" };
    const { key, info } = await createKey(records, WANTED, by);
    const rotated = await rotateKey(records, info.key_id, { overlap: "1h" }, by);
    await revokeKey(records, info.key_id, undefined, by);
    const { entries } = await listAudit(records);
    expect(entries).toHaveLength(3);
    for (const event of ["key_created", "key_rotated", "key_revoked"]) {
      expect(entries).toContainEqual(expect.objectContaining({ event, key_id: info.key_id, actor: by }));
    }
    const text = JSON.stringify(entries);
    for (const secret of [key, rotated.key].flatMap((one) => [
      one,
      one.slice(4, 20),
      createHash("sha256").update(one).digest("hex"),
    ])) {
      expect(text).not.toContain(secret);
    }
  });

  describe("rotation", () => {
    const HOUR = 3_600_000;

    it.each([
      ["1h", HOUR],
      ["24h", 24 * HOUR],
      ["7d", 7 * 24 * HOUR],
    ] as const)("with an overlap of %s lets both work so long, then the new one alone", async (overlap, ms) => {
      const records = newRecords();
      const { key, info } = await createKey(records, { ...WANTED, expiresInDays: 30 });
      const now = Date.now();
      vi.useFakeTimers({ toFake: ["Date"], now });
      try {
        const rotated = await rotateKey(records, info.key_id, { overlap });
        expect(rotated.info).toMatchObject({ name: "editor", account: "local", scopes: ["papers:read"], replaced_by: null });
        expect(Date.parse(rotated.info.expires_at!)).toBe(now + 30 * DAY_MS);
        expect(rotated.old).toMatchObject({ key_id: info.key_id, replaced_by: rotated.info.key_id, revoked_at: null });
        vi.setSystemTime(now + ms - 1);
        expect([await code(checkKey(records, key)), await code(checkKey(records, rotated.key))]).toEqual([
          "accepted",
          "accepted",
        ]);
        expect(keyState((await listKeys(records)).find((one) => one.key_id === info.key_id)!)).toBe("replaced");
        vi.setSystemTime(now + ms);
        expect([await code(checkKey(records, key)), await code(checkKey(records, rotated.key))]).toEqual([
          "expired_key",
          "accepted",
        ]);
      } finally {
        vi.useRealTimers();
      }
    });

    it("without an overlap revokes the old key at once", async () => {
      const records = newRecords();
      const { key, info } = await createKey(records, { ...WANTED, expiresInDays: "never" });
      const rotated = await rotateKey(records, info.key_id, { overlap: "0" });
      expect([await code(checkKey(records, key)), await code(checkKey(records, rotated.key))]).toEqual([
        "revoked_key",
        "accepted",
      ]);
      expect(rotated.info.expires_at).toBeNull();
    });

    it("never lets a key live longer than it would have", async () => {
      const records = newRecords();
      const { key, info } = await createKey(records, { ...WANTED, expiresInDays: 30 });
      vi.useFakeTimers({ toFake: ["Date"], now: Date.parse(info.expires_at!) - 60_000 });
      try {
        const { old } = await rotateKey(records, info.key_id, { overlap: "7d" });
        expect(old.expires_at).toBe(info.expires_at);
        vi.setSystemTime(Date.parse(info.expires_at!));
        expect(await code(checkKey(records, key))).toBe("expired_key");
      } finally {
        vi.useRealTimers();
      }
    });

    it("of the successor makes the next one for as long as the first was made for", async () => {
      const records = newRecords();
      const first = await createKey(records, { ...WANTED, expiresInDays: 365 });
      const second = await rotateKey(records, first.info.key_id, { overlap: "1h" });
      const third = await rotateKey(records, second.info.key_id, { overlap: "1h" });
      expect(Date.parse(third.info.expires_at!) - Date.parse(third.info.created_at)).toBe(365 * DAY_MS);
    });

    it("is refused for a key that is revoked, expired or replaced, for another account's and for an unknown one; then there is no new key", async () => {
      const records = newRecords();
      const [revoked, replaced, whole] = await Promise.all(
        [1, 2, 3].map(async () => (await createKey(records, WANTED)).info.key_id),
      );
      await revokeKey(records, revoked!);
      await rotateKey(records, replaced!, { overlap: "24h" });
      const before = (await listKeys(records)).length;
      const rotate = (id: string, account?: string) => code(rotateKey(records, id, { overlap: "0", account }));
      expect([await rotate(revoked!), await rotate(replaced!)]).toEqual(["invalid_argument", "invalid_argument"]);
      expect([await rotate(whole!, "acc_other"), await rotate("0".repeat(16)), await rotate("")]).toEqual([
        "not_found",
        "not_found",
        "not_found",
      ]);
      expect(await listKeys(records)).toHaveLength(before);
    });
  });

  it("a malformed key is refused without a look into the store", async () => {
    const records = newRecords();
    const get = vi.spyOn(records, "get");
    expect(await code(checkKey(records, `${PINNED_KEY.slice(0, -1)}x`))).toBe("invalid_key");
    expect(get).not.toHaveBeenCalled();
    expect(await code(checkKey(records, PINNED_KEY))).toBe("invalid_key");
    expect(get).toHaveBeenCalledOnce();
  });

  it("a store that fails or hangs is told as such within two seconds, never as a wrong key", async () => {
    const failing: Records = {
      ...newRecords(),
      get: () => Promise.reject(new PublicError("records_unavailable")),
    };
    expect(await code(checkKey(failing, PINNED_KEY))).toBe("key_store_unavailable");
    const hanging: Records = { ...newRecords(), get: () => new Promise(() => {}) };
    const started = performance.now();
    expect(await code(checkKey(hanging, PINNED_KEY))).toBe("key_store_unavailable");
    expect(performance.now() - started).toBeLessThan(2_000);
  });

  it.each([
    [{ name: " " }, "name"],
    [{ name: "x".repeat(101) }, "name"],
    [{ scopes: [] }, "scopes"],
    [{ scopes: ["papers:write"] }, "scopes"],
    [{ expiresInDays: 31 }, "expires_in_days"],
  ])("%j is refused by the name of its field", async (wrong, field) => {
    await expect(createKey(newRecords(), { ...WANTED, ...wrong } as NewKey)).rejects.toMatchObject({
      code: "invalid_argument",
      field,
    });
  });
});
