import { passageSeen } from "../documents/passage.ts";
import type { Paper, ShownPaper } from "../documents/paper.ts";
import type { Signal } from "../documents/signal.ts";
import { sentences } from "../text/sentences.ts";
import type { Citation, CitedField } from "./citation.ts";

/** Collects the citations of one answer: the same span of the same field is one citation with one number, counted from 1. */
export class CitationBook {
  readonly #citations = new Map<string, Citation>();

  /** Cites a span of a paper's title or abstract, or of the passage that the paper is seen through (see `PaperView`) in place of its abstract; returns its number. */
  paper(paper: Paper, field: "title" | "abstract", span: { start: number; end: number }): number {
    const { paper_id: id, title, url, year, venue } = paper;
    const passage = field === "abstract" ? passageSeen(paper) : null;
    if (passage !== null) {
      const { passage_id, section, page, content } = passage;
      const place = { passage_id, section, page, field: "text" as const };
      return this.#number({ kind: "passage", id, title, url, year, venue, ...place, ...quoted(content, span) });
    }
    return this.#number({ kind: "paper", id, title, url, year, venue, field, ...quoted(paper[field] ?? "", span) });
  }

  /** Cites a span of a signal's statement, or its first sentence; returns its number. */
  signal(signal: Signal, given?: { start: number; end: number }): number {
    const span = given ?? sentences(signal.statement)[0] ?? { start: 0, end: signal.statement.length };
    return this.#number({
      kind: "signal",
      id: signal.signal_id,
      title: signal.title,
      url: signal.source.url,
      year: Number(signal.observed_at.slice(0, 4)),
      venue: null,
      field: "statement",
      ...quoted(signal.statement, span),
    });
  }

  get citations(): Citation[] {
    return [...this.#citations.values()];
  }

  #number(citation: Omit<Citation, "number">): number {
    const key = `${citation.passage_id ?? citation.id} ${citation.field} ${citation.start} ${citation.end}`;
    const known = this.#citations.get(key);
    if (known) return known.number;
    const number = this.#citations.size + 1;
    this.#citations.set(key, { number, ...citation });
    return number;
  }
}

function quoted(text: string, { start, end }: { start: number; end: number }): Pick<Citation, "quote" | "start" | "end"> {
  return { quote: text.slice(start, end), start, end };
}

/** The text of a document's field as it is stored, or null where it has none. */
export function fieldText(document: ShownPaper | Signal | undefined, field: CitedField): string | null {
  if (document === undefined) return null;
  const value = (document as unknown as Record<string, unknown>)[field];
  return typeof value === "string" ? value : null;
}
