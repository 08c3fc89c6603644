import type { PassageKind } from "../documents/passage.ts";
import type { Polarity, SignalKind } from "../documents/signal-kinds.ts";

/* What papers, signals and passages are filtered by: every member that is given must hold. */

export interface PaperFilters {
  year_from?: number;
  year_to?: number;
  /** Any of these, compared without case and diacritics; likewise categories and authors. */
  venues?: string[];
  categories?: string[];
  authors?: string[];
  has_code?: boolean;
  min_citations?: number;
  /** Papers that have a signal of at least one of these kinds. */
  signal_kinds?: SignalKind[];
  retracted?: boolean;
  /** Only these papers. */
  paper_ids?: string[];
  /** Papers that at least one of these sources states, by its exact name. */
  sources?: string[];
  /** Papers whose title and abstract together have all words of this text, in any form that the lexical leg takes for the same; without a word, none. */
  words?: string;
  /** Papers whose title or abstract has the words of each of these phrases one after another; an engine may take other endings of a word, and any word in the place of a stop word, for the same. */
  phrases?: string[];
  /** Papers without any of these words or phrases. */
  without?: string[];
  /** Papers that pass these as well. */
  also?: PaperFilters;
}

export interface SignalFilters {
  kinds?: SignalKind[];
  polarities?: Polarity[];
  /** Signals about at least one of these papers; likewise topics (compared without case and diacritics). */
  paper_ids?: string[];
  topics?: string[];
  /** Observed on or after, on or before: `YYYY-MM-DD`. */
  since?: string;
  until?: string;
  /** Only these signals. */
  signal_ids?: string[];
  /** Signals of these sources, by their exact names. */
  sources?: string[];
  /** Signals whose title and statement together have all words of this text, as for papers. */
  words?: string;
}

export interface PassageFilters {
  /** Passages of these papers. */
  paper_ids?: string[];
  /** Passages of one of these kinds; `whole` is the document about a whole text. */
  kinds?: PassageKind[];
  /** Years of the papers. */
  year_from?: number;
  year_to?: number;
  /** Passages of texts that one of these sources gives, by its exact name. */
  sources?: string[];
  /** Passages that, together with their paper's title and their headings, have all words of this text, as for papers. */
  words?: string;
}
