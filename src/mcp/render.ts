export { counted } from "../shared/thousands.ts";
export { degradedLines, dotted, id, link, names, paperName, plain, shortened } from "../documents/markdown.ts";

/* Markdown for the `content` of results, within the budget that a result has. */

/** The most characters of the content of a concise result. */
export const CONCISE_LIMIT = 8_000;

const BUDGETS = [Infinity, 4_000, 1_000, 400, 240, 140, 80, 40];
const CUT_NOTE = "… shortened; the structured content has the rest.";

/** How many entries of a list go with a budget for one text. */
export function entries(maxLength: number): number {
  return maxLength === Infinity ? Infinity : Math.max(5, Math.floor(maxLength / 10));
}

/**
 * The Markdown of the widest budget that fits; where none does, whole lines of the narrowest one. `render` takes the most characters
 * that a single text may have.
 */
export function fitting(fits: (text: string) => boolean, render: (maxLength: number) => string[]): string {
  let lines: string[] = [];
  for (const maxLength of BUDGETS) {
    lines = render(maxLength);
    const text = lines.join("\n");
    if (fits(text)) return text;
  }
  let [kept, beyond] = [0, lines.length + 1];
  while (beyond - kept > 1) {
    const middle = Math.floor((kept + beyond) / 2);
    if (fits([...lines.slice(0, middle), CUT_NOTE].join("\n"))) kept = middle;
    else beyond = middle;
  }
  return [...lines.slice(0, kept), CUT_NOTE].join("\n");
}
