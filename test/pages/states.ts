import { paperAddress } from "../../src/documents/page-addresses.ts";
import type { Page } from "playwright-core";
import { vi } from "vitest";
import { newReport, type IngestReport } from "../../ingest/report.ts";
import { emptyTally } from "../../ingest/tally.ts";
import { findAccount } from "../../src/access/accounts.ts";
import { invite } from "../../src/access/invitations.ts";
import { createKey, revokeKey, rotateKey, type KeyInfo } from "../../src/access/keys.ts";
import { RateLimiter } from "../../src/access/rate-limit.ts";
import { issueSetupCode } from "../../src/access/setup-code.ts";
import type { Records } from "../../src/records/port.ts";
import { wholeTextOf } from "../../src/retrieval/full-text.ts";
import { listTopics } from "../../src/topics/list.ts";
import { shareWorkspace } from "../../src/workspaces/sharing.ts";
import { askWithin, workspaceWith } from "../support/workspaces.ts";
import { fillLibrary, HOSTILE, HOSTILE_TEXT, PAPER } from "./filled-library.ts";
import { PASSWORD, type Site } from "./site.ts";

/** One look that a page can have, and how a browser gets there. */
export interface State {
  name: string;
  open(page: Page, site: Site): Promise<void>;
}

/** The button that sends the page's form. */
const SUBMIT = 'main button:not([type="button"])';
/** What stands above a form that was refused. */
const REFUSED = ".notice.problem";

/** Before anybody has an account. */
export const STATES_BEFORE_SETUP: State[] = [
  {
    name: "sign-in-new",
    open: async (page) => void (await page.goto("/sign-in")),
  },
  {
    name: "setup-without-code",
    open: async (page) => void (await page.goto("/setup")),
  },
  {
    name: "setup",
    async open(page, { records }) {
      await issueSetupCode(records);
      await page.goto("/setup");
    },
  },
  {
    name: "setup-refused",
    async open(page) {
      await page.goto("/setup");
      await page.fill("#code", "WRNG-C0DE");
      await page.fill("#name", "ada");
      await page.fill("#password", PASSWORD);
      await page.click(SUBMIT);
      await page.waitForSelector(REFUSED);
    },
  },
];

/** For people who are not signed in. */
export const STATES_SIGNED_OUT: State[] = [
  { name: "sign-in", open: async (page) => void (await page.goto("/sign-in")) },
  { name: "signed-out", open: async (page) => void (await page.goto("/sign-in?done=signed_out")) },
  {
    name: "sign-in-refused",
    async open(page) {
      await page.goto("/sign-in");
      await page.fill("#name", "nobody");
      await page.fill("#password", "not the password");
      await page.click(SUBMIT);
      await page.waitForSelector(REFUSED);
    },
  },
  { name: "setup-gone", open: async (page) => void (await page.goto("/setup")) },
  {
    name: "invite-refused",
    async open(page, { records }) {
      const { code } = await invite(records, null);
      await page.goto("/invite");
      await page.fill("#code", code);
      await page.fill("#name", "grace hopper");
      await page.fill("#password", PASSWORD);
      await page.click(SUBMIT);
      await page.waitForSelector(REFUSED);
    },
  },
];

