import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cslName, nameText } from "../../src/workspaces/names.ts";

describe("a name in its parts", () => {
  it.each([
    ["Ada Lovelace", { family: "Lovelace", given: "Ada" }],
    ["Ada B. C. Lovelace", { family: "Lovelace", given: "Ada B. C." }],
    ["Lovelace, Ada", { family: "Lovelace", given: "Ada" }],
    ["Ludwig van Beethoven", { family: "Beethoven", given: "Ludwig", "non-dropping-particle": "van" }],
    ["José de la Cruz", { family: "Cruz", given: "José", "non-dropping-particle": "de la" }],
    ["de la Cruz, José", { family: "de la Cruz", given: "José" }],
    ["Quoc Le", { family: "Le", given: "Quoc" }],
    ["John Smith Jr.", { family: "Smith", given: "John", suffix: "Jr." }],
    ["Smith, Jr., John", { family: "Smith", given: "John", suffix: "Jr." }],
    ["John Smith, III", { family: "Smith", given: "John", suffix: "III" }],
    ["Madonna", { literal: "Madonna" }],
    ["王小明", { literal: "王小明" }],
    ["BigScience Workshop Team", { literal: "BigScience Workshop Team" }],
    ["Simon and Schuster", { literal: "Simon and Schuster" }],
    ["AT&T Labs", { literal: "AT&T Labs" }],
    ["A, B, C, D", { literal: "A, B, C, D" }],
    [", Ada", { literal: ", Ada" }],
  ])("%s", (name, parts) => {
    expect(cslName(name)).toEqual(parts);
  });

  it("is the name again when its parts are spoken, whatever it is, where it has no comma", () => {
    const word = fc.stringMatching(/^[^\s,]{1,8}$/u);
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 6 }), (words) => {
        const name = words.join(" ");
        expect(nameText(cslName(name))).toBe(name);
      }),
    );
  });
});
