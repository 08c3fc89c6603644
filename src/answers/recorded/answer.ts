import type { PaperFilters } from "../../engine/filters.ts";
import type { Library } from "../../retrieval/library.ts";
import { requirePaperId } from "../../retrieval/views.ts";
import type { ReadQuestion, RecordKind } from "../question/schema.ts";
import { acceptanceRate } from "./acceptance-rate.ts";
import type { Asked } from "./asked.ts";
import { citationRecords } from "./citations.ts";
import { paperCount, papersPerYear } from "./counts.ts";
import type { RecordFinding } from "./found.ts";
import { askedKind } from "./kinds.ts";
import { namedPaper } from "./named-paper.ts";
import { people } from "./people.ts";
import { scopeOf } from "./scope.ts";
import { signalRecords } from "./signals.ts";
import { venues } from "./venues.ts";

export interface RecordsRequest {
  /** As it was written. */
  question: string;
  /** Years and papers that the request sets. */
  filters: PaperFilters;
  /** The paper that the question is asked about, in any spelling of its id. */
  paper_id?: string;
  /** Only these signals count. */
  signal_ids?: readonly string[];
}

/** Asks for the authors of one paper rather than for those of a subject. */
const WROTE = /\b(?:wrote|written|authored|authors?\s+of|invented|introduced|proposed|developed|coined|created)\b/iu;
const MAX_CITED = /\b(?:most|highly|widely|heavily|top|well|best)[- ]cited\b/iu;

/**
 * What the library holds on record for a question about records (kind `record`) or about something to be had (kind `artifact`); null for any
 * other question, and for something to be had where nothing is on record. What is counted is exact and told by `query`. Throws `not_found` for an unknown
 * `paper_id`, `engine_unavailable`.
 */
export async function answerFromRecords(
  library: Library,
  read: ReadQuestion,
  { question, filters, paper_id, signal_ids }: RecordsRequest,
  signal?: AbortSignal,
): Promise<RecordFinding | null> {
  const record = read.kind === "record" ? read.record : read.kind === "artifact" ? read.artifact : undefined;
  if (record === undefined) return null;
  const counts = record === "count" || record === "count_per_year";
  const named =
    paper_id !== undefined
      ? [...(await library.engine.papers.get([await requirePaperId(library, paper_id, signal)], { signal })).values()]
      : counts
        ? []
        : await namedPaper(library, question, read, asksOfOne(read, question), signal);
  const asked: Asked = { library, read, question, scope: scopeOf(read, filters, named), signal_ids, signal };
  const found = await lookUp(asked, record);
  return found.lead === null && read.kind === "artifact" ? null : found;
}

function lookUp(asked: Asked, record: RecordKind): Promise<RecordFinding> {
  switch (record) {
    case "count":
      return paperCount(asked);
    case "count_per_year":
      return papersPerYear(asked);
    case "people":
      return people(asked);
    case "venue":
      return venues(asked);
    case "citation":
      return citationRecords(asked);
    default: {
      if (record === "acceptance" && /\brates?\b/iu.test(asked.question)) return acceptanceRate(asked);
      return signalRecords(asked, askedKind(record, asked.question));
    }
  }
}

/** Whether a name in the question (“BERT”) is more likely the paper that brought it than a subject. */
function asksOfOne({ kind, record }: ReadQuestion, question: string): boolean {
  if (kind === "artifact" || record === "venue") return true;
  if (record === "citation") return !MAX_CITED.test(question);
  return record === "people" && WROTE.test(question);
}
