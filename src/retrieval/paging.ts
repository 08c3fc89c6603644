import { createHash, randomUUID } from "node:crypto";
import { PublicError } from "../errors.ts";
import type { FusedHit } from "./fusion.ts";
import { badCursor, cursorsOf, type CursorScope } from "./cursor.ts";
import type { Degradation, Library } from "./library.ts";

/** Everything that a search found, in the order in which it is paged. */
export interface Window {
  hits: FusedHit[];
  total: { value: number; relation: "eq" | "gte" };
  /** How many hits lie below the floor of relevance; absent where that cannot be told. They are among the hits, not in the total. */
  weak_matches?: number;
  degraded: Degradation[];
  /** What was searched for instead of the query. */
  corrected_query?: string;
}

export interface Page {
  hits: FusedHit[];
  /** How many hits were shown before this page. */
  shownBefore: number;
  /** The window that the page was cut from: its total is that of the first page. */
  window: Window;
  /** Absent on the last page, and where nothing can be stored; `degraded` of the window says so then. */
  next_cursor?: string;
  /** Absent on the first two pages: what comes before the second is the search without a cursor. */
  previous_cursor?: string;
}

/** After the first page a cursor names what was shown; after the second the window in which the order is kept. */
type Position = { shown: string[]; counts: Counts } | { window: string; offset: number; shownBefore: number };

type Counts = Pick<Window, "total" | "weak_matches">;

function countsOf({ total, weak_matches }: Window): Counts {
  return { total, ...(weak_matches === undefined ? {} : { weak_matches }) };
}

/** Where the next page begins in a window, and under which id that window is kept already. */
interface Place {
  window: Window;
  offset: number;
  shownBefore: number;
  id: string | null;
}

/** How long the order of a search is kept between two pages. */
const LIFETIME_MS = 60 * 60_000;

/**
 * One page of a search. Nothing is shown twice and nothing left out while the index changes: the first page's cursor carries what it
 * showed; the second page searches again, sets that aside and keeps the order of the rest for an hour, so that all later pages walk
 * the same window with the same total. A search whose second page is never asked for keeps nothing. Throws `bad_cursor`.
 */
export async function pageOf(
  library: Library,
  request: { cursor?: string; limit: number; scope: CursorScope },
  search: () => Promise<Window>,
  signal?: AbortSignal,
): Promise<Page> {
  const { cursor, limit, scope } = request;
  const opening = cursorsOf(library.records);
  // The first page needs it only at its end, and may do without.
  opening.catch(() => undefined);
  const position = cursor === undefined ? null : (await opening).read<Position>(scope, cursor);
  const { window, offset, shownBefore, id } = await placeOf(library, position, search, signal);
  const hits = window.hits.slice(offset, offset + limit);
  const isBeyondSecond = position !== null && "window" in position && shownBefore > limit;
  const page = {
    hits,
    shownBefore,
    window,
    ...(isBeyondSecond && {
      previous_cursor: (await opening).issue(scope, { ...position, offset: offset - limit, shownBefore: shownBefore - limit }),
    }),
  };
  if (offset + limit >= window.hits.length) return page;
  try {
    const next: Position =
      position === null
        ? { shown: hits.map((hit) => short(hit.id)), counts: countsOf(window) }
        : { window: id ?? (await keep(library, window, signal)), offset: offset + limit, shownBefore: shownBefore + limit };
    return { ...page, next_cursor: (await opening).issue(scope, next) };
  } catch (error) {
    if (!(error instanceof PublicError) || error.code !== "records_unavailable") throw error;
    return { ...page, window: { ...window, degraded: [...window.degraded, LAST_FOR_NOW] } };
  }
}

const LAST_FOR_NOW: Degradation = {
  part: "records",
  reason: "There are more results, but paging is unavailable because the database is not accepting writes.",
};

async function placeOf(
  library: Library,
  position: Position | null,
  search: () => Promise<Window>,
  signal?: AbortSignal,
): Promise<Place> {
  if (position === null) return { window: await search(), offset: 0, shownBefore: 0, id: null };
  if ("window" in position) {
    const kept = await library.records.get<Window>("window", position.window, signal);
    if (!kept) throw badCursor("The cursor has expired: a search can be paged for one hour.");
    return { window: kept.value, offset: position.offset, shownBefore: position.shownBefore, id: position.window };
  }
  const found = await search();
  const shown = new Set(position.shown);
  const before = found.hits.filter((hit) => shown.has(short(hit.id)));
  const after = found.hits.filter((hit) => !shown.has(short(hit.id)));
  const window = { ...found, hits: [...before, ...after], ...position.counts };
  return { window, offset: before.length, shownBefore: shown.size, id: null };
}

async function keep(library: Library, window: Window, signal?: AbortSignal): Promise<string> {
  const id = randomUUID();
  const expiresAt = new Date(Date.now() + LIFETIME_MS).toISOString();
  await library.records.put("window", id, window, { expectedVersion: 0, expiresAt }, signal);
  return id;
}

/** Enough of an id's hash to tell the hits of one page from all others. */
function short(id: string): string {
  return createHash("sha256").update(id).digest("base64url").slice(0, 8);
}
