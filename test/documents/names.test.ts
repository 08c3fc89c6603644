import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  inSpokenOrder,
  nameText,
  parseName,
  splitAuthors,
  shortAuthors,
  surname,
  surnameKey,
} from "../../src/documents/names.ts";

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
    expect(parseName(name)).toEqual(parts);
  });

  it("is the name again when its parts are spoken, whatever it is, where it has no comma", () => {
    const word = fc.stringMatching(/^[^\s,]{1,8}$/u);
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 6 }), (words) => {
        const name = words.join(" ");
        expect(nameText(parseName(name))).toBe(name);
      }),
    );
  });
});

describe("an author's name", () => {
  it.each([
    ["Vladimir Karpukhin", "Karpukhin"],
    ["Karpukhin, Vladimir", "Karpukhin"],
    ["Ludwig van Beethoven", "van Beethoven"],
    ["Sammy Davis Jr.", "Davis"],
    ["Smith, Jr., John", "Smith"],
    ["Thanh Van Nguyen", "Nguyen"],
    ["BigScience Workshop Team", "BigScience Workshop Team"],
    ["Madonna", "Madonna"],
  ])("%s is called %s", (name, called) => {
    expect(surname(name)).toBe(called);
  });

  it("is compared by the family name, whatever its spelling", () => {
    expect(new Set(["José García", "García, José", "J. Garcia", "Jose GARCIA Jr."].map(surnameKey))).toEqual(new Set(["garcia"]));
  });

  it.each([
    [[], ""],
    [["Ada Lovelace"], "Lovelace"],
    [["Lovelace, Ada", "John Smith Jr."], "Lovelace and Smith"],
    [["Ludwig van Beethoven", "Ada Lovelace", "Alan Turing"], "van Beethoven et al."],
    [["BigScience Workshop Team"], "BigScience Workshop Team"],
  ])("%j are called “%s” for short", (names, short) => expect(shortAuthors(names)).toBe(short));

  it.each([
    ["Lovelace, Ada", "Ada Lovelace"],
    ["Smith, Jr., John", "John Smith Jr."],
    ["Planck Collaboration", "Planck Collaboration"],
    ["Collaboration, Planck", "Planck Collaboration"],
  ])("%s is spoken as %s", (name, spoken) => {
    expect(inSpokenOrder(name)).toBe(spoken);
  });

  it("stands between semicolons, else between commas", () => {
    expect(splitAuthors("Lovelace, Ada; Turing, Alan;")).toEqual(["Lovelace, Ada", "Turing, Alan"]);
    expect(splitAuthors("Ada Lovelace, Alan Turing")).toEqual(["Ada Lovelace", "Alan Turing"]);
    expect(splitAuthors("")).toEqual([]);
  });
});
