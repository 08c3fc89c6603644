import { expect, it } from "vitest";
import { askAddress, MAX_QUESTION_LENGTH, NOTHING_ASKED } from "../../src/pages/views/ask/form.ts";

it("the address of the form has the question, unless it would be too long for an address", () => {
  expect(askAddress({ ...NOTHING_ASKED, q: "why so?", from: "2020" })).toBe("/?q=why+so%3F&from=2020");
  expect(askAddress({ ...NOTHING_ASKED, q: "a".repeat(MAX_QUESTION_LENGTH) })).toContain("aaa");
  expect(askAddress({ ...NOTHING_ASKED, q: "问".repeat(MAX_QUESTION_LENGTH), from: "2020" })).toBe("/?from=2020");
});
