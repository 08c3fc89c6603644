import type { Paper } from "../documents/paper.ts";
import type { CitationBook } from "./citation-book.ts";
import type { Evidence } from "./evidence.ts";
import type { Opposing } from "./opposing.ts";
import type { CanvasAnswer, CounterEvidence, NearestMatch } from "./types.ts";
import { authorsName } from "./wording.ts";

const COUNTER_EVIDENCE = 5;
const NEAREST = 3;

/**
 * What speaks against the evidence: retracted papers, sentences worded the other way than a quote of the answer, and signals of polarity
 * `against` about the papers that are `judged`.
 */
export function counterEvidence(
  { retracted, signals }: Evidence,
  judged: readonly Paper[],
  opposing: readonly Opposing[],
  book: CitationBook,
): CounterEvidence[] {
  const withdrawn = retracted.map((paper) => ({
    text: `Retracted: “${paper.title}” (${authorsName(paper)}).`,
    citations: [
      ...signals
        .filter((signal) => signal.kind === "retraction" && signal.paper_ids.includes(paper.paper_id))
        .map((signal) => book.signal(signal)),
      book.paper(paper, "title", { start: 0, end: paper.title.length }),
    ],
  }));
  const contrary = opposing.map(({ passage, quote }) => ({
    text: `Worded the other way than what is quoted on ${authorsName(quote.paper)}: on ${authorsName(passage.paper.paper)}: “${passage.text}”`,
    citations: [book.paper(passage.paper.paper, "abstract", passage), book.paper(quote.paper, "abstract", quote)],
  }));
  const read = new Set(judged.map((paper) => paper.paper_id));
  const against = signals
    .filter(
      (signal) => signal.polarity === "against" && signal.kind !== "retraction" && signal.paper_ids.some((id) => read.has(id)),
    )
    .map((signal) => ({ text: signal.statement, citations: [book.signal(signal)] }));
  return [...withdrawn, ...contrary, ...against].slice(0, COUNTER_EVIDENCE);
}

/** What the evidence does not tell; where nothing bears on the question (`grounded` false), only the words that nothing mentions. */
export function gaps({ missing, without_abstract: blind, signals }: Evidence, grounded: boolean): string[] {
  const unmentioned =
    missing.length > 0 ? [`None of the papers read mentions ${missing.map((word) => `“${word}”`).join(", ")}.`] : [];
  if (!grounded) return unmentioned;
  return [
    ...unmentioned,
    ...(blind > 0
      ? [`${blind} ${blind === 1 ? "paper" : "papers"} as near to the question could not be read: no abstract on record.`]
      : []),
    ...(signals.length === 0 ? ["No signal is on record for any of the papers read."] : []),
    ...(signals.length > 0 && !signals.some((signal) => signal.kind === "reproduction")
      ? ["No independent reproduction is on record for the papers read."]
      : []),
  ];
}

export function nearestMatches({ papers }: Evidence): NearestMatch[] {
  return papers.slice(0, NEAREST).map(({ paper, cosine }) => ({
    paper_id: paper.paper_id,
    title: paper.title,
    year: paper.year,
    url: paper.url,
    cosine: cosine === null ? null : Math.round(cosine * 100) / 100,
  }));
}

/** What the answer rests on, in numbers and in a sentence. */
export function groundOf({ papers, without_abstract, folded, signals }: Evidence): CanvasAnswer["ground"] {
  const looked = papers.filter(({ paper }) => paper.abstract !== null).length + without_abstract;
  const versions =
    folded.length === 0
      ? ""
      : ` ${folded.length} further ${folded.length === 1 ? "version" : "versions"} of them counted as the same.`;
  return {
    papers: looked,
    without_abstract,
    versions_folded: folded.length,
    signals: signals.length,
    sentence: `Rests on abstracts and signals, not on full texts: ${lookedAt(looked, without_abstract)} and ${signals.length} ${signals.length === 1 ? "signal" : "signals"}.${versions}`,
  };
}

function lookedAt(papers: number, withoutAbstract: number): string {
  const counted = papers === 1 ? "1 paper was looked at" : `${papers} papers were looked at`;
  return withoutAbstract === 0 ? counted : `${counted}, ${withoutAbstract} of them without an abstract,`;
}

/** The newest and the oldest date among papers and signals (`YYYY` or `YYYY-MM-DD`), and when any of them was last loaded. */
export function freshness({ papers, signals }: Evidence): CanvasAnswer["freshness"] {
  const dates = [...papers.map(({ paper }) => dateOf(paper)), ...signals.map((signal) => signal.observed_at)]
    .filter((date) => date !== null)
    .sort();
  const loads = [...papers.map(({ paper }) => paper.ingested_at), ...signals.map((signal) => signal.ingested_at)].sort();
  return { newest: dates.at(-1) ?? null, oldest: dates[0] ?? null, last_ingest: loads.at(-1) ?? null };
}

function dateOf(paper: Paper): string | null {
  return paper.published_at ?? (paper.year === null ? null : String(paper.year));
}
