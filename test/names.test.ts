import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "..");

it("constants for bounds begin with MAX_ or MIN_", () => {
  const files = globSync(["src/**/*.ts", "ingest/**/*.ts"], { cwd: root });
  expect(files.length).toBeGreaterThan(500);
  const others = files.flatMap((file) =>
    [...readFileSync(join(root, file), "utf8").matchAll(/\b(?:MOST|LEAST|MAXIMUM|MINIMUM)_[A-Z0-9_]+/gu)].map(
      ([name]) => `${file}: ${name}`,
    ),
  );
  expect(others, "the name of a bound begins with MAX_ or MIN_ and ends with what is bounded, such as MAX_TITLE_LENGTH").toEqual(
    [],
  );
});
