import { surnameKey } from "../../src/documents/names.ts";
import type { Paper } from "../../src/documents/paper.ts";
import { titleKey } from "../../src/documents/text.ts";
import type { Store } from "../store.ts";
import type { TextEntry } from "./check-texts.ts";

/** Papers that share one title are rarely more. */
const SAME_TITLE = 10;
/** A preprint and its publication may lie so many years apart. */
const YEARS_APART = 3;

/** The stored papers that texts are of, those that are there. */
export async function papersOf(entries: readonly TextEntry[], store: Store): Promise<Map<TextEntry, Paper>> {
  const keys = [...new Set(entries.flatMap((entry) => entry.keys))];
  const likely = [...new Set(entries.flatMap((entry) => entry.keys.slice(0, 1)))];
  const byAlias = new Map<string, Paper>();
  if (keys.length > 0) {
    for (const paper of (await store.papersWith(keys, likely)).values())
      for (const alias of paper.aliases) byAlias.set(alias, paper);
  }
  const found = new Map<TextEntry, Paper>();
  for (const entry of entries) {
    const key = entry.keys.find((one) => byAlias.has(one));
    const paper = key === undefined ? await byTitle(entry, store) : byAlias.get(key)!;
    if (paper !== null) found.set(entry, paper);
  }
  return found;
}

/** The only paper with exactly this title that shares an author with the text, and is not of another time. */
async function byTitle({ text: { title, authors, year } }: TextEntry, store: Store): Promise<Paper | null> {
  const key = titleKey(title ?? "");
  if (!key.includes(" ") || authors.length === 0) return null;
  const ids = await store.untilAvailable((call) => store.lookup.byTitle(key, SAME_TITLE, call));
  if (ids.length === 0) return null;
  const names = new Set(authors.map(surnameKey));
  const papers = [...(await store.papersWith(ids, ids)).values()].filter(
    (paper) =>
      titleKey(paper.title) === key &&
      paper.authors.some((author) => names.has(surnameKey(author))) &&
      (year === null || paper.year === null || Math.abs(paper.year - year) <= YEARS_APART),
  );
  return papers.length === 1 ? papers[0]! : null;
}
