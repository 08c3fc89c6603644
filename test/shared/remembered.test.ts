import { expect, it } from "vitest";
import { remembered } from "../../src/shared/remembered.ts";

function counted(most: number): { lengthOf: (text: string) => number; asked: string[] } {
  const asked: string[] = [];
  const lengthOf = remembered(most, (text) => {
    asked.push(text);
    return text.length;
  });
  return { lengthOf, asked };
}

it("a value is made once, whoever asks for it, a value that counts as false too", () => {
  const { lengthOf, asked } = counted(2);
  expect([lengthOf("ab"), lengthOf(["a", "b"].join("")), lengthOf(""), lengthOf("")]).toEqual([2, 2, 0, 0]);
  expect(asked).toEqual(["ab", ""]);
});

it("the text used longest ago is forgotten first", () => {
  const { lengthOf, asked } = counted(2);
  for (const text of ["a", "b", "a", "c", "a", "b"]) lengthOf(text);
  expect(asked).toEqual(["a", "b", "c", "b"]);
});
