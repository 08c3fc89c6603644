import type { SignalInput } from "../../src/documents/signal.ts";

export interface CitedBy {
  /** The citing work, by the surest id that the source gives, and its title. */
  citing: string;
  title: string;
  /** The cited work, as the source names it, and the id of the paper that it is. */
  cited: string;
  paperId: string;
  /** The day from which the citation is known, `YYYY-MM-DD`. */
  observedAt: string;
  source: NonNullable<SignalInput["source"]>;
}

/** That one work lists another among its references: a signal about the cited one, which reads alike whichever source tells it. Pure. */
export function citedBySignal({ citing, title, cited, paperId, observedAt, source }: CitedBy) {
  return {
    kind: "citation" as const,
    title: `Cited by ${citing}`,
    statement: `${source.name} lists ${cited} among the references of “${title}” (${citing}).`,
    polarity: "supports" as const,
    paper_ids: [paperId] as [string],
    topics: [],
    observed_at: observedAt,
    source,
  };
}

/** The day that a citing work speaks for: when it appeared, but not after what the source last knew of it. Empty where neither is known. */
export function citingDay(published: string | null, known: string | null): string {
  return published !== null && known !== null && published > known ? known : (published ?? known ?? "");
}
