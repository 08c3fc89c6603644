import { describe, expect, it } from "vitest";
import { listAudit } from "../../src/access/audit.ts";
import { disableAccount, listAccounts } from "../../src/access/accounts.ts";
import { COMMAND_LINE } from "../../src/access/actor.ts";
import { listKeys } from "../../src/access/keys.ts";
import { issueSetupCode } from "../../src/access/setup-code.ts";
import { bare, post } from "../support/mcp-requests.ts";
import { keyIn, openSite, PASSWORD, type Site } from "./site.ts";

async function codeOf(site: Site): Promise<string> {
  const code = await issueSetupCode(site.records);
  if (code === null) throw new Error("No setup code was made");
  return code;
}

describe("/setup", () => {
  it("makes the first account, signs it in, and is gone", async () => {
    const site = await openSite();
    const code = await codeOf(site);
    const browser = site.browser();
    expect((await browser.get("/sign-in")).text).toContain('href="/setup"');
    expect((await browser.get("/setup")).status).toBe(200);
    const done = await browser.post("/setup", { code: ` ${code.toLowerCase()} `, name: "Ada", password: PASSWORD });
    expect(done).toMatchObject({ status: 303, location: "/developers/keys?done=welcome" });
    expect((await browser.get(done.location!)).text).toContain('<a href="/">ask the library</a>');
    expect((await browser.get("/developers/keys")).text).toContain(">ada</a>");
    expect(await listAccounts(site.records)).toMatchObject([{ name: "ada", admin: true }]);

    for (const answer of [
      await site.browser().get("/setup"),
      await browser.get("/setup"),
      await site.browser().post("/setup", { code, name: "eve", password: PASSWORD }),
    ]) {
      expect(answer.status).toBe(404);
      expect(answer.headers.get("content-type")).toContain("text/html");
    }
    expect((await site.browser().get("/sign-in")).text).not.toContain('href="/setup"');
    expect(await listAccounts(site.records)).toHaveLength(1);
  });

  it("of a hundred posts with the right code at once makes exactly one account", async () => {
    const site = await openSite();
    const code = await codeOf(site);
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        site.browser().post("/setup", { code, name: `person${index}`, password: PASSWORD }),
      ),
    );
    expect(answers.filter((answer) => answer.status === 303)).toHaveLength(1);
    expect(await listAccounts(site.records)).toHaveLength(1);
  });

  it("names what is wrong beside its field, keeps what was typed, and never a password", async () => {
    const site = await openSite();
    const code = await codeOf(site);
    const wrong = await site.browser().post("/setup", { code: "0000-1111", name: "ada", password: PASSWORD });
    expect(wrong.status).toBe(422);
    expect(wrong.text).toContain('id="code-problem"');
    expect(wrong.text).toMatch(/value="0000-1111"/u);
    expect(wrong.text).toMatch(/value="ada"/u);
    expect(wrong.text).not.toContain(PASSWORD);

    const short = await site.browser().post("/setup", { code, name: "ada", password: "too short" });
    expect(short.text).toContain('id="password-problem">The password must have 12 to 200 characters.');
    expect(short.text).not.toContain("too short");
    const name = await site.browser().post("/setup", { code, name: "ada lovelace", password: PASSWORD });
    expect(name.text).toContain('id="name-problem"');
    expect(await site.browser().post("/setup", { code, name: "ada", password: PASSWORD })).toMatchObject({ status: 303 });
  });

  it("without a good code says how to get one", async () => {
    const site = await openSite();
    expect((await site.browser().get("/setup")).text).toContain("Restart the server");
  });
});

describe("/sign-in", () => {
  it("tells an unknown name, a wrong password and a disabled account apart to nobody", async () => {
    const site = await openSite();
    await site.account();
    await site.account({ name: "grace" });
    await disableAccount(site.records, "grace", COMMAND_LINE);
    const pages = [];
    for (const [name, password] of [
      ["nobody", PASSWORD],
      ["ada", "not the password"],
      ["grace", PASSWORD],
    ]) {
      const answer = await site.browser().post("/sign-in", { name: name!, password: password! });
      expect(answer.status).toBe(422);
      expect(answer.headers.getSetCookie()).toEqual([]);
      expect(answer.text).not.toContain(password);
      expect(answer.text).toContain(`value="${name}"`);
      pages.push(answer.text.replaceAll(name!, "NAME"));
    }
    expect(new Set(pages).size).toBe(1);
  });

  it("after five wrong passwords takes no further try, not even a right one, and says when", async () => {
    const site = await openSite();
    await site.account();
    for (let tries = 0; tries < 5; tries += 1)
      await site.browser().post("/sign-in", { name: "ada", password: `guess number ${tries}` });
    const answer = await site.browser().post("/sign-in", { name: "ada", password: PASSWORD });
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(answer.text).toMatch(/Too many attempts\. Try again in (?:1 minute|\d+ minutes)\./u);
  });

  it("leads whoever is signed in to the keys", async () => {
    const site = await openSite();
    expect(await (await site.signedIn()).get("/sign-in")).toMatchObject({ status: 303, location: "/" });
  });
});

