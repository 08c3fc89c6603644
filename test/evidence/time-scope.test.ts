import { describe, expect, it } from "vitest";
import { scopeDates, TimeScope } from "../../src/evidence/time-scope.ts";

const TODAY = "2026-05-17";

describe("a time scope", () => {
  it.each([
    ["all", null, null],
    ["last_12_months", "2025-05-17", null],
    [{ from: "2020" }, "2020-01-01", null],
    [{ to: "2020" }, null, "2020-12-31"],
    [{ from: "2020", to: "2021-06-30" }, "2020-01-01", "2021-06-30"],
  ])("%j is the days from %s to %s", (given, from, to) => {
    expect(scopeDates(TimeScope.parse(given), TODAY)).toEqual({ from, to });
  });

  it("that ends before it begins is refused, a single year is not", () => {
    expect(TimeScope.safeParse({ from: "2022", to: "2021-12-31" }).success).toBe(false);
    expect(TimeScope.safeParse({ from: "2022-06-01", to: "2022" }).success).toBe(true);
  });

  it.each(["20", "2020-13", "2020-02-30", "0000", "last year"])("%s is no year and no day, and is told what would be", (from) => {
    const { error } = TimeScope.safeParse({ from });
    expect(JSON.stringify(error?.issues)).toContain("must be a year such as 2024, or a day such as 2024-02-29");
  });
});
