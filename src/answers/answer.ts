import { CitationBook } from "../citations/book.ts";
import { checkAnswer } from "../citations/check.ts";
import type { Signal } from "../documents/signal.ts";
import { withQuotedBeyond } from "../evidence/beyond.ts";
import type { Evidence } from "../evidence/evidence.ts";
import type { EvidencePaper } from "../evidence/evidence-paper.ts";
import { boundOf } from "../evidence/focus.ts";
import { unmentioned } from "../evidence/coverage.ts";
import { gatherEvidence } from "../evidence/gather.ts";
import { passageSeen } from "../documents/passage.ts";
import { withPassages } from "../evidence/passages.ts";
import { aboutSubject } from "../evidence/relevance.ts";
import { relevantPapers, sufficiencyOf, withSubject } from "../evidence/sufficiency.ts";
import { scopeDates, scopeFilters } from "../evidence/time-scope.ts";
import { standing } from "../judgment/ground.ts";
import { judge } from "../judgment/judge.ts";
import { PublicError } from "../errors.ts";
import { liveStatus, type Degradation, type Library } from "../retrieval/library.ts";
import { contextPapers } from "../retrieval/source-context.ts";
import { contradictingPassages, searchOpposite } from "./counter-search.ts";
import { counterEvidence, freshness, groundOf, nearestMatches, nearestSentence } from "./findings.ts";
import { evidencePassages } from "./evidence-passages.ts";
import { readFurther } from "./extractive/read-further.ts";
import { readPassages } from "./extractive/read-passages.ts";
import { gaps, untoldTerms } from "./gaps.ts";
import { judgedGround } from "./judged-ground.ts";
import { unlessContested } from "./lead.ts";
import { limitationsOf, statedLimitations } from "./limitations.ts";
import { opportunities } from "./opportunities.ts";
import { opposingPassages } from "./opposing.ts";
import { planOf } from "./plan.ts";
import { isClaim } from "./question/kind.ts";
import { matchTerms, termsWithout } from "./question/match-terms.ts";
import { readQuestion } from "./question/read.ts";
import type { ReadQuestion } from "./question/schema.ts";
import { answerFromRecords } from "./recorded/answer.ts";
import { recordDocuments, statedBy, withRecords } from "./recorded/cite.ts";
import { linksOfQuoted, papersWithCode } from "./recorded/links-of-quoted.ts";
import type { CanvasRequest } from "./request.ts";
import { keepRun, newRunId } from "./run.ts";
import type { Answer, AnswerSentence, CanvasAnswer } from "./schema.ts";
import { refutingPassages } from "./stance/refuting.ts";
import { asQuoted, isQuoted } from "./quoted.ts";
import type { Passage } from "./summarizer.ts";
import { supportedAnswer } from "./supported-answer.ts";
import { withPapersByTitle } from "./by-title.ts";
import { titlesAbout } from "./titled.ts";
import { tellingTitles } from "./telling-titles.ts";
import { summarize } from "./summarize.ts";
import type { AnswerWatch } from "./watch.ts";

/** Entries of a list do not contradict each other. */
const LISTED: ReadonlySet<ReadQuestion["kind"]> = new Set(["which_exist", "artifact", "record"]);

/** The most signals that a source context names. */
const SIGNALS_NAMED = 500;

/**
 * Answers a question from the library: it is read, evidence is gathered, sentences are written from it, each with checked citations; then what speaks
 * against them, what is missing, and a judgment from the signals. Says `no_evidence` where nothing is relevant to the question. The run is kept for
 * 90 days; an answer whose run could not be kept says so. `watch` is told how the answer comes about. Throws `not_found` for an unknown `paper_id`, `engine_unavailable`, `index_missing`.
 */
