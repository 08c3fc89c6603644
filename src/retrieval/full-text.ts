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

/** The full text of the paper with this stored id; null where the index holds none. Two round trips, none where the index has no full texts. */
export async function fullTextOf(library: Library, paperId: string, signal?: AbortSignal): Promise<StoredFullText | null> {
  if (!(await hasPassages(library))) return null;
  const { passages } = library.engine;
  const id = wholeTextId(paperId);
  const about = (await passages.get([id], { signal })).get(id);
  if (about === undefined) return null;
  const ids = passageIds(about.text_id, about.index);
  const found = await passages.get(ids, { signal });
  return {
    text_id: about.text_id,
    source: about.source,
    whole: wholeOf(about),
    passages: ids.flatMap((one) => found.get(one) ?? []),
  };
}