/** For `ada`, who is signed in and has no key yet. */
export const STATES_SIGNED_IN: State[] = [
  { name: "keys-empty", open: async (page) => void (await page.goto("/developers/keys?done=welcome")) },
  {
    name: "keys-refused",
    async open(page) {
      await page.goto("/developers/keys");
      await page.fill("#name", "  ");
      for (const box of await page.locator("input[name=scopes]").all()) await box.uncheck();
      await page.click(SUBMIT);
      await page.waitForSelector(REFUSED);
    },
  },
  {
    name: "key-made",
    async open(page) {
      await page.goto("/developers/keys");
      await page.fill("#name", "laptop");
      await page.click(SUBMIT);
      await page.waitForSelector("#key");
    },
  },
  {
    name: "key-tried",
    async open(page) {
      // In a window of its own, which would have to be looked at apart.
      await page.evaluate("document.querySelector('form[action$=try]').removeAttribute('target')");
      await page.click("form[action$=try] button");
      await page.waitForSelector(".raw");
    },
  },
  {
    name: "keys-list",
    async open(page, site) {
      await fillWithKeys(site);
      await page.goto("/developers/keys");
    },
  },
  {
    name: "key-rotate",
    async open(page) {
      await page.goto("/developers/keys");
      await page.click("a:has-text('Rotate') >> nth=0");
      await page.waitForURL("**/rotate");
    },
  },
  {
    name: "key-rotated",
    async open(page) {
      await page.goto("/developers/keys");
      await page.click("a:has-text('Rotate') >> nth=0");
      await page.click("text=Create new key");
      await page.waitForSelector("#key");
    },
  },
  {
    name: "key-revoke",
    async open(page) {
      await page.goto("/developers/keys");
      await page.click("a:has-text('Revoke') >> nth=0");
      await page.waitForURL("**/revoke");
    },
  },
  { name: "keys-revoked", open: async (page) => void (await page.goto("/developers/keys?done=revoked")) },
  {
    name: "invitation",
    async open(page) {
      await page.goto("/account");
      await page.click("text=Create invitation");
      await page.waitForSelector("#code");
    },
  },
  { name: "account", open: async (page) => void (await page.goto("/account")) },
  {
    name: "password-refused",
    async open(page) {
      await page.goto("/account");
      await page.fill("#current", PASSWORD);
      await page.fill("#next", "short");
      await page.click("text=Change password");
      await page.waitForSelector(REFUSED);
    },
  },
  { name: "questions-delete", open: async (page) => void (await page.goto("/account/questions/delete")) },
  {
    name: "account-delete-refused",
    async open(page) {
      await page.goto("/account/delete");
      await page.fill("#confirmation", "not the password");
      await page.click(SUBMIT);
      await page.waitForSelector(REFUSED);
    },
  },
  {
    name: "topics",
    async open(page, { library }) {
      await fillLibrary(library);
      await page.goto("/topics");
    },
  },
  { name: "signals", open: async (page) => void (await page.goto("/signals")) },
  { name: "signals-found", open: async (page) => void (await page.goto("/signals?q=code&kind=code")) },
  { name: "signals-refused", open: async (page) => void (await page.goto("/signals?since=yesterday")) },
  {
    name: "signal",
    async open(page) {
      await page.goto("/signals?kind=code");
      await page.click(".rows a >> nth=0");
      await page.waitForURL("**/signals/sig:*");
    },
  },
  { name: "signal-hostile", open: async (page) => void (await page.goto(`/signals/sig:${"0".repeat(32)}`)) },
  { name: "workspaces-empty", open: async (page) => void (await page.goto("/workspaces")) },
  {
    name: "workspaces",
    async open(page, site) {
      await addWorkspaces(site);
      await page.goto("/workspaces");
    },
  },
  { name: "workspace", open: (page) => toWorkspace(page, "?since=2020-01-01") },
  {
    name: "workspace-refused",
    async open(page) {
      await toWorkspace(page);
      await page.fill("#id", "doi:10.1/nothing");
      await page.click("#add button");
      await page.waitForSelector(REFUSED);
    },
  },
  { name: "workspace-items", open: (page) => toWorkspace(page, "/items?kind=note") },
  { name: "workspace-edit", open: (page) => toWorkspace(page, "/edit") },
  { name: "workspace-sharing", open: (page) => toWorkspace(page, "/sharing") },
  {
    name: "workspace-sharing-refused",
    async open(page) {
      await toWorkspace(page, "/sharing");
      await page.fill("#name", "nobody");
      await page.click("main form:has(#name) button");
      await page.waitForSelector(REFUSED);
    },
  },
  { name: "workspace-delete", open: (page) => toWorkspace(page, "/delete") },
  {
    name: "workspace-of-another",
    async open(page) {
      await page.goto("/workspaces");
      await page.click("a:has-text('Of grace')");
      await page.waitForURL("**/workspaces/ws_*");
    },
  },
  {
    name: "library",
    async open(page, site) {
      await addLoads(site);
      await page.goto("/library");
    },
  },
  {
    name: "library-run",
    async open(page) {
      await page.goto("/library");
      await page.click(".rows a:has-text('from night.jsonl')");
      await page.click("summary >> nth=0");
    },
  },
  { name: "library-run-unknown", open: async (page) => void (await page.goto("/library/runs/20200101T000000000Z-00000000")) },
  { name: "topics-found", open: async (page) => void (await page.goto("/topics?q=dense+retrieval")) },
  {
    name: "topic",
    async open(page, { library }) {
      const { topics } = await listTopics(library, { limit: 1 });
      await page.goto(`/topics/${topics[0]!.topic_id}`);
    },
  },
  { name: "topic-of-words", open: async (page) => void (await page.goto("/topics/dense%20retrieval")) },
  { name: "topic-unknown", open: async (page) => void (await page.goto("/topics/topic:000000000000")) },
  { name: "paper", open: async (page) => void (await page.goto(`/papers/${PAPER}`)) },
  { name: "paper-hostile", open: async (page) => void (await page.goto(paperAddress(HOSTILE))) },
  { name: "paper-text", open: async (page) => void (await page.goto(`/papers/${PAPER}?section=2`)) },
  {
    name: "paper-text-found",
    async open(page, { library }) {
      const [, passage] = (await wholeTextOf(library, PAPER))!.passage_ids;
      await page.goto(`/papers/${PAPER}?passage=${encodeURIComponent(passage!)}&quote=3-30#passage`);
      await page.waitForSelector("#passage mark");
    },
  },
  { name: "paper-text-hostile", open: async (page) => void (await page.goto(`${paperAddress(HOSTILE)}?section=2`)) },
  {
    name: "ask",
    async open(page) {
      await ask(page, "Does dense retrieval beat BM25?");
      await page.goto("/");
    },
  },
  {
    name: "ask-refused",
    async open(page) {
      await page.goto("/");
      await page.fill("#q", "Does dense retrieval beat BM25?");
      await page.fill("#from", "soon");
      await page.click(".question button");
      await page.waitForSelector(REFUSED);
    },
  },
  { name: "answer", open: (page) => ask(page, "Does dense retrieval beat BM25?") },
  {
    name: "answer-open",
    async open(page) {
      await page.click("details.fold summary");
      await page.click("text=more, cited by");
      await page.click("button.cite >> nth=0");
      await page.waitForSelector(".passage:popover-open mark");
    },
  },
  {
    name: "answer-saved",
    async open(page) {
      await page.goto(page.url());
      await page.selectOption("#workspace", "new");
      await page.fill("#name", `Dense retrieval ${HOSTILE_TEXT}`);
      await page.click("text=Save >> nth=-1");
      await page.waitForSelector("text=Saved to");
      await page.click("text=Say why");
      await page.fill("#reason", HOSTILE_TEXT);
      await page.click("button:has-text('No')");
      await page.waitForSelector("text=Thank you");
      await page.click("a:has-text('BibTeX')");
      await page.waitForSelector("#export");
    },
  },
  { name: "answer-records", open: (page) => ask(page, "Which papers have code?") },
  {
    name: "answer-weak",
    async open(page) {
      await ask(page, "Is ColBERT used in hospitals?");
      await page.waitForSelector(".answer.weak");
    },
  },
  {
    name: "answer-writing",
    async open(page) {
      await page.goto("/");
      await page.evaluate(UNDER_WAY);
      await page.fill("#q", "Does dense retrieval beat BM25?");
      await page.click(".question button");
      await page.waitForSelector(".answer .sentence");
    },
  },
  {
    name: "questions",
    async open(page) {
      await page.goto("/runs");
      await page.waitForSelector("section:has-text('hospitals')");
    },
  },
  {
    name: "questions-none",
    async open(page) {
      await page.goto("/runs?q=nobody+asked+this");
      await page.waitForSelector("text=No question matches");
    },
  },
  {
    name: "answer-none",
    async open(page) {
      await page.goto("/");
      await page.fill("#from", "1990");
      await page.fill("#to", "1991");
      await page.fill("#q", `Zzyzx ${"quuxly".repeat(30)} frobnicate?`);
      await page.click(".question button");
      await page.waitForURL("**/runs/*");
    },
  },
  { name: "search-nothing-asked", open: async (page) => void (await page.goto("/search")) },
  { name: "search", open: async (page) => void (await page.goto("/search?q=dense+retrieval&code=1&sort=newest")) },
  { name: "search-refused", open: async (page) => void (await page.goto("/search?q=dense+retrieval&from=soon")) },
  { name: "search-empty", open: async (page) => void (await page.goto("/search?q=retrieval&from=1990&to=1991")) },
  { name: "nothing-here", open: async (page) => void (await page.goto("/nothing-here")) },
  {
    name: "view-only",
    async open(page) {
      await page.goto("/workspaces");
      const address = await page.locator("a:has-text('Of grace')").getAttribute("href");
      await page.goto(`${address}/edit`);
      await page.waitForSelector("h1:has-text('View only')");
    },
  },
  {
    name: "too-many-requests",
    async open(page) {
      using _ = vi.spyOn(RateLimiter.prototype, "take").mockResolvedValueOnce({
        allowed: false,
        limit: 300,
        remaining: 0,
        resetSeconds: 30,
      });
      await page.goto("/library");
      await page.waitForSelector("h1:has-text('Too many requests')");
    },
  },
  {
    name: "failed",
    async open(page, { library }) {
      using _ = vi.spyOn(library.engine.papers, "get").mockRejectedValue(new Error("a fault of ours"));
      await page.goto(`/papers/${PAPER}`);
      await page.waitForSelector("h1:has-text('Something went wrong')");
    },
  },
  { name: "key-unknown", open: async (page) => void (await page.goto("/developers/keys/0000000000000000/revoke")) },
];

