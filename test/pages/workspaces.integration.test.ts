import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAccount, type Account } from "../../src/access/accounts.ts";
import { COMMAND_LINE } from "../../src/access/actor.ts";
import { listAudit } from "../../src/access/audit.ts";
import { createKey } from "../../src/access/keys.ts";
import { shareWorkspace } from "../../src/workspaces/sharing.ts";
import { getWorkspace } from "../../src/workspaces/store.ts";
import { LIMITS, type Workspace } from "../../src/workspaces/workspace.ts";
import { workspaceRows } from "../support/authorization-table.ts";
import { legacyBody, post } from "../support/mcp-requests.ts";
import { askWithin, workspaceWith } from "../support/workspaces.ts";
import { fillLibrary, HOSTILE, MARKUP, PAPER } from "./filled-library.ts";
import { openSite, PASSWORD, type Browser, type Site } from "./site.ts";

let site: Site;
let ada: Browser;
let grace: Browser;
const accounts: Record<string, Account> = {};

beforeAll(async () => {
  site = await openSite({ keep: true });
  await fillLibrary(site.library);
  for (const name of ["ada", "grace"])
    accounts[name] = await createAccount(site.records, { name, password: PASSWORD }, COMMAND_LINE);
  ada = await site.signedIn();
  grace = await site.signedIn("grace");
}, 60_000);
afterAll(() => site.close());

const ownedBy = (name: string) => ({ records: site.records, account: accounts[name]!.account_id, name });
const made = (name: string, items: Parameters<typeof workspaceWith>[1] = [], thesis?: string): Promise<Workspace> =>
  workspaceWith(site.library, items, { account: accounts.ada!.account_id, name, thesis });
const now = ({ workspace_id: id }: Workspace) => getWorkspace(ownedBy("ada"), id);

describe("a person's work", () => {
  it("goes from an empty list over a thesis, a paper by any id and a note to an export", async () => {
    const { location } = await ada.post("/workspaces", { name: "Dense or sparse", thesis: "Sparse is enough." });
    const path = location!.split("?")[0]!;
    expect((await ada.get("/workspaces")).text).toContain("Dense or sparse");
    for (const fields of [
      { id: `https://doi.org/${PAPER.slice(4)}`, note: "the baseline" },
      { id: "", note: "ask the authors" },
    ])
      expect((await ada.post(`${path}/items`, fields)).location).toBe(`${path}?done=added`);
    expect((await ada.post(`${path}/items`, { id: PAPER, note: "" })).location).toBe(`${path}?done=there`);
    const { text } = await ada.get(path);
    for (const said of ["Sparse is enough.", "1 paper, 1 note", "the baseline", "ask the authors", "Ask within it"])
      expect(text).toContain(said);
    const exported = await ada.get(`${path}/export?format=bibtex`);
    expect(exported.headers.get("content-disposition")).toContain("Dense-or-sparse.bib".toLowerCase());
    expect(exported.text).toContain("@inproceedings");
    await ada.post(`${path}/items/remove`, { kind: "paper", id: PAPER });
    expect((await ada.get(path)).text).toContain("1 note · ");
  });

  it("is refused with a sentence at the field", async () => {
    const { workspace_id: id } = await made("Refusals");
    const unknown = await ada.post(`/workspaces/${id}/items`, { id: "doi:10.1/nothing", note: "kept while mending" });
    expect(unknown.status).toBe(422);
    for (const said of ["The library has no paper or signal with this ID", "kept while mending"])
      expect(unknown.text).toContain(said);
    expect((await ada.post(`/workspaces/${id}/items`, { id: "", note: " " })).status).toBe(422);
    expect((await ada.post("/workspaces", { name: "x".repeat(LIMITS.name + 1) })).text).toContain("must be text of 1 to 200");
  });

  it("is not overwritten where somebody else changed it: what was typed is kept, and a second try replaces", async () => {
    const workspace = await made("Before");
    const edit = `/workspaces/${workspace.workspace_id}/edit`;
    const version = String(workspace.version);
    await ada.post(edit, { name: "By another tab", version });
    const late = await ada.post(edit, { name: "Mine", version });
    expect(late.status).toBe(409);
    expect(late.text).toContain('value="Mine"');
    expect((await now(workspace)).name).toBe("By another tab");
    const [, current] = /name="version" value="(\d+)"/u.exec(late.text)!;
    await ada.post(edit, { name: "Mine", version: current! });
    expect((await now(workspace)).name).toBe("Mine");
  });

  it("is deleted only in the version that the question was about", async () => {
    const workspace = await made("To be deleted");
    const path = `/workspaces/${workspace.workspace_id}`;
    await ada.post(`${path}/items`, { note: "changed meanwhile" });
    expect((await ada.post(`${path}/delete`, { version: String(workspace.version) })).status).toBe(409);
    const { version } = await now(workspace);
    expect((await ada.post(`${path}/delete`, { version: String(version) })).location).toBe("/workspaces?done=deleted");
    expect((await ada.get(path)).status).toBe(404);
  });

  it("shows what changed since a day: new papers near the thesis, signals, what was saved and asked", async () => {
    const { workspace_id: id } = await made("Changes", [{ kind: "paper", id: PAPER }], "Dense retrieval beats sparse retrieval.");
    await askWithin(site.library, id, "Does dense retrieval beat BM25?", accounts.ada!.account_id);
    const first = await ada.get(`/workspaces/${id}`);
    expect(first.text).not.toContain("What changed");
    const { text } = await ada.get(`/workspaces/${id}?since=2020-01-01`);
    for (const said of [
      "What changed",
      "New papers near the subject",
      "New signals about saved papers",
      "1 question asked",
      "1 item saved",
    ])
      expect(text).toContain(said);
    expect((await ada.get(`/workspaces/${id}?since=2099-01-01`)).text).toContain("Nothing has changed since");
  });
});

