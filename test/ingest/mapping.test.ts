import { describe, expect, it } from "vitest";
import { fieldValue, type ValueType } from "../../ingest/field-values.ts";
import { readMappingFile } from "../../ingest/mapping-file.ts";
import { openSource } from "../../ingest/sources/open-source.ts";
import type { SourceOptions } from "../../ingest/sources/format.ts";
import { all, writeScratch } from "./files.ts";

const VALUES: [ValueType, unknown, unknown][] = [
  ["year", "2020", 2020],
  ["year", 2020, 2020],
  ["year", "2020.7", "refused"],
  ["year", 2020.7, "refused"],
  ["year", "1e3", "refused"],
  ["year", "20240101", "refused"],
  ["year", "'20", "refused"],
  ["year", " ", null],
  ["integer", "12", 12],
  ["integer", "1,200", "refused"],
  ["integer", "1e3", "refused"],
  ["integer", "007", "refused"],
  ["integer", 1.5, "refused"],
  ["number", "0.5", 0.5],
  ["number", "-3", -3],
  ["number", "1e3", "refused"],
  ["number", "Infinity", "refused"],
  ["number", "0x10", "refused"],
  ["date", "2024-02-29", "2024-02-29"],
  ["date", "20240229", "refused"],
  ["date", 20240229, "refused"],
  ["boolean", "Yes", true],
  ["boolean", "0", false],
  ["boolean", "maybe", "refused"],
  ["boolean", 1, "refused"],
  ["list", "a; b;;c", ["a", " b", "", "c"]],
  ["list", ["a"], ["a"]],
  ["list", ["a", 1], "refused"],
  ["python_list", `['a', "b's", 'it\\'s', 3, None, True]`, ["a", "b's", "it's", "3", "True"]],
  ["python_list", "['caf\\xe9', '\\u03b1', 'a\\nb']", ["café", "α", "a\nb"]],
  ["python_list", "('a',)", ["a"]],
  ["python_list", "[]", []],
  ["python_list", "a, b", "refused"],
  ["python_list", "['a' 'b']", "refused"],
  ["python_list", "['a', ['b']]", "refused"],
  ["python_list", "['a)", "refused"],
  ["mean", "[5, 6, 8]", 6.33],
  ["mean", "5;6;", 5.5],
  ["mean", ["5.0", "6.0"], 5.5],
  ["mean", "[]", null],
  ["mean", "5;x", "refused"],
  ["arxiv_number", "704.35", "0704.3500"],
  ["arxiv_number", "1910.1068699999998", "1910.10687"],
  ["arxiv_number", "1904.0669", "1904.06690"],
  ["arxiv_number", "1412.0669", "1412.0669"],
  ["arxiv_number", 704.1353, "0704.1353"],
  ["arxiv_number", "1501", "1501.00000"],
  ["arxiv_number", "cs/9809011", "cs/9809011"],
  ["text", 7, "7"],
  ["text", { a: 1 }, "refused"],
  ["text", null, null],
];

describe("fieldValue", () => {
  it.each(VALUES)("reads as %s: %j → %j", (type, raw, expected) => {
    const result = fieldValue(raw, type);
    expect("value" in result ? result.value : "refused").toEqual(expected);
  });
});