/** Keeps the page from asking the server: its script gets the beginning of an answer that is still being written. */
const UNDER_WAY = `window.fetch = async () => {
  const events = 'event: read\\ndata: {"papers": 12}\\n\\nevent: sentence\\ndata: {"text": "Dense retrieval beats BM25.", "sources": ["A paper (2020)"]}\\n\\n';
  const body = new ReadableStream({ start: (stream) => stream.enqueue(new TextEncoder().encode(events)) });
  return new Response(body, { headers: { "content-type": "text/event-stream" } });
}`;

/** Asks, and waits for the answer's page. */
async function ask(page: Page, question: string): Promise<void> {
  await page.goto("/");
  await page.fill("#q", question);
  await page.click(".question button");
  await page.waitForURL("**/runs/*");
}

const DAY_MS = 86_400_000;

/** Opens the workspace of `ada` that is full of trouble, or a page below it. */
async function toWorkspace(page: Page, step = ""): Promise<void> {
  await page.goto("/workspaces");
  const address = await page.locator("a:has-text('script')").first().getAttribute("href");
  await page.goto(`${address}${step}`);
}

/** Gives `ada` a workspace that is full of trouble and shared, and one that `grace` shares with her. */
export async function addWorkspaces({ library, records, account }: Site): Promise<void> {
  const grace = await account({ name: "grace", admin: false });
  const ada = (await findAccount(records, "ada"))!;
  const notes = Array.from({ length: 40 }, (_, index) => ({
    kind: "note" as const,
    note: `${index} ${HOSTILE_TEXT} ${"x".repeat(200)}`,
  }));
  const items = [{ kind: "paper" as const, id: HOSTILE, note: HOSTILE_TEXT }, { kind: "paper" as const, id: PAPER }, ...notes];
  const own = await workspaceWith(library, items, {
    account: ada.account_id,
    name: `${HOSTILE_TEXT} ${"long".repeat(20)}`,
    thesis: HOSTILE_TEXT,
  });
  await askWithin(library, own.workspace_id, `Does dense retrieval beat BM25? ${HOSTILE_TEXT}`, ada.account_id);
  const share = { account: grace, role: "editor" } as const;
  await shareWorkspace({ records, account: ada.account_id, name: ada.name }, own.workspace_id, share);
  const other = await workspaceWith(library, [], { account: grace.account_id, name: "Of grace" });
  const back = { account: ada, role: "viewer" } as const;
  await shareWorkspace({ records, account: grace.account_id, name: grace.name }, other.workspace_id, back);
}

