import type { Paper } from "../documents/paper.ts";
import type { Passage } from "../documents/passage.ts";
import type { Signal } from "../documents/signal.ts";
import { fieldText } from "./book.ts";
import type { Citation, CitedSentence } from "./citation.ts";
import { figures } from "./figures.ts";

/** The stored documents that an answer cites. */
export interface CitedDocuments {
  papers: ReadonlyMap<string, Paper>;
  signals: ReadonlyMap<string, Signal>;
  /** Passages of full texts, by their ids. */
  passages?: ReadonlyMap<string, Pick<Passage, "content">>;
}

/** What a query over the library gave, as an answer lists it. */
interface Counted {
  rows: { label: string; value: string | null; citations: number[] }[];
  total: number;
  query: string;
}

interface Cites {
  citations: number[];
}

/** Whatever of an answer cites. */
interface Checkable {
  answer: { state: string; reason: string; sentences: CitedSentence[] };
  records?: Counted;
  citations: Citation[];
  judgment: { dimensions: Cites[] };
  opportunities: Cites[];
  counter_evidence: Cites[];
}

export interface CheckReport {
  /** Citations whose quote does not stand at its offsets in the named field of the named document. */
  broken_citations: number;
  /** Sentences left out because no sound citation was left. */
  dropped_sentences: number;
}

/**
 * The gate that every answer passes. A citation stays where its quote is the stored text at its offsets; a sentence stays where a
 * citation of it stays; a figure of a sentence that none of its quotes holds is flagged (of a `counted` one, that the records do not hold either), as is a retracted source. Counter-evidence
 * and opportunities without a sound citation are left out too. What stays is numbered anew, in the order of first use.
 */
export function checkAnswer<Draft extends Checkable>(
  draft: Draft,
  documents: CitedDocuments,
): { checked: Draft; report: CheckReport } {
  const sound = new Map(
    draft.citations.filter((citation) => isSound(citation, documents)).map((citation) => [citation.number, citation]),
  );
  const keep = (numbers: number[]) => [...new Set(numbers.filter((number) => sound.has(number)))];
  const sentences = draft.answer.sentences
    .map((sentence) => ({ ...sentence, citations: keep(sentence.citations) }))
    .filter((sentence) => sentence.citations.length > 0)
    .map((sentence) => flagged(sentence, sound, documents, sentence.counted ? countedFigures(draft.records) : []));
  const judgment = {
    ...draft.judgment,
    dimensions: draft.judgment.dimensions.map((dimension) => ({ ...dimension, citations: keep(dimension.citations) })),
  };
  const cited = <Item extends { citations: number[] }>(items: Item[]) =>
    items.map((item) => ({ ...item, citations: keep(item.citations) })).filter((item) => item.citations.length > 0);
  const lost = sentences.length === 0 && draft.answer.sentences.length > 0;
  const checked = renumbered(
    {
      ...draft,
      answer: {
        ...draft.answer,
        sentences,
        ...(lost ? { state: "no_evidence" as const, reason: "No statement in the answer could be verified." } : {}),
      },
      ...(draft.records === undefined ? {} : { records: { ...draft.records, rows: cited(draft.records.rows) } }),
      judgment,
      opportunities: cited(draft.opportunities),
      counter_evidence: cited(draft.counter_evidence),
    },
    sound,
  );
  return {
    checked,
    report: {
      broken_citations: draft.citations.length - sound.size,
      dropped_sentences: draft.answer.sentences.length - sentences.length,
    },
  };
}

function isSound(citation: Citation, documents: CitedDocuments): boolean {
  const text = citedText(citation, documents);
  return citation.quote !== "" && text !== null && text.slice(citation.start, citation.end) === citation.quote;
}

/** The stored text that a citation quotes from; null where it is not there. */
export function citedText(
  { kind, id, passage_id, field }: Citation,
  { papers, signals, passages }: CitedDocuments,
): string | null {
  if (kind !== "passage") return fieldText(kind === "paper" ? papers.get(id) : signals.get(id), field);
  return passages?.get(passage_id ?? "")?.content ?? null;
}

/** The figures that a query over the library gave. */
function countedFigures(records: Counted | undefined): string[] {
  if (records === undefined) return [];
  return figures([records.total, records.query, ...records.rows.flatMap(({ label, value }) => [label, value ?? ""])].join("\n"));
}

function flagged(
  sentence: CitedSentence,
  sound: ReadonlyMap<number, Citation>,
  documents: CitedDocuments,
  known: readonly string[],
): CitedSentence {
  const citations = sentence.citations.flatMap((number) => sound.get(number) ?? []);
  const quoted = new Set([...known, ...citations.flatMap((citation) => figures(citation.quote))]);
  const flags = new Set(sentence.flags);
  if (figures(sentence.text).some((figure) => !quoted.has(figure))) flags.add("figure_not_quoted");
  if (citations.some((citation) => citation.kind !== "signal" && documents.papers.get(citation.id)?.retracted))
    flags.add("retracted");
  return { ...sentence, flags: [...flags] };
}

function renumbered<Draft extends Checkable>(draft: Draft, sound: ReadonlyMap<number, Citation>): Draft {
  const numbers = new Map<number, number>();
  const renumber = <Item extends { citations: number[] }>(item: Item): Item => ({
    ...item,
    citations: item.citations.map((number) => {
      if (!numbers.has(number)) numbers.set(number, numbers.size + 1);
      return numbers.get(number)!;
    }),
  });
  const sentences = draft.answer.sentences.map(renumber);
  const records = draft.records === undefined ? {} : { records: { ...draft.records, rows: draft.records.rows.map(renumber) } };
  const counter_evidence = draft.counter_evidence.map(renumber);
  const dimensions = draft.judgment.dimensions.map(renumber);
  const opportunities = draft.opportunities.map(renumber);
  return {
    ...draft,
    answer: { ...draft.answer, sentences },
    ...records,
    counter_evidence,
    judgment: { ...draft.judgment, dimensions },
    opportunities,
    citations: [...numbers].map(([old, number]) => ({ ...sound.get(old)!, number })),
  };
}
