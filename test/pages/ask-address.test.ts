import { expect, it } from "vitest";
import { askAddress, LONGEST_QUESTION, NOTHING_ASKED } from "../../src/pages/views/ask/form.ts";

it("the address of the form has the question, unless it would be too long for an address", () => {
  expect(askAddress({ ...NOTHING_ASKED, q: "why so?", from: "2020" })).toBe("/?q=why+so%3F&from=2020");
  expect(askAddress({ ...NOTHING_ASKED, q: "a".repeat(LONGEST_QUESTION) })).toContain("aaa");
  expect(askAddress({ ...NOTHING_ASKED, q: "问".repeat(LONGEST_QUESTION), from: "2020" })).toBe("/?from=2020");
});
