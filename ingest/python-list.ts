/**
 * Reads a list of strings and numbers as Python prints it: `['a', "b's", 3, None]` → `["a", "b's", "3"]`. Null where the text is none; `None` is left
 * out, numbers and `True`/`False` are kept as they are written. Lists inside lists are refused.
 */
export function parsePythonList(text: string): string[] | null {
  const inside = /^\s*(?:\[([^]*)\]|\(([^]*)\))\s*$/u.exec(text);
  if (inside === null) return null;
  const items: string[] = [];
  let rest = (inside[1] ?? inside[2] ?? "").trim();
  while (rest !== "") {
    const item = ITEM.exec(rest);
    if (!item) return null;
    const [whole, single, double, word] = item;
    if (word === undefined) items.push(unescaped(single ?? double ?? ""));
    else if (word !== "None") items.push(word);
    rest = rest.slice(whole.length);
  }
  return items;
}

/** A text in single or double quotes, or a number or name, with the comma behind it or the end. */
const ITEM =
  /^(?:'((?:[^'\\\n]|\\[^])*)'|"((?:[^"\\\n]|\\[^])*)"|([+-]?\d+(?:\.\d*)?(?:e[+-]?\d+)?|None|True|False|nan))\s*(?:,\s*|$)/u;

const ESCAPES: Partial<Record<string, string>> = { n: "\n", t: "\t", r: "\r" };

function unescaped(text: string): string {
  return text.replace(
    /\\(?:x([0-9a-f]{2})|u([0-9a-f]{4})|U([0-9a-f]{8})|([^]))/gu,
    (_, two?: string, four?: string, eight?: string, other = "") => {
      const code = Number.parseInt(two ?? four ?? eight ?? "", 16);
      if (Number.isNaN(code)) return ESCAPES[other] ?? other;
      return code <= 0x10ffff ? String.fromCodePoint(code) : "\ufffd";
    },
  );
}
