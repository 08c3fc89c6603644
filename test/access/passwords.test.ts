import { describe, expect, it } from "vitest";
import { hashPassword, isPassword } from "../../src/access/passwords.ts";

describe("passwords", () => {
  it("are kept as argon2id with a salt of their own and at least the cost that OWASP asks for", async () => {
    const [once, again] = await Promise.all([hashPassword("correct horse battery"), hashPassword("correct horse battery")]);
    expect(once).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/u);
    expect(again).not.toBe(once);
    expect(await isPassword("correct horse battery", once)).toBe(true);
    expect(await isPassword("correct horse battery ", once)).toBe(false);
  });

  it("are known again in the form in which they were kept before", async () => {
    // A test vector of the reference implementation, which other programs keep passwords in too.
    const kept = "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc";
    expect(await isPassword("password", kept)).toBe(true);
    expect(await isPassword("Password", kept)).toBe(false);
  });

  it("typed with composed or decomposed letters are the same", async () => {
    const kept = await hashPassword("Schlüssel Größe");
    expect(await isPassword("Schlüssel Größe".normalize("NFD"), kept)).toBe(true);
  });

  it.each(["", "eleven char", "   ".repeat(10), "🦓".repeat(11), "x".repeat(201)])("%j is not taken", async (password) => {
    await expect(hashPassword(password)).rejects.toMatchObject({ code: "invalid_argument", field: "password" });
  });

  it("of 12 characters, of whatever script, are taken", async () => {
    const password = "🦓🐘🦒🐆🦏🐊🦔🐍🦅🦩🐢🦂";
    expect(await isPassword(password, await hashPassword(password))).toBe(true);
  });

  it.each([
    "Password1234!",
    "P@ssw0rd2026",
    "passwordpassword",
    "qwertyuiop123",
    "1q2w3e4r5t6y",
    "123456789012",
    "abcdefghijklm",
    "aaaaaaaaaaaa",
    "xkqzxkqzxkqz",
    "Summer2026Summer!!",
    "iloveyou-michael",
    "SignalCanvas2026",
    "correct horse battery staple",
  ])("that many people choose are not taken: %s", async (password) => {
    await expect(hashPassword(password)).rejects.toMatchObject({ field: "password", message: /easy to guess/u });
  });

  it.each(["correct horse battery", "purple otter 9 teacups", "Vq7#kLm2xT!p", "Das Wetter auf Sylt", "tr0ubador&3 kites"])(
    "that hold something of their own are taken: %s",
    async (password) => expect(await hashPassword(password)).toContain("argon2id"),
  );

  it("are never right where there is none to compare with, and that takes as much work", async () => {
    const kept = await hashPassword("correct horse battery");
    const work = async (stored: string | null) => {
      const before = process.cpuUsage();
      for (let round = 0; round < 5; round += 1) await isPassword("wrong horse battery", stored);
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    expect((await work(null)) / (await work(kept))).toBeGreaterThan(0.5);
    for (const password of ["", "correct horse battery", "A"]) expect(await isPassword(password, null)).toBe(false);
  });
});
