import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { ERRORS } from "../../src/errors.ts";

const text = readFileSync(new URL("../../docs/errors.md", import.meta.url), "utf8");
const rows = [...text.matchAll(/^\| `([a-z_]+)` \|(.*)\|$/gmu)].map(
  ([, code, rest]) => [code!, rest!.split("|").map((cell) => cell.trim())] as const,
);

it("docs/errors.md has one row for each public error, and no other", () => {
  expect(rows.map(([code]) => code).sort()).toEqual(Object.keys(ERRORS).sort());
});

it("docs/errors.md has the status and code that each error goes out with", () => {
  const stated = Object.fromEntries(
    rows.flatMap(([code, cells]) => (/^-\d{5}$/u.test(cells[1]!) ? [[code, [cells[0]!.slice(0, 3), cells[1]]]] : [])),
  );
  const real = Object.entries(ERRORS).flatMap(([code, entry]) =>
    "rpc" in entry ? [[code, [String(entry.http), String(entry.rpc)]]] : [],
  );
  expect(stated).toEqual(Object.fromEntries(real));
});

it("docs/errors.md says of each tool error whether trying again may help", () => {
  const stated = Object.fromEntries(
    rows.flatMap(([code, cells]) => (/^(?:yes|no)$/u.test(cells[0]!) ? [[code, cells[0] === "yes"]] : [])),
  );
  const real = Object.entries(ERRORS).flatMap(([code, entry]) => ("tool" in entry ? [[code, entry.retryable]] : []));
  expect(stated).toEqual(Object.fromEntries(real));
});

it("docs/errors.md has the status of each error of the pages", () => {
  const pages = Object.entries(ERRORS).flatMap(([code, entry]) => ("page" in entry ? [[code, String(entry.http)] as const] : []));
  for (const [code, status] of pages) expect(rows.find(([stated]) => stated === code)?.[1][0]).toBe(status);
});
