import type { Paper } from "../documents/paper.ts";
import type { CitationBook } from "../citations/book.ts";
import { passageSeen } from "../documents/passage.ts";
import { saidBy, type EvidencePaper } from "../evidence/evidence-paper.ts";
import type { Evidence } from "../evidence/evidence.ts";
import { agreement, type SubjectTerm } from "../evidence/relevance.ts";
import type { RankedPassage } from "./extractive/ranked-passages.ts";
import type { Opposing } from "./opposing.ts";
import { limitationLines } from "./limitations.ts";
import { isSameText } from "./quoted.ts";
import type { CanvasAnswer, CounterEvidence, NearestMatch } from "./schema.ts";
import type { SignalKind } from "../documents/signal-kinds.ts";
import type { Passage } from "./summarizer.ts";
import { authorsName, namedTitle } from "./extractive/wording.ts";
import { rounded } from "../shared/rounding.ts";
import { counted } from "../shared/thousands.ts";
import { joined } from "../text/list.ts";

/** What was found against an answer. */
export interface Against {
  /** What the question is about; retracted papers that lack it are none of its matter. Without it, all are told. */
  subject?: readonly SubjectTerm[];
  judged: readonly Paper[];
  contradicting: readonly Passage[];
  opposing: readonly Opposing[];
  /** What papers state as limitations of theirs. */
  limitations: readonly Passage[];
  readiness: boolean;
  /** Whether `contradicting` refutes a claim that was asked about, instead of what the answer says. */
  claim?: boolean;
}

/** Share of the subject's words, by rarity. Chosen by reading answers, not measured apart. */
const ON_SUBJECT = 0.6;
const COUNTER_EVIDENCE = 5;
const NEAREST = 3;

/** Signals against a paper that are about its findings, not about its fate. */
const AGAINST_FINDINGS: ReadonlySet<SignalKind> = new Set(["reproduction", "erratum"]);

/**
 * What speaks against the answer, each passage once: retracted papers, passages that contradict it or the claim that was asked about, sentences worded the other way than one of its quotes, and signals
 * of polarity `against` about the papers that are `judged`; of those that say nothing of findings (a rejection) only where `readiness` is asked for; last, the limitations
 * that quoted papers state themselves.
 */
