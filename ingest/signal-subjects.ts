import PQueue from "p-queue";
import { idKey, parseExternalId } from "../src/documents/ids.ts";
import { cleanText, titleKey } from "../src/documents/text.ts";
import type { Papers } from "../src/engine/port.ts";
import type { NumberedRow } from "./batches.ts";
import type { Problem } from "./sources/port.ts";
import type { Store } from "./store.ts";

/** How papers are found; see `Papers`. */
export type PaperLookup = Pick<Papers, "resolve" | "byTitle">;

/** The paper that a row names by its `paper.ids` and `paper.title`: its id in the index, or why there is none. */
export type NamedPaper = { id: string } | { problem: Problem };

/** Titles that are looked up at a time. */
const CONCURRENCY = 8;

/**
 * Finds the papers that rows of signals name by `paper`: by the first of the ids that the index knows, else by the exact title (as `titleKey`
 * compares titles), where just one paper has it. Rows that name none so are left out.
 */
export async function subjects(
  rows: readonly NumberedRow[],
  store: Pick<Store, "patiently">,
  papers: PaperLookup,
): Promise<Map<NumberedRow, NamedPaper>> {
  const named = rows.flatMap((numbered) => {
    const { row } = numbered;
    const paper = row.kind === "signal" ? (row.signal as { paper?: { ids?: unknown; title?: unknown } }).paper : undefined;
    if (!paper) return [];
    const ids = Array.isArray(paper.ids) ? (paper.ids as string[]).filter((id) => id.trim() !== "") : [];
    const title = typeof paper.title === "string" ? cleanText(paper.title) : "";
    return [{ numbered, ids, title, keys: ids.flatMap((id) => paperKey(id) ?? []) }];
  });
  const keys = [...new Set(named.flatMap((one) => one.keys))];
  const byKey = keys.length === 0 ? new Map<string, string>() : await store.patiently((call) => papers.resolve(keys, call));

  const open = named.filter((one) => one.title !== "" && !one.keys.some((key) => byKey.has(key)));
  const titles = [...new Set(open.map(({ title }) => titleKey(title)))].filter((key) => key !== "");
  const lookUps = new PQueue({ concurrency: CONCURRENCY });
  const byTitle = new Map(
    await Promise.all(
      titles.map((key) => lookUps.add(async () => [key, await store.patiently((call) => papers.byTitle(key, 2, call))] as const)),
    ),
  );
  return new Map(
    named.map(({ numbered, ids, title, keys }): [NumberedRow, NamedPaper] => {
      const known = keys.find((key) => byKey.has(key));
      if (known !== undefined) return [numbered, { id: byKey.get(known)! }];
      const found = byTitle.get(titleKey(title)) ?? [];
      if (found.length === 1) return [numbered, { id: found[0] }];
      return [numbered, { problem: found.length > 1 ? ambiguous(title) : notFound(ids, title) }];
    }),
  );
}

/** The signal with a paper that was found added to those that it names otherwise; without `paper`. */
export function withPaper(signal: unknown, id: string | undefined): unknown {
  const { paper: _, ...rest } = signal as { paper?: unknown; paper_ids?: unknown };
  return id === undefined
    ? rest
    : { ...rest, paper_ids: [...(Array.isArray(rest.paper_ids) ? (rest.paper_ids as unknown[]) : []), id] };
}

/** The key under which the index knows a paper: of any spelling of an id, or a `title:` id as it is. */
export function paperKey(id: string): string | null {
  if (id.startsWith("title:")) return id;
  const parsed = parseExternalId(id);
  return parsed === null ? null : idKey(parsed);
}

function ambiguous(title: string): Problem {
  const message = `several papers have the title “${title.slice(0, 200)}”; name it by an id`;
  return { stage: "resolve", reason: "paper_ambiguous", field: "paper.title", message };
}

function notFound(ids: readonly string[], title: string): Problem {
  const what = [...ids.slice(0, 3), ...(title === "" ? [] : [`the title “${title.slice(0, 200)}”`])].join(", ");
  const message = `no paper of the index has ${what || "what the row names"}; load it first, then retry-dead`;
  return { stage: "resolve", reason: "paper_not_found", field: ids.length > 0 ? "paper.ids" : "paper.title", message };
}