/** Puts a load with dead letters and one that is running on record. */
export async function addLoads({ records }: Site): Promise<void> {
  const of = (name: string, rows: object, more: object) => {
    const id = `${new Date().toISOString().replace(/[-:.]/gu, "")}-${name.length}`;
    const counts = { read: 0, indexed: 0, unchanged: 0, merged: 0, superseded: 0, removed: 0, dead: 0, blank: 0 };
    const report: IngestReport = {
      ...newReport({
        tally: emptyTally(),
        source: { target: "papers", format: "jsonl", path: `/srv/loads/a/rather/deep/folder/of/many/steps/${name}` },
        runId: id,
        startedAt: new Date(Date.now() - 3 * 3_600_000).toISOString(),
        dryRun: false,
        resumedFromRow: 0,
        deadLettersFile: "/srv/data/dead-letters/papers-0123456789abcdef.jsonl",
      }),
      rows: { ...counts, ...rows },
      ...more,
    };
    return records.put("ingest_run", report.run_id, report);
  };
  const place = { file: `/srv/loads/a/rather/deep/folder/of/many/steps/night.jsonl`, line: 12_345 };
  const message = `is "${HOSTILE_TEXT.repeat(20)}"`;
  await of(
    "night.jsonl",
    { read: 84_213, indexed: 84_000, dead: 213 },
    {
      status: "failed",
      error: `the search engine does not answer ${"x".repeat(300)}`,
      seconds: 4_321,
      rows_per_minute: 1_169,
      dead_by_reason: { invalid_field: 200, paper_not_found: 13 },
      first_dead: [{ ...place, reason: "invalid_field", field: "year", message, allowed: "a whole number" }],
    },
  );
  const running = "20991231T000000000Z-running";
  await of(
    "tonight.jsonl",
    { read: 12_000, indexed: 11_990 },
    { run_id: running, progress: { bytes_read: 41, total_bytes: 100 } },
  );
  const lock = { run_id: running, since: new Date().toISOString(), host: "another", pid: 1, token: "x" };
  await records.put("ingest_lock", "papers", lock, { expiresAt: new Date(Date.now() + DAY_MS).toISOString() });
}

