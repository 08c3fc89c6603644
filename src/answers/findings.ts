import type { Paper } from "../documents/paper.ts";
import type { CitationBook } from "../citations/book.ts";
import { passageSeen } from "../documents/passage.ts";
import type { EvidencePaper } from "../evidence/evidence-paper.ts";
import type { Evidence } from "../evidence/evidence.ts";
import type { Opposing } from "./opposing.ts";
import { isSameText } from "./quoted.ts";
import type { CanvasAnswer, CounterEvidence, NearestMatch } from "./schema.ts";
import type { SignalKind } from "../documents/signal-kinds.ts";
import type { Passage } from "./summarizer.ts";
import { authorsName } from "./extractive/wording.ts";
import { rounded } from "../shared/rounding.ts";

/** What was found against an answer. */
export interface Against {
  judged: readonly Paper[];
  contradicting: readonly Passage[];
  opposing: readonly Opposing[];
  readiness: boolean;
}

const COUNTER_EVIDENCE = 5;
const NEAREST = 3;

/** Signals against a paper that are about its findings, not about its fate. */
const AGAINST_FINDINGS: ReadonlySet<SignalKind> = new Set(["reproduction", "erratum"]);

/**
 * What speaks against the answer, each passage once: retracted papers, passages that contradict it, sentences worded the other way than one of its quotes, and signals
 * of polarity `against` about the papers that are `judged`; of those that say nothing of findings (a rejection) only where `readiness` is asked for.
 */
export function counterEvidence(
  { retracted, signals }: Evidence,
  { judged, contradicting, opposing, readiness }: Against,
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
  const contradictions = contradicting.map((passage) => ({
    text: `From ${authorsName(passage.paper.paper)}, possibly contradicting the answer: “${passage.text}”`,
    citations: [book.paper(passage.paper.paper, "abstract", passage)],
  }));
  const told = (passage: Passage) =>
    contradicting.some(
      ({ paper, start, end }) => isSameText(paper.paper, passage.paper.paper) && start === passage.start && end === passage.end,
    );
  const worded = opposing.filter(({ passage }) => !told(passage));
  const contrary = worded.map(({ passage, quote }) => ({
    text: `From ${authorsName(passage.paper.paper)}, possibly contradicting the quote from ${authorsName(quote.paper)}: “${passage.text}”`,
    citations: [book.paper(passage.paper.paper, "abstract", passage), book.paper(quote.paper, "abstract", quote)],
  }));
  const read = new Set(judged.map((paper) => paper.paper_id));
  const against = signals
    .filter(
      ({ polarity, kind, paper_ids: ids }) =>
        polarity === "against" &&
        kind !== "retraction" &&
        (readiness || AGAINST_FINDINGS.has(kind)) &&
        ids.some((id) => read.has(id)),
    )
    .map((signal) => ({ text: signal.statement, citations: [book.signal(signal)] }));
  return [...withdrawn, ...contradictions, ...contrary, ...against].slice(0, COUNTER_EVIDENCE);
}

export function nearestMatches({ papers }: Evidence): NearestMatch[] {
  return papers.slice(0, NEAREST).map(({ paper, cosine }) => ({
    paper_id: paper.paper_id,
    title: paper.title,
    year: paper.year,
    url: paper.url,
    cosine: cosine === null ? null : rounded(cosine, 2),
  }));
}

/** What the answer rests on, in numbers and in a sentence. */
export function groundOf(
  { papers, without_abstract, folded, signals }: Evidence,
  readable: readonly EvidencePaper[],
): CanvasAnswer["ground"] {
  const whole = new Set(readable.flatMap(({ paper }) => passageSeen(paper)?.paper_id ?? [])).size;
  const looked = papers.filter(({ paper }) => paper.abstract !== null).length + without_abstract;
  const versions =
    folded.length === 0
      ? ""
      : ` ${folded.length} other ${folded.length === 1 ? "version" : "versions"} of these papers not counted separately.`;
  return {
    papers: looked,
    without_abstract,
    versions: folded.length,
    ...(whole > 0 ? { full_texts: whole } : {}),
    signals: signals.length,
    sentence: `Based on ${readText(whole)}: ${lookedAt(looked, without_abstract)} and ${signals.length} ${signals.length === 1 ? "signal" : "signals"}.${versions}`,
  };
}

function readText(whole: number): string {
  if (whole === 0) return "abstracts and signals, not full texts";
  return `abstracts, signals and the full text of ${whole === 1 ? "1 paper" : `${whole} papers`}`;
}

function lookedAt(papers: number, withoutAbstract: number): string {
  const counted = papers === 1 ? "1 paper" : `${papers} papers`;
  return withoutAbstract === 0 ? counted : `${counted} (${withoutAbstract} without an abstract)`;
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