export async function askCanvas(
  library: Library,
  request: CanvasRequest,
  signal?: AbortSignal,
  watch?: AnswerWatch,
): Promise<CanvasAnswer> {
  const askedAt = new Date();
  const today = askedAt.toISOString().slice(0, 10);
  const read = readQuestion(request.query, { today });
  const terms = matchTerms(read);
  const plan = planOf(read, request);
  const scope = scopeDates(request.time_scope, today);
  const status = await liveStatus(library, "papers", signal);
  const context = request.source_context;
  const filters = { ...plan.filters, ...scopeFilters(scope), ...contextPapers(context) };
  const only = { filters, signal_ids: context?.signal_ids };
  const [gathered, opposite, onRecord] = await Promise.all([
    gatherEvidence(library, { ...request, text: plan.text, subject: terms, match_count: plan.papers, ...only }, signal),
    request.mode === "corpus" && (library.sentenceReader === undefined || !isClaim(request.query))
      ? searchOpposite(library, read, filters, signal)
      : [],
    answerFromRecords(library, read, { question: request.query, paper_id: request.paper_id, ...only }, signal),
  ]);

  const book = new CitationBook();
  const sufficiencyIn = (found: Evidence) =>
    withSubject(sufficiencyOf(library.embedder, found, terms), found, terms, read.subject.also);
  const before = sufficiencyIn(gathered);
  const close =
    before.state === "no_evidence" && (before.ifRead === undefined || library.sentenceReader === undefined)
      ? []
      : relevantPapers(library.embedder, gathered, terms);
  const relevant = request.mode === "corpus" ? aboutSubject(close, terms, read.subject.also) : close;
  const asked = { question: passagesFor(read, plan.text ?? request.query), compare: gathered.vector !== null };
  const about = await withPassages(library, { ...asked, papers: relevant }, signal);
  const task = {
    question: request.query,
    kind: read.kind,
    read,
    vector: gathered.vector,
    papers: read.kind === "record" && onRecord !== null ? [] : about,
    limit: plan.sentences,
  };
  // Who says how many papers to read gets no others.
  const beyond = request.match_count === undefined ? (gathered.beyond?.papers ?? []) : [];
  const further = { ...gathered, papers: [...gathered.papers, ...beyond] };
  const wider = () => withPassages(library, { ...asked, papers: relevantPapers(library.embedder, further, terms) }, signal);
  const first = await readPassages(library, task, signal);
  const { ranked, papers: quotable, degraded: unread } = await readFurther(library, task, first, wider, signal);
  const readOn = quotable !== task.papers;
  const sufficiency = readOn ? sufficiencyIn(further) : before;
  // Where records answer, the papers are read for what stands beside them.
  const readable = readOn ? quotable : about;
  watch?.read(new Set(readable.map(({ paper }) => paper.paper_id)).size);
  const written = await summarize(
    library,
    { ...task, papers: quotable },
    ranked,
    { quotesOnly: sufficiency.state !== "answered", watch },
    signal,
  );
  const supported = supportedAnswer(request.query, read, sufficiency, written, book, papersWithCode(gathered.signals));
  const { support, quoted } = supported;
  const evidence = await withQuotedBeyond(library, gathered, quoted, context?.signal_ids, signal);
  const links = linksOfQuoted(read, evidence.signals, quoted, onRecord);
  const titles = read.kind === "record" ? [] : titlesAbout(library.embedder, gathered, terms, read, request.query);
  const telling =
    request.mode === "corpus" && sufficiency.state !== "no_evidence"
      ? await tellingTitles(library, gathered, { read, question: request.query, written }, signal)
      : [];
  const byTitle = withPapersByTitle(supported, { titles, telling }, read, book);
  const { answer, records } = withRecords(read.kind, withFirst(statedBy(links, book), byTitle.answer), onRecord, book);
  const answered = answer.state !== "no_evidence";
  const opposing =
    answered && !LISTED.has(read.kind) ? await opposingPassages(ranked, written.sentences, library.embedder, signal) : [];
  const isTold = (passage: Passage) => isQuoted(passage, written.sentences);
  const claimed = !LISTED.has(read.kind) && ranked.some(({ reading }) => reading?.ofClaim);
  const contradicting = !answered
    ? []
    : claimed
      ? refutingPassages(ranked, request.query).map((passage) => asQuoted(passage, written.sentences))
      : contradictingPassages(request.query, read, [...readable, ...opposite], {
          isQuoted: isTold,
          direction: support?.direction ?? null,
        });
  // What refutes a claim bears out an answer that leads to a no.
  const contested = opposing.length > 0 || (contradicting.length > 0 && !(claimed && supported.leadsToNo));
  const sentences = unlessContested(answer.sentences, supported.lead, contested);
  const told = { ...evidence, missing: unmentioned(evidence.missing, readable) };
  const cited = readable.filter(({ paper }) => quoted.has(paper.paper_id));
  const untold = untoldTerms([...terms, ...termsWithout(request.query, read)], cited, {
    languages: read.constraints.languages,
    known: told.missing,
  });
  const limits = answered && !LISTED.has(read.kind) ? await limitationsOf(library, cited, signal) : [];
  const limitations = LISTED.has(read.kind) ? [] : statedLimitations([...limits, ...cited], terms, isTold);
  const carrying = evidence.papers.filter(({ paper, anchor }) => anchor || quoted.has(paper.paper_id));
  const ground = judgedGround(answered ? carrying : [], evidence);
  const bound = request.focus === undefined ? null : boundOf(request.focus, evidence);
  const judgment = { ...judge(ground, book) };
  judgment.reason = judgedReason(read.kind, request.mode === "paper" ? null : ground.papers.length, judgment.reason);
  // Titles alone leave open what else is near.
  const nearest = answered && !byTitle.alone ? [] : nearestMatches(evidence, ranked, titles);
  // Where nothing relevant was found, what is nearest is named apart, and not as if it could answer.
  const near =
    !answered && read.kind !== "record" && sufficiency.state !== "no_evidence" && nearest.length > 0
      ? nearestSentence(nearest)
      : null;
  const reason = [answer.reason, near, bound?.sentence].filter((part) => part != null).join(" ");
  const against = {
    subject: terms,
    judged: ground.papers,
    contradicting,
    opposing,
    limitations,
    readiness: read.kind === "readiness",
    claim: claimed,
  };

  const draft: CanvasAnswer = {
    query: request.query,
    mode: request.mode,
    read_as: read,
    answer: { ...answer, reason, sentences },
    support: byTitle.support,
    ...(records === undefined ? {} : { records }),
    counter_evidence: answered ? counterEvidence(evidence, against, book) : [],
    citations: book.citations,
    judgment,
    opportunities: answered ? opportunities(standing(ground), evidence.signals, book) : [],
    gaps: [
      ...(read.kind === "record"
        ? []
        : gaps(told, {
            kind: read.kind,
            answered,
            untold,
            titles: LISTED.has(read.kind) ? [] : titles.filter((paper) => !telling.includes(paper)),
          })),
      ...(onRecord?.missing ?? []),
    ],
    evidence: sufficiency.state === "no_evidence" && !answered ? [] : evidencePassages(ranked),
    nearest_matches: nearest,
    ground: groundOf({ ...evidence, papers: withRead(evidence.papers, readable) }, readable),
    ...(bound === null ? {} : { bounded_by: bound }),
    summarizer: written.summarizer,
    degraded: [...evidence.degraded, ...unread, ...written.degraded],
    freshness: freshness(evidence),
    source_context: {
      version: 1,
      query: request.query,
      mode: request.mode,
      generation: status.generation ?? "",
      paper_ids: [
        ...evidence.papers,
        ...[...new Set([...titles, ...telling])].filter(({ paper }) => book.citations.some(({ id }) => id === paper.paper_id)),
      ].map(({ paper }) => paper.paper_id),
      signal_ids: answered ? namedSignals(evidence.signals) : [],
      time_scope: request.time_scope === "all" ? null : scope,
    },
    run_id: newRunId(askedAt),
  };
  const papers = [...readPapersOf(evidence), ...[...beyond, ...opposite, ...titles, ...telling].map(({ paper }) => paper)];
  const recorded = recordDocuments(onRecord);
  const { checked } = checkAnswer(
    { ...draft, citations: book.citations },
    {
      papers: new Map([...recorded.papers, ...papers.map((paper) => [paper.paper_id, paper] as const)]),
      signals: new Map([...recorded.signals, ...evidence.signals.map((item) => [item.signal_id, item] as const)]),
      passages: new Map(
        [...readable, ...limits].flatMap(({ paper }) => passageSeen(paper) ?? []).map((one) => [one.passage_id, one] as const),
      ),
    },
  );
  try {
    await keepRun(library, { request, answer: checked, read: papers, askedAt }, signal);
    return checked;
  } catch (error) {
    if (!(error instanceof PublicError) || error.code !== "records_unavailable") throw error;
    return { ...checked, degraded: [...checked.degraded, RUN_NOT_KEPT] };
  }
}

