import { isCalendarDate } from "../../src/documents/dates.ts";
import { parseExternalId } from "../../src/documents/ids.ts";
import type { PaperInput, PaperIds } from "../../src/documents/paper.ts";
import type { SignalInput } from "../../src/documents/signal.ts";
import { affiliationsFrom } from "./affiliations.ts";
import { orcidKeys } from "./orcid.ts";
import { textOfInvertedIndex } from "./inverted-index.ts";
import { openAlexSignals } from "./openalex-signals.ts";
import { Work } from "./openalex-shape.ts";
import type { Problem } from "./port.ts";

export interface WorkOptions {
  /** The day for which works speak that do not say when they were updated. */
  observedAt?: string;
  invalidUtf8?: "fault" | "line";
}

export interface OpenAlexPaper {
  paper: Partial<Record<keyof PaperInput, unknown>>;
  source: { name: string; url: string; license: string };
  signals: Omit<SignalInput, "paper_ids">[];
}

/**
 * What the JSON of a work says: the paper, and citations, funding and retraction as signals; that OpenAlex takes it back; or why it cannot be taken. Pure.
 */
export function openAlexWork(json: string, options: WorkOptions): OpenAlexPaper | { takenBack: PaperIds } | { problem: Problem } {
  const parsed = Work.safeParse(valueOf(json));
  if (!parsed.success) {
    // What zod refuses has an issue at least.
    const { path, message } = parsed.error.issues[0]!;
    if (path.length === 0) return { problem: { stage: "read", reason: "invalid_json", message: "is not a JSON object" } };
    return { problem: { stage: "validate", reason: "invalid_field", field: path.join("."), message } };
  }
  const work = parsed.data;
  if (work.deleted) return { takenBack: { openalex: work.id } };
  if (work.is_paratext) {
    return { problem: { stage: "validate", reason: "paratext", message: "is a cover, an index or similar, not a paper" } };
  }
  const abstract = textOfInvertedIndex(work.abstract_inverted_index ?? null);
  if ("message" in abstract) {
    return {
      problem: { stage: "validate", reason: "invalid_field", field: "abstract_inverted_index", message: abstract.message },
    };
  }
  const title = work.display_name ?? work.title ?? undefined;
  const date = work.publication_date ?? "";
  const id = parseExternalId(work.id, "openalex");
  const source = { name: "OpenAlex", url: `https://openalex.org/${id?.value ?? ""}`, license: "CC0 1.0" };
  const paper = {
    title,
    abstract: abstract.text,
    authors: (work.authorships ?? []).map(({ author, raw_author_name }) => author?.display_name ?? raw_author_name ?? ""),
    affiliations: affiliationsOf(work),
    author_ids: authorIdsOf(work),
    year: work.publication_year ?? null,
    published_at: isCalendarDate(date) ? date : null,
    venue: work.primary_location?.source?.display_name ?? null,
    categories: (work.topics ?? []).map(({ display_name }) => display_name ?? ""),
    keywords: (work.keywords ?? []).map(({ display_name, keyword }) => display_name ?? keyword ?? ""),
    ids: { ...idsOfLocations(work), doi: parseExternalId(work.doi ?? "", "doi") && work.doi, openalex: work.id },
    url: work.doi ?? work.primary_location?.landing_page_url ?? null,
    pdf_url: webAddress(work.primary_location?.pdf_url) ?? webAddress(work.best_oa_location?.pdf_url),
    citation_count: work.cited_by_count ?? null,
    // No references are known of most works without any: zero would be taken for a fact.
    reference_count: work.referenced_works_count || work.referenced_works?.length || null,
    retracted: work.is_retracted ?? false,
  };
  const observedAt = work.updated_date?.slice(0, 10) ?? options.observedAt;
  return { paper, source, signals: openAlexSignals(work, { title: title ?? "", observedAt, source }) };
}

function valueOf(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

function affiliationsOf({ authorships }: Work): string[] {
  const institutions = (authorships ?? []).flatMap((authorship) => authorship.institutions ?? []);
  return affiliationsFrom(institutions.flatMap(({ display_name: name }) => name ?? []));
}

/** Those of OpenAlex, and ORCIDs. */
function authorIdsOf({ authorships }: Work): string[] {
  return (authorships ?? []).flatMap(({ author }) => [
    ...(/^(?:https:\/\/openalex\.org\/)?(A\d+)$/iu.exec(author?.id ?? "")?.slice(1) ?? []).map(
      (id) => `openalex:${id.toUpperCase()}`,
    ),
    ...orcidKeys(author?.orcid),
  ]);
}

/** The ids of a work elsewhere stand in the addresses of its copies. DOIs there may be those of other versions. */
function idsOfLocations({ locations, primary_location }: Work): PaperIds {
  const ids: PaperIds = {};
  for (const location of [primary_location, ...(locations ?? [])]) {
    for (const address of [location?.landing_page_url, location?.pdf_url]) {
      if (!/^https?:/iu.test(address ?? "")) continue;
      const id = parseExternalId(address!);
      if (id?.scheme === "arxiv" || id?.scheme === "acl" || id?.scheme === "openreview") ids[id.scheme] ??= id.value;
    }
  }
  return ids;
}

function webAddress(address: string | null | undefined): string | null {
  return /^https?:\/\/\S+$/iu.test(address ?? "") ? address! : null;
}
