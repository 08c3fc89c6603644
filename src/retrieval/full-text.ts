import { passageIds, wholeOf, wholeTextId, type Passage, type WholeText } from "../documents/passage.ts";
import { PublicError } from "../errors.ts";
import type { Engine } from "../engine/port.ts";
import type { Library } from "./library.ts";

/** A paper's full text as it is stored. */
export interface StoredFullText {
  text_id: string;
  source: Passage["source"];
  /** Sections, references, in-text markers, and what the file says of its paper. */
  whole: WholeText;
  /** In the order of the text. */
  passages: Passage[];
}

/** For how long it is remembered that an index holds passages, or none. */
const REMEMBERED_MS = 5_000;
const known = new WeakMap<Engine, { at: number; held: Promise<boolean> }>();

/** True where the index holds passages; looked up at most once in five seconds. */
export function hasPassages({ engine }: Pick<Library, "engine">): Promise<boolean> {
  const before = known.get(engine);
  if (before !== undefined && Date.now() - before.at <= REMEMBERED_MS) return before.held;
  const held = engine.passages.count({ kinds: ["whole"] }).then(
    (count) => count > 0,
    (error: unknown) => {
      if (error instanceof PublicError && error.code === "index_missing") return false;
      known.delete(engine);
      throw error;
    },
  );
  known.set(engine, { at: Date.now(), held });
  return held;
}

/** What a full text is made of, without its passages. */
export interface StoredWhole extends Omit<StoredFullText, "passages"> {
  /** In the order of the text. */
  passage_ids: string[];
}

/** How the full text of the paper with this stored id is made up; null where the index holds none. One round trip, none where the index has no full texts. */
export async function wholeTextOf(library: Library, paperId: string, signal?: AbortSignal): Promise<StoredWhole | null> {
  if (!(await hasPassages(library))) return null;
  const id = wholeTextId(paperId);
  const about = (await library.engine.passages.get([id], { signal })).get(id);
  if (about === undefined) return null;
  const { text_id, source, index: count } = about;
  return { text_id, source, whole: wholeOf(about), passage_ids: passageIds(text_id, count) };
}

/** The full text of the paper with this stored id; null where the index holds none. Two round trips, none where the index has no full texts. */
export async function fullTextOf(library: Library, paperId: string, signal?: AbortSignal): Promise<StoredFullText | null> {
  const about = await wholeTextOf(library, paperId, signal);
  if (about === null) return null;
  const { passage_ids: ids, ...rest } = about;
  const found = await library.engine.passages.get(ids, { signal });
  return { ...rest, passages: ids.flatMap((one) => found.get(one) ?? []) };
}
