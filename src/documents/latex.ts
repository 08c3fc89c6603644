import { COMMANDS, DIACRITICS, DROPPED, DROPPED_WITH_ARGUMENT, SUBSCRIPTS, SUPERSCRIPTS, WORDS } from "./latex-commands.ts";

/**
 * A text with LaTeX in it as one reads it: letters in place of commands (`Fr\'echet`, `$\alpha$`), without marks of form (`\emph{…}`), mathematics on one
 * line (`$x^2$` is x², `$\frac{a}{b}$` is a/b). A command that is not known stays as it is written, and so does a dollar that opens no formula. `braces`:
 * braces that only group are left out everywhere, as BibTeX means them. Never throws.
 */
export function readableLatex(text: string, { braces = false }: { braces?: boolean } = {}): string {
  if (!/[\\$]/u.test(text)) return braces ? text.replace(/[{}]/gu, "").replaceAll("~", " ") : text;
  const reader = new LatexReader(text, braces);
  return reader
    .read()
    .normalize("NFC")
    .replace(/[ \t]{2,}/gu, " ");
}

/** Opens or closes a formula as Pandoc reads dollars: no space inside, no digit after the closing one. */
const FORMULA = /\$\$([^$]+)\$\$|\$(?=\S)((?:[^$\\]|\\[^])*[^\s\\$])\$(?!\d)|\\\((.{1,2000}?)\\\)|\\\[(.{1,2000}?)\\\]/suy;
const COMMAND = /\\([A-Za-z]+)\*?|\\([^A-Za-z])/suy;
const MAX_DEPTH = 20;

class LatexReader {
  readonly #text: string;
  readonly #dropsBraces: boolean;
  readonly #isFormula: boolean;
  readonly #depth: number;
  /** Where the brace that opens at a place is closed. */
  readonly #closing: ReadonlyMap<number, number>;
  #at = 0;
  #nested = 0;

  constructor(text: string, dropsBraces: boolean, { isFormula = false, depth = 0 } = {}) {
    this.#text = text;
    this.#dropsBraces = dropsBraces;
    this.#isFormula = isFormula;
    this.#depth = depth;
    this.#closing = closingBraces(text);
  }