describe("/sign-out", () => {
  it("ends this session and no other", async () => {
    const site = await openSite();
    const [here, there] = [await site.signedIn(), await site.signedIn()];
    const stolen = new Map(here.cookies);
    expect(await here.post("/sign-out", {})).toMatchObject({ status: 303, location: "/sign-in?done=signed_out" });
    expect(here.cookies.size).toBe(0);
    for (const [name, value] of stolen) here.cookies.set(name, value);
    expect(await here.get("/account")).toMatchObject({ status: 303, location: "/sign-in?next=%2Faccount" });
    expect(await there.get("/account")).toMatchObject({ status: 200 });
  });

  it("everywhere ends them all", async () => {
    const site = await openSite();
    const [here, there] = [await site.signedIn(), await site.signedIn()];
    expect(await here.post("/sign-out", { everywhere: "yes" })).toMatchObject({
      location: "/sign-in?done=signed_out_everywhere",
    });
    expect(await there.get("/account")).toMatchObject({ status: 303, location: "/sign-in?next=%2Faccount" });
  });

  it("is no address to be led to: a picture on another page signs nobody out", async () => {
    const site = await openSite();
    const ada = await site.signedIn();
    expect((await ada.get("/sign-out")).status).toBe(404);
    expect((await ada.get("/account")).status).toBe(200);
  });
});

describe("/invite", () => {
  it("makes one account of one code, by an administrator's invitation", async () => {
    const site = await openSite();
    const ada = await site.signedIn();
    const page = await ada.post("/account/invitations", {});
    expect(page.status).toBe(201);
    const [code] = /(?:[0-9A-Z]{4}-){7}[0-9A-Z]{4}/u.exec(page.text)!;
    const taken = await site.browser().post("/invite", { code, name: "ada", password: PASSWORD });
    expect(taken.text).toContain('id="name-problem">This name is already taken.');
    const grace = site.browser();
    const made = await grace.post("/invite", { code, name: "grace", password: PASSWORD });
    expect(made).toMatchObject({ status: 303, location: "/?done=welcome" });
    const welcome = (await grace.get(made.location!)).text;
    expect(welcome).toContain("Welcome! Ask the library below.");
    expect(welcome).toContain('<a href="/developers/keys">create an API key</a>');
    expect((await grace.get("/developers/keys")).status).toBe(200);
    const again = await site.browser().post("/invite", { code, name: "eve", password: PASSWORD });
    expect(again.status).toBe(422);
    expect(again.text).toContain('id="code-problem"');
    expect(await listAccounts(site.records)).toMatchObject([
      { name: "ada", admin: true },
      { name: "grace", admin: false },
    ]);
    expect((await grace.get("/account")).text).not.toContain("/account/invitations");
    expect(await grace.post("/account/invitations", {})).toMatchObject({ status: 404 });
  });
});

describe("/account", () => {
  it("changes the password, which ends every other session", async () => {
    const site = await openSite();
    const [here, there] = [await site.signedIn(), await site.signedIn()];
    const wrong = await here.post("/account/password", { current: "not the password", next: "another long one" });
    expect(wrong.text).toContain('id="current-problem">The password is incorrect.');
    const short = await here.post("/account/password", { current: PASSWORD, next: "short" });
    expect(short.text).toContain('id="next-problem"');
    expect(short.text).not.toContain(PASSWORD);

    expect(await here.post("/account/password", { current: PASSWORD, next: "another long one" })).toMatchObject({
      status: 303,
      location: "/account?done=password_changed",
    });
    expect((await here.get("/account")).status).toBe(200);
    expect((await there.get("/account")).status).toBe(303);
    expect((await site.browser().post("/sign-in", { name: "ada", password: PASSWORD })).status).toBe(422);
    expect((await site.browser().post("/sign-in", { name: "ada", password: "another long one" })).status).toBe(303);
  });

  it("deletes its stored questions and nobody else's", async () => {
    const site = await openSite();
    const ada = await site.signedIn();
    const id = (await listAccounts(site.records))[0]!.account_id;
    await site.records.put("run", "run_1", { account: id });
    await site.records.put("run", "run_2", { account: "local" });
    expect((await ada.get("/account")).text).toContain("You have 1 stored question.");
    expect((await ada.get("/account/questions/delete")).text).toContain("Delete stored questions?");
    expect(await ada.post("/account/questions/delete", {})).toMatchObject({ status: 303 });
    expect(await site.records.get("run", "run_1")).toBeNull();
    expect(await site.records.get("run", "run_2")).not.toBeNull();
  });

  it("deletes itself after its password is given: keys, sessions and stored questions go with it", async () => {
    const site = await openSite();
    const ada = await site.signedIn();
    const id = (await listAccounts(site.records))[0]!.account_id;
    await site.records.put("run", "run_1", { account: id });
    const key = keyIn((await ada.post("/developers/keys", { name: "laptop", scopes: "papers:read", expires: "30" })).text);

    const refused = await ada.post("/account/delete", { confirmation: "not the password" });
    expect(refused.text).toContain('id="confirmation-problem">The password is incorrect.');
    expect((await post(site.url, bare(1), { key })).status).toBe(200);

    expect(await ada.post("/account/delete", { confirmation: PASSWORD })).toMatchObject({
      location: "/sign-in?done=account_deleted",
    });
    expect((await post(site.url, bare(1), { key })).status).toBe(401);
    expect(await listAccounts(site.records)).toEqual([]);
    expect(await listKeys(site.records, id)).toEqual([]);
    expect(await site.records.get("run", "run_1")).toBeNull();
    expect((await listAudit(site.records)).entries[0]).toMatchObject({ event: "account_deleted", account_name: "ada" });
  });
});
