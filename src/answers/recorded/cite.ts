import type { CitationBook } from "../../citations/book.ts";
import type { CitedDocuments } from "../../citations/check.ts";
import type { Paper } from "../../documents/paper.ts";
import type { Signal } from "../../documents/signal.ts";
import { sentences } from "../../text/sentences.ts";
import type { QuestionKind } from "../question/schema.ts";
import type { Answer, AnswerRecords, AnswerSentence } from "../schema.ts";
import { SHOWN_ROWS, type Proof, type RecordFinding, type RecordRow } from "./found.ts";

/** Rows that are sentences of the answer; the others stand in its table alone. */
const SENTENCES = 10;
/** A statement up to this many characters is quoted whole. */
const WHOLE_STATEMENT = 400;

/**
 * An answer with what is on record: of a question about records that is all of it; of one for something to be had it comes first, and the quotes
 * after it. Cites in `book`.
 */
export function withRecords(
  kind: QuestionKind,
  quoted: Answer,
  finding: RecordFinding | null,
  book: CitationBook,
): { answer: Answer; records?: AnswerRecords } {
  if (finding === null) return { answer: quoted };
  const { answer, records } = recordsAnswer(finding, book);
  if (kind === "record") return { answer, records };
  const reason = quoted.state === "no_evidence" ? answer.reason : `${answer.reason} ${quoted.reason}`;
  return { answer: { ...answer, reason, sentences: [...answer.sentences, ...quoted.sentences] }, records };
}

/** A finding as an answer: the result first, then a sentence a row; nothing on record is no evidence. Cites in `book`. */
function recordsAnswer(finding: RecordFinding, book: CitationBook): { answer: Answer; records: AnswerRecords } {
  const { lead, reason, rows, total, query } = finding;
  const cite = (proofs: readonly Proof[]) => [...new Set(proofs.map((proof) => citeProof(proof, book)))];
  const written = [
    ...(lead === null ? [] : [{ text: lead.text, citations: cite(lead.proofs), flags: [], counted: true }]),
    ...rows.slice(0, SENTENCES).flatMap((row): AnswerSentence[] => {
      const text = statementOf(row);
      return text === null ? [] : [{ text, citations: cite(row.proofs), flags: [] }];
    }),
  ];
  return {
    answer: { state: lead === null ? "no_evidence" : "answered", reason, sentences: written },
    records: {
      rows: rows
        .slice(0, SHOWN_ROWS)
        .map(({ label, value, paper_id, proofs }) => ({ label, value, paper_id, citations: cite(proofs) })),
      total,
      query,
    },
  };
}

/** Statements of signals as sentences of an answer, each cited in `book`. */
export function statedBy(signals: readonly Signal[], book: CitationBook): AnswerSentence[] {
  return signals.map((signal) => {
    const span = quotedSpan(signal);
    return { text: signal.statement.slice(span.start, span.end), citations: [book.signal(signal, span)], flags: [] };
  });
}

/** The documents that a finding may cite. */
export function recordDocuments(finding: RecordFinding | null): CitedDocuments {
  const papers = new Map<string, Paper>();
  const signals = new Map<string, Signal>();
  const proofs = [...(finding?.lead?.proofs ?? []), ...(finding?.rows.slice(0, SHOWN_ROWS) ?? []).flatMap((row) => row.proofs)];
  for (const proof of proofs) {
    if ("paper" in proof) papers.set(proof.paper.paper_id, proof.paper);
    else signals.set(proof.signal.signal_id, proof.signal);
  }
  return { papers, signals };
}

/** A row's statement in the words of its source; null for a row that a source does not state in a sentence. */
function statementOf({ proofs }: RecordRow): string | null {
  const [proof] = proofs;
  if (proof === undefined || !("signal" in proof)) return null;
  const { start, end } = quotedSpan(proof.signal);
  return proof.signal.statement.slice(start, end);
}

/** The whole statement, or the first sentence of a long one. */
function quotedSpan({ statement }: Signal): { start: number; end: number } {
  const whole = { start: 0, end: statement.length };
  return statement.length <= WHOLE_STATEMENT ? whole : (sentences(statement)[0] ?? whole);
}

function citeProof(proof: Proof, book: CitationBook): number {
  if ("paper" in proof) return book.paper(proof.paper, "title", { start: 0, end: proof.paper.title.length });
  return book.signal(proof.signal, quotedSpan(proof.signal));
}