  read(): string {
    if (this.#depth > MAX_DEPTH) return this.#text;
    let out = "";
    while (this.#at < this.#text.length) out += this.#next(out);
    return out;
  }

  #next(before: string): string {
    const sign = this.#text[this.#at]!;
    if (sign === "$" || sign === "\\") {
      const formula = this.#match(FORMULA);
      if (formula) return this.#inner(formula[1] ?? formula[2] ?? formula[3] ?? formula[4] ?? "", true);
    }
    if (sign === "\\") return this.#command(before);
    if (sign === "{") {
      const group = this.#group();
      if (group === null) return this.#one();
      const inside = this.#inner(group);
      return this.#dropsBraces || this.#isFormula || group.startsWith("\\") ? inside : `{${inside}}`;
    }
    if (sign === "}" && this.#dropsBraces) return this.#skip();
    if (sign === "~" && (this.#dropsBraces || this.#text[this.#at + 1] === "\\")) {
      this.#at += 1;
      return " ";
    }
    if (this.#isFormula && (sign === "^" || sign === "_")) {
      this.#at += 1;
      return raised(this.#argument() ?? "", sign);
    }
    return this.#one();
  }

  #command(before: string): string {
    const start = this.#at;
    const [whole, name, sign] = this.#match(COMMAND) ?? [];
    if (whole === undefined) return this.#one();
    const accent = name ?? sign!;
    const mark = DIACRITICS[accent];
    if (mark !== undefined && (sign !== undefined || /[\s{]/u.test(this.#text[this.#at] ?? ""))) {
      const letter = this.#accented();
      if (letter !== null) return letter.slice(0, 1) + mark + letter.slice(1);
    }
    if (sign !== undefined) return SIGNS[sign] ?? sign;
    if (name === undefined) return whole;
    if (/^[td]?frac$/u.test(name)) {
      const [above, below] = [this.#argument(), this.#argument()];
      return above === null || below === null ? this.#text.slice(start, this.#at) : `${grouped(above)}/${grouped(below)}`;
    }
    if (name === "sqrt") return `√${grouped(this.#argument() ?? "")}`;
    if (name === "href") {
      this.#argument();
      return this.#argument() ?? "";
    }
    if (DROPPED_WITH_ARGUMENT.has(name)) {
      this.#match(/\[[^\]]*\]/uy);
      this.#argument();
      return "";
    }
    const letter = COMMANDS[name];
    if (letter !== undefined) {
      // The space behind a command only ends its name; braces may do so too.
      if (!this.#isFormula) this.#match(/ +(?=[a-z])|\{\}/uy);
      return letter;
    }
    if (WORDS.has(name)) return /\p{L}$/u.test(before) ? ` ${name}` : name;
    if (DROPPED.has(name)) {
      this.#match(/ +/uy);
      return "";
    }
    const argument = this.#text[this.#at] === "{" ? this.#argument() : null;
    if (argument !== null && FORM.has(name)) return argument;
    if (argument === null && FORM.has(name)) return "";
    return this.#text.slice(start, this.#at);
  }

  /** The letter that an accent goes over, `e`, `{e}` or `{\i}`; null where there is none. */
  #accented(): string | null {
    const start = this.#at;
    this.#match(/ +/uy);
    const letter =
      this.#text[this.#at] === "\\" ? (COMMANDS[this.#match(/\\([A-Za-z]+)/uy)?.[1] ?? ""] ?? null) : this.#argument();
    const plain = letter?.replace("ı", "i").replace("ȷ", "j") ?? "";
    if (/^\p{L}/u.test(plain)) return plain;
    this.#at = start;
    return null;
  }

  /** The next argument, read: a group, a command or a single character. */
  #argument(): string | null {
    if (this.#text[this.#at] === "{") {
      const group = this.#group();
      return group === null ? null : this.#inner(group);
    }
    // A command that takes the next one as its argument, as an accent does, is bounded by the depth.
    if (this.#text[this.#at] === "\\") return this.#nested < MAX_DEPTH ? this.#commandWithin() : null;
    return this.#at < this.#text.length ? this.#one() : null;
  }

  /** What stands between the brace here and the one that closes it; null where none does. */
  #group(): string | null {
    const end = this.#closing.get(this.#at);
    if (end === undefined) return null;
    const inside = this.#text.slice(this.#at + 1, end);
    this.#at = end + 1;
    return inside;
  }

  #commandWithin(): string {
    this.#nested += 1;
    const read = this.#command("");
    this.#nested -= 1;
    return read;
  }

  #inner(text: string, isFormula = this.#isFormula): string {
    return new LatexReader(text, this.#dropsBraces, { isFormula, depth: this.#depth + 1 }).read();
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text);
    if (match) this.#at += match[0].length;
    return match;
  }

  #one(): string {
    const sign = String.fromCodePoint(this.#text.codePointAt(this.#at)!);
    this.#at += sign.length;
    return sign;
  }

  #skip(): string {
    this.#at += 1;
    return "";
  }
}

function closingBraces(text: string): Map<number, number> {
  const closing = new Map<number, number>();
  const open: number[] = [];
  for (let index = 0; index < text.length; index += 1) {
    const sign = text[index];
    if (sign === "\\") index += 1;
    else if (sign === "{") open.push(index);
    else if (sign === "}" && open.length > 0) closing.set(open.pop()!, index);
  }
  return closing;
}

/** What a backslash and a sign print. */
const SIGNS: Readonly<Record<string, string>> = {
  " ": " ",
  "\n": " ",
  ",": " ",
  ";": " ",
  ":": " ",
  "!": "",
  "/": "",
  "-": "",
  "@": "",
  "|": "‖",
  "\\": " ",
};

/** Commands that set the form of their argument. */
const FORM = new Set(
  "emph textit textbf textsc texttt textrm textsf textsl textnormal textup textmd text underline mathcal mathbf mathbb mathrm mathsf mathit mathtt mathfrak mathscr boldsymbol bm mbox hbox operatorname url uline enquote ensuremath textsuperscript textsubscript footnote path nolinkurl".split(
    " ",
  ),
);

function raised(text: string, sign: "^" | "_"): string {
  const table = sign === "^" ? SUPERSCRIPTS : SUBSCRIPTS;
  const signs = Array.from(text);
  if (signs.length > 0 && signs.every((one) => table[one] !== undefined)) return signs.map((one) => table[one]).join("");
  if (sign === "^" && (text === "°" || text === "∘" || text === "′" || text === "*" || text === "⋆"))
    return text === "∘" ? "°" : text;
  return `${sign}${grouped(text)}`;
}

function grouped(text: string): string {
  return Array.from(text).length <= 1 || /^[\p{L}\p{N}⁰¹²³⁴-⁹₀-₉]+$/u.test(text) ? text : `(${text})`;
}
