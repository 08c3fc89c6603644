import { shortened as cutText } from "./render.ts";

/** The most bytes of a whole answer, structured content and Markdown together; clients cut or refuse larger ones. */
export const MOST_BYTES = 96_000;
/** What is left to the Markdown in any case. */
const LEAST_MARKDOWN_BYTES = 14_000;
/** The most bytes of the structured content. */
export const MOST_FACTS_BYTES = MOST_BYTES - LEAST_MARKDOWN_BYTES;

/** What may be cut of a result that is too large: one step, taken only where it is needed. */
export interface Fold {
  /** The part, e.g. `papers[].authors`: a list, a text, or with `keep: 0` anything. */
  part: string;
  /** Entries that stay of a list (`last`: the last ones), characters of a text; 0: null in its place. */
  keep: number;
  last?: boolean;
  /** How the caller gets what was cut. */
  how: string;
  /** A member that must not be used once this part is cut. */
  drops?: string;
}

/** What was cut: `shown` of `of` entries or characters, of the longest such part. */
export interface Shortened {
  part: string;
  shown: number;
  of: number;
  how: string;
}

/**
 * The result as it is where it fits, else a copy folded step by step until it does, which tells in `shortened` what was cut, one entry a
 * part; and its bytes as JSON.
 */
export function folded<Structured extends object>(
  structured: Structured,
  folds: readonly Fold[],
  most = MOST_FACTS_BYTES,
): { structured: Structured; shortened: Shortened[]; bytes: number } {
  const bytes = jsonBytes(structured);
  if (bytes <= most) return { structured, shortened: [], bytes };
  const copy = structuredClone(structured) as Record<string, unknown>;
  const cuts = new Map<string, Shortened>();
  for (const fold of folds) {
    const longest = cut(copy, fold.part.split("."), fold);
    if (longest === 0) continue;
    cuts.set(fold.part, { part: fold.part, shown: fold.keep, of: cuts.get(fold.part)?.of ?? longest, how: fold.how });
    if (fold.drops !== undefined) delete copy[fold.drops];
    if (jsonBytes(copy) <= most) break;
  }
  const shortened = [...cuts.values()];
  if (shortened.length > 0) copy.shortened = shortened;
  return { structured: copy as Structured, shortened, bytes: jsonBytes(copy) };
}

/** Bytes of a value as JSON in UTF-8. */
export function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

/** Cuts the part wherever the path leads; returns the greatest length that was cut, 0 where nothing was. */
function cut(holder: unknown, [step, ...rest]: string[], fold: Fold): number {
  if (holder === null || typeof holder !== "object") return 0;
  const name = step.replace("[]", "");
  const record = holder as Record<string, unknown>;
  const value = record[name];
  if (rest.length === 0) {
    const length = lengthOf(value);
    if (length <= fold.keep) return 0;
    record[name] = shorter(value, fold);
    return length;
  }
  const members: unknown[] = Array.isArray(value) ? value : [value];
  return members.reduce<number>((longest, member) => Math.max(longest, cut(member, rest, fold)), 0);
}

function lengthOf(value: unknown): number {
  if (typeof value === "string" || Array.isArray(value)) return value.length;
  return value === null || value === undefined ? 0 : 1;
}

function shorter(value: unknown, { keep, last }: Fold): unknown {
  if (Array.isArray(value)) return last === true ? value.slice(value.length - keep) : value.slice(0, keep);
  return keep === 0 ? null : cutText(String(value), keep);
}