describe("what is saved", () => {
  it("is text, however hostile, and a page stays small", async () => {
    const notes = Array.from({ length: 60 }, (_, index) => ({
      kind: "note" as const,
      note: `${index} ${MARKUP} ${"‮long ".repeat(150)}`,
    }));
    const { workspace_id: id } = await made(MARKUP, [{ kind: "paper", id: HOSTILE }, ...notes], MARKUP);
    const pages = ["", "/items?kind=note", "/items?kind=paper", "/edit", "/sharing", "/delete", "?since=2020-01-01"];
    for (const address of ["/workspaces", ...pages.map((step) => `/workspaces/${id}${step}`)]) {
      const { status, text } = await ada.get(address);
      expect(status).toBe(200);
      expect(text, address).toContain("&lt;script&gt;");
      expect(text, address).not.toMatch(/<script>alert|<img src=x|javascript:/u);
      expect(Buffer.byteLength(text), address).toBeLessThan(60_000);
    }
  });
});

describe("sharing", () => {
  it.each(["viewer", "editor"] as const)(
    "a %s gets over every page what the table says, and a stranger nothing",
    async (role) => {
      for (const { name, fields = {}, shared } of workspaceRows()) {
        const workspace = await made("Shared");
        const [method, route] = name.split(" ");
        const path = route!.replace(":id", workspace.workspace_id);
        const form = Object.fromEntries(
          Object.entries(fields).map(([key, value]) => [key, value === ":version" ? String(workspace.version) : value]),
        );
        const send = () => (method === "GET" ? grace.get(path) : grace.post(path, form));
        expect([name, (await send()).status]).toEqual([name, 404]);
        await shareWorkspace(ownedBy("ada"), workspace.workspace_id, { account: accounts.grace!, role });
        const { status, location } = await send();
        const told = location === null ? String(status) : `to ${location.split("?")[0]!.replace(workspace.workspace_id, ":id")}`;
        expect([name, told]).toEqual([name, shared[role]]);
        if (told === "403") expect((await now(workspace)).version).toBe(workspace.version);
      }
    },
  );

  it("is done and ended in the browser, is on record, and holds for keys too", async () => {
    const workspace = await made("For two", [], "A thesis for two");
    const path = `/workspaces/${workspace.workspace_id}`;
    const { key } = await createKey(site.records, { name: "of grace", account: accounts.grace!, scopes: ["workspaces:read"] });
    const overTheEndpoint = async () => {
      const call = { name: "get_workspaces", arguments: { workspace_id: workspace.workspace_id } };
      return JSON.stringify((await post(site.url, legacyBody("tools/call", call), { key })).json);
    };
    expect((await ada.post(`${path}/sharing`, { name: "nobody", role: "viewer" })).text).toContain("No account on this server");
    expect((await ada.post(`${path}/sharing`, { name: "ada", role: "viewer" })).text).toContain("already yours");
    expect(await overTheEndpoint()).not.toContain("A thesis for two");
    await ada.post(`${path}/sharing`, { name: " Grace ", role: "viewer" });
    expect((await grace.get("/workspaces")).text).toContain("Shared by ada: you can view");
    expect(await overTheEndpoint()).toContain("A thesis for two");
    const [, account] = /name="account" value="([^"]+)"/u.exec((await ada.get(`${path}/sharing`)).text)!;
    await ada.post(`${path}/sharing/remove`, { account: account! });
    expect((await grace.get(path)).status).toBe(404);
    expect(await overTheEndpoint()).not.toContain("A thesis for two");
    const { entries } = await listAudit(site.records, { account: accounts.grace!.account_id });
    expect(entries.map(({ event }) => event)).toEqual(expect.arrayContaining(["workspace_shared", "workspace_unshared"]));
  });

  it("is not for accounts that may not read or write workspaces", async () => {
    await createAccount(
      site.records,
      { name: "reader", password: PASSWORD, scopes: ["papers:read", "workspaces:read"] },
      COMMAND_LINE,
    );
    const reader = await site.signedIn("reader");
    expect((await reader.get("/workspaces")).text).not.toContain("New workspace");
    expect((await reader.post("/workspaces", { name: "x" })).status).toBe(403);
    await createAccount(site.records, { name: "none", password: PASSWORD, scopes: ["papers:read"] }, COMMAND_LINE);
    expect((await (await site.signedIn("none")).get("/workspaces")).status).toBe(403);
  });

  it("ends with the account of either", async () => {
    const workspace = await made("For a guest");
    const guest = await createAccount(site.records, { name: "guest", password: PASSWORD }, COMMAND_LINE);
    await shareWorkspace(ownedBy("ada"), workspace.workspace_id, { account: guest, role: "editor" });
    const browser = await site.signedIn("guest");
    await browser.post("/account/delete", { confirmation: PASSWORD });
    expect((await ada.get(`/workspaces/${workspace.workspace_id}`)).text).not.toContain("Shared with");
  });
});
