import { foldText } from "./text.ts";

/** A person in parts, or a group as a whole (`literal`); the parts are called as in CSL-JSON. */
export type PersonName =
  | { literal: string }
  | { family: string; given: string; "non-dropping-particle"?: string; suffix?: string };

const SUFFIX = /^(?:jr|sr|ii|iii|iv)\.?$/iu;
/** In lower case alone: “Le” and “Van” are names too. */
const PARTICLE = /^(?:van|von|de|del|della|der|den|di|da|dos|du|la|le|el|al|bin|ter|ten|zu|af|av)$/u;
const GROUP =
  /\b(?:team|group|consortium|collaboration|project|inc|ltd|gmbh|university|institute|laboratory|labs?|foundation|society|committee|and|others)\b|&/iu;

/**
 * A name as records have it (`Ada B. Lovelace`, `Lovelace, Ada`, `Ludwig van Beethoven`, `John Smith Jr.`) in its parts. What is no name of two
 * parts, or names a group, stays whole. Nothing is lost: the parts in their order are the name (see `nameText`).
 */
export function parseName(name: string): PersonName {
  const parts = name.split(",").map((part) => part.trim());
  if (parts.length > 3 || parts.some((part) => part === "") || GROUP.test(name)) return { literal: name };
  if (parts.length === 3) {
    const [family = "", suffix = "", given = ""] = parts;
    return SUFFIX.test(suffix) ? { family, given, suffix } : { literal: name };
  }
  if (parts.length === 2) {
    const [family = "", given = ""] = parts;
    return SUFFIX.test(given) ? { ...spoken(family), suffix: given } : { family, given };
  }
  return spoken(name);
}

/** What a person is called for short in running text, `van Beethoven`; a group, or a name of one word, is called by its whole name. */
export function surname(name: string): string {
  const parsed = parseName(name);
  if ("literal" in parsed) return parsed.literal;
  return [parsed["non-dropping-particle"], parsed.family].filter(Boolean).join(" ");
}

/** Several authors for short, by their surnames: `Karpukhin et al.`, `Lewis and Stoyanov`, `Liu`; empty where there are none. */
export function shortAuthors(names: readonly string[]): string {
  const [first = "", second, ...others] = names.map(surname);
  if (second === undefined) return first;
  return others.length === 0 ? `${first} and ${second}` : `${first} et al.`;
}

/** By what two spellings of one author are compared: the family name alone, without case and diacritics. */
export function surnameKey(name: string): string {
  const parsed = parseName(name);
  return foldText("literal" in parsed ? parsed.literal : parsed.family);
}

/** `Lovelace, Ada` → `Ada Lovelace`; what has no comma stays. */
export function inSpokenOrder(name: string): string {
  const parsed = parseName(name);
  if (!("literal" in parsed)) return nameText(parsed);
  const parts = name.split(",").map((part) => part.trim());
  return parts.toReversed().join(" ");
}

/** The authors of a text that names several: between semicolons where it has any, else between commas. */
export function splitAuthors(text: string): string[] {
  return text
    .split(text.includes(";") ? ";" : ",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
}

/** The name in the order in which it is spoken. */
export function nameText(name: PersonName): string {
  if ("literal" in name) return name.literal;
  return [name.given, name["non-dropping-particle"], name.family, name.suffix].filter(Boolean).join(" ");
}

function spoken(name: string): PersonName {
  const words = name.split(" ");
  const suffix = words.length > 2 && SUFFIX.test(words.at(-1) ?? "") ? words.pop() : undefined;
  if (words.length < 2) return { literal: name };
  let from = words.length - 1;
  while (from > 1 && PARTICLE.test(words[from - 1] ?? "")) from -= 1;
  const particle = words.slice(from, -1).join(" ");
  return {
    family: words.at(-1) ?? "",
    given: words.slice(0, from).join(" "),
    ...(particle === "" ? {} : { "non-dropping-particle": particle }),
    ...(suffix === undefined ? {} : { suffix }),
  };
}
