import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { FORMATS } from "../../ingest/sources/registry.ts";

const page = readFileSync(new URL("../../docs/ingest.md", import.meta.url), "utf8");

it("an extension selects one format", () => {
  const implied = FORMATS.flatMap(({ impliedBy = [] }) => impliedBy);
  expect(implied.length).toBeGreaterThan(3);
  expect(implied).toEqual([...new Set(implied)]);
});

it("docs/ingest.md has a row for every format", () => {
  const table = page.split("| `--format` | what |")[1]!.split("\n\n")[0]!;
  const rows = [...table.matchAll(/^\| `([\w-]+)` \|/gmu)].map(([, name]) => name!);
  const message = "the table under “Formats” in docs/ingest.md lists the formats of ingest/sources/registry.ts";
  expect(rows.sort(), message).toEqual(FORMATS.map(({ name }) => name).sort());
});

it("docs/ingest.md says which extension selects which format", () => {
  const [, sentence = ""] = /Without `--format` the file's extension decides: ([^\n]*?)\. /u.exec(page) ?? [];
  const said = [...sentence.matchAll(/((?:`\.\w+` )+)→ ([\w-]+)/gu)].map(([, extensions, name]) => [
    name,
    extensions!.match(/\.\w+/gu),
  ]);
  const expected = FORMATS.flatMap(({ name, impliedBy = [] }) => (impliedBy.length > 0 ? [[name, impliedBy]] : []));
  const message = "the sentence “Without `--format` the file's extension decides” in docs/ingest.md lists what `impliedBy` says";
  expect(Object.fromEntries(said), message).toEqual(Object.fromEntries(expected));
});
