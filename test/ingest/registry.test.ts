import { expect, it } from "vitest";
import { FORMATS } from "../../ingest/sources/registry.ts";

it("an extension selects one format", () => {
  const implied = FORMATS.flatMap(({ impliedBy = [] }) => impliedBy);
  expect(implied.length).toBeGreaterThan(3);
  expect(implied).toEqual([...new Set(implied)]);
});
