import type { DraftMark } from "./draft-sentences.ts";
import type { DraftProblem } from "./draft-problems.ts";
import type { DraftGround, DraftSources } from "./draft-sources.ts";
import { nameOf, isSignalId, type DocumentPlace, type DraftDocument } from "./named-documents.ts";
import { quotePlace } from "./quote-place.ts";

/** A mark of a draft with the document that it leads to. */
export interface Cited {
  mark: DraftMark;
  document: DraftDocument;
  /** What a citation quotes. */
  place: DocumentPlace | null;
}

/** The documents that the marks of a sentence lead to, and the problems with those that lead nowhere. */
export function documentsCited(
  marks: readonly DraftMark[],
  sources: DraftSources,
  ground: DraftGround,
): { cited: Cited[]; problems: DraftProblem[] } {
  const cited: Cited[] = [];
  const problems: DraftProblem[] = [];
  for (const mark of marks) {
    const reference = mark.kind === "id" ? null : sources[mark.kind === "citation" ? "citations" : "evidence"].get(mark.number);
    const id = mark.kind === "id" ? sources.ids.get(mark.id) : reference?.id;
    const document = id === undefined ? undefined : ground.document(id);
    if (document) cited.push({ mark, document, place: reference?.place ?? null });
    else if (!problems.some(({ found }) => found === mark.written)) {
      const hidden = isSignalId(id ?? (mark.kind === "id" ? mark.id : "")) && sources.signalsHidden;
      const dead = mark.kind === "id" || reference ? "unknown_id" : "dead_number";
      problems.push({ kind: hidden ? "signals_scope_missing" : dead, found: mark.written, nearest: null });
    }
  }
  return { cited, problems };
}

/** Where quoted words stand in the documents cited, and if in none of them, where in another. */
export function quotedPlace(
  words: string,
  documents: readonly DraftDocument[],
  ground: DraftGround,
): { place: DocumentPlace | null; elsewhere: DocumentPlace | null } {
  const placeIn = (among: readonly DraftDocument[]): DocumentPlace | null => {
    for (const document of among.filter((one) => ground.holdsWords(one, words))) {
      for (const named of document.texts) {
        const { text } = named;
        const place = quotePlace(words, text);
        if (place !== null) return { id: document.id, ...nameOf(named), ...place };
      }
    }
    return null;
  };
  const place = placeIn(documents);
  return { place, elsewhere: place === null ? placeIn(ground.documents.filter((one) => !documents.includes(one))) : null };
}