describe("a mapping file", () => {
  const mapping = {
    target: "papers",
    empty: ["N/A"],
    fields: {
      title: "Name",
      authors: { column: "By", split: "|" },
      year: { column: ["Year", "Issued"], as: "year" },
      venue: { value: "ICLR" },
      "ids.openreview": "key",
      url: { template: "https://openreview.net/forum?id={key}" },
      "source.name": { value: "A list" },
    },
    signals: [
      {
        when: "repo",
        fields: {
          kind: { value: "code" },
          title: { template: "Code: {repo}" },
          statement: { template: "The list names {repo}." },
          observed_at: { value: "2024-01-01" },
        },
      },
    ],
  };

  it("says which columns are which fields: constants, templates, alternatives, lists, and signals beside the paper", async () => {
    const csv = "Name,By,Year,Issued,key,repo\nA,x|y,N/A,2021,abcdefgh,g/a\nB,,2022,,ijklmnop,n/a\n";
    expect(await rows(csv, mapping)).toMatchObject([
      {
        kind: "paper",
        paper: {
          title: "A",
          authors: ["x", "y"],
          year: 2021,
          venue: "ICLR",
          ids: { openreview: "abcdefgh" },
          url: "https://openreview.net/forum?id=abcdefgh",
        },
        source: { name: "A list" },
        signals: [{ kind: "code", title: "Code: g/a", statement: "The list names g/a.", observed_at: "2024-01-01" }],
      },
      { paper: { title: "B", year: 2022 }, signals: [] },
    ]);
  });

  it("cuts a list at each of several texts", async () => {
    const cut = { target: "papers", fields: { title: "t", authors: { column: "by", split: [", and ", " and ", ", "] } } };
    const csv = 't,by\nA,"x, y, and z"\nB,x and y\n';
    expect(await rows(csv, cut)).toMatchObject([{ paper: { authors: ["x", "y", "z"] } }, { paper: { authors: ["x", "y"] } }]);
  });

  it("fills templates with columns that may be empty, and with other fields", async () => {
    const templates = {
      target: "signals",
      fields: {
        title: { template: "{a} {b?}" },
        statement: { template: "{a} {b} gives {=value}" },
        unit: { template: "{=value} of {a}" },
        value: { each: ["a", "b"], as: "mean" },
      },
    };
    expect(await rows("a,b\n1,2\n3,\n", templates, "csv", { target: "signals" })).toMatchObject([
      { signal: { value: 1.5, title: "1 2", statement: "1 2 gives 1.5", unit: "1.5 of 1" } },
      { signal: { value: 3, title: "3", unit: "3 of 3" } },
    ]);
  });

  it("turns values into others by a table, and refuses those that are not in it unless it says what else", async () => {
    const decision = { column: "d", values: { Accept: "supports", Reject: "against" } };
    const strict = { target: "signals", fields: { polarity: decision } };
    expect(await rows("d\nReject\nMaybe\n", strict, "csv", { target: "signals" })).toMatchObject([
      { signal: { polarity: "against" } },
      { kind: "unreadable", problem: { field: "polarity", message: 'is "Maybe"', allowed: ["Accept", "Reject"] } },
    ]);
    const lenient = { target: "signals", fields: { polarity: { ...decision, else: "neutral" } } };
    expect(await rows("d\nconstructor\n", lenient, "csv", { target: "signals" })).toMatchObject([
      { signal: { polarity: "neutral" } },
    ]);
  });

  it("takes only the rows in which a column is filled", async () => {
    const some = { target: "signals", when: "d", empty: ["Unknown"], fields: { title: "d" } };
    const found = await rows("d,e\nAccept,1\nUnknown,1\n,1\n", some, "csv", { target: "signals" });
    expect(found.map(({ kind }) => kind)).toEqual(["signal", "blank", "blank"]);
  });

  it("names the columns of a file without a header, or with one that cannot be used", async () => {
    const bare = { target: "papers", columns: ["id", "title"], fields: { id: "id", title: "title" } };
    const expected = [{ paper: { title: "A" } }, { paper: { title: "B" } }];
    expect(await rows("W12345 , A\nW12346,B\n", bare)).toMatchObject(expected);
    expect(await rows(",\nW12345,A\nW12346,B\n", { ...bare, skip_header: true })).toMatchObject(expected);
    expect(await rows("W12345,A,more\n", bare)).toMatchObject([{ problem: { reason: "column_count" } }]);
  });

  it("takes quotes as characters like others where it says so", async () => {
    const plain = { target: "papers", quotes: false, fields: { title: "title" } };
    expect(await rows('title,x\n"A" and "B,1\n', plain)).toMatchObject([{ paper: { title: '"A" and "B' } }]);
  });

  it("gives signals the day that the command names where the row has none", async () => {
    const dated = { target: "signals", fields: { title: "t", observed_at: "d" } };
    const more = { target: "signals", observedAt: "2024-05-06" } as const;
    expect(await rows("t,d\nA,\nB,2020-01-02\n", dated, "csv", more)).toMatchObject([
      { signal: { observed_at: "2024-05-06" } },
      { signal: { observed_at: "2020-01-02" } },
    ]);
  });

  it("leads into JSON by paths", async () => {
    const nested = { target: "papers", fields: { title: "bib.title", authors: "bib.people.name", year: "bib.year" } };
    const jsonl = '{"bib":{"title":"A","people":[{"name":"x"},{"name":"y"}],"year":2020}}\n';
    expect(await rows(jsonl, nested, "jsonl")).toMatchObject([{ paper: { title: "A", authors: ["x", "y"], year: 2020 } }]);
  });

  it("names the columns that it wants and the file has not, before the first row", async () => {
    const [fault] = await rows("Name,Year\nA,2020\n", { target: "papers", fields: { title: "Title" } });
    expect(fault).toMatchObject({
      kind: "fault",
      error: { message: expect.stringMatching(/:1: .*Title; the file has Name, Year/u) },
    });
  });

  it.each([
    [{ target: "papers", fields: { titel: "x" } }, /fields\.titel: is not a field of papers; allowed: id, title/u],
    [{ target: "signals", fields: {} }, /target: is signals, but papers are being loaded/u],
    [{ target: "papers", fields: { title: { colum: "x" } } }, /fields\.title/u],
    [{ target: "papers", fields: {}, extra: 1 }, /extra/u],
    ["not JSON", /is not valid JSON/u],
  ])("is refused with the member and what is allowed: %j", async (content, message) => {
    const path = writeScratch("map.json", typeof content === "string" ? content : JSON.stringify(content));
    await expect(readMappingFile(path, "papers")).rejects.toThrow(message);
  });
});

