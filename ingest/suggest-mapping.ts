import { parseExternalId } from "../src/documents/ids.ts";
import type { RowTarget } from "./sources/format.ts";
import { fieldValue, type ValueType } from "./field-values.ts";
import { FIELDS, REQUIRED_FIELDS, SUBJECT_FIELDS } from "./fields.ts";
import { parsePythonList } from "./python-list.ts";

/** A mapping file as it is written down, and what its reader should know about it, a sentence each. */
export interface Suggestion {
  mapping: { target: RowTarget; fields: Record<string, WrittenRule> };
  notes: string[];
}

type WrittenRule =
  | string
  | { column: string; as?: ValueType; split?: string }
  | { each: string[] }
  | { value: string }
  | { template: string };
type Sample = Readonly<Record<string, unknown>>;

/**
 * A first mapping file for a table, from the names of its columns and the shapes of some of its values. It is a valid mapping file, and a
 * beginning: the notes say what was guessed, what is missing and which values would be refused. Pure.
 */
export function suggestMapping(target: RowTarget, columns: readonly string[], samples: readonly Sample[]): Suggestion {
  const fields: Record<string, WrittenRule> = {};
  const notes: string[] = [];
  const unused = new Set(columns);
  const names = target === "papers" ? PAPER_NAMES : SIGNAL_NAMES;
  for (const [field, known] of Object.entries(names)) {
    const column = known
      .map((name) => [...unused].find((candidate) => bare(candidate) === name))
      .find((found) => found !== undefined);
    if (column === undefined) continue;
    const values = samples
      .map((sample) => sample[column])
      .filter((value) => value !== null && value !== undefined && value !== "");
    const rule = ruleFor(target, field, column, values);
    if (rule === null) continue;
    fields[field] = rule;
    unused.delete(column);
    notes.push(...refusals(target, field, rule, values));
  }
  notes.push(...fillIn(target, fields));
  if (unused.size > 0) notes.push(`columns not used: ${[...unused].join(", ")}`);
  return { mapping: { target, fields }, notes };
}

/** `Paper Title`, `paper_title` → `papertitle` */
function bare(column: string): string {
  return column.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
}

const SHARED_NAMES = {
  "source.name": ["sourcename"],
  "source.url": ["sourceurl"],
  "source.license": ["sourcelicense", "license", "licence"],
};

const PAPER_NAMES: Readonly<Record<string, readonly string[]>> = {
  "ids.doi": ["doi"],
  "ids.arxiv": ["arxivid", "arxiv"],
  "ids.acl": ["aclid", "acl", "anthologyid"],
  "ids.openreview": ["openreviewid", "openreview", "forum"],
  "ids.openalex": ["openalexid", "openalex"],
  "ids.pmid": ["pmid", "pubmedid"],
  "ids.pmcid": ["pmcid", "pmc"],
  "ids.s2": ["corpusid", "s2id", "s2paperid"],
  id: ["paperid", "id", "key"],
  title: ["title", "papertitle", "name"],
  abstract: ["abstract", "summary", "description"],
  authors: ["authors", "author", "authornames", "authortext", "creators"],
  year: ["year", "publicationyear", "pubyear", "yr"],
  published_at: ["publishedat", "publicationdate", "published", "date", "created"],
  venue: ["venue", "conference", "journal", "booktitle"],
  categories: ["categories", "category", "subjects", "categorieslist", "primaryarea"],
  keywords: ["keywords", "keyword", "tags"],
  pdf_url: ["pdfurl", "pdf"],
  url: ["url", "link", "paperlink", "landingpageurl"],
  citation_count: ["citationcount", "citations", "citedbycount", "citedby", "gscitation"],
  retracted: ["retracted", "isretracted"],
  ...SHARED_NAMES,
};

const SIGNAL_NAMES: Readonly<Record<string, readonly string[]>> = {
  paper_ids: ["paperids"],
  "paper.ids": ["paperid", "doi", "arxivid", "id", "paperlink", "paperurl"],
  "paper.title": ["papertitle"],
  kind: ["kind"],
  title: ["title", "headline", "name"],
  statement: ["statement", "description", "text"],
  value: ["value", "count", "score", "stars", "repostar", "ratings", "rating"],
  unit: ["unit"],
  polarity: ["polarity"],
  topics: ["topics"],
  observed_at: ["observedat", "date", "lastupdate", "updated"],
  "source.url": ["sourceurl", "url", "link", "repolink"],
  "source.name": SHARED_NAMES["source.name"],
  "source.license": SHARED_NAMES["source.license"],
};

