import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { readCsv } from "../../ingest/sources/csv.ts";
import { openSource } from "../../ingest/sources/open-source.ts";
import type { SourceOptions } from "../../ingest/sources/format.ts";
import type { RawRow, SourceItem } from "../../ingest/sources/port.ts";
import type { TableOptions } from "../../ingest/sources/table.ts";
import { all, fileOf, scratchFolder, writeScratch } from "./files.ts";

/** Rows as they are, without a mapping. */
const plain: TableOptions = {
  toRow: (place, record) => ({ ...place, kind: "signal", signal: { ...record } }),
  columnProblem: () => null,
};

describe("csv", () => {
  it.each([1, 7, 64])("reads quotes, line breaks and commas inside fields, in chunks of %i bytes", async (size) => {
    const text = 'id,title\r\n1,"a, ""b""\r\nc"\r\n\r\n2,"d\ne"\n3, f \n';
    expect(shown(await all(readCsv(fileOf(text, size), plain)))).toEqual([
      [2, { id: "1", title: 'a, "b"\r\nc' }],
      [4, "blank"],
      [5, { id: "2", title: "d\ne" }],
      [7, { id: "3", title: " f " }],
    ]);
  });

  it.each([
    ["a stray quote inside a field", '2,the "big" one', "invalid_csv"],
    ["a quote that is never closed", '2,"open', "invalid_csv"],
    ["an odd quote inside a field", '2,5" disks', "invalid_csv"],
    ["text behind a closing quote", '2,"a"b', "invalid_csv"],
    ["a field too few", "2", "column_count"],
    ["a field too many", "2,b,c", "column_count"],
  ])("gives up the line with %s alone, and reads the good rows behind it", async (_, bad, reason) => {
    const rows = await all(readCsv(fileOf(`id,title\n1,a\n${bad}\n3,"c, d"\n4,e\n`), plain));
    expect(shown(rows)).toEqual([
      [2, { id: "1", title: "a" }],
      [3, reason],
      [4, { id: "3", title: "c, d" }],
      [5, { id: "4", title: "e" }],
    ]);
  });

  it("reads files whose lines end in carriage returns alone, and tab-separated ones by their ending", async () => {
    expect(shown(await all(readCsv(fileOf("id,t\r1,a\r2,b"), plain)))).toEqual([
      [2, { id: "1", t: "a" }],
      [3, { id: "2", t: "b" }],
    ]);
    expect(shown(await all(readCsv(fileOf("id\tt\n1\ta,b\n", 4, "x.tsv"), plain)))).toEqual([[2, { id: "1", t: "a,b" }]]);
  });

  it.each([
    ["id,id\n1,2", "twice"],
    ["id,,x\n1,2,3", "column 2 of the header has no name"],
    ["id,__proto__\n1,2", "__proto__"],
    ['id,"open\n1,2', "not closed"],
  ])("refuses the header of %j before the first row", async (text, message) => {
    await expect(all(readCsv(fileOf(text), plain))).rejects.toThrow(message);
  });
});

describe("jsonl", () => {
  it("keeps lines that are no JSON objects apart, with their line and byte", async () => {
    const rows = await read(
      '{"title":"a","id":"W12345"}\n\n{"title":\n[1]\n"x"\n{"title":"b\u2028c","id":"W12346"}',
      "x.jsonl",
      "jsonl",
    );
    expect(rows.map((row) => (row.kind === "unreadable" ? row.problem.reason : row.kind))).toEqual([
      "paper",
      "blank",
      "invalid_json",
      "invalid_json",
      "invalid_json",
      "paper",
    ]);
    expect(rows[2]).toMatchObject({ position: { line: 3, byte: 29 } });
    expect(rows[5]).toMatchObject({ paper: { title: "b\u2028c", ids: { openalex: "W12346" } } });
  });

  it("refuses a file that is one JSON array, saying what is wanted", async () => {
    const [fault] = await items('[{"title":"a"}]', "x.jsonl", "jsonl");
    expect(fault).toMatchObject({ kind: "fault", error: { message: expect.stringContaining("one JSON object per line") } });
  });
});

describe("opening an input", () => {
  const text = '{"title":"é","id":"W12345"}\n';

  it("reads gzip, all its members, whatever the file is called", async () => {
    const rows = await read(Buffer.concat([gzipSync(text), gzipSync(text)]), "x.jsonl", "jsonl");
    expect(rows).toHaveLength(2);
  });

  it("says that a gzip file is cut off, and keeps the rows before", async () => {
    const long = Array.from({ length: 5_000 }, (_, index) => `{"title":"t${index * 7919}","id":"W${10_000 + index}"}\n`).join("");
    const packed = gzipSync(long);
    const found = await items(packed.subarray(0, packed.length - 200), "x.jsonl.gz", "jsonl");
    expect(found.at(-1)).toMatchObject({ kind: "fault", error: { message: expect.stringContaining("cut off") } });
    expect(found.length).toBeGreaterThan(1_000);
  });

  it("reads the matching files of a folder in the order of their names, and goes on behind one that fails", async () => {
    const folder = scratchFolder();
    mkdirSync(join(folder, "b"));
    writeFileSync(join(folder, "a.jsonl"), Buffer.from([0xff, 0xfe, 0x41, 0]));
    writeFileSync(join(folder, "b", "c.jsonl.gz"), gzipSync(text));
    writeFileSync(join(folder, "notes.txt"), "no rows");
    const source = await openSource({ target: "papers", path: folder, format: "jsonl" });
    const found = await all(source.items);
    expect(found.map(({ kind }) => kind)).toEqual(["fault", "paper"]);
  });

  it("reads another encoding where it is named", async () => {
    const rows = await read(Buffer.from("id,title\nW12345,caf\u00e9\n", "latin1"), "x.csv", "csv", { encoding: "latin1" });
    expect(rows[0]).toMatchObject({ paper: { title: "café" } });
  });

  it("says that there is no such file", async () => {
    await expect(openSource({ target: "papers", path: "/nowhere/x.csv", format: "csv" })).rejects.toThrow("no such file");
  });
});

function shown(rows: readonly RawRow[]): unknown[] {
  return rows.map((row) => {
    const value = row.kind === "signal" ? row.signal : row.kind === "unreadable" ? row.problem.reason : row.kind;
    return [row.position.line, value];
  });
}

async function items(
  content: string | Uint8Array,
  name: string,
  format: SourceOptions["format"],
  more: Partial<SourceOptions> = {},
): Promise<SourceItem[]> {
  const source = await openSource({ target: "papers", path: writeScratch(name, content), format, ...more });
  return all(source.items);
}

async function read(...args: Parameters<typeof items>): Promise<RawRow[]> {
  return (await items(...args)).map((item) => {
    if (item.kind === "fault") throw item.error;
    return item;
  });
}
