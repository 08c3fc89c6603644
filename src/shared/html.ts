import { withoutInvisible } from "./invisible.ts";

/** What may stand in a page: markup made by `html`, text (escaped), nothing, or several of them. */
export type Part = Html | string | number | null | undefined | false | readonly Part[];

/** A piece of markup. Only `html` makes one, so that no text reaches a page unescaped. */
export class Html {
  readonly #markup: string;

  /** For `html` alone. */
  constructor(markup: string) {
    this.#markup = markup;
  }

  toString(): string {
    return this.#markup;
  }
}

/** Markup with its parts filled in, escaped, and without the characters that would turn or hide the text around them: for use between tags and in quoted attribute values, never inside scripts or styles. */
export function html(literal: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(
    unindented(literal)
      .map((text, index) => text + (index < parts.length ? markupOf(parts[index]) : ""))
      .join(""),
  );
}

const UNINDENTED = new WeakMap<TemplateStringsArray, readonly string[]>();

/** What stands in the source without its indentation, which would be a quarter of a page; values keep every space. */
function unindented(literal: TemplateStringsArray): readonly string[] {
  const known = UNINDENTED.get(literal);
  if (known) return known;
  const texts = literal.map((text) => text.replace(/\n\s+/gu, "\n"));
  UNINDENTED.set(literal, texts);
  return texts;
}

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

function markupOf(part: Part): string {
  if (part === null || part === undefined || part === false) return "";
  if (part instanceof Html) return part.toString();
  if (typeof part === "object") return part.map(markupOf).join("");
  return withoutInvisible(String(part)).replace(/[&<>"']/gu, (character) => ESCAPES[character] ?? character);
}
