import { shortened as cutText } from "./render.ts";

/** Maximum size of a whole answer in bytes, structured content and Markdown together; clients cut or refuse larger ones. */
export const MAX_BYTES = 96_000;
/** Always reserved for the Markdown. */
const MIN_MARKDOWN_BYTES = 14_000;
/** Maximum size of the structured content in bytes. */
export const MAX_FACTS_BYTES = MAX_BYTES - MIN_MARKDOWN_BYTES;

/** What may be cut of a result that is too large: one step, taken only where it is needed. */
export interface Cut {
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

/** How a caller gets what was cut of a paper, of a signal, or of what may be either. */
export const IN_FULL = {
  paper: "get_paper has it in full",
  signal: "search_signals with its signal_id has it in full",
  record: "get_paper and search_signals have it in full",
} as const;

/** What was cut: `shown` of `of` entries or characters, of the longest such part. */
export interface Shortened {
  part: string;
  shown: number;
  of: number;
  how: string;
}

/**
 * The result as it is where it fits, else a copy shortened step by step until it does, with what was cut in `shortened`, one entry a
 * part; and its bytes as JSON.
 */
export function withinBudget<Structured extends object>(
  structured: Structured,
  cuts: readonly Cut[],
  maximum = MAX_FACTS_BYTES,
): { structured: Structured; shortened: Shortened[]; bytes: number } {
  const bytes = jsonBytes(structured);
  if (bytes <= maximum) return { structured, shortened: [], bytes };
  const copy = structuredClone(structured) as Record<string, unknown>;
  const made = new Map<string, Shortened>();
  for (const step of cuts) {
    const longest = cut(copy, step.part, step);
    if (longest === 0) continue;
    made.set(step.part, { part: step.part, shown: step.keep, of: made.get(step.part)?.of ?? longest, how: step.how });
    if (step.drops !== undefined) delete copy[step.drops];
    if (jsonBytes(copy) <= maximum) break;
  }
  const shortened = [...made.values()];
  if (shortened.length > 0) copy.shortened = shortened;
  return { structured: copy as Structured, shortened, bytes: jsonBytes(copy) };
}

/** Bytes of a value as JSON in UTF-8. */
export function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

/** Cuts the part wherever the path leads. Returns the greatest length that was cut, 0 if nothing was. */
function cut(holder: unknown, path: string, how: Cut): number {
  if (holder === null || typeof holder !== "object") return 0;
  const [step, rest] = splitAtDot(path);
  const name = step.replace("[]", "");
  const record = holder as Record<string, unknown>;
  const value = record[name];
  if (rest === null) {
    const length = lengthOf(value);
    if (length <= how.keep) return 0;
    record[name] = shorter(value, how);
    return length;
  }
  const members: unknown[] = Array.isArray(value) ? value : [value];
  return members.reduce<number>((longest, member) => Math.max(longest, cut(member, rest, how)), 0);
}

/** The first step of a path, and the rest of it; null where there is no further step. */
function splitAtDot(path: string): [step: string, rest: string | null] {
  const dot = path.indexOf(".");
  return dot === -1 ? [path, null] : [path.slice(0, dot), path.slice(dot + 1)];
}

function lengthOf(value: unknown): number {
  if (typeof value === "string" || Array.isArray(value)) return value.length;
  return value === null || value === undefined ? 0 : 1;
}

function shorter(value: unknown, { keep, last }: Cut): unknown {
  if (Array.isArray(value)) return last === true ? value.slice(value.length - keep) : value.slice(0, keep);
  return keep === 0 ? null : cutText(String(value), keep);
}
