import { idKey } from "../documents/ids.ts";
import type { Paper } from "../documents/paper.ts";
import type { Signal } from "../documents/signal.ts";
import { nearness, type Comparison, type Difference } from "./compare.ts";
import type { GivenReference } from "./given.ts";
import { isCorrected, isPublished, isRetracted, type Work } from "./works.ts";

export const REFERENCE_STATUSES = [
  "found",
  "chimera",
  "retracted",
  "superseded",
  "corrected",
  "not_found",
  "unreadable",
] as const;
export type ReferenceStatus = (typeof REFERENCE_STATUSES)[number];

/** What a reference is checked against. */
export interface ReferenceRecord {
  paper_id: string;
  title: string;
  year: number | null;
  venue: string | null;
}

export interface CheckedReference {
  number: number;
  key: string | null;
  /** The title as stated; of running text, the whole reference. */
  title: string;
  /** The gravest of what applies: chimera, then retracted, superseded, corrected. */
  status: ReferenceStatus;
  record: ReferenceRecord | null;
  /** The fields that the record states otherwise. */
  differences: Difference[];
  retracted: boolean;
  corrected: boolean;
  /** What was published of the preprint that is cited. */
  superseded_by: ReferenceRecord | null;
  /** Ids that the library can neither confirm nor refute. */
  unverified: string[];
  /** Notices of retraction and correction, where signals may be read. */
  notices: { signal_id: string; kind: string; statement: string; observed_at: string; url: string | null }[];
  /** The record whose title comes nearest to one that was not found. */
  nearest: ReferenceRecord | null;
  /** Why an entry could not be read. */
  problem: string | null;
}

/** A title that is not found is told by one that is at least so near. */
const NEAR_TITLE = 0.5;

/** What a reference comes to. `nearby`: papers that share words with its title, where it was searched for; `notices`: by paper. */
export function checked(
  reference: GivenReference,
  best: Comparison | null,
  nearby: readonly Paper[],
  notices: ReadonlyMap<string, Signal[]>,
): CheckedReference {
  const { number, key, text, problem } = reference;
  const own = { number, key, title: text, problem };
  if (best === null) {
    const near = nearby.map((paper) => ({ paper, near: nearness(reference, paper) })).sort((a, b) => b.near - a.near)[0];
    return {
      ...own,
      status: problem === null ? "not_found" : "unreadable",
      record: null,
      differences: [],
      retracted: false,
      corrected: false,
      superseded_by: null,
      unverified: reference.ids.map(idKey),
      notices: [],
      nearest: near !== undefined && near.near >= NEAR_TITLE ? recordOf(near.paper) : null,
    };
  }
  const { work, paper, differences, unverified } = best;
  const [retracted, corrected] = [work.some(isRetracted), work.some(isCorrected)];
  const published = publishedVersion(reference, paper, work);
  return {
    ...own,
    status: statusOf({ chimera: differences.length > 0, retracted, superseded: published !== null, corrected }),
    record: recordOf(paper),
    differences,
    retracted,
    corrected,
    superseded_by: published && recordOf(published),
    unverified,
    notices: distinct(work.flatMap(({ paper_id: id }) => notices.get(id) ?? [])).map(
      ({ signal_id, kind, statement, observed_at, source }) => ({ signal_id, kind, statement, observed_at, url: source.url }),
    ),
    nearest: null,
  };
}

function statusOf(is: Record<"chimera" | "retracted" | "superseded" | "corrected", boolean>): ReferenceStatus {
  return (["chimera", "retracted", "superseded", "corrected"] as const).find((status) => is[status]) ?? "found";
}

/** What was published of a preprint that is cited as one. */
function publishedVersion({ ids }: GivenReference, paper: Paper, work: Work): Paper | null {
  const citesPreprint = ids.some(({ scheme }) => scheme === "arxiv") && !ids.some(({ scheme }) => scheme !== "arxiv");
  if (isPublished(paper) && !citesPreprint) return null;
  if (isPublished(paper)) return paper;
  return work.find((other) => other !== paper && isPublished(other)) ?? null;
}

function recordOf({ paper_id, title, year, venue }: Paper): ReferenceRecord {
  return { paper_id, title, year, venue };
}

function distinct(signals: readonly Signal[]): Signal[] {
  return [...new Map(signals.map((signal) => [signal.signal_id, signal])).values()];
}
