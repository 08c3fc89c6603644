import { unreadable, type GivenReference } from "./given.ts";
import { readRunningText } from "./running-text.ts";

const LABEL = /^\s*(?:\[([^\][]{1,40})\](?!\()|\(?(\d{1,4})[.)]|[-*+•]|\\bibitem(?:\[[^\]]*\])?\{([^}]*)\})\s+/u;
const HEADING = /^\s*#{1,6}\s+(.+?)\s*#*\s*$/u;
const REFERENCES =
  /^(?:\d+\.?\s+)?(?:references?|bibliography|literature(?: cited)?|works cited|citations|further reading|papers|sources)\b/iu;
const FOOTNOTE = /^\s*\[\^([^\]]+)\]:\s*/u;

/**
 * Reads a plain list: an entry a paragraph where blank lines part them, else where each begins with a label (`[1]`, `1.`, `-`), else an entry a line.
 */
export function* readList(text: string): Generator<Omit<GivenReference, "number">> {
  const lines = text.replace(/\r\n?/gu, "\n").split("\n");
  const filled = lines.filter((line) => line.trim() !== "");
  const labeled = filled.filter((line) => LABEL.test(line)).length;
  const byLabel = labeled > 0 && LABEL.test(filled[0] ?? "");
  const byParagraph = !byLabel && hasParagraphs(lines);
  yield* entries(lines, (line, before) => (byLabel ? LABEL.test(line) : byParagraph ? before.trim() === "" : line.trim() !== ""));
}

/** Whether blank lines part entries of several lines. */
function hasParagraphs(lines: readonly string[]): boolean {
  let filled = 0;
  for (const [index, line] of lines.entries()) {
    if (line.trim() !== "") filled += 1;
    else if (filled > 1 && lines[index + 1]?.trim()) return true;
    else filled = 0;
  }
  return false;
}

/**
 * Reads the references of a Markdown text: the items below its heading “References” (or as good), else every list item, footnote and row of a table that
 * names an id, an address or a year; where there is none of them, the addresses and ids in its sentences.
 */
export function* readMarkdown(text: string): Generator<Omit<GivenReference, "number">> {
  const lines = text.replace(/\r\n?/gu, "\n").split("\n");
  const section = referencesSection(lines);
  if (section !== null) {
    yield* readList(section.map((line) => line.replace(FOOTNOTE, "[$1] ")).join("\n"));
    return;
  }
  const items = lines.filter(
    (line) => (LABEL.test(line) || FOOTNOTE.test(line) || /^\s*\|.*\|\s*$/u.test(line)) && NAMES_A_PAPER.test(line),
  );
  if (items.length > 0) {
    yield* entries(
      items.map((line) =>
        line
          .replace(FOOTNOTE, "[$1] ")
          .replace(/^\s*\||\|\s*$/gu, " ")
          .replace(/\s\|\s/gu, ". "),
      ),
      () => true,
    );
    return;
  }
  const named = lines.flatMap((line) => line.split(/(?<=[.;])\s+(?=\p{Lu}|\[)/u)).filter((sentence) => IDS.test(sentence));
  for (const sentence of named) {
    const { ids } = readRunningText(sentence, null);
    for (const id of ids)
      yield {
        ...readRunningText(`${id.scheme}:${id.value}`, null),
        text: sentence.trim().slice(0, 300),
        ids: [id],
        titles: [],
        hasTitle: false,
        authors: null,
        year: null,
        problem: null,
      };
  }
}

const NAMES_A_PAPER = /https?:\/\/|10\.\d{4,9}\/|arxiv:|\b(?:19|20)\d\d\b/iu;
const IDS = /https?:\/\/|10\.\d{4,9}\/|arxiv:\s*\d/iu;

function* entries(
  lines: readonly string[],
  begins: (line: string, before: string) => boolean,
): Generator<Omit<GivenReference, "number">> {
  let entry: string[] = [];
  let before = "";
  const done = function* () {
    if (entry.length > 0) yield labeled(entry.join(" "));
    entry = [];
  };
  for (const line of lines) {
    if (line.trim() !== "" && !HEADING.test(line)) {
      if (begins(line, before)) yield* done();
      entry.push(line.trim());
    }
    before = line;
  }
  yield* done();
}

function labeled(text: string): Omit<GivenReference, "number"> {
  const label = LABEL.exec(text);
  const key = label?.[1] ?? label?.[2] ?? label?.[3] ?? null;
  const rest = label === null ? text : text.slice(label[0].length);
  if (rest.length > MAX_ENTRY)
    return unreadable(key, rest, `is longer than ${MAX_ENTRY} characters; separate references with blank lines`);
  return readRunningText(rest, key);
}

/** A single reference with a long list of authors. */
const MAX_ENTRY = 5_000;

/** The lines below the heading of the references, to the next heading of its level or above; null where there is none. */
function referencesSection(lines: readonly string[]): string[] | null {
  const level = (line: string) => /^\s*(#+)/u.exec(line)?.[1]?.length ?? 0;
  const start = lines.findIndex((line) => REFERENCES.test(HEADING.exec(line)?.[1] ?? boldLine(line)));
  if (start === -1) return null;
  const own = level(lines[start]!) || 6;
  const below = lines.slice(start + 1);
  const end = below.findIndex((line) => HEADING.test(line) && level(line) <= own);
  return end === -1 ? below : below.slice(0, end);
}

/** A line in bold may stand for a heading. */
function boldLine(line: string): string {
  return /^\s*\*\*(.+?):?\*\*:?\s*$/u.exec(line)?.[1] ?? "";
}
