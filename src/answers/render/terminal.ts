import type { CanvasAnswer } from "../schema.ts";
import type { Detail, Line } from "./line.ts";
import { answerSections } from "./sections.ts";

/** Columns. */
const WIDTH = 100;

/** An answer for reading in a terminal: the answer and its sources, or with `full` also formulas and every source that was cited. */
export function answerText(canvas: CanvasAnswer, detail: Detail = "concise"): string {
  return answerSections(canvas, detail)
    .map(({ title, lines }) => [title, ...lines.map(lineText)].join("\n"))
    .join("\n\n");
}

function lineText({ as, text, citations = [], notes = [], source, id }: Line): string {
  const words = [
    text,
    citations.map((number) => `[${number}]`).join(""),
    ...notes.map((note) => `(${note})`),
    ...(as === "paragraph" && id !== undefined ? [id] : []),
  ]
    .filter(Boolean)
    .join(" ");
  switch (as) {
    case "paragraph":
      return wrapped(words, "", "");
    case "item":
      return wrapped(words, "• ", "  ");
    case "subitem":
      return wrapped(words, "  – ", "    ");
    case "source":
      return [
        wrapped(words, `[${source!.number}] `, "    "),
        ...(source!.quote === null ? [] : [wrapped(`“${source!.quote}”`, "    ", "    ")]),
        ...(source!.url === null ? [] : [`    ${source!.url}`]),
      ].join("\n");
  }
}

/** Breaks a text into lines of at most WIDTH characters; the first begins with `first`, the others with `rest`. */
function wrapped(text: string, first: string, rest: string): string {
  const lines: string[] = [];
  let line = first;
  for (const word of text.split(" ")) {
    if (line.length + word.length + 1 > WIDTH && line.trim() !== "") {
      lines.push(line.trimEnd());
      line = rest;
    }
    line += `${word} `;
  }
  return [...lines, line.trimEnd()].join("\n");
}
