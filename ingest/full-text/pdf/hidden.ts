/** What PDF.js says of a page: numbers of operators, and their arguments. */
export interface Operators {
  fnArray: readonly number[];
  argsArray: readonly unknown[];
}

/** How far ahead a text is looked for: the operators and the texts of a page have one order. */
const WINDOW = 5_000;
/** So many letters are the same text, not the same word. */
const SENTENCE = 12;

/**
 * Which of a page's texts, in the order of PDF.js, are printed so that nobody sees them: in the mode that paints nothing, or white before anything colored was painted that it
 * could stand on. A page most of whose text is so is a scan with its words behind it: none is hidden. `names` are the numbers of PDF.js's operators by their names.
 */
export function hiddenTexts(
  texts: readonly string[],
  { fnArray, argsArray }: Operators,
  names: Readonly<Record<string, number>>,
): boolean[] {
  const fills = new Set([
    names.fill,
    names.eoFill,
    names.fillStroke,
    names.eoFillStroke,
    names.closeFillStroke,
    names.closeEOFillStroke,
  ]);
  const paints = new Set([
    names.shadingFill,
    names.paintImageXObject,
    names.paintInlineImageXObject,
    names.paintImageMaskXObject,
  ]);
  let state = { isUnpainted: false, isWhite: false };
  const saved: (typeof state)[] = [];
  let isPainted = false;
  let printed = "";
  /** Begin and end of what is hidden in it. */
  const hidden: [number, number][] = [];
  for (const [index, operator] of fnArray.entries()) {
    const args = (argsArray[index] ?? []) as unknown[];
    if (operator === names.save) saved.push({ ...state });
    else if (operator === names.restore) state = saved.pop() ?? state;
    else if (operator === names.setTextRenderingMode) state.isUnpainted = args[0] === 3 || args[0] === 7;
    else if (operator === names.setFillRGBColor)
      state.isWhite = typeof args[0] === "string" && /^#f[a-f]f[a-f]f[a-f]$/iu.test(args[0]);
    else if (operator === names.setFillColorN) state.isWhite = false;
    else if (paints.has(operator) || (operator === names.constructPath && fills.has(args[0] as number) && !state.isWhite))
      isPainted = true;
    else if (operator === names.showText) {
      const text = lettersOf((args[0] as { unicode?: string }[]).map((glyph) => glyph?.unicode ?? "").join(""));
      if (state.isUnpainted || (state.isWhite && !isPainted)) hidden.push([printed.length, printed.length + text.length]);
      printed += text;
    }
  }
  const hiddenLetters = hidden.reduce((sum, [from, to]) => sum + to - from, 0);
  if (hiddenLetters === 0 || hiddenLetters * 2 >= printed.length) return texts.map(() => false);
  let from = 0;
  return texts.map((text) => {
    const letters = lettersOf(text);
    if (letters === "") return false;
    const at = printed.slice(from, from + WINDOW).indexOf(letters);
    if (at === -1) return false;
    const start = from + at;
    from = start + letters.length;
    const isHiddenAt = (place: number): boolean => hidden.some(([begin, end]) => begin <= place && place < end);
    // A sentence that is hidden once is hidden wherever it stands near by: also where a copy beside the page was passed over.
    for (
      let next = start;
      letters.length >= SENTENCE && next !== -1 && next < start + WINDOW;
      next = printed.indexOf(letters, next + 1)
    ) {
      if (isHiddenAt(next)) return true;
    }
    return isHiddenAt(start);
  });
}

function lettersOf(text: string): string {
  return text.normalize("NFKC").replace(/[^\p{L}\p{N}]+/gu, "");
}
