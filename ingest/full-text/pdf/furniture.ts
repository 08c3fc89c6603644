import type { Page, Run } from "./runs.ts";

/** How far from the upper and the lower edge running heads and page numbers stand, as a share of the page's height. */
const EDGE = 0.11;
/** A running head stands on at least so many pages. */
const MIN_REPEATS = 2;
/** Of a longer document it stands on this share of the pages, or on so many of them: chapters have heads of their own. */
const REPEATS = { share: 0.25, enough: 3 } as const;
/** So many lines of a page, from its edge inwards, may be furniture, and the first of them also where they are not near the edge. */
const MAX_EDGE_LINES = { near: 6, anywhere: 2 } as const;
/** Runs whose baselines differ by less, in sizes of the font, are one line; lines further apart do not touch. */
const SAME_LINE = 0.4;
const TOUCHING = 2.2;
/** In sizes of the words behind it: a mark is no larger, no further raised and no further away. */
const MARK = { size: 0.85, raised: 0.7, gap: 0.8 } as const;
/** Numbers beside a column's lines: at least so many, ending within so many points, counted one by one or printed every fifth. */
const MIN_LINE_NUMBERS = 6;
const SAME_END = 4;
const LINE_STEPS: ReadonlySet<number> = new Set([1, 5]);
/** Nothing stands so close to such a number, in its sizes: on its line, and beside it. */
const CLOSE = { onLine: 0.3, beside: 0.6 } as const;

/** The pages without running heads, page numbers and line numbers. */
export function withoutFurniture(pages: readonly Page[]): Page[] {
  const bare = pages.map(withoutLineNumbers);
  const edges = bare.map(edgeLines);
  const counts = new Map<string, Set<number>>();
  for (const [index, page] of bare.entries()) {
    for (const { text, place } of edges[index]!) {
      const key = keyOf(text, place);
      counts.set(key, (counts.get(key) ?? new Set()).add(page.number));
    }
  }
  return bare.map((page, index) => {
    const gone = new Set<Run>();
    for (const { text, place, runs, isOutermost } of edges[index]!) {
      const repeats = counts.get(keyOf(text, place))?.size ?? 0;
      const isNumber =
        isOutermost && /^(?:page)?[-–—|\s]*(?:\d{1,5}|[ivxl]{1,6})(?:\s*(?:of|\/)\s*\d{1,5})?[-–—|\s]*$/iu.test(text);
      const isRunning =
        repeats >= MIN_REPEATS && repeats >= Math.min(REPEATS.enough, pages.length * REPEATS.share) && /\p{L}{2}|\d/u.test(text);
      if (isNumber || isRunning || (isOutermost && isImprint(text))) for (const run of runs) gone.add(run);
    }
    return { ...page, runs: page.runs.filter((run) => !gone.has(run)) };
  });
}

/** What publishers print at the edge of a single page, whatever its case. */
const NOTICE =
  /^(?:copyright\b|©|c\s*©|\(c\)\s*(?:19|20)\d\d|licen[sc]ed under|arxiv:|doi\b|https?:\/\/(?:dx\.)?doi\.org|issn|isbn|authorized licensed)|\bassociation for computational linguistics$|©\s*(?:19|20)\d\d/iu;
/** The same, of which lines of the text may have the words: these begin with a capital there only where a sentence does. */
const CAPITAL_NOTICE =
  /^(?:(?:In )?(?:Proceedings|PROCEEDINGS) of|Permission to (?:make|copy)|P(?:reprint|REPRINT)\b|Under review|Accepted (?:to|at|for)|Published (?:in|as|by)|Corresponding (?:author|address)|Downloaded (?:from|on))/u;
/** “New Orleans, Louisiana, June 1 - 6, 2018”. */
const PLACE_AND_DAY =
  /^(?:Online|\p{Lu}[\p{L}.]+(?: \p{Lu}[\p{L}.]+)*),(?: \p{Lu}[\p{L}.]+)*,? (?:January|February|March|April|May|June|July|August|September|October|November|December)(?:\s+\d|$)/u;