describe("without a mapping file", () => {
  it("columns carry the names of the fields, ids in any spelling", async () => {
    const csv = "doi,title,authors,year,retracted,source_name,color\nhttps://doi.org/10.1/ABC,A,x;y,2020,no,S,red\n";
    expect(await rows(csv)).toMatchObject([
      {
        paper: { title: "A", authors: ["x", "y"], year: 2020, retracted: false, ids: { doi: "https://doi.org/10.1/ABC" } },
        source: { name: "S" },
      },
    ]);
  });

  it("names columns that fill no field", async () => {
    const source = await open("doi,title,color\n10.1234/a,A,red\n");
    await all(source.items);
    expect(source.unusedColumns()).toEqual(["color"]);
  });

  it.each([
    ["name,doi\nA,10.1/x\n", /the column title is missing; the file has name, doi; .*--map/u],
    ["title,year\nA,2020\n", /no column contains an ID \(.*doi.*\); the file has title, year; .*--allow-no-id/u],
  ])("a CSV file without a column that is needed is refused before its first row: %j", async (csv, message) => {
    expect(await rows(csv)).toMatchObject([{ kind: "fault", error: { message: expect.stringMatching(message) } }]);
  });

  it("a CSV file without ids is taken where that is said", async () => {
    expect(await rows("title,year\nA,2020\n", null, "csv", { allowNoId: true })).toMatchObject([{ paper: { title: "A" } }]);
  });

  it("a year of 2020.7 is refused with field, problem and what is allowed", async () => {
    expect(await rows("doi,title,year\n10.1234/a,A,2020.7\n")).toMatchObject([
      { kind: "unreadable", problem: { field: "year", message: 'is "2020.7"', allowed: "four digits such as 2024" } },
    ]);
  });

  it("an id column of no known kind is refused, naming the kinds", async () => {
    expect(await rows("id,title\n17,A\n")).toMatchObject([
      { kind: "unreadable", problem: { field: "id", allowed: expect.stringContaining("DOI") } },
    ]);
  });
});

async function open(
  content: string,
  mapping: unknown = null,
  format: SourceOptions["format"] = "csv",
  more: Partial<SourceOptions> = {},
) {
  const map = mapping === null ? {} : { map: writeScratch("map.json", JSON.stringify(mapping)) };
  return openSource({ target: "papers", path: writeScratch(`x.${format}`, content), format, ...map, ...more });
}

async function rows(...args: Parameters<typeof open>) {
  return all((await open(...args)).items);
}