export function counterEvidence(
  { retracted, signals }: Evidence,
  { subject = [], judged, contradicting, opposing, limitations, readiness, claim = false }: Against,
  book: CitationBook,
): CounterEvidence[] {
  const onSubject = (paper: Paper) => subject.length === 0 || agreement(subject, paper).coverage >= ON_SUBJECT;
  const withdrawn = retracted.filter(onSubject).map((paper) => ({
    text: `Retracted: “${paper.title}” (${authorsName(paper)}).`,
    citations: [
      ...signals
        .filter((signal) => signal.kind === "retraction" && signal.paper_ids.includes(paper.paper_id))
        .map((signal) => book.signal(signal)),
      book.paper(paper, "title", { start: 0, end: paper.title.length }),
    ],
  }));
  const contradictions = contradicting.map((passage) => ({
    text: `From ${authorsName(passage.paper.paper)}, possibly contradicting the ${claim ? "claim" : "answer"}: “${passage.text}”`,
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
  const stated = limitationLines(
    limitations.filter((passage) => !told(passage)),
    book,
  );
  return [...withdrawn, ...contradictions, ...contrary, ...against, ...stated].slice(0, COUNTER_EVIDENCE);
}

/** What a sentence that answers outright is graded. */
const OUTRIGHT = 2;

/** The papers nearest to a question that nothing answers: the first that is about its subject by its title alone, since it could not be read; of those that were read the ones that agree most with its subject and have a sentence that promises most, both alike, then the nearest in meaning. */
export function nearestMatches(
  { papers }: Evidence,
  ranked: readonly RankedPassage[],
  titles: readonly EvidencePaper[] = [],
): NearestMatch[] {
  const read = ranked.flatMap(({ paper, reading }) =>
    reading === null ? [] : [{ item: paper, promise: paper.score + reading.grade / OUTRIGHT }],
  );
  const promising = read.sort((a, b) => b.promise - a.promise).map(({ item }) => item);
  const near = papers.toSorted((a, b) => (b.cosine ?? 0) - (a.cosine ?? 0));
  const nearest = [...Map.groupBy([...titles.slice(0, 1), ...promising, ...near], ({ paper }) => paper.paper_id).values()].map(
    ([first]) => first!,
  );
  return nearest.slice(0, NEAREST).map(({ paper, cosine }) => ({
    paper_id: paper.paper_id,
    title: paper.title,
    year: paper.year,
    url: paper.url,
    cosine: cosine === null ? null : rounded(cosine, 2),
  }));
}

/** Why an answer is as it is, for a reader to whom the nearest matches are shown besides. */
export function reasonBesides({ answer, nearest_matches: nearest }: Pick<CanvasAnswer, "answer" | "nearest_matches">): string {
  return nearest.length === 0 ? answer.reason : answer.reason.replace(` ${nearestSentence(nearest)}`, "");
}

/** So many of them a refusal names. */
const NAMED = 2;

/** “Nearest to it: “A” (2019) and “B” (2021).” */
export function nearestSentence(nearest: readonly NearestMatch[]): string {
  return `Nearest to it: ${joined(nearest.slice(0, NAMED).map(namedTitle))}.`;
}

/** What the answer rests on, in numbers and in a sentence: of a paper that the question is about, the whole full text is read, of others passages of it, or the abstract alone. */
export function groundOf(
  { papers, without_abstract, folded, signals }: Evidence,
  readable: readonly EvidencePaper[],
): CanvasAnswer["ground"] {
  const views = readable.filter(({ paper }) => passageSeen(paper) !== null);
  const inText = new Set(views.map(({ paper }) => paper.paper_id));
  const whole = new Set(views.filter(({ anchor }) => anchor).map(({ paper }) => paper.paper_id)).size;
  const looked = papers.filter((item) => saidBy(item) !== null).length + without_abstract;
  const alone = papers.filter(({ paper }) => paper.abstract !== null && !inText.has(paper.paper_id)).length;
  const versions =
    folded.length === 0
      ? ""
      : ` ${folded.length} other ${folded.length === 1 ? "version" : "versions"} of these papers not counted separately.`;
  return {
    papers: looked,
    without_abstract,
    versions: folded.length,
    ...(inText.size > 0 ? { full_texts: inText.size } : {}),
    signals: signals.length,
    sentence:
      inText.size === 0
        ? `Based on abstracts and signals, not full texts: ${lookedAt(looked, without_abstract)} and ${counted(signals.length, "signal")}.${versions}`
        : `Based on ${joined([...readOf({ whole, parts: inText.size - whole, alone }), counted(signals.length, "signal")])}${besides(without_abstract)}.${versions}`,
  };
}

/** Papers by what was read of them: all of their full text, passages of it, or the abstract alone. */
function readOf({ whole, parts, alone }: { whole: number; parts: number; alone: number }): string[] {
  return [
    ...(whole > 0 ? [`the full text of ${counted(whole, "paper")}`] : []),
    ...(parts > 0 ? [`passages of the full text of ${counted(parts, "paper")}`] : []),
    ...(alone > 0 ? [`${alone === 1 ? "the abstract" : "abstracts"} of ${counted(alone, "paper")}`] : []),
  ];
}

function besides(withoutAbstract: number): string {
  if (withoutAbstract === 0) return "";
  return `; ${counted(withoutAbstract, "more paper")} ${withoutAbstract === 1 ? "has" : "have"} no abstract`;
}

function lookedAt(papers: number, withoutAbstract: number): string {
  const all = counted(papers, "paper");
  return withoutAbstract === 0 ? all : `${all} (${withoutAbstract} without an abstract)`;
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
