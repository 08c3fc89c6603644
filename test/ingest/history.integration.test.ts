import { appendFileSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { ingestRuns } from "../../ingest/history.ts";
import { remedyOf } from "../../ingest/remedies.ts";
import { getRun, listRuns, runIdTime } from "../../ingest/runs.ts";
import type { IngestRun } from "../../src/holdings/ingest-runs.ts";
import { paperLoader } from "./loader.ts";

const GOOD = { title: "Paper about retrieval", acl: "P19-1001" };
const BAD = { acl: "P19-1002" };

/** A load with a good row and two bad ones, and the run as the pages read it. */
async function loaded() {
  const load = paperLoader();
  const report = await load.run(load.rows("a.jsonl", [GOOD, BAD, { ...GOOD, acl: "P19-1003", year: "2020.7" }]));
  const runs = ingestRuns(load.records, load.folder);
  const run = (await runs.get(report.run_id))!;
  return { ...load, report, runs, run, lettersFile: report.dead_letters_file! };
}

describe("the runs on record", () => {
  it("are told newest first with their counts, and one by its id", async () => {
    const { runs, run, report } = await loaded();
    expect(run).toMatchObject({ status: "done", rows: { read: 3, indexed: 1, dead: 2 }, progress: null });
    expect((await runs.latest(5)).map(({ run_id: id }) => id)).toEqual([report.run_id]);
    expect(await runs.get("20200101T000000000Z-00000000")).toBeNull();
  });

  it("tell how far a load is while it runs, and its end when it has ended", async () => {
    const load = paperLoader();
    const rows = Array.from({ length: 12 }, (_, index) => ({ title: `Paper ${index} about words`, acl: `P19-10${10 + index}` }));
    const seen: IngestRun[] = [];
    const report = await load.run(
      load.rows("a.jsonl", rows),
      { batchSize: 1, reportEveryMs: 0 },
      {
        onProgress: () =>
          void ingestRuns(load.records, load.folder)
            .latest(1)
            .then((runs) => seen.push(...runs)),
      },
    );
    const underWay = seen.filter(({ status }) => status === "running");
    expect(underWay.some(({ rows }) => rows.read > 0 && rows.read < 12)).toBe(true);
    const measured = underWay.find(({ progress }) => progress !== null)!.progress!;
    expect(measured.total_bytes).toBeGreaterThan(measured.bytes_read - 1);
    expect(await getRun(load.records, report.run_id)).toMatchObject({ status: "done", progress: null, rows: { read: 12 } });
  });

  it("of long ago are found too where there are few of late", async () => {
    const { records } = await loaded();
    const old = `${runIdTime(Date.now() - 900 * 86_400_000)}-00000000`;
    await records.put("ingest_run", old, { run_id: old, status: "done" });
    expect((await listRuns(records, 2)).at(-1)!.run_id).toBe(old);
  });
});

describe("dead letters of a run", () => {
  it("stand by reason with what to do and the rows themselves", async () => {
    const { runs, run } = await loaded();
    const { reasons, file } = await runs.deadLetters(run);
    expect(reasons.map(({ reason, count }) => [reason, count])).toEqual([
      ["invalid_field", 1],
      ["missing_field", 1],
    ]);
    expect(reasons[1]).toMatchObject({
      remedy: remedyOf("missing_field"),
      first: [{ line: 2, field: "title", row: JSON.stringify(BAD) }],
    });
    expect(file!.bytes).toBeGreaterThan(0);
  });

  it("can be read whole", async () => {
    const { runs, run, lettersFile } = await loaded();
    const opened = (await runs.openDeadLetters(run))!;
    expect(await text(opened.content)).toBe(readFileSync(lettersFile, "utf8"));
    // A load is writing the next one just now.
    appendFileSync(lettersFile, '{"source":{"target":"pa');
    expect((await runs.deadLetters(run)).reasons).toHaveLength(2);
  });

  it("fall back to the report where the file is on another machine", async () => {
    const { records, run } = await loaded();
    const elsewhere = ingestRuns(records, "/nowhere");
    const { reasons, file } = await elsewhere.deadLetters(run);
    expect(file).toBeNull();
    expect(reasons[1]!.first).toMatchObject([{ line: 2, field: "title", row: null }]);
    expect(await elsewhere.openDeadLetters(run)).toBeNull();
  });

  it("are not read where the record names anything but a file that loads keep here", async () => {
    const { runs, run } = await loaded();
    const paths = ["../../etc/passwd", "/etc/passwd", "/x/dead-letters/..jsonl", "/x/dead-letters/../ingest/a.jsonl"];
    for (const path of paths) expect(await runs.openDeadLetters({ ...run, dead_letters_file: path }), path).toBeNull();
  });

  it("are not read through a link to another file", async () => {
    const { runs, run, lettersFile, folder } = await loaded();
    writeFileSync(`${folder}/secret`, "secret");
    renameSync(lettersFile, `${lettersFile}.moved`);
    symlinkSync(`${folder}/secret`, lettersFile);
    expect(await runs.openDeadLetters(run)).toBeNull();
  });
});