function ruleFor(target: RowTarget, field: string, column: string, values: readonly unknown[]): WrittenRule | null {
  const texts = values.filter((value) => typeof value === "string");
  if (field === "id" || field === "paper.ids") return idRule(field, column, values);
  if (field === "ids.arxiv" && values.some((value) => /^(?:\d{3}\.\d+|\d{4}\.\d{6,})$/u.test(String(value)))) {
    return { column, as: "arxiv_number" };
  }
  const python = texts.length > 0 && texts.every((text) => parsePythonList(text) !== null);
  if (field === "value") return python || texts.some((text) => text.includes(";")) ? { column, as: "mean" } : column;
  if (FIELDS[target][field] !== "list") return column;
  if (python) return { column, as: "python_list" };
  if (values.some((value) => Array.isArray(value) && value.some((item) => typeof item === "object"))) return `${column}.name`;
  const split = [";", "|", ","].find((separator) => texts.some((text) => text.includes(separator))) ?? ";";
  return split === ";" ? column : { column, split };
}

/** Ids that tell their kind by themselves, or OpenReview's, which do not; others are of no use. */
function idRule(field: string, column: string, values: readonly unknown[]): WrittenRule | null {
  const texts = values.map(String);
  const most = (holds: (text: string) => boolean): boolean =>
    texts.length > 0 && texts.filter(holds).length >= 0.8 * texts.length;
  const ids = (rule: string): WrittenRule => (field === "id" ? rule : { each: [rule] });
  if (most((text) => parseExternalId(text) !== null)) return ids(column);
  if (most((text) => /^(?=.*[a-z])(?=.*[A-Z])[\w-]{9,14}$/u.test(text))) return { template: `openreview:{${column}}` };
  // Addresses that are no ids may still be of papers that have some: the title then decides.
  return field === "paper.ids" && most((text) => /^https?:/iu.test(text)) ? ids(column) : null;
}

function refusals(target: RowTarget, field: string, rule: WrittenRule, values: readonly unknown[]): string[] {
  if (typeof rule === "object" && !("column" in rule)) return [];
  const reading: { as?: ValueType; split?: string } = typeof rule === "string" ? {} : rule;
  const type = reading.as ?? FIELDS[target][field];
  if (!type) throw new RangeError(`${target} have no field ${field}`);
  // A path leads into the values of its column.
  if (typeof rule === "string" && rule.endsWith(".name") && FIELDS[target][field] === "list") return [];
  const refused = values.flatMap((value) => {
    const result = fieldValue(value, type, reading.split);
    return "problem" in result ? [result.problem] : [];
  });
  const [first] = refused;
  if (!first) return [];
  const allowed = [first.allowed ?? []].flat().join(", ");
  return [
    `${field}: ${refused.length} of ${values.length} sampled values would be rejected: one ${first.message}; allowed: ${allowed}`,
  ];
}

/** Gives the fields that are needed and that no column fills something to start from. */
function fillIn(target: RowTarget, fields: Record<string, WrittenRule>): string[] {
  const notes = REQUIRED_FIELDS[target].flatMap((field) => {
    if (field in fields) return [];
    const start = STARTS[target][field];
    if (start === undefined) return [`${field}: no matching column found, but the field is required`];
    fields[field] = start;
    return [`${field}: no matching column found; set to ${JSON.stringify(start)}, which you should change`];
  });
  if (target === "signals" && !SUBJECT_FIELDS.some((field) => field in fields)) {
    notes.push(`none of ${SUBJECT_FIELDS.join(", ")} was found: specify which papers or topics the signals are about`);
  }
  const ids = Object.keys(fields).some((field) => field === "id" || field.startsWith("ids."));
  if (target === "papers" && !ids) notes.push("no column contains IDs, so papers will be identified by title and first author");
  return notes;
}

const STARTS: Record<RowTarget, Partial<Record<string, WrittenRule>>> = {
  papers: {},
  signals: {
    kind: { value: "code" },
    title: { value: "What was observed" },
    statement: { value: "A sentence that says what was observed." },
    observed_at: { value: "2024-01-31" },
    "source.name": { value: "Where it was observed" },
  },
};
