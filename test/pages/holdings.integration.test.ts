import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runIngest } from "../../ingest/run.ts";
import { createAccount } from "../../src/access/accounts.ts";
import { COMMAND_LINE } from "../../src/access/actor.ts";
import { fillLibrary, MARKUP } from "./filled-library.ts";
import { openSite, PASSWORD, type Browser, type Site } from "./site.ts";

let site: Site;
let folder: string;
let admin: Browser;
let member: Browser;
let run: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "signal-canvas-holdings-"));
  site = await openSite({ keep: true, dataDir: folder });
  await fillLibrary(site.library);
  const path = join(folder, "night.jsonl");
  await writeFile(path, `{"title":${JSON.stringify(MARKUP)},"year":"${"x".repeat(4_000)}"}\n{"abstract":"no title"}\n`);
  const report = await runIngest({ source: { target: "papers", path, format: "jsonl" }, dataDir: folder }, site.library);
  run = report.run_id;
  admin = await site.signedIn();
  await createAccount(site.records, { name: "grace", password: PASSWORD }, COMMAND_LINE);
  member = await site.signedIn("grace");
}, 60_000);
afterAll(async () => {
  await site.close();
  await rm(folder, { recursive: true });
});

describe("/library", () => {
  it("tells everybody what is held, by source, year, venue and kind of signal", async () => {
    const { papers, signals } = site.library.engine;
    const { status, text } = await member.get("/library");
    expect(status).toBe(200);
    const [source] = await papers.facets("source", {}, 1);
    const [venue] = await papers.facets("venue", {}, 1);
    const [kind] = await signals.facets("kind", {}, 1);
    expect(text).toContain(`<dd>${(await papers.count({})).toLocaleString("en")}</dd>`);
    const wholes = await site.library.engine.passages.count({ kinds: ["whole"] });
    expect(wholes).toBeGreaterThan(0);
    expect(text).toMatch(new RegExp(`<dt>Full texts</dt>\\s*<dd>${wholes}</dd>`, "u"));
    for (const { value, count } of [source!, venue!, kind!]) {
      expect(text).toContain(value.replaceAll("_", " "));
      expect(text).toContain(count.toLocaleString("en"));
    }
    expect(text).toContain('aria-label="Papers per year:');
    expect(Buffer.byteLength(text)).toBeLessThan(60_000);
  });

  it("tells how sources stand to administrators alone", async () => {
    const last = {
      status: "failed",
      started_at: "2026-11-22T02:00:00Z",
      ended_at: "2026-11-22T02:05:00Z",
      requests: 7,
      present: 3,
    };
    const error = `HTTP status 503 ${MARKUP}`;
    const status = { name: "crossref", last: { ...last, missing: 1, failed: 0, left: 4, error }, failures: 2, next_try_at: null };
    await site.records.put("source", "crossref", { ...status, succeeded_at: null, spent: 0 });
    const told = (await admin.get("/library")).text;
    expect(told).toContain("2 failed runs in a row: HTTP status 503");
    expect(told).not.toContain(MARKUP);
    expect((await member.get("/library")).text).not.toContain("crossref");
  });

  it("tells loads, paths and generations to administrators alone", async () => {
    const told = (await admin.get("/library")).text;
    expect(told).toContain("night.jsonl");
    expect(told).toContain((await site.library.engine.generations())[0]!.generation);
    const { text } = await member.get("/library");
    for (const secret of ["night.jsonl", run, folder, "generation"]) expect(text).not.toContain(secret);
    for (const address of [`/library/runs/${run}`, `/library/runs/${run}/dead-letters`])
      expect((await member.get(address)).status).toBe(403);
  });

  it("shows what sources are called as text", async () => {
    for (const address of ["/library", `/library/runs/${run}`]) {
      const { text } = await admin.get(address);
      expect(text).toContain("&lt;script&gt;");
      expect(text).not.toContain("<script>alert");
    }
  });

  it("says of an empty server that nothing has been loaded", async () => {
    const empty = await openSite();
    expect((await (await empty.signedIn()).get("/library")).text).toContain("Nothing has been loaded yet.");
  });
});

describe("the page of a load", () => {
  it("has its counts, and its dead letters by reason with the first rows and what to do", async () => {
    const { text } = await admin.get(`/library/runs/${run}`);
    for (const said of ["Dead letters (2)", "missing field", "invalid field", "Fix the row or the mapping file", "no title"])
      expect(text).toContain(said);
    expect(Buffer.byteLength(text)).toBeLessThan(60_000);
  });

  it("gives the dead letters as a file", async () => {
    const { status, headers, text } = await admin.get(`/library/runs/${run}/dead-letters`);
    expect(status).toBe(200);
    expect(headers.get("content-disposition")).toMatch(/^attachment; filename="papers-[0-9a-f]{16}\.jsonl"$/u);
    expect(
      text
        .trimEnd()
        .split("\n")
        .map((line) => (JSON.parse(line) as { line: number }).line),
    ).toEqual([1, 2]);
  });

  it("is not there for what is no load", async () => {
    for (const id of ["20200101T000000000Z-00000000", "..%2F..%2Fetc%2Fpasswd", "%00"])
      expect((await admin.get(`/library/runs/${id}`)).status).toBe(404);
  });
});
