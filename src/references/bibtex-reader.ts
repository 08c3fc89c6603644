import { parseExternalId } from "../documents/ids.ts";
import { readableLatex } from "../documents/latex.ts";
import { cleanText } from "../documents/text.ts";
import { distinctIds, idsInText, oneLine, unreadable, yearIn, type GivenReference } from "./given.ts";

/*
 * A reader of BibTeX and BibLaTeX that keeps what it can: an entry that is broken is named with its line, and reading goes on at the next one. (The
 * library that writes our exports stops at the first fault.)
 */

const START = /@\s*([A-Za-z]+)\s*([{(])/gu;
const NEXT_ENTRY = /^[ \t]*@\s*[A-Za-z]+\s*[{(]/gmu;
const NO_ENTRY = new Set(["comment", "preamble", "string"]);

export function* readBibtex(text: string): Generator<Omit<GivenReference, "number">> {
  const macros = new Map<string, string>();
  const lines = new Lines(text);
  let at = 0;
  for (;;) {
    START.lastIndex = at;
    const start = START.exec(text);
    if (start === null) return;
    const type = start[1]!.toLowerCase();
    const entry = new EntryReader(text, START.lastIndex, start[2] === "{" ? "}" : ")", macros);
    try {
      if (type === "comment" || type === "preamble") entry.skip();
      else if (type === "string") for (const [name, value] of entry.fields()) macros.set(name, value);
      else {
        const key = entry.key();
        const fields = new Map(entry.fields());
        yield reference(key, fields, text.slice(start.index, entry.at));
      }
      at = entry.at;
    } catch (error) {
      if (!(error instanceof BrokenEntry)) throw error;
      NEXT_ENTRY.lastIndex = START.lastIndex;
      at = NEXT_ENTRY.exec(text)?.index ?? text.length;
      const source = text.slice(start.index, at);
      const [, key] = /^@\s*\w+\s*[{(]\s*([^\s,{}()]+)\s*,/u.exec(source) ?? [];
      if (!NO_ENTRY.has(type)) yield unreadable(key ?? null, source, `line ${lines.of(error.at)}: ${error.message}`);
    }
  }
}

class BrokenEntry extends Error {
  readonly at: number;

  constructor(at: number, message: string) {
    super(message);
    this.at = at;
  }
}

class EntryReader {
  readonly #text: string;
  readonly #close: string;
  readonly #macros: ReadonlyMap<string, string>;
  at: number;

  constructor(text: string, at: number, close: string, macros: ReadonlyMap<string, string>) {
    this.#text = text;
    this.at = at;
    this.#close = close;
    this.#macros = macros;
  }

  /** The citation key and the comma behind it; null where there is none. */
  key(): string | null {
    const key = this.#match(/\s*([^\s,={}()"#%]*)\s*(?=[,})])/uy);
    if (key === null) return null;
    this.#match(/,/uy);
    return key[1] === "" ? null : key[1]!;
  }

  *fields(): Generator<[string, string]> {
    for (;;) {
      this.#match(/[\s,]*/uy);
      if (this.#text[this.at] === this.#close) {
        this.at += 1;
        return;
      }
      if (this.at >= this.#text.length) throw new BrokenEntry(this.at, "the entry is not closed");
      const name = this.#match(/([A-Za-z][\w:.+-]*)\s*=\s*/uy);
      if (name === null) throw new BrokenEntry(this.at, "expected a field, as in: title = {…}");
      yield [name[1]!.toLowerCase(), this.#value()];
      if (this.#match(/\s*(?=[,})])/uy) === null) throw new BrokenEntry(this.at, `expected a comma after ${name[1]}`);
    }
  }

  /** Goes to the end of what nobody reads. */
  skip(): void {
    this.at -= 1;
    if (this.#close === "}") this.#braced();
    else this.at = this.#text.indexOf(")", this.at) + 1 || this.#text.length;
  }

  #value(): string {
    const parts: string[] = [];
    do parts.push(this.#part());
    while (this.#match(/\s*#\s*/uy) !== null);
    return parts.join("");
  }

  #part(): string {
    const sign = this.#text[this.at];
    if (sign === "{") return this.#braced();
    if (sign === '"') return this.#quoted();
    const bare = this.#match(/[^\s,{}()"#]+/uy);
    if (bare === null) throw new BrokenEntry(this.at, "expected a value in braces or quotes");
    return this.#macros.get(bare[0].toLowerCase()) ?? bare[0];
  }

  #braced(): string {
    const start = this.at;
    let depth = 0;
    for (let index = start; index < this.#text.length; index += 1) {
      const sign = this.#text[index];
      if (sign === "\\") index += 1;
      else if (sign === "{") depth += 1;
      else if (sign === "}" && --depth === 0) {
        this.at = index + 1;
        return this.#text.slice(start + 1, index);
      } else if (sign === "@" && startsEntry(this.#text, index)) break;
    }
    throw new BrokenEntry(start, "a brace is not closed");
  }

  #quoted(): string {
    const start = this.at;
    let depth = 0;
    for (let index = start + 1; index < this.#text.length; index += 1) {
      const sign = this.#text[index];
      if (sign === "\\") index += 1;
      else if (sign === "{") depth += 1;
      else if (sign === "}") depth -= 1;
      else if (sign === '"' && depth <= 0) {
        this.at = index + 1;
        return this.#text.slice(start + 1, index);
      } else if (sign === "@" && startsEntry(this.#text, index)) break;
    }
    throw new BrokenEntry(start, "a quotation mark is not closed");
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    const match = pattern.exec(this.#text);
    if (match) this.at += match[0].length;
    return match;
  }
}

/** Whether a line begins here with what can only be another entry: the one before it was never closed. */
function startsEntry(text: string, index: number): boolean {
  const lineStart = text.lastIndexOf("\n", index) + 1;
  return (
    /^\s*$/u.test(text.slice(lineStart, index)) && /^@[A-Za-z]+\s*[{(]\s*[^\s,{}()]+\s*,/u.test(text.slice(index, index + 300))
  );
}

function reference(key: string | null, fields: ReadonlyMap<string, string>, source: string): Omit<GivenReference, "number"> {
  const plain = (name: string) => cleanText(readableLatex(fields.get(name) ?? "", { braces: true }));
  const subtitle = plain("subtitle");
  const main = plain("title");
  const title = subtitle === "" ? main : `${main}: ${subtitle}`;
  const doi = parseExternalId(verbatim(fields.get("doi")), "doi");
  const eprint = verbatim(fields.get("eprint"));
  const archive = fields.get("archiveprefix") ?? fields.get("eprinttype") ?? "";
  const arxiv = archive === "" || /arxiv/iu.test(archive) ? parseExternalId(eprint, "arxiv") : null;
  const inText = ["url", "journal", "note", "howpublished", "volume", "booktitle", "ee"]
    .map((name) => verbatim(fields.get(name)))
    .join(" ");
  const pubmed = (["pmid", "pmcid"] as const).map((scheme) => parseExternalId(verbatim(fields.get(scheme)), scheme));
  const ids = distinctIds([...[doi, arxiv, ...pubmed].filter((id) => id !== null), ...idsInText(inText).ids]);
  return {
    key,
    text: title === "" ? oneLine(source) : title,
    problem: title === "" && ids.length === 0 ? "has neither a title nor an ID" : null,
    titles: title === "" ? [] : [title],
    hasTitle: title !== "",
    authors: authorsOf(fields.get("author")),
    year: yearIn(fields.get("year")) ?? yearIn(fields.get("date")),
    ids,
  };
}

function verbatim(value: string | undefined): string {
  return (value ?? "").replace(/\\url\b|[{}]/gu, "").replace(/\\([_%#&~])/gu, "$1");
}

function authorsOf(value: string | undefined): GivenReference["authors"] {
  if (value === undefined) return null;
  const names: string[] = [];
  let [depth, name] = [0, ""];
  // Split at “and” outside braces: {Food and Drug Administration} is one author.
  for (const part of value.split(/(\s+and\s+|[{}])/iu)) {
    if (part === "{") depth += 1;
    if (part === "}") depth -= 1;
    if (depth === 0 && /^\s+and\s+$/iu.test(part)) {
      names.push(name);
      name = "";
    } else name += part;
  }
  names.push(name);
  const readable = names.map((one) => cleanText(readableLatex(one, { braces: true }))).filter((one) => one !== "");
  const isOthers = (one: string) => /^(?:others|et al\.?)$/iu.test(one);
  const kept = readable.filter((one) => !isOthers(one));
  return kept.length === 0 ? null : { names: kept, cut: readable.some(isOthers) };
}

/** Numbers of lines, counted on from the last one asked for. */
class Lines {
  readonly #text: string;
  #at = 0;
  #line = 1;

  constructor(text: string) {
    this.#text = text;
  }

  of(index: number): number {
    if (index < this.#at) [this.#at, this.#line] = [0, 1];
    for (; this.#at < index; this.#at += 1) if (this.#text[this.#at] === "\n") this.#line += 1;
    return this.#line;
  }
}