function isImprint(text: string): boolean {
  return NOTICE.test(text) || CAPITAL_NOTICE.test(text) || PLACE_AND_DAY.test(text);
}

interface EdgeLine {
  text: string;
  place: "top" | "bottom";
  runs: Run[];
  /** True for the line next to the edge, and those that touch it. */
  isOutermost: boolean;
}

/** The lines near the upper and the lower edge of the page, and the first and last ones of its text, from the edge inwards. */
function edgeLines(page: Page): EdgeLine[] {
  const lines: Run[][] = [];
  for (const run of page.runs.filter(({ text }) => text.trim() !== "").toSorted((a, b) => a.y - b.y)) {
    const last = lines.at(-1);
    if (last && (Math.abs(last[0]!.y - run.y) < run.size * SAME_LINE || isMarkOf(last, run))) last.push(run);
    else lines.push([run]);
  }
  return (["top", "bottom"] as const).flatMap((place) => {
    const isNear = ({ y }: Run): boolean => (place === "top" ? y < page.height * EDGE : y > page.height * (1 - EDGE));
    const inwards = place === "top" ? lines : lines.toReversed();
    let isOutermost = true;
    let before: number | null = null;
    const result: EdgeLine[] = [];
    for (const [index, line] of inwards.slice(0, MAX_EDGE_LINES.near).entries()) {
      const sorted = line.toSorted((a, b) => a.x - b.x);
      const [first] = sorted;
      if (index >= MAX_EDGE_LINES.anywhere && !isNear(first!)) break;
      // Behind a gap the text of the page begins.
      if (before !== null && Math.abs(first!.y - before) > first!.size * TOUCHING) isOutermost = false;
      before = first!.y;
      result.push({ text: sorted.map(({ text }) => text.trim()).join(" "), place, runs: sorted, isOutermost });
    }
    return result;
  });
}

/** A small number, raised right before a word: the mark of a note, not the number of the page. */
function isMarkOf([mark, ...others]: readonly Run[], { x, y, size }: Run): boolean {
  if (mark === undefined || others.length > 0 || mark.size > size * MARK.size) return false;
  const gap = x - (mark.x + mark.width);
  return y - mark.y < size * MARK.raised && gap > -1 && gap < size * MARK.gap;
}

/** The same on every page, whatever its number is. */
function keyOf(text: string, place: string): string {
  return `${place} ${text.toLowerCase().replace(/\d+/gu, "#").replace(/\s+/gu, " ").trim()}`;
}

/** Without the numbers of lines beside a column: whole numbers that count on from line to line at one place. */
function withoutLineNumbers(page: Page): Page {
  const numbers = page.runs.filter(({ text }) => /^\s*\d{1,5}\s*$/u.test(text));
  const gone = new Set<Run>();
  const ends = Map.groupBy(numbers, (run) => Math.round((run.x + run.width) / SAME_END));
  for (const [end, column] of ends) {
    const near = [...column, ...(ends.get(end + 1) ?? [])].toSorted((a, b) => a.y - b.y);
    const counting = near.filter((run, index) => {
      const next = near[index + 1] ?? near[index - 1];
      const step = next ? Math.abs(Number(next.text) - Number(run.text)) : 0;
      return LINE_STEPS.has(step);
    });
    if (counting.length >= MIN_LINE_NUMBERS && counting.every((run) => standsAlone(run, page.runs))) {
      for (const run of counting) gone.add(run);
    }
  }
  return gone.size === 0 ? page : { ...page, runs: page.runs.filter((run) => !gone.has(run)) };
}

/** Nothing of its line is close to it. */
function standsAlone(run: Run, runs: readonly Run[]): boolean {
  return !runs.some(
    (other) =>
      other !== run &&
      other.text.trim() !== "" &&
      Math.abs(other.y - run.y) < run.size * CLOSE.onLine &&
      other.x < run.x + run.width + run.size * CLOSE.beside &&
      other.x + other.width > run.x - run.size * CLOSE.beside,
  );
}