/** An answer that opens with these sentences. */
function withFirst(sentences: readonly AnswerSentence[], answer: Answer): Answer {
  return sentences.length === 0 ? answer : { ...answer, sentences: [...sentences, ...answer.sentences] };
}

const RUN_NOT_KEPT: Degradation = {
  part: "records",
  reason: "This run was not saved because the database is not accepting writes, so its run_id cannot be used later.",
};

/** What the verdict is about: building on the papers quoted, not the answer to the question. `papers`: how many; null for a question about one. */
function judgedReason(kind: ReadQuestion["kind"], papers: number | null, reason: string): string {
  if (papers === null) return reason;
  if (papers === 0) return kind === "record" ? "No judgment: this question asks for records, not readiness." : reason;
  return `If you want to build on the ${papers === 1 ? "quoted paper" : `${papers} quoted papers`}: ${reason}`;
}

/** The papers of the evidence, and behind them those that were read besides. */
function withRead(papers: readonly EvidencePaper[], readable: readonly EvidencePaper[]): EvidencePaper[] {
  const known = new Set(papers.map(({ paper }) => paper.paper_id));
  return [...papers, ...readable.filter(({ paper }) => passageSeen(paper) === null && !known.has(paper.paper_id))];
}

function namedSignals(signals: readonly Signal[]): string[] {
  return signals.slice(0, SIGNALS_NAMED).map((item) => item.signal_id);
}

function readPapersOf({ papers, folded, retracted }: Evidence) {
  return [...papers.map(({ paper }) => paper), ...folded.map(({ paper }) => paper), ...retracted];
}

/** The question by which passages are found. Authors name a limitation so, and seldom what is limited. */
function passagesFor({ kind }: ReadQuestion, question: string): string {
  return kind === "state_limits" ? `${question} limitation limitations of this study` : question;
}
