import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { REMEDIES } from "../../ingest/remedies.ts";

const root = join(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(join(root, file), "utf8");

/** The reasons in the first column of the table with this head. */
function documented(file: string, head: string): string[] {
  const table = read(file).split(head)[1]?.split("\n\n")[0] ?? "";
  return table
    .split("\n")
    .flatMap((row) => [...(row.split("|")[1] ?? "").matchAll(/`([a-z0-9_]+)`/gu)].map(([, reason]) => reason!));
}

const rows = documented("docs/ingest.md", "| reason | what to do |");
const files = documented("docs/full-texts.md", "| reason | what it means |");
const code = globSync(["ingest/**/*.ts"], { cwd: root })
  .filter((file) => file !== join("ingest", "remedies.ts"))
  .map(read)
  .join("\n");

it("every reason that the code gives has a remedy on the pages", () => {
  const given = code.matchAll(/\breason: "(\w+)"[,; }]|\bunreadable\(\s*\w+,\s*"(\w+)"|\bUnreadableText\(\s*"(\w+)"/gu);
  const reasons = [...new Set([...given].map(([, ...groups]) => groups.find((name) => name !== undefined)!))];
  expect(reasons.length).toBeGreaterThan(15);
  const message =
    "a reason without a remedy: add a line to ingest/remedies.ts, and the reason to the table of dead letters in docs/ingest.md";
  expect(
    reasons.filter((reason) => !(reason in REMEDIES)),
    message,
  ).toEqual([]);
});

it("every remedy is about a reason that the code gives", () => {
  const message =
    "a remedy of a reason that no code gives: remove its line from ingest/remedies.ts, and the reason from the docs";
  expect(
    Object.keys(REMEDIES).filter((reason) => !code.includes(`"${reason}"`)),
    message,
  ).toEqual([]);
});

it("the docs list the reasons that have a remedy", () => {
  const message =
    "docs/ingest.md (dead letters) and docs/full-texts.md (files that cannot be read) list the reasons of ingest/remedies.ts";
  expect([...new Set([...rows, ...files])].sort(), message).toEqual(Object.keys(REMEDIES).sort());
});