/** Gives `ada` a key of every kind, with use, once. */
async function fillWithKeys({ records }: Site): Promise<void> {
  const owner = await findAccount(records, "ada");
  if (owner === null) throw new Error("There is no ada");
  const make = async (name: string, expiresInDays: 30 | 90 | 365 | "never" = 90) =>
    (await createKey(records, { name, account: owner, scopes: ["papers:read", "signals:read"], expiresInDays })).info;

  const daily = await make("laptop, daily", "never");
  await use(records, daily, (day) => ((day * 37) % 11 === 0 ? 0 : 20 + ((day * 53) % 97)));
  const soon = await make("evaluation notebook with a name that is really quite long and goes on, because people do that", 30);
  await use(records, soon, (day) => (day > 20 ? 400 * (day - 20) : 0));
  await change(records, soon, { expires_at: new Date(Date.now() + 5 * DAY_MS).toISOString() });
  const rotated = await make("build server");
  await use(records, rotated, (day) => (day % 7 < 5 ? 9 : 0));
  await rotateKey(records, rotated.key_id, { overlap: "24h" });
  const expired = await make("workshop 2025");
  await change(records, expired, { expires_at: new Date(Date.now() - 3 * DAY_MS).toISOString() });
  const revoked = await make("lost phone");
  await revokeKey(records, revoked.key_id);
  await Promise.all(
    Array.from({ length: 3 }, (_, index) =>
      records.put("run", `run_${index}`, {
        account: owner.account_id,
        asked_at: new Date().toISOString(),
        request: { query: `Does question ${index} have an answer?` },
        // As much of an answer as lists of runs show.
        answer: {
          query: `Does question ${index} have an answer?`,
          mode: "corpus",
          answer: { state: "no_evidence" },
          judgment: { verdict: "insufficient_evidence" },
          source_context: { paper_ids: [], generation: "" },
          citations: [],
        },
      }),
    ),
  );
}

async function change(records: Records, { key_id: id }: KeyInfo, changed: Partial<KeyInfo>): Promise<void> {
  const { records: found } = await records.list<KeyInfo>("key", { after: id, limit: 1 });
  await records.put("key", found[0]!.id, { ...found[0]!.value, ...changed });
}

/** Writes down a month of use; `requests`: of each day, 0 to 29, the last is today. */
async function use(records: Records, key: KeyInfo, requests: (day: number) => number): Promise<void> {
  const days = Array.from({ length: 30 }, (_, day) => [
    new Date(Date.now() - (29 - day) * DAY_MS).toISOString().slice(0, 10),
    { server: requests(day) },
  ]);
  const lastUsedAt = new Date(Date.now() - 7 * 60_000).toISOString();
  await records.put("usage", key.key_id, { account: key.account, last_used_at: lastUsedAt, days: Object.fromEntries(days) });
}
