import { sentences, type Span } from "../text/sentences.ts";
import { contentTerms } from "../text/terms.ts";
import { isSameText, nameOf, type TextName, type DocumentPlace, type DraftDocument } from "./named-documents.ts";

/** What a number of a draft leads to: a document by its stored id, and the place that is quoted where that is known. */
export interface Reference {
  id: string;
  place: DocumentPlace | null;
}

/** What a draft may cite and what it is compared with. */
export interface DraftSources {
  documents: readonly DraftDocument[];
  /** The citations of a run, or those given with the draft, by number; and the passages of a run's evidence by rank. */
  citations: ReadonlyMap<number, Reference>;
  evidence: ReadonlyMap<number, Reference>;
  /** Where the ids that the draft names lead, by their spelling there. */
  ids: ReadonlyMap<string, string>;
  /** Further texts whose names need no quote: the question. */
  known: readonly string[];
  /** Whether signals were not looked up, since the caller may not read them. */
  signalsHidden: boolean;
}

/** A statement of more characters is compared by its beginning; no sentence is as long. */
export const MAX_COMPARED = 1_500;

/** A sentence of a document that can carry a statement. */
export interface Passage extends Span, TextName {
  document: DraftDocument;
  stems: ReadonlySet<string>;
}

/** The documents of a draft, cut into passages, with how rare each word is among them. */
export class DraftGround {
  readonly #documents: ReadonlyMap<string, DraftDocument>;
  readonly #passages = new Map<string, Passage[]>();
  readonly #stems = new Map<string, ReadonlySet<string>>();
  readonly #frequency = new Map<string, number>();

  constructor(documents: readonly DraftDocument[]) {
    this.#documents = new Map(documents.map((document) => [document.id, document]));
    for (const document of this.#documents.values()) {
      const cut = document.texts.flatMap((named) =>
        sentences(named.text).map((span): Passage => ({ ...span, document, ...nameOf(named), stems: stemsOf(span.text) })),
      );
      this.#passages.set(document.id, cut);
      const stems = new Set(cut.flatMap((passage) => [...passage.stems]));
      this.#stems.set(document.id, stems);
      for (const stem of stems) this.#frequency.set(stem, (this.#frequency.get(stem) ?? 0) + 1);
    }
  }

  get documents(): DraftDocument[] {
    return [...this.#documents.values()];
  }

  document(id: string): DraftDocument | undefined {
    return this.#documents.get(id);
  }

  passages(document: DraftDocument): readonly Passage[] {
    return this.#passages.get(document.id) ?? [];
  }

  /** The sentences that a place lies in, even in part. */
  passagesAt(place: DocumentPlace): Passage[] {
    const { id, start, end } = place;
    const all = this.#passages.get(id) ?? [];
    return all.filter((passage) => isSameText(passage, place) && passage.start < end && start < passage.end);
  }

  /** Whether a document has all the words of a text, in whatever order. */
  holdsWords(document: DraftDocument, text: string): boolean {
    const held = this.#stems.get(document.id);
    return held !== undefined && [...stemsOf(text)].every((stem) => held.has(stem));
  }

  /**
   * The share of a statement's words that a set of stems has, 0 to 1, words weighed by how few of the documents have them: ln(1 + documents / those
   * that have it). Words that no document has do not count.
   */
  share(statement: ReadonlySet<string>, held: ReadonlySet<string>): number {
    let [shared, all] = [0, 0];
    for (const stem of statement) {
      const frequency = this.#frequency.get(stem);
      if (frequency === undefined) continue;
      const weight = Math.log(1 + this.#documents.size / frequency);
      all += weight;
      if (held.has(stem)) shared += weight;
    }
    return all === 0 ? 0 : shared / all;
  }

  /** The passages of some documents, those first that share the most words with a statement. */
  ranked(statement: ReadonlySet<string>, documents: readonly DraftDocument[]): { passage: Passage; share: number }[] {
    return documents
      .flatMap((document) => this.passages(document))
      .map((passage) => ({ passage, share: this.share(statement, passage.stems) }))
      .toSorted((a, b) => b.share - a.share);
  }

  /** How much of a statement a document can carry: the share of its words in the best of its sentences with the one after it, or its title. */
  carries(statement: ReadonlySet<string>, document: DraftDocument): number {
    const all = this.passages(document);
    const title = stemsOf(document.title);
    return Math.max(
      0,
      ...all.map((passage, index) => {
        const following = all[index + 1];
        const next = following !== undefined && isSameText(following, passage) ? following.stems : [];
        return this.share(statement, new Set([...passage.stems, ...next, ...title]));
      }),
    );
  }
}

export function stemsOf(text: string): Set<string> {
  return new Set(contentTerms(text).map((term) => term.stem));
}
