/*
 * What people choose most, as every published list of leaked passwords shows: a few words and names, rows of keys, years, and the name of the service. Capital letters, figures in place
 * of letters and an exclamation mark do not make them harder to guess.
 */
const WORDS = [
  ..."password passwort passwd letmein welcome willkommen bonjour admin administrator login logon master dragon monkey iloveyou loveyou sunshine princess".split(
    " ",
  ),
  ..."football baseball basketball hockey soccer superman batman spiderman pokemon starwars trustno shadow michael jordan jennifer jessica ashley daniel".split(
    " ",
  ),
  ..."thomas charlie andrew robert matthew joshua george nicole hannah amanda anthony william whatever freedom secret changeme default guest access".split(
    " ",
  ),
  ..."hello flower hottie loveme cheese computer internet samsung google facebook linkedin microsoft windows killer pepper ginger cookie maggie buster".split(
    " ",
  ),
  ..."summer winter spring autumn fall monday tuesday wednesday thursday friday saturday sunday january february march april june july august".split(
    " ",
  ),
  ..."september october november december correcthorsebatterystaple mustang corvette mercedes ferrari liverpool arsenal chelsea barcelona".split(
    " ",
  ),
  ..."research library paper papers science scientist university student teacher signalcanvas signal canvas server docker system temporary".split(
    " ",
  ),
  ..."test testing root user pass word love home money baby angel please thanks qwe asd zxc".split(" "),
].sort((one, other) => other.length - one.length);

/** Rows of keys on common keyboards, the alphabet and figures; a run of three or more of them, either way, is one choice. */
const ROWS = [
  "abcdefghijklmnopqrstuvwxyz",
  "01234567890",
  "qwertyuiop",
  "qwertzuiop",
  "azertyuiop",
  "asdfghjkl",
  "zxcvbnm",
  "yxcvbnm",
  "1q2w3e4r5t6y7u8i9o0p",
  "1qaz2wsx3edc4rfv5tgb6yhn7ujm",
  "zaq12wsx",
  "qazwsxedcrfvtgb",
];
const MIN_RUN = 3;

/** Letters that people write as figures and signs. */
const LEET: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "l",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "@": "a",
  $: "s",
  "!": "i",
};

/** What a password needs: a choice that is not among the common ones counts as one a character, one of the common ones as two in all. */
const MIN_CHOICES = 8;
const COMMON_CHOICE = 2;
const MIN_DIFFERENT = 5;

/**
 * Whether a password would be among the first that somebody tries: it consists of common words, rows of keys, years and repetitions, with little else. An estimate in the manner of
 * Wheeler's zxcvbn (2016), far coarser. Pure.
 */
export function isCommonPassword(password: string): boolean {
  const plain = Array.from(password.toLowerCase())
    .filter((character) => !/[\s_.,-]/u.test(character))
    .join("");
  if (new Set(Array.from(plain)).size < MIN_DIFFERENT) return true;
  const repeated = /^(.+?)\1+$/u.exec(plain)?.[1] ?? plain;
  return (
    Math.min(choicesOf(repeated), choicesOf(Array.from(repeated, (character) => LEET[character] ?? character).join(""))) <
    MIN_CHOICES
  );
}

/** How many choices a text holds; a common part counts once, however often it stands there. */
function choicesOf(text: string): number {
  const common = new Set<string>();
  let others = 0;
  let last = "";
  for (let at = 0; at < text.length;) {
    const part = commonPart(text, at);
    if (part === null) {
      const character = String.fromCodePoint(text.codePointAt(at)!);
      if (character !== last) others += 1;
      last = character;
      at += character.length;
    } else {
      common.add(part);
      last = "";
      at += part.length;
    }
  }
  return others + COMMON_CHOICE * common.size;
}

function commonPart(text: string, at: number): string | null {
  const rest = text.slice(at);
  const word = WORDS.find((one) => rest.startsWith(one)) ?? "";
  const year = /^(?:19|20)\d\d/u.exec(rest)?.[0] ?? "";
  const run = rowAt(rest);
  const longest = [word, year, run].sort((one, other) => other.length - one.length)[0]!;
  return longest === "" ? null : longest;
}

/** The longest run of neighbors in a row that a text begins with; empty where there is none. */
function rowAt(text: string): string {
  let longest = "";
  for (const row of ROWS) {
    for (const way of [row, Array.from(row).reverse().join("")]) {
      let length = MIN_RUN;
      while (length <= text.length && way.includes(text.slice(0, length))) length += 1;
      if (length > MIN_RUN && length - 1 > longest.length) longest = text.slice(0, length - 1);
    }
  }
  return longest;
}
