import { CUT } from "./cut.ts";
import type { QuestionConstraints } from "./schema.ts";

type Size = NonNullable<QuestionConstraints["size"]>;

const AMOUNT = "(\\d+(?:\\.\\d+)?)\\s*(b|bn|m|k|billion|million)(?![\\p{L}\\p{N}])(?:[\\s-]+param(?:eter)?s?)?";
const AT_MOST = new RegExp(`(?:under|below|less than|fewer than|up to|at most|no more than|smaller than)\\s+${AMOUNT}`, "iu");
const AT_LEAST = new RegExp(`(?:over|above|more than|at least|larger than|bigger than|beyond)\\s+${AMOUNT}`, "iu");
const ABOUT = new RegExp(
  `(?<![\\p{L}\\p{N}-])${AMOUNT}(?=[\\s-]+(?:\\p{L}+\\s+)?(?:models?|llms?|lms?|transformers?|networks?)\\b)`,
  "iu",
);
const SMALL =
  /(?<!\b(?:than|vs\.?|versus|or|and)\s)\b(small|smaller|tiny|compact|lightweight|small-scale)(?=\s+(?:(?:language|neural|pre-?trained|transformer|open|multilingual|speech|vision)\s+)*(?:models?|lms?|llms?|transformers?|networks?|encoders?|decoders?)\b)/iu;

const FACTOR: Record<string, number> = { b: 1e9, bn: 1e9, billion: 1e9, m: 1e6, million: 1e6, k: 1e3 };

/** How large a model may be, as a question says it, and the question without it. */
export function readSize(text: string): { size: Size | undefined; rest: string } {
  const bounded = bound(text, AT_MOST, (amount) => ({ maximum: amount }));
  const other = bounded ?? bound(text, AT_LEAST, (amount) => ({ minimum: amount }));
  const size = other ?? bound(text, ABOUT, (amount) => ({ minimum: amount, maximum: amount }));
  if (size) return size;
  const [, small] = SMALL.exec(text) ?? [];
  if (small === undefined) return { size: undefined, rest: text };
  return { size: { text: small.toLowerCase() }, rest: text.replace(SMALL, CUT) };
}

function bound(
  text: string,
  pattern: RegExp,
  bounds: (amount: number) => Omit<Size, "text">,
): { size: Size; rest: string } | null {
  const [said, number, unit = ""] = pattern.exec(text) ?? [];
  const factor = FACTOR[unit.toLowerCase()];
  if (said === undefined || factor === undefined) return null;
  return { size: { text: said, ...bounds(Number(number) * factor) }, rest: text.replace(pattern, CUT) };
}
