import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { cronProblem, nextTime } from "../../ingest/connectors/cron.ts";
import { dueAt } from "../../ingest/connectors/schedule.ts";
import { defaultSettings, readSourcesFile } from "../../ingest/connectors/settings.ts";
import type { SourceStatus } from "../../src/records/source-status.ts";
import { scratchFolder } from "./files.ts";

describe("a pattern of cron", () => {
  it.each([
    ["15 2 * * *", "2026-11-22T02:15:00Z", "2026-11-23T02:15:00.000Z"],
    ["15 2 * * *", "2026-11-22T02:14:59Z", "2026-11-22T02:15:00.000Z"],
    ["*/20 * * * *", "2026-11-22T23:40:00Z", "2026-11-23T00:00:00.000Z"],
    ["5/30 8-9 * * *", "2026-11-22T08:06:00Z", "2026-11-22T08:35:00.000Z"],
    ["0 3 * * 1,4", "2026-11-22T00:00:00Z", "2026-11-23T03:00:00.000Z"],
    ["0 3 * * 7", "2026-11-22T03:00:00Z", "2026-11-29T03:00:00.000Z"],
    ["0 0 1 * 5", "2026-11-22T00:00:00Z", "2026-11-27T00:00:00.000Z"],
    ["0 0 29 2 *", "2026-11-22T00:00:00Z", "2028-02-29T00:00:00.000Z"],
    ["0 0 31 12 *", "2026-12-31T00:00:00Z", "2027-12-31T00:00:00.000Z"],
  ])("%s after %s is %s", (pattern, after, next) => {
    expect(nextTime(pattern, new Date(after)).toISOString()).toBe(next);
  });

  it.each([
    ["* * * *", /4 fields/u],
    ["60 * * * *", /minute: 60 is not allowed; allowed: 0 to 59/u],
    ["* 5-2 * * *", /hour: 5-2/u],
    ["*/0 * * * *", /minute/u],
    ["0 0 30 2 *", /no day matches/u],
    ["0 0 * * mon", /day of the week: mon/u],
    ["@daily", /1 fields/u],
  ])("%s is refused: %s", (pattern, problem) => {
    expect(cronProblem(pattern)).toMatch(problem);
  });
});

describe("the file of sources", () => {
  it("sets what it names, and leaves the rest at its defaults", async () => {
    const path = file({
      contact: "me@example.org",
      sources: [{ name: "crossref", when: "15 2 * * *", budget: 9, scope: { year_from: 2020 } }],
    });
    expect(await readSourcesFile(path)).toEqual([
      { ...defaultSettings("crossref"), when: "15 2 * * *", budget: 9, scope: { year_from: 2020 }, contact: "me@example.org" },
    ]);
  });

  it.each([
    [{ sources: [{ name: "croosref" }] }, /sources\.0\.name: .*"crossref"/u],
    [
      { sources: [{ name: "crossref", when: "hourly" }] },
      /sources\.0\.when: must have the five fields of cron: it has 1 fields/u,
    ],
    [
      { sources: [{ name: "crossref", credential: "ghp_abc123" }] },
      /sources\.0\.credential: must be the name of an environment variable/u,
    ],
    [{ sources: [{ name: "crossref", budget: 0 }] }, /sources\.0\.budget: /u],
    [{ sources: [{ name: "crossref", addresses: { api: "ftp://x" } }] }, /addresses\.api: must be an http or https URL/u],
    [{ sources: [{ name: "crossref" }, { name: "crossref" }] }, /crossref is listed twice/u],
    [{ sauces: [] }, /sources/u],
    ["{", /is not valid JSON/u],
  ])("%j is refused with the field", async (content, message) => {
    await expect(readSourcesFile(file(content))).rejects.toThrow(message);
  });
});

describe("a source", () => {
  const settings = { ...defaultSettings("crossref"), when: "0 2 * * *" };
  const now = new Date("2026-11-22T12:00:00Z");
  const status = (change: Partial<SourceStatus>): SourceStatus => ({
    name: "crossref",
    last: null,
    succeeded_at: "2026-11-21T02:00:00.000Z",
    failures: 0,
    next_try_at: null,
    spent: 0,
    ...change,
  });

  it.each([
    ["that was never asked is due", null, "2026-11-22T12:00:00.000Z"],
    ["whose time has passed is due", status({}), "2026-11-22T02:00:00.000Z"],
    [
      "that was asked since is due the next night",
      status({ succeeded_at: "2026-11-22T02:00:01.000Z" }),
      "2026-11-23T02:00:00.000Z",
    ],
    ["that failed waits", status({ failures: 1, next_try_at: "2026-11-22T12:05:00.000Z" }), "2026-11-22T12:05:00.000Z"],
  ])("%s", (_, before, due) => {
    expect(dueAt(settings, before, now)?.toISOString()).toBe(due);
  });

  it("without a time is never due", () => {
    expect(dueAt({ ...settings, when: null }, null, now)).toBeNull();
  });
});

function file(content: unknown): string {
  const path = join(scratchFolder(), "sources.json");
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
}
