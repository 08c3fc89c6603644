import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { DOCUMENT, withTables } from "../../bench/judgment-tables.ts";

it("the tables of docs/judgment.md are those of the rules (else: npm run bench -- judgment-tables)", () => {
  const document = readFileSync(DOCUMENT, "utf8");
  expect(document).toBe(withTables(document));
});
